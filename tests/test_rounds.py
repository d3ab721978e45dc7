"""How often loops go round, from the source to the verdicts, against running everything (as for pairs in
`test_def_use`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import field
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from test_def_use import INPUTS, Line, Program, asked, covered, lines_of, run_under

from clew.frontend.probes import hooks, probe
from clew.goals.criteria import ROUNDS
from clew.ir.check import check_function
from clew.ir.tree_reader import read
from clew.ir.tree_text import show
from clew.records import dataclass
from clew.report.record import UnitReport
from clew.report.wording import headline
from clew.verdict.verdicts import Covered, Infeasible, Unknown


@dataclass(slots=True)
class Tracer:
    """One call.  rounds: of the loops that it is in, by line; seen: as (line of the loop, outcome)."""

    loops: dict[int, Line]
    seen: set[tuple[int, str]]
    rounds: dict[int, int] = field(default_factory=dict)
    now: int = 0
    failed: bool = False

    def __call__(self, frame: FrameType, event: str, argument: object) -> Callable[..., Any]:
        if event == "line":
            self.go(frame.f_lineno)
        self.failed = event == "exception" or (self.failed and event != "line")
        return self

    def go(self, line: int) -> None:
        for loop in [*self.rounds]:
            inside = line in self.loops[loop].inside
            if inside and self.now == loop:
                self.rounds[loop] += 1
                if self.rounds[loop] > 1:
                    self.seen.add((loop, "many"))
            if not inside and line != loop:
                count = self.rounds.pop(loop)
                if count < 2 and not self.failed:
                    self.seen.add((loop, ("zero", "once")[count]))
        if line in self.loops and line not in self.rounds:
            self.rounds[line] = 0
        self.now, self.failed = line, False


def feasible(text: str, name: str) -> set[tuple[int, str]]:
    heads = {n for n, line in enumerate(text.splitlines(), 1) if line.lstrip().startswith(("for ", "while "))}
    loops = {n: line for n, line in lines_of(text).items() if n in heads}
    seen: set[tuple[int, str]] = set()
    run_under(lambda: Tracer(loops, seen), text, name)
    return seen


def programs(seed: int) -> Iterator[Program]:
    """With loops in them, whose rounds the inputs decide or not."""
    rng = random.Random(seed)
    while True:
        program = Program(rng, "f")
        if program.loops or any("for " in line for line in program.lines):
            program.lines = [line.replace("range(2)", "range(n)") for line in program.lines]
            yield program


def check_unit(text: str, unit: UnitReport) -> Iterator[str]:
    wanted = feasible(text, "f")
    for goal in unit.goals:
        use = (goal.span.line, goal.outcome or "")
        if not isinstance(goal.verdict, Covered if use in wanted else Infeasible | Unknown):
            yield f"{use}: {goal.verdict}, but it is {'feasible' if use in wanted else 'not'}:\n{text}"


def test_verdicts_are_those_of_running_everything(tmp_path: Path) -> None:
    wrong, infeasible = [], 0
    for program, _ in zip(programs(1), range(8), strict=False):
        (unit,) = covered(tmp_path, program.text, criterion=(ROUNDS,)).report.units
        assert unit.goals
        wrong += check_unit(program.text, unit)
        infeasible += sum(isinstance(goal.verdict, Infeasible) for goal in unit.goals)
    assert wrong == []
    assert infeasible > 3


def test_the_probes_agree_with_a_tracer_of_lines() -> None:
    for program, _ in zip(programs(2), range(60), strict=False):
        goals = asked(program.text, ROUNDS).goals
        probed, hits = probe(program.text, "m.py", goals), set[int]()
        assert probed.unprobed == ()
        space: dict[str, Any] = dict(hooks(hits.add))
        exec(compile(probed.tree, "m.py", "exec"), space)
        for arguments in INPUTS:
            try:
                space["f"](*arguments)
            except ZeroDivisionError:
                continue
        assert {(goals[n].span.line, goals[n].outcome) for n in hits} == feasible(program.text, "f"), program.text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def f(n: int) -> int:\n    while n > 0:\n        n -= 1\n    return n\n", ["2:loop:once", "2:loop:many", "2:loop:zero"]),
        ("def f(xs: list[int]) -> list[int]:\n    return [x for x in xs]\n", []),
        (
            "def f(n: int) -> None:\n    def g() -> None:\n        for _ in range(2):\n            pass\n    g()\n",
            [],
        ),
    ],
)  # fmt: skip
def test_loops_that_are_asked_about(text: str, expected: list[str]) -> None:
    unit = asked(text, ROUNDS).units[0]
    assert sorted(g.id.removeprefix("m::f:") for g in unit.goals) == sorted(expected)
    assert check_function(unit.function) == []
    assert read(show(unit.function)) == unit.function


def test_loops_that_are_left_by_break_and_else(tmp_path: Path) -> None:
    text = (
        "def f(xs: list[int]) -> int:\n    for x in xs:\n        if x > 3:\n            break\n    else:\n"
        "        return 1\n    return 2\n"
    )
    (unit,) = covered(tmp_path, text, criterion=(ROUNDS,)).report.units
    assert {goal.outcome for goal in unit.goals if isinstance(goal.verdict, Covered)} == {"zero", "once", "many"}


def test_a_loop_that_never_goes_round_again(tmp_path: Path) -> None:
    text = "def f(x: int) -> int:\n    for i in range(1):\n        x += i\n    return x\n"
    (unit,) = covered(tmp_path, text, criterion=(ROUNDS,)).report.units
    said = {goal.outcome: headline(goal, text.splitlines()) for goal in unit.goals}
    assert said["zero"] == "the loop over `range(1)` is never left after no round"
    assert said["many"] == "the loop over `range(1)` is never gone round again"


def test_loops_of_what_is_not_followed_are_not_asked_about(tmp_path: Path) -> None:
    text = "async def f(xs: object) -> int:\n    async for x in xs:\n        pass\n    return 0\n"
    (unit,) = covered(tmp_path, text, criterion=(ROUNDS,)).report.units
    (goal,) = unit.goals
    assert isinstance(goal.verdict, Unknown) and goal.verdict.reason.code == "unmodelled-call"
