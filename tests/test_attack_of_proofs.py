"""Proofs are attacked by plain runs before they are shown: what these hit is a test, and the proof falls."""

from __future__ import annotations

import random
import sys
import types
import typing
from collections.abc import Iterable
from pathlib import Path

import pytest

from clew.attack.building import Workshop
from clew.attack.inhabitants import CannotMake, Family, Inhabitants, mentions
from clew.attack.orders import Prey
from clew.attack.simpler import simplest
from clew.attack.targets import target_of
from clew.attack.worker import plainly
from clew.checking.replay import Replayer
from clew.checking.script import Target as ReplayTarget
from clew.frontend.module import Module, read_module
from clew.inputs.recipes import Case, Collection, Literal
from clew.pipeline import cover
from clew.report.progress import Silent
from clew.search.request import Exploration
from clew.settling.confirmation import attacked_by_runs, prey_of, suite_of
from clew.settling.verdicts import settle
from clew.settling.work import ModuleWork, UnitWork
from clew.source.discovery import Target
from clew.source.settings import Settings
from clew.verdict.evidence import Evidence
from clew.verdict.verdicts import Covered, Infeasible, Unknown
from clew.workers.limits import Limits

SUBJECT = """
import enum
from dataclasses import dataclass
from typing import Callable, Iterable, Literal, NamedTuple, Protocol, TypedDict


class Access(enum.Flag):
    READ = 1
    WRITE = 2


class Level(enum.IntEnum):
    LOW = 1


class Point(NamedTuple):
    x: int
    name: str


class Movie(TypedDict):
    title: str


@dataclass
class Cart:
    items: list[int]
    limit: int = 3

    def add(self, item: int) -> None:
        self.items.append(item)

    @property
    def full(self) -> bool:
        return len(self.items) > self.limit


class Sized(Protocol):
    items: list[int]


def f(n: int, x: float, s: str, a: Access, p: tuple[int, str], m: Movie, c: Cart, k: Callable[[], int],
      i: Iterable[int], w: Literal["a", "b"], o: list[int] | None, z: list[int], q: Sized) -> int:
    return 0
"""


@pytest.fixture
def subject() -> Iterable[types.ModuleType]:
    module = types.ModuleType("attacked_subject")
    sys.modules["attacked_subject"] = module
    exec(SUBJECT, vars(module))
    yield module
    del sys.modules["attacked_subject"]


def values(module: types.ModuleType, runs: int = 600) -> list[dict[str, object]]:
    family, found = Family(module), []
    for seed in range(runs):
        maker = Inhabitants(random.Random(seed), module, (41,), family)
        try:
            args, kwargs = maker.arguments(module.f, 0)
            case = plainly(Case(module.__name__, "f", None, args, kwargs))
        except CannotMake:
            continue
        workshop = Workshop()
        names = list(typing.get_type_hints(module.f))
        found.append(dict(zip(names, map(workshop.build, case.args), strict=False)))
    assert len(found) > runs / 2
    return found


def test_values_are_all_that_an_annotation_admits(subject: types.ModuleType) -> None:
    made = values(subject)
    assert {type(v["n"]) for v in made} == {int, bool, subject.Level}
    assert {41, 42, 2**70} <= {v["n"] for v in made}
    assert {float, int} <= {type(v["x"]) for v in made} and any(v["x"] != v["x"] for v in made)
    assert {subject.Access(0), subject.Access(3), subject.Access.READ} <= {v["a"] for v in made}
    assert any(isinstance(v["p"], subject.Point) for v in made)
    assert all(v["w"] in ("a", "b") for v in made)
    assert any(isinstance(v["i"], types.GeneratorType) for v in made)
    assert any(v["o"] is v["z"] for v in made), "one list for two parameters"
    assert all(isinstance(v["q"], subject.Cart) for v in made)
    assert any(len(v["c"].items) > 3 for v in made)
    assert all("title" in v["m"] for v in made)


def test_names_are_given_only_to_what_is_there_twice() -> None:
    twice = Case("m", "f", None, (Literal(1), Collection("list", ())), ())
    assert not list(mentions(plainly(twice).args[1]))


