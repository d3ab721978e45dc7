"""Cases through replay to test files: what is written passes, is formatted, and reads as in the golden files."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from clew.checking.replay import Replayer
from clew.checking.script import Replayed, Target
from clew.frontend.module import Module, read_module
from clew.inputs.recipes import (
    Case,
    Collection,
    Dictionary,
    Function,
    Literal,
    Made,
    Name,
    Recipe,
    Shared,
    Step,
)
from clew.source.generated import is_ours
from clew.testgen.render import render_case, script_of
from clew.testgen.suite import SuiteCase, TestFile, file_stem, write_suite
from clew.workers.limits import Limits

GOLDEN = Path(__file__).parent / "golden" / "testgen"


def literals(*values: object) -> tuple[Recipe, ...]:
    return tuple(Literal(v) for v in values)


def suite_of(tmp_path: Path, name: str, text: str, cases: list[tuple[str, Case, bool]]) -> TestFile:
    """Replay the cases and write their file."""
    text = textwrap.dedent(text).lstrip("\n")
    path = tmp_path / f"{name}.py"
    path.write_text(text)
    module = read_module(text, str(path), name)
    assert isinstance(module, Module), module
    goals = tuple(goal for unit in module.units for goal in unit.goals)
    parameters = {u.qualname: tuple(p.name for p in u.function.parameters if p.kind != "*") for u in module.units}
    bound = {u.qualname: u.binding in ("method", "class", "property") for u in module.units}
    rendered = [render_case(case, parameters[case.qualname][bound[case.qualname] :], watch) for _, case, watch in cases]
    with Replayer.start(Target(name, str(path), text, goals, (str(tmp_path),)), Limits()) as replayer:
        seen = replayer.replay([script_of(r) for r in rendered])
    found: list[SuiteCase] = []
    for (unit, _, _), one, replay in zip(cases, rendered, seen, strict=True):
        assert isinstance(replay, Replayed), (one, replay)
        found.append(SuiteCase(unit, one, replay, replay.hits))
    return write_suite(module, found)


def expect_suite(tmp_path: Path, name: str, text: str, cases: list[tuple[str, Case, bool]]) -> str:
    """The file passes under pytest, is formatted and clean, and equals the golden one."""
    file = suite_of(tmp_path, name, text, cases)
    target = tmp_path / file.name
    target.write_text(file.text)
    assert is_ours(file.text) and not is_ours(file.text.replace("assert", "assert  ", 1))
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--no-header", "-rA", file.name],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, file.text + run.stdout + run.stderr
    passed = {line.rpartition("::")[2] for line in run.stdout.splitlines() if line.startswith("PASSED")}
    assert set(file.ids) == passed
    assert len(file.ids) == len(cases)
    mypy = subprocess.run(
        [sys.executable, "-m", "mypy", "--cache-dir", str(tmp_path / ".mypy"), file.name],
        cwd=tmp_path, capture_output=True, text=True, check=False, env={**os.environ, "MYPYPATH": str(tmp_path)},
    )  # fmt: skip
    assert mypy.returncode == 0, mypy.stdout
    for command in (["format", "--check", "--diff"], ["check", "--select", "E4,E7,E9,F,I"]):
        ruff = subprocess.run(
            [sys.executable, "-m", "ruff", *command, "--isolated", "--no-cache", file.name],
            cwd=tmp_path, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert ruff.returncode == 0, ruff.stdout + ruff.stderr
    golden = GOLDEN / file.name
    wanted = golden.read_text() if golden.exists() else None
    if wanted is None:
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(file.text)
        pytest.fail(f"{golden.name} was written; look at it and run again")
    assert file.text == wanted
    return file.text


def test_values_and_exceptions(tmp_path: Path) -> None:
    text = """
        def clamp(x: int, lo: int, hi: int) -> int:
            if lo > hi:
                raise ValueError(f"empty range: {lo} > {hi} (lo > hi)")
            if x < lo:
                return lo
            if x > hi:
                return hi
            return x


        def ratio(a: float, b: float) -> float:
            if b == 0:
                return float("nan")
            return a / b


        def shout(s: str) -> None:
            if s:
                print(s.upper())


        def describe(word: str, *, quiet: bool = False) -> str | None:
            if quiet:
                return None
            return 'it\\'s "' + word + '"'


        def is_even(n: int) -> bool:
            return n % 2 == 0


        class Log:
            def __init__(self, lines: list[str]) -> None:
                self.lines = lines

            def keep(self, line: str) -> None:
                if line:
                    self.lines.append(line)
    """
    cases = [
        ("clamp", Case("numbers_", "clamp", None, literals(*v), ()), False)
        for v in ((0, 0, 0), (-1, 0, 0), (1, 0, 0), (0, 1, 0))
    ]
    cases += [
        ("ratio", Case("numbers_", "ratio", None, literals(*v), ()), False)
        for v in ((1.0, 0.0), (1.0, 2.0), (1e18, 1.0), (float("inf"), 1.0))
    ]
    cases += [("shout", Case("numbers_", "shout", None, literals(v), ()), False) for v in ("", "a")]
    cases += [
        ("describe", Case("numbers_", "describe", None, literals("a"), (("quiet", Literal(q)),)), False)
        for q in (False, True)
    ]
    cases += [("is_even", Case("numbers_", "is_even", None, literals(v), ()), False) for v in (0, 1)]
    log = Made(Name("numbers_", "Log"), (Collection("list", ()),))
    cases += [("Log.keep", Case("numbers_", "Log.keep", log, literals(v), ()), False) for v in ("", "a")]
    expect_suite(tmp_path, "numbers_", text, cases)


def test_objects_and_changed_arguments(tmp_path: Path) -> None:
    text = """
        from dataclasses import dataclass
        from enum import Enum


        class Colour(Enum):
            RED = 1
            BLUE = 2


        class Empty(Exception):
            pass


        class Stack:
            def __init__(self, items=None):
                self._items = list(items or [])
                self.limit = 3

            def push(self, item):
                if len(self._items) >= self.limit:
                    raise OverflowError("full")
                self._items.append(item)

            def pop(self):
                if not self._items:
                    raise Empty("empty stack")
                return self._items.pop()

            @property
            def size(self):
                return len(self._items)

            @staticmethod
            def of(*items):
                return Stack(items)

            class Inner:
                def twice(self, n):
                    return n * 2


        @dataclass
        class Point:
            x: int
            y: int


        def mirror(p: Point, colour: Colour) -> Point:
            if colour is Colour.RED:
                return Point(p.y, p.x)
            return p


        def sort_into(xs: list[int], ys: list[int]) -> None:
            ys.extend(sorted(xs))


        def adder(n):
            def add(m):
                return n + m

            return add


        def countdown(n):
            while n > 0:
                yield n
                n -= 1


        def apply(f, xs):
            return [f(x) for x in xs]


        def sum(xs):
            return len(xs)
    """
    m = "stack"
    stack = Made(Name(m, "Stack"))
    full = Made(
        Name(m, "Stack"),
        (Collection("list", literals(0, 1)),),
        (),
        (Step("push", literals(2)),),
    )
    point = Made(Name(m, "Point"), literals(0, 1))
    shared = Shared("xs", Collection("list", literals(2, 1)))
    cases = [
        ("Stack.push", Case(m, "Stack.push", full, literals(3), ()), False),
        ("Stack.push", Case(m, "Stack.push", stack, literals(3), ()), True),
        ("Stack.pop", Case(m, "Stack.pop", stack, (), ()), False),
        ("Stack.pop", Case(m, "Stack.pop", full, (), ()), False),
        ("Stack.size", Case(m, "Stack.size", full, (), (), access="get"), False),
        ("Stack.of", Case(m, "Stack.of", None, literals(1, 2), ()), False),
        ("Stack.Inner.twice", Case(m, "Stack.Inner.twice", Made(Name(m, "Stack.Inner")), literals(4), ()), False),
        ("mirror", Case(m, "mirror", None, (point, Name(m, "Colour.RED")), ()), False),
        ("mirror", Case(m, "mirror", None, (point, Name(m, "Colour.BLUE")), ()), False),
        ("sort_into", Case(m, "sort_into", None, (shared, shared), ()), True),
        ("sort_into", Case(m, "sort_into", None, (shared.value, Collection("list", ())), ()), True),
        ("adder", Case(m, "adder", None, literals(1), (), follow=(literals(2),)), False),
        ("countdown", Case(m, "countdown", None, literals(3), (), consume=10), False),
        (
            "apply",
            Case(m, "apply", None, (Function("lambda *args:", Literal(0)), Collection("list", literals("a", "b"))), ()),
            False,
        ),
        ("sum", Case(m, "sum", None, (Collection("list", literals(1)),), ()), False),
        (
            "sum",
            Case(m, "sum", None, (Dictionary("dict", tuple((Literal(f"key{i}"), Literal(i)) for i in range(12))),), ()),
            False,
        ),
    ]  # fmt: skip
    expect_suite(tmp_path, m, text, cases)


def test_names_and_classes_in_assertions(tmp_path: Path) -> None:
    """Classes are compared themselves; no name is bound twice, none is that of a variable; nothing is written twice in
    a literal.
    """
    text = """
        import threading
        from collections import OrderedDict


        class Gadget:
            __slots__ = ()


        def made(n: int) -> object:
            if n == 0:
                return Gadget()
            if n == 1:
                return [Gadget()]
            if n == 2:
                return (i for i in range(n))
            if n == 3:
                return threading.Lock()

            class Local:
                __slots__ = ()

            return Local()


        def spread(xs: list[str], ys: list[str]) -> list[str]:
            xs.append("a text that is much too long to stand behind the call of a test")
            ys.append("another text that is much too long to stand behind the call of it")
            return xs


        def kept(result: list[int], expected: list[str], n: int) -> list[int]:
            if n > 3:
                result.append(n)
                expected.append("a text that is much too long to stand behind the call of a test")
            return [*result, n]


        def ordered(o: OrderedDict[str, int]) -> OrderedDict[str, int]:
            o["c"] = 3
            return o


        def sizes(d: dict[int, int], s: set[int]) -> int:
            return len(d) + len(s)
    """
    m = "naming"
    empty, lists = Collection("list", ()), (Collection("list", ()), Collection("list", ()))
    twice = Dictionary("dict", ((Literal(1), Literal(2)), (Literal(2), Literal(3)), (Literal(True), Literal(4))))
    cases = [("made", Case(m, "made", None, literals(n), ()), False) for n in range(5)]
    cases += [
        ("spread", Case(m, "spread", None, lists, ()), True),
        ("kept", Case(m, "kept", None, (empty, empty, Literal(4)), ()), True),
        ("kept", Case(m, "kept", None, (empty, empty, Literal(0)), ()), False),
        ("kept", Case(m, "kept", None, (empty, empty, Literal(1)), ()), False),
        ("ordered", Case(m, "ordered", None, (Dictionary("OrderedDict", ((Literal("a"), Literal(1)),)),), ()), True),
        ("sizes", Case(m, "sizes", None, (twice, Collection("set", literals(1, 2, 1))), ()), False),
    ]
    written = expect_suite(tmp_path, m, text, cases)
    assert "assert expected == expected " not in written


def test_a_long_name_of_what_was_asked_for_is_cut() -> None:
    part = ", ".join(f"function_{number}" for number in range(40))
    stem = file_stem("shop.cart", part)
    assert stem.startswith("test_shop_cart__function_0")
    assert len(stem) < 120
    assert stem != file_stem("shop.cart", part + ", other")
