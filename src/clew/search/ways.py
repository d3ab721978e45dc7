"""What the sides of decisions lead to, as far as the shape of the functions says: all that the search and its proofs
know of the program beside its runs.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Protocol

from clew.analysis.reachable_goals import Branch
from clew.goals.goal import OUTCOMES
from clew.ir.guards import CLAIM
from clew.search.sites import Sites
from clew.search.trace import Decision
from clew.search.tree import Node, Side
from clew.source.spans import Span


class Ways(Protocol):
    """Asked about sides of decisions, about sites (places where something is decided) and about goals."""

    def leads(self, side: Side, goal: str) -> int:
        """2: the goal is the side's own outcome or inside its branch; 1: the goal may lie ahead; 0: it does not."""
        ...

    def ahead(self, node: Node) -> frozenset[str] | None:
        """The goals that may lie ahead of where the last decision on the way there led; None: any."""
        ...

    def guards(self, site: int, outcome: bool, goal: str) -> bool:
        """Is the goal this side of the test, or inside its branch, or reached only by way of it?"""
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
    """The ways of functions of the project, by the analysis of their bodies (`branch_of_decision`)."""

    def __init__(
        self,
        sites: Sites,
        branch_of_decision: Callable[[Decision, bool], Branch | None],
        branch_of_test: Callable[[int, bool], Branch | None],
        own: Callable[[int], bool],
    ) -> None:
        """branch_of_decision: of a side in a run, None where anything may follow; branch_of_test: of a test as such;
        own: is the site in the module under test?
        """
        self.sites = sites
        self.branch_of_decision = branch_of_decision
        self.branch_of_test = branch_of_test
        self._own = own

    def leads(self, side: Side, goal: str) -> int:
        decision = side.node.decision
        assert decision is not None
        if decision.direct and self._goal(decision.site, side.outcome) == goal:
            return 2
        branch = self.branch_of_decision(decision, side.outcome)
        if branch is None:
            return 1
        return 2 if decision.direct and goal in branch.inside else int(goal in branch.reachable)

    def ahead(self, node: Node) -> frozenset[str] | None:
        decision = None if node.parent is None else node.parent.decision
        branch = None if decision is None else self.branch_of_decision(decision, node.side)
        return None if branch is None else branch.reachable

    def guards(self, site: int, outcome: bool, goal: str) -> bool:
        if self._goal(site, outcome) == goal:
            return True
        branch, other = self.branch_of_test(site, outcome), self.branch_of_test(site, not outcome)
        if branch is None or other is None:
            return False
        return goal in branch.inside or (goal in branch.reachable and goal not in other.reachable)

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
