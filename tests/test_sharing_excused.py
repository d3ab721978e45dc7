"""A call in which one object is at two places breaks what `no-sharing` supposes; it shows no fault of the proof."""

from __future__ import annotations

import pytest

from clew.frontend.module import Module, read_module
from clew.inputs.recipes import Case, Collection, Literal, Made, Name, Recipe, Shared
from clew.search.request import Exploration
from clew.settling.confirmation import WrittenSuite, shares_inside
from clew.settling.verdicts import contradictions
from clew.settling.work import ModuleWork
from clew.source.discovery import Target
from clew.verdict.assumptions import Assumption
from clew.verdict.evidence import Evidence

LIST = Shared("value0", Collection("list", (Literal(1),)))
OTHER = Shared("value1", Collection("list", ()))
TYPES = Assumption("types", "arguments have their annotated types")
APART = Assumption("no-sharing", "no object occurs twice within the arguments")
OF_MODULES = Assumption("no-sharing", "no argument is what a module keeps", None, "modules")


def held(*items: Recipe) -> Recipe:
    return Collection("list", items)


@pytest.mark.parametrize(
    ("arguments", "shares"),
    [
        ((LIST, OTHER), False),
        ((LIST, LIST), False),  # two whole ones: that is tried
        ((held(LIST), held(OTHER)), False),
        ((held(LIST),), False),
        ((held(LIST, LIST),), True),
        ((held(LIST), LIST), True),
        ((held(LIST), held(LIST)), True),
        ((Made(Name("m", "Box"), (LIST,)), Made(Name("m", "Box"), (LIST,))), True),
    ],
)
def test_where_an_object_is_twice(arguments: tuple[Recipe, ...], shares: bool) -> None:
    assert shares_inside(Case("m", "f", None, arguments, ())) is shares
    by_name = tuple((f"x{i}", argument) for i, argument in enumerate(arguments))
    assert shares_inside(Case("m", "f", None, (), by_name)) is shares


@pytest.mark.parametrize(
    ("assumptions", "sharing", "told"),
    [
        ((TYPES, APART), True, False),
        ((TYPES, APART), False, True),  # a case in which nothing is shared refutes the proof all the same
        ((TYPES,), True, True),
        ((TYPES, OF_MODULES), True, True),
    ],
)
def test_only_what_the_assumption_names_is_excused(
    assumptions: tuple[Assumption, ...], sharing: bool, told: bool
) -> None:
    module = read_module("def f(x: int) -> int:\n    return 1\n", "m.py", "m")
    assert isinstance(module, Module)
    (unit,) = module.units
    goal = unit.goals[0].id
    known = Exploration({goal: Evidence("unreached", "exhaustion", (), assumptions)})
    reached = frozenset({goal})
    suite = WrittenSuite((), None, {}, {}, {}, reached=reached, sharing=reached if sharing else frozenset())
    work = ModuleWork(Target("m.py", "/m.py", "m", "/"), module, [])
    found = contradictions(work, unit, known, suite)
    assert bool(found) is told
