"""What callers can do to objects that may change them, how it is written, and what is left out of it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from clew.concolic.prepared import prepare
from clew.inputs.interface import changes_of
from clew.inputs.recipes import Case, Literal, Made, Name, Step
from clew.inputs.shapes import ClassName, IntShape, NoneShape, StrShape
from clew.search.request import Setup
from clew.search.shrinking import shrink
from clew.testgen.render import render_case
from clew.workbench.fuzz.isolated import isolated

SOURCE = """
import contextlib
import dataclasses
import functools


class Everything:
    def __init__(self):
        self.n = 0
        self._text = None

    def put(self, x: int):
        self.n = x

    def size(self) -> int:
        return self.n + 1

    def _internal(self):
        self.n = 9

    @property
    def text(self) -> str:
        return self._text

    @text.setter
    def text(self, value):
        self._text = value

    @text.deleter
    def text(self):
        self._text = None

    @functools.cached_property
    def cached(self):
        return self.n

    def __setitem__(self, k: int, v: int):
        self.n = k

    def __len__(self):
        return 3

    def __enter__(self):
        self.n += 1

    def __exit__(self, *exc):
        self.n -= 1

    @contextlib.contextmanager
    def within(self):
        self.n += 1
        yield

    def steps(self):
        self.n += 1
        yield self.n

    async def later(self):
        self.n += 1

    async def stream(self):
        self.n += 1
        yield self.n

    @staticmethod
    def static(x: list):
        x.append(1)

    def __setstate__(self, state):
        self.n = state


@functools.total_ordering
@dataclasses.dataclass
class Plain:
    x: int

    def __lt__(self, other: "Plain") -> bool:
        return self.x < other.x
"""


@pytest.fixture
def found(tmp_path: Path) -> Any:
    (tmp_path / "changed_here.py").write_text(SOURCE)

    def work() -> Any:
        sys.path.insert(0, str(tmp_path))
        catalogue = prepare(Setup("changed_here", (str(tmp_path),), 100_000)).catalogue
        return [
            [(c.name, c.how, [p.shape for p in c.parameters]) for c in changes_of(catalogue, name, internal)]
            for name, internal in (
                (ClassName("changed_here", "Everything"), False),
                (ClassName("changed_here", "Everything"), True),
                (ClassName("changed_here", "Plain"), False),
            )
        ]

    return isolated(work, 30)


def test_ways_of_changing(found: Any) -> None:
    public, internal, plain = found
    ways = {(name, how) for name, how, _ in public}
    assert ways == {
        ("put", "call"), ("text", "set"), ("text", "delete"), ("cached", "get"), ("__setitem__", "call"),
        ("__enter__", "call"), ("__exit__", "call"), ("within", "enter"), ("within", "unknown"), ("steps", "start"),
        ("steps", "run"), ("steps", "unknown"), ("later", "await"), ("stream", "unknown"), ("__setstate__", "call"),
    }  # fmt: skip
    assert public[0][:2] == ("put", "call")
    assert next(shapes for name, how, shapes in public if (name, how) == ("__setitem__", "call")) == [IntShape()] * 2
    ((value,),) = [shapes for name, how, shapes in public if (name, how) == ("text", "set")]
    assert value.candidates[0] == StrShape()  # what reading it gives
    ((left,),) = [shapes for name, _, shapes in public if name == "__exit__"]
    assert left.candidates[0] == NoneShape()
    assert [(name, how) for name, how, _ in internal] == [("_internal", "call")]
    assert plain == []  # what decorators add says nothing new


def step(name: str, *args: object, how: str = "call") -> Step:
    return Step(name, tuple(Literal(a) for a in args), (), how)


@pytest.mark.parametrize(
    "one, lines",
    [
        (step("put", 1), ["everything.put(1)"]),
        (step("__setitem__", 1, 2), ["everything[1] = 2"]),
        (step("__getitem__", 1), ["everything[1]"]),
        (step("__delitem__", "a"), ['del everything["a"]']),
        (step("__call__", 1, 2), ["everything(1, 2)"]),
        (step("__next__"), ["next(everything)"]),
        (step("__enter__"), ["everything.__enter__()"]),
        (step("text", how="get"), ["everything.text"]),
        (step("text", "a", how="set"), ['everything.text = "a"']),
        (step("text", how="delete"), ["del everything.text"]),
        (step("later", how="await"), ["asyncio.run(everything.later())"]),
        (step("steps", how="run"), ["list(everything.steps())"]),
        (step("steps", how="start"), ["steps = everything.steps()", "next(steps, None)"]),
        (step("within", how="enter"), ["within = everything.within()", "within.__enter__()"]),
    ],
)
def test_written_as_a_person_would(one: Step, lines: list[str]) -> None:
    made = Made(Name("changed_here", "Everything"), (), (), (one,))
    rendered = render_case(Case("changed_here", "Everything.size", made, (), ()), ())
    assert rendered.setup == ("everything = Everything()", *lines)
    assert rendered.call == "everything.size()"


def test_numbers_beyond_floats_are_made_smaller() -> None:
    model: Any = shrink({"x": 1 << 1040}, lambda model: model if abs(int(str(model["x"]))) >= 1 << 1030 else None)
    assert 1 << 1030 <= abs(model["x"]) < 1 << 1040


def test_calls_that_change_nothing_are_left_out() -> None:
    model = {"self?calls": 3, "self?call0": 2, "self?call1": 1, "self.call1.put.x": 7, "self?call2": 2}

    def keeps(candidate: Any) -> Any:
        calls = [candidate.get(f"self?call{i}") for i in range(candidate["self?calls"])]
        return candidate if 1 in calls and candidate.get(f"self.call{calls.index(1)}.put.x") == 7 else None

    assert shrink(dict(model), keeps) == {"self?calls": 1, "self?call0": 1, "self.call0.put.x": 7}
