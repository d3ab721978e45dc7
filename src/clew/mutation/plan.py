"""The mutants of a module as the tests are run against them."""

from __future__ import annotations

from collections.abc import Iterator, Set
from itertools import count

from clew.frontend.module import Module, Unit
from clew.frontend.mutants import Mutant
from clew.frontend.places import FunctionNode
from clew.frontend.twins import mutants_in
from clew.goals.goal import Goal
from clew.records import dataclass


@dataclass(frozen=True, slots=True)
class Planned:
    """goal: to tell it apart; unit: the function that it is a change of, as it is in `original`.

    around: the ids of goals of which a test reaches one if it comes to the change: the statement it is in.
    """

    goal: Goal
    unit: Unit
    mutant: Mutant
    original: FunctionNode
    around: frozenset[str]


def planned(module: Module, functions: Set[str]) -> Iterator[Planned]:
    """functions: the qualified names of those that are asked for."""
    statements = [goal for unit in module.units for goal in unit.goals if goal.kind == "statement"]
    for unit, subject, made in mutants_in(module, count()):
        if unit.qualname in functions:
            own = [goal for goal in statements if goal.span.inside(unit.span)]
            for goal, mutant, _ in made:
                yield Planned(goal, unit, mutant, subject.node, _around(goal, own))


def _around(goal: Goal, statements: list[Goal]) -> frozenset[str]:
    """The innermost statement, or any of the function where it is in the clause of one."""
    outer = [each for each in statements if goal.span.inside(each.span)]
    if not outer:
        return frozenset(each.id for each in statements)
    return frozenset({max(outer, key=lambda each: (each.span.line, each.span.column)).id})
