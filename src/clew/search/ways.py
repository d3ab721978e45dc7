"""What the sides of decisions lead to, as far as the shape of the functions says: all that the search and its proofs
know of the program beside its runs.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Protocol

from clew.analysis.ahead import Arm
from clew.goals.goal import OUTCOMES
from clew.ir.guards import CLAIM
from clew.search.sites import Sites
from clew.search.trace import Decision
from clew.search.tree import Side
from clew.source.spans import Span


class Ways(Protocol):
    """Asked about sides of decisions, about sites (places where something is decided) and about goals."""

    def leads(self, side: Side, goal: str) -> int:
        """2: the goal is the side's own outcome or inside its arm; 1: the goal may lie ahead; 0: it does not."""
        ...

    def guards(self, site: int, outcome: bool, goal: str) -> bool:
        """Is the goal this side of the test, or inside its arm, or reached only by way of it?"""
        ...

    def span(self, site: int) -> Span: ...

    def own(self, site: int) -> bool:
        """Is the site in the module under test?"""
        ...

    def goal_span(self, goal: str) -> Span | None:
        """Where the goal stands; None where nothing was made of it that could be hit."""
        ...

    def operations(self, goal: str) -> frozenset[int]:
        """The sites of the operation that a claim is about; of any other goal none."""
        ...


class ShapeWays:
    """The ways of functions of the project, by the analysis of their bodies (`lookahead`)."""

    def __init__(
        self,
        sites: Sites,
        ahead: Callable[[Decision, bool], Arm | None],
        arms: Callable[[int, bool], Arm | None],
        own: Callable[[int], bool],
    ) -> None:
        """ahead: what lies ahead of a side, None where anything may; arms: what the sides of a test lead to; own: is
        the site in the module under test?
        """
        self.sites = sites
        self.ahead = ahead
        self.arms = arms
        self._own = own

    def leads(self, side: Side, goal: str) -> int:
        decision = side.node.decision
        assert decision is not None
        if decision.direct and self._goal(decision.site, side.outcome) == goal:
            return 2
        ahead = self.ahead(decision, side.outcome)
        if ahead is None:
            return 1
        return 2 if decision.direct and goal in ahead.inside else int(goal in ahead.reachable)

    def guards(self, site: int, outcome: bool, goal: str) -> bool:
        if self._goal(site, outcome) == goal:
            return True
        arm, other = self.arms(site, outcome), self.arms(site, not outcome)
        if arm is None or other is None:
            return False
        return goal in arm.inside or (goal in arm.reachable and goal not in other.reachable)

    def span(self, site: int) -> Span:
        return self.sites.places[site].span

    def own(self, site: int) -> bool:
        return self._own(site)

    def goal_span(self, goal: str) -> Span | None:
        return self._spans.get(goal)

    @cached_property
    def _spans(self) -> dict[str, Span]:
        spans: dict[str, Span] = {}
        for place in self.sites.places:
            for goal in place.goals.values():
                spans.setdefault(goal, place.span)
        return spans

    def operations(self, goal: str) -> frozenset[int]:
        return self._operations.get(goal, frozenset())

    @cached_property
    def _operations(self) -> dict[str, frozenset[int]]:
        marks: dict[tuple[int, Span], set[int]] = {}
        for number, place in enumerate(self.sites.places):
            if place.kind == "statement":
                marks.setdefault((place.function, place.span), set()).add(number)
        claims = [place for place in self.sites.places if place.kind == CLAIM]
        return {
            goal: frozenset(marks.get((place.function, place.span), ()))
            for place in claims
            for goal in place.goals.values()
        }

    def _goal(self, site: int, outcome: bool) -> str | None:
        return self.sites.places[site].goals.get(OUTCOMES[outcome])
