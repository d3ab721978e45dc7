"""On which sides of their boundaries comparisons are, from the source to the verdicts, against running everything (as
for pairs in `test_def_use`).
"""

from __future__ import annotations

import ast
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from test_def_use import INPUTS, Program, asked, covered, run_under

from clew.frontend.boundaries import BOUNDARY
from clew.frontend.probes import hooks, probe
from clew.ir.check import check_function
from clew.ir.tree_reader import read
from clew.ir.tree_text import show
from clew.report.wording import headline
from clew.verdict.verdicts import Covered, Infeasible, Unknown


def sides(test: ast.expr, space: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The comparisons that evaluating the test makes, each with the side that it is on."""
    match test:
        case ast.BoolOp(op=op, values=values):
            for value in values:
                yield from sides(value, space)
                if bool(computed(value, space)) is isinstance(op, ast.Or):
                    return
        case ast.UnaryOp(operand=operand):
            yield from sides(operand, space)
        case ast.Compare(left=left, ops=[ast.Lt() | ast.Gt()], comparators=[right]):
            a, b = computed(left, space), computed(right, space)
            yield ast.unparse(test), "less" if a < b else "greater" if a > b else "equal"


def computed(node: ast.expr, space: dict[str, Any]) -> Any:
    return eval(compile(ast.Expression(node), "m.py", "eval"), {}, space)


def feasible(text: str, name: str) -> set[tuple[int, str, str]]:
    """By line and text of the comparison."""
    tests = {node.lineno: node.test for node in ast.walk(ast.parse(text)) if isinstance(node, ast.If | ast.While)}
    seen: set[tuple[int, str, str]] = set()

    def traced(frame: FrameType, event: str, argument: object) -> Callable[..., Any]:
        if event == "line" and (test := tests.get(frame.f_lineno)) is not None:
            seen.update((frame.f_lineno, *each) for each in sides(test, dict(frame.f_locals)))
        return traced

    run_under(lambda: traced, text, name)
    return seen


def programs(seed: int) -> Iterator[Program]:
    rng = random.Random(seed)
    while True:
        program = Program(rng, "f")
        if sum(" < " in line or " > " in line for line in program.lines) > 1:
            yield program


def named(text: str, goal: Any) -> tuple[int, str, str]:
    line = text.splitlines()[goal.span.line - 1]
    return goal.span.line, line[goal.span.column : goal.span.end_column], goal.outcome


def test_verdicts_are_those_of_running_everything(tmp_path: Path) -> None:
    wrong, infeasible = [], 0
    for program, _ in zip(programs(1), range(8), strict=False):
        (unit,) = covered(tmp_path, program.text, criterion=(BOUNDARY,)).report.units
        wanted = feasible(program.text, "f")
        for goal in unit.goals:
            is_feasible = named(program.text, goal) in wanted
            if not isinstance(goal.verdict, Covered if is_feasible else Infeasible | Unknown):
                wrong.append(
                    f"{goal.id}: {goal.verdict}, but it is {'feasible' if is_feasible else 'not'}:\n{program.text}"
                )
        infeasible += sum(isinstance(goal.verdict, Infeasible) for goal in unit.goals)
    assert wrong == []
    assert infeasible > 3


def test_the_probes_agree_with_a_tracer_of_lines() -> None:
    for program, _ in zip(programs(2), range(60), strict=False):
        goals = asked(program.text, BOUNDARY).goals
        probed, hits = probe(program.text, "m.py", goals), set[int]()
        assert goals and probed.unprobed == ()
        space: dict[str, Any] = dict(hooks(hits.add))
        exec(compile(probed.tree, "m.py", "exec"), space)
        for arguments in INPUTS:
            try:
                space["f"](*arguments)
            except ZeroDivisionError:
                continue
        assert {named(program.text, goals[n]) for n in hits} == feasible(program.text, "f"), program.text


def reached(folder: Path, text: str) -> dict[str, str]:
    """Of the goals of `f`: line, column and side, with the verdict."""
    (unit,) = (unit for unit in covered(folder, text, criterion=(BOUNDARY,)).report.units if unit.id == "m::f")
    at = {goal.id.removeprefix("m::f:").replace(":boundary", ""): type(goal.verdict).__name__ for goal in unit.goals}
    return {verdict: " ".join(sorted(k for k, v in at.items() if v == verdict)) for verdict in sorted({*at.values()})}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "def f(x: int) -> bool:\n    return 3 <= x < 4\n",
            {"Covered": "2.11:equal 2.11:greater 2.11:less 2.16:equal 2.16:greater 2.16:less"},
        ),
        (
            "def f(x: int) -> bool:\n    return 3 <= x != 7\n",
            {"Covered": "2:equal 2:greater 2:less"},
        ),
        (
            "def f(x: int, y: int) -> int:\n    x = (x) < y\n    z: bool = x < 5\n    return z\n",
            {"Covered": "2:equal 2:greater 2:less 3:less", "Infeasible": "3:equal 3:greater"},
        ),
        (
            "def f(xs: list[int]) -> list[int]:\n    return [x for x in xs if x * 2 >= 5]\n",
            {"Covered": "2:greater 2:less", "NoneWithin": "2:equal"},
        ),
        (
            "def f(xs: list[int]) -> bool:\n    return any(map(lambda x: x > 1, xs))\n",
            {"Covered": "2:equal 2:greater 2:less"},
        ),
        (
            'def f(word: str) -> bool:\n    return word > "ab"\n',
            {"Covered": "2:equal 2:greater 2:less"},
        ),
        (
            "def f(x: float) -> bool:\n    return abs(x) < 0\n",
            {"Covered": "2:equal 2:greater", "Infeasible": "2:less"},
        ),
        (
            "def f(xs: list[int]) -> bool:\n    return xs < [1]\n",
            {"NoneWithin": "2:equal 2:greater 2:less"},
        ),
        (
            "def f(x: bool, y: bool) -> bool:\n    return x < y\n",
            {"Covered": "2:equal 2:greater 2:less"},
        ),
        ("def f(x: int) -> bool:\n    return x == 1 or x != 2 or x in (3, 4)\n", {}),
        ("def f(x: int) -> None:\n    def g(y: int) -> bool:\n        return y < 1\n    g(x)\n", {}),
    ],
)  # fmt: skip
def test_sides(text: str, expected: dict[str, str], tmp_path: Path) -> None:
    assert reached(tmp_path, text) == expected
    unit = next(unit for unit in asked(text, BOUNDARY).units if unit.id == "m::f")
    assert check_function(unit.function) == []
    assert read(show(unit.function)) == unit.function


def test_objects_are_not_asked_more_than_the_code_asks_them(tmp_path: Path) -> None:
    """Nor by the probes."""
    text = (
        "class Meta(type):\n    def __eq__(cls, other: object) -> bool:\n        LOG.append('class')\n        return True\n\n"
        "    __hash__ = type.__hash__\n\n\n"
        "class Odd(metaclass=Meta):\n    def __lt__(self, other: object) -> bool:\n        LOG.append('lt')\n        return True\n\n"
        "    def __eq__(self, other: object) -> bool:\n        LOG.append('eq')\n        return True\n\n\n"
        "LOG: list[str] = []\n\n\n"
        "def f(n: int) -> int:\n    LOG.clear()\n    if Odd() < n and LOG == ['lt']:\n        return 1\n    return 2\n"
    )
    (unit,) = (
        unit for unit in covered(tmp_path, text, criterion=(BOUNDARY, "branch")).report.units if unit.id == "m::f"
    )
    covered_ones = [goal for goal in unit.goals if isinstance(goal.verdict, Covered)]
    assert [(goal.kind, goal.outcome) for goal in covered_ones] == [("branch", "true")]
    assert {goal.kind for goal in unit.goals} == {"branch", BOUNDARY}


def test_words(tmp_path: Path) -> None:
    text = "def f(x: int) -> int:\n    if x % 2 * 2 < 1:\n        return 1\n    return 0\n"
    (unit,) = covered(tmp_path, text, criterion=(BOUNDARY,)).report.units
    (goal,) = (goal for goal in unit.goals if isinstance(goal.verdict, Infeasible))
    assert headline(goal, text.splitlines()) == "`x % 2 * 2 < 1` is never asked of equal numbers (or texts)"


def test_comparisons_in_what_is_not_followed_are_not_asked_about(tmp_path: Path) -> None:
    text = "async def f(xs: object, n: int) -> int:\n    async for x in xs:\n        if n < 3:\n            return 1\n    return 0\n"
    (unit,) = covered(tmp_path, text, criterion=(BOUNDARY,)).report.units
    (goal,) = unit.goals
    assert isinstance(goal.verdict, Unknown) and goal.verdict.reason.code == "unmodelled-call"
