"""What the block form settles, against CPython: inputs reach what they are for, and nothing reaches what is proved dead."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from clew.cli.stages import STAGES
from clew.frontend.module import Module, read_module
from clew.ir.blocks_text import show_procedure
from clew.passes.flatten.function import flatten
from clew.passes.flatten.graph import NotInSubset, Place
from clew.passes.flatten.module_globals import annotated_kinds, globals_in
from clew.solver.supply import Supply
from clew.source.settings import Settings
from clew.vc.learning_cover import learning_cover
from clew.vc.preparation import Bounds
from clew.vc.task import Covering, Limits, Task
from clew.vc.unbounded import prove_unreachable
from clew.vc.units import UnitCovering, cover_unit
from clew.workbench.fuzz.integers import random_module
from laws.test_flatten_agrees_with_python import Reached

SQUARE = (-9, -7, -3, -1, 0, 1, 2, 5, 8, 13)
LIMITS = Limits(steps=200_000, rounds=30, runs=200)


@pytest.mark.parametrize("normal", [False, True])
@pytest.mark.parametrize("seed", [0, 1, 3])
def test_inputs_reach_and_proofs_hold(seed: int, normal: bool) -> None:
    text = random_module(f"covering:{seed}", 5)
    module = read_module(text, "m.py", "m")
    assert isinstance(module, Module)
    cpython = Reached(module)
    settled = 0
    for unit in module.units[2:]:
        own: tuple[Place, ...] = tuple((g.span, g.kind, g.outcome) for g in unit.goals)
        try:
            flat = flatten(unit.function, unit.qualname, annotated_kinds(unit), globals_in(module))
        except NotInSubset:
            continue
        found = cover_unit(flat, own, Bounds(3, 2), LIMITS, normal=normal)
        settled += len(own) - len(found.unknown)
        if not normal:
            bounded = [place for place, proof in found.proofs.items() if proof.scope]
            found = replace(
                found, proofs={**found.proofs, **prove_unreachable(flat, bounded, 2, 60_000, lambda: 20.0, Supply())}
            )
        check(found, cpython, unit.qualname, normal, text)
    assert settled > 50


def check(found: UnitCovering, cpython: Reached, name: str, normal: bool, text: str) -> None:
    def reached(x: int, y: int, b: int) -> set[Place]:
        cpython.places.clear()
        try:
            cpython.space[name](x, y, bool(b))
        except Exception:
            return set() if normal else set(cpython.places)
        return set(cpython.places)

    for inputs, places in found.inputs:
        values: Any = inputs
        if max(abs(v) for v in values.values()) < 10_000:
            assert set(places) <= reached(**values), f"{text}\n{name}({inputs}) is for {places}"
    proved = {place: proof for place, proof in found.proofs.items() if not proof.scope}
    for x in SQUARE:
        for y in SQUARE:
            for b in (0, 1):
                wrong = reached(x, y, b) & proved.keys()
                assert not wrong, f"{text}\n{name}({x}, {y}, {b}) reaches {wrong}"


def test_what_is_shown_of_the_passes_is_what_the_algorithm_is_given() -> None:
    text = "def f(x: int, y: int) -> int:\n    while x > y:\n        y += 3\n    return 1 if y > 9 else 2\n"
    module = read_module(text, "m.py", "m")
    assert isinstance(module, Module)
    (unit,) = [unit for unit in module.units if unit.qualname == "f"]
    given: list[Task] = []

    def algorithm(task: Task, limits: Limits) -> Covering:
        given.append(task)
        return learning_cover(task, limits)

    flat = flatten(unit.function, unit.qualname, annotated_kinds(unit), globals_in(module))
    settings = Settings()
    cover_unit(flat, [goal.place for goal in unit.goals], Bounds(settings.loop, settings.depth), LIMITS, algorithm)
    for stage, procedure in (("straight", given[0].procedure), ("ssa", given[0].ssa), ("passive", given[0].passive)):
        assert STAGES[stage].show(module, unit) == show_procedure(procedure)
