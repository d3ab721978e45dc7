"""A few programs of the soundness harness: no verdict is contradicted, and the reducer reduces."""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path

import pytest

from clew.concolic.prepared import prepare
from clew.search.request import Budget, Setup
from clew.solver.chain import build_solver
from clew.workbench.fuzz import order
from clew.workbench.fuzz.__main__ import judge
from clew.workbench.fuzz.analyse import NAME
from clew.workbench.fuzz.isolated import isolated
from clew.workbench.fuzz.programs import generate
from clew.workbench.fuzz.reduce import reduced
from clew.workbench.fuzz.shadow_checks import CheckedMachine
from clew.workbench.fuzz.templates import EXPRESSIONS, GROUPS

PROGRAMS = 15
RUNS = 30
BUDGET = Budget(paths=12, solves=30, seconds=10.0, loop=3, plain=480)


def test_no_contradictions() -> None:
    build_solver()
    totals: Counter[str] = Counter()
    for number in range(PROGRAMS):
        text = generate(2026, number)
        found = [c for c in judge(text, RUNS, str(number), totals, BUDGET) if c.kind != "diverged"]
        assert not found, (number, found)
    assert totals["infeasible"] > PROGRAMS
    assert totals["found"] > PROGRAMS


def test_the_machine_of_the_harness_sees_recursion() -> None:
    """Which it finds by the frames that call: one of its own between them must not count."""
    text = "def f(n: int) -> int:\n    return 0 if n < 1 else f(n - 1)\n"

    def recursive() -> bool:
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, f"{NAME}.py").write_text(text)
            sys.path.insert(0, folder)
            prepared = prepare(Setup(NAME, (folder,), 20_000), CheckedMachine)
            prepared.machine.begin()
            prepared.module.f(3)
            return bool(prepared.machine.recursive)

    assert isolated(recursive, 20.0) is True


def test_one_seed_one_program() -> None:
    assert generate(1, 2) == generate(1, 2) != generate(1, 3)
    assert [next(order.functions(n)) for n in (1, 1, 2)][1:] == [next(order.functions(n)) for n in (1, 2)]


def test_order_of_evaluation(capsys: pytest.CaptureFixture[str]) -> None:
    assert order.main(["--seed", "2", "--functions", "6"]) == 0
    assert capsys.readouterr().out.startswith("6 functions, 0 contradictions, ")


def test_every_type_of_a_group_has_expressions() -> None:
    assert {kind for kinds in GROUPS.values() for kind in kinds} <= EXPRESSIONS.keys()


def test_what_does_not_matter_is_left_out() -> None:
    text = (
        "def f(a):\n    if a:\n        b = 1\n        print(len([a, 2 + 3]))\n    else:\n        c = 3\n    return a\n"
    )
    small = reduced(text, lambda candidate: "len" in candidate)
    assert small == "def f(a):\n    len\n" or len(small) < 30
