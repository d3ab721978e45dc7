"""What assertions at the start of functions ask of calls: which these are, and what is said of them in several modules.

(Claims that are read off: `tests/golden/claims/asked.py`; verdicts: `tests/programs/check/asked.py`; attacks on them:
`tests/attacks_on_claims/asked_of_callers.py`.)
"""

from __future__ import annotations

import ast
import sys
import types
from pathlib import Path

import pytest

from clew.checking.escaped import escaped_of, refuted_by
from clew.contracts.claims import with_all_claims
from clew.frontend.leading import is_between, leading_in, names_of
from clew.frontend.module import Module, read_module
from clew.goals.goal import Goal
from clew.ir import tree as ir
from clew.ir.tree_reader import read
from clew.ir.tree_text import show
from clew.ir.walk import nodes
from clew.pipeline import check, cover
from clew.report.progress import Silent
from clew.source.discovery import Target
from clew.source.settings import Settings
from clew.verdict.claims import Proved, Refuted
from clew.verdict.verdicts import Covered

SETTINGS = Settings(jobs=1, paths=100, work=2_000_000)
LOW = """def part(n: int) -> int:
    assert 0 < n < 10, n
    return 10 // n
"""
HIGH = """from low import part, part as piece


def kept(n: int) -> int:
    return part(n) if 0 < n < 10 else 0


def broken(n: int) -> int:
    return piece(n) if n > 0 else 0
"""


@pytest.mark.parametrize(
    ("text", "leading", "asking"),
    [
        ("def f(x):\n    assert x > 0\n    assert x < 9\n    x += 1\n    assert x > 1\n", [2, 3], [2, 3]),
        ("def f(x):\n    assert len(x) > 0\n    assert N > x[0]\n    assert N\n    assert x\n", [2, 3], [2, 3]),
        ("def f(x):\n    assert all(y > x for y in range(3))\n    assert any(map(lambda y: y, [1]))\n", [2], [2]),
        ("def f(x):\n    assert all(x for x in range(3))\n", [], []),
        ("def f(x):\n    assert (y := x)\n    assert x\n", [], []),
        ("def f(x):\n    assert x.pop()\n    assert x\n", [], []),
        ("def g(x):\n    x.clear()\ndef f(x):\n    assert g(x) is None\n", [], []),
        ("def f(x):\n    assert x > y\n    y = 1\n", [], []),
        ("def f(x):\n    assert x\n    yield x\n", [2], []),
        ("async def f(x):\n    assert x\n", [2], []),
        ("def f(x):\n    assert x\n    def g(y):\n        assert y\n        yield\n", [2, 4], [2]),
        ("class C:\n    def f(self, x):\n        assert self._a\n        assert self.a and x\n", [4], [4]),
        ("class C:\n    @staticmethod\n    def f(self):\n        assert self._a\n", [4], [4]),
        ("def f():\n    class C:\n        def g(self, x):\n            assert x\n", [4], []),
        ("if 1:\n    def f(*, x):\n        assert x\n", [3], [3]),
    ],
)
def test_which_assertions_are_preconditions(text: str, leading: list[int], asking: list[int]) -> None:
    found = leading_in(ast.parse(text))
    assert sorted(span.line for span in found.tests) == leading
    assert sorted(span.line for span in found.asking) == asking


def test_by_which_names_functions_are_called() -> None:
    assert names_of("f") == {"f"}
    assert names_of("C.f") == {"f"}
    assert names_of("C.__post_init__") == {"__post_init__", "C"}
    assert is_between("logged.<locals>.wrapper") and is_between("Counted.__call__") and not is_between("C.f")


def test_what_asks_has_a_text() -> None:
    module = read_module(LOW, "low.py", "low")
    assert isinstance(module, Module)
    (unit,) = module.units
    assert [n.asks for n in nodes(unit.function.body) if isinstance(n, ir.Raise)] == [True]
    assert "assertion asks" in show(unit.function)
    assert read(show(unit.function)) == unit.function


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "low.py").write_text(LOW)
    (tmp_path / "high.py").write_text(HIGH)
    return tmp_path


def test_calls_in_another_module(folder: Path) -> None:
    """Under whatever name the function was imported."""
    targets = [Target(f"{name}.py", str(folder / f"{name}.py"), name, str(folder)) for name in ("low", "high")]
    report = check(targets, SETTINGS, Silent()).report
    said = {claim.id: claim.verdict for unit in report.units for claim in unit.claims}
    assert isinstance(said["high::kept:5:claim:require"], Proved)
    refuted = said["high::broken:9:claim:require"]
    assert isinstance(refuted, Refuted)
    assert (refuted.call, refuted.message) == ("broken(10)", "`assert 0 < n < 10` of part does not hold")
    assert refuted.parts == (("n", "10"),)
    assert isinstance(said["low::part:3:claim:ZeroDivisionError"], Proved)


def test_where_only_calls_are_looked_at(folder: Path) -> None:
    """What functions of modules that were not given ask is claimed of no call."""
    report = check([Target("high.py", str(folder / "high.py"), "high", str(folder))], SETTINGS, Silent()).report
    assert [claim.id for unit in report.units for claim in unit.claims] == []


def test_tests_still_cover_that_the_assertion_fails(folder: Path) -> None:
    report = cover([Target("low.py", str(folder / "low.py"), "low", str(folder))], SETTINGS, Silent()).report
    (unit,) = report.units
    assert all(isinstance(goal.verdict, Covered) for goal in unit.goals)
    assert any(goal.id.endswith("branch:false") for goal in unit.goals)


BLAMED = """from functools import wraps


def part(n):
    assert n > 0
    return n


def library(n):
    assert check(n)
    return n


def check(n):
    raise AssertionError


def through(f):
    @wraps(f)
    def inner(n):
        return f(n - 1)
    return inner


@through
def wrapped(n):
    assert n > 0
    return n


def one(n):
    return part(n)


def two(n):
    return one(n)


def three(n):
    return wrapped(n)


def four(n):
    return library(n)


def five(n):
    return [part(x) for x in n]
"""


@pytest.mark.parametrize(
    ("call", "function", "asked"),
    [
        ("part(0)", "part", ""),  # the test makes it
        ("one(0)", "one", "part"),
        ("two(0)", "one", "part"),
        ("wrapped(1)", "wrapped", ""),
        ("three(1)", "three", "wrapped"),
        ("four(0)", "check", ""),
        ("five([0])", "five.<locals>.<listcomp>" if sys.version_info < (3, 12) else "five", "part"),
    ],
)
def test_who_is_to_blame(tmp_path: Path, call: str, function: str, asked: str) -> None:
    file = tmp_path / "blamed.py"
    file.write_text(BLAMED)
    module = read_module(BLAMED, str(file), "blamed")
    assert isinstance(module, Module)
    ((claims, _),) = with_all_claims([module])
    goals: list[Goal] = [goal for unit in claims.units for goal in unit.goals]
    made = types.ModuleType("blamed")
    exec(compile(BLAMED, str(file), "exec"), vars(made))
    with pytest.raises(AssertionError) as raised:
        exec(compile(call, "<script>", "exec"), vars(made))
    folders = [str(tmp_path)]
    escaped = escaped_of(raised.value, goals, BLAMED, str(file), folders)
    assert escaped is not None
    assert (escaped.function, escaped.asked) == (function, asked)
    outcomes = [g.outcome for g in goals if g.id in refuted_by(raised.value, goals, BLAMED, str(file), folders)]
    assert outcomes == (["require"] if asked else [])
