"""Inputs each of which meets as many goals as go together, and the suites that are chosen among them."""

from __future__ import annotations

from pathlib import Path

from test_together import LIMITS, hits

from clew.frontend.module import Module, read_module
from clew.goals.criteria import Criteria
from clew.goals.goal import Place
from clew.passes.flatten.function import Flat, flatten
from clew.passes.flatten.module_globals import annotated_kinds, globals_in
from clew.pipeline import cover
from clew.report.progress import Silent
from clew.source.discovery import Target
from clew.source.settings import Settings
from clew.vc.preparation import Bounds
from clew.vc.units import cover_maximally, unwound
from clew.verdict.verdicts import Covered
from clew.workbench.fuzz.exact import INPUTS, module_of

BOUNDS = Bounds(3, 2)


def chain(tests: int) -> str:
    names = [f"a{i}" for i in range(tests)]
    lines = [f"def f({', '.join(f'{name}: int' for name in names)}) -> int:", "    x = 0"]
    for i, name in enumerate(names):
        lines += [f"    if {names[i - 1]} > 7:" if i % 3 == 2 else f"    if {name} > 3:", "        x += 1"]
    return "\n".join([*lines, "    return x", ""])


def flats(text: str) -> list[tuple[Flat, list[Place]]]:
    module = read_module(text, "m.py", "m", Criteria(("statement", "branch", "condition", "mcc")))
    assert isinstance(module, Module)
    globals = globals_in(module)
    return [
        (flatten(u.function, u.function.name, annotated_kinds(u), globals), [goal.place for goal in u.goals])
        for u in module.units
    ]


def test_each_meets_what_goes_together_and_all_meet_what_is_possible() -> None:
    several = 0
    for flat, places in flats(module_of("maximal", 5)):
        procedure = unwound(flat, BOUNDS).procedure
        runs = [hits(flat, procedure, {name: int(value) for name, value in given.items()}) for given in INPUTS]
        wanted = set(places)
        met = [hits(flat, procedure, inputs) & wanted for inputs in cover_maximally(flat, places, BOUNDS, LIMITS)]
        if not met:
            continue
        several += 1
        assert frozenset[Place]().union(*met) >= frozenset[Place]().union(*runs) & wanted
        # Nothing is possible beside all that the first one meets; the others go for what is left.
        assert not any(run & wanted > met[0] for run in runs)
    assert several > 3


def test_tests_in_a_row_take_two_inputs() -> None:
    ((flat, places),) = flats(chain(9))
    first, second = cover_maximally(flat, places, BOUNDS, LIMITS)[:2]
    procedure = unwound(flat, BOUNDS).procedure
    assert hits(flat, procedure, first) | hits(flat, procedure, second) == set(places)


def test_a_minimal_suite_has_fewer_tests_than_searching_finds(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(chain(12))
    target = Target("m.py", str(tmp_path / "m.py"), "m", str(tmp_path))

    def suite(kind: str) -> tuple[int, int]:
        report = cover([target], Settings(suite=kind, jobs=1), Silent()).report
        assert all(isinstance(goal.verdict, Covered) for unit in report.units for goal in unit.goals)
        return report.totals.tests, report.totals.covered

    tests, goals = suite("small")
    assert suite("minimal") == (2, 50) and tests > 2 and goals == 50
    assert suite("readable")[0] >= tests and suite("readable")[1] == 50
