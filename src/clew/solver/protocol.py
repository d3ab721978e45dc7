"""What is asked of a solver and what it may say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol, TypeAlias

from clew.logic.evaluate import Value
from clew.logic.terms import Term
from clew.records import dataclass


@dataclass(frozen=True, slots=True)
class Query:
    """Can all assertions be true at once?  Put what consecutive queries share first: engines keep their stack.

    wants_core: on Unsat find a small set of assertions that already contradict each other, at the price of more work.
    label: what the query is about, for the query log.
    near: a model under which all assertions but the last hold, where one is known.
    """

    assertions: tuple[Term, ...]
    wants_core: bool = False
    label: str = ""
    near: Mapping[str, Value] | None = None


@dataclass(frozen=True, slots=True)
class Sat:
    """A value for every variable of the query; all assertions evaluate to true under it (our evaluator has checked)."""

    model: dict[str, Value]


@dataclass(frozen=True, slots=True)
class Unsat:
    """The assertions with these indices cannot all be true.

    exact: False where the engine looked at fewer values than there are (bit operations over a range only): no model was
    found, and **nothing is proved**.
    """

    core: tuple[int, ...]
    exact: bool = True


@dataclass(frozen=True, slots=True)
class GaveUp:
    """reason: `budget` (the resource limit), `timeout` (the safety net), `incomplete`, or the engine's own words."""

    reason: str


Answer: TypeAlias = Sat | Unsat | GaveUp


DISAGREE: Final = "the engines disagree"
"""Why an answer was given up that a second engine contradicts."""


class EnginesDisagree(Exception):
    """The engines disagree, and whoever asked knows of no such answer."""


class Solver(Protocol):
    """An engine, or a layer around one."""

    def solve(self, query: Query) -> Answer: ...