def test_what_narrows_a_type_is_not_mutated(subject: types.ModuleType) -> None:
    prey = Prey("attacked_subject::f", "f", None, "function", (), frozenset({"g"}), frozenset(), ())
    target = target_of(subject, prey, Family(subject))
    assert target is not None and target.fixed == {"m", "w"}


def test_cases_become_simpler() -> None:
    case = Case("m", "f", None, (Literal("xxAyy"), Literal(900), Collection("list", (Literal(3), Literal(7)))), ())

    def same(other: Case) -> bool:
        text, number, items = other.args
        assert isinstance(text, Literal) and isinstance(number, Literal) and isinstance(items, Collection)
        return "A" in text.value and number.value > 5 and len(items.items) > 0  # type: ignore[operator]

    assert simplest(case, same).args == (Literal("A"), Literal(7), Collection("list", (Literal(0),)))


def test_every_goal_without_a_test_is_attacked() -> None:
    module = read_module("def f(x: int) -> int:\n    if x > 1:\n        return 1\n    return 0\n", "m.py", "m")
    assert isinstance(module, Module)
    goals = {g.id for g in module.units[0].goals}
    entry = UnitWork(module.units[0], frozenset(goals))
    assert prey_of(entry, frozenset()) is None, "not explored"
    entry.exploration = Exploration({"m::f:3:statement": Evidence("unreached", "exhaustion")})
    prey = prey_of(entry, frozenset(goals - {"m::f:3:statement"}))
    assert prey is not None and prey.goals == {"m::f:3:statement"}
    assert prey_of(entry, frozenset(goals)) is None, "all of it is covered"


def test_a_wrong_proof_falls(tmp_path: Path) -> None:
    """The whole way behind a prover that is always wrong: what is reached is covered, the fault is reported, and no
    other proof of the function counts.
    """
    text = (
        "def f(x: int) -> int:\n    if x > 9:\n        return 1\n    if x * 0 == 1:\n        return 2\n    return 0\n"
    )
    (tmp_path / "attacked.py").write_text(text)
    module = read_module(text, "attacked.py", "attacked")
    assert isinstance(module, Module)
    unit = module.units[0]
    goals = frozenset(g.id for g in unit.goals)
    entry = UnitWork(unit, goals, exploration=Exploration({g: Evidence("unreached", "exhaustion") for g in goals}))
    work = ModuleWork(Target(str(tmp_path / "attacked.py"), "attacked.py", "attacked", str(tmp_path)), module, [entry])
    target = ReplayTarget("attacked", str(tmp_path / "attacked.py"), text, unit.goals, (str(tmp_path),))
    with Replayer.start(target, Limits()) as replayer:
        found = attacked_by_runs(work, [], replayer, Settings(attack=200))
    suite = suite_of(work, found)
    (report,) = settle(work, entry, suite, {})
    verdicts = {g.id: g.verdict for g in report.goals}
    assert isinstance(verdicts["attacked::f:3:statement"], Covered)
    assert any("f:3:statement" in d.text for d in report.diagnostics)
    other = verdicts["attacked::f:5:statement"]
    assert isinstance(other, Unknown) and other.reason.code == "contradicted"


def test_calls_of_constructors_that_fail_are_no_calls_of_the_function(tmp_path: Path) -> None:
    """A search keeps them as well, with their arguments, which may be none that the function may get."""
    text = """
class Pattern:
    def __init__(self, text: str | None, more: bool = False) -> None:
        if text is None and more:
            raise ValueError("no text")
        self.text = text

registered: dict[str, Pattern] = {}

def register(name: str, pattern: Pattern) -> int:
    if not isinstance(name, str):
        raise TypeError("no name")
    if name in registered:
        return 1
    if pattern.text == "ab":
        return 2
    registered[name] = pattern
    return 0
"""
    (tmp_path / "m.py").write_text(text)
    target = Target("m.py", str(tmp_path / "m.py"), "m", str(tmp_path), "register")
    (unit,) = cover([target], Settings(), Silent()).report.units
    assert not unit.diagnostics
    assert {type(g.verdict) for g in unit.goals if g.span.line == 12} == {Infeasible}
