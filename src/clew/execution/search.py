"""Which side of which decision to try next.

Sides whose outcome is itself an uncovered goal come first, then those from which an uncovered goal lies ahead, then the rest;
among equals, decisions repeated less often in their run (fewer times round the loop), then shallower ones, then older ones.
A side from which no open goal can be reached is pruned: it needs no run and no proof.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field

from clew.analysis.ahead import Arm
from clew.execution.codegen import Sites
from clew.execution.trace import Decision
from clew.execution.tree import Side

OUTCOMES = ("false", "true")


@dataclass(slots=True)
class Frontier:
    """ahead: what lies ahead of a side, None where unknown (anything may be reached)."""

    sites: Sites
    ahead: Callable[[Decision, bool], Arm | None]
    loop: int
    open_goals: set[str]
    foreign: Callable[[Side], bool]
    heap: list[tuple[tuple[int, int, int, int], Side]] = field(default_factory=list)
    pushed: int = 0

    def push(self, side: Side, depth: int) -> None:
        self.pushed += 1
        heapq.heappush(self.heap, ((*self._rank(side), depth, self.pushed), side))

    def pop(self) -> Side | None:
        """The most promising side; sides that became useless are pruned on the way."""
        while self.heap:
            key, side = heapq.heappop(self.heap)
            if side.state != "waiting":
                continue
            if self._useless(side):
                side.state = "pruned"
                continue
            rank = self._rank(side)
            if rank > key[:2]:
                heapq.heappush(self.heap, ((*rank, *key[2:]), side))
                continue
            return side
        return None

    def within_bounds(self, side: Side) -> bool:
        assert side.node.decision is not None
        return side.node.decision.occurrence <= self.loop

    def _rank(self, side: Side) -> tuple[int, int]:
        decision = side.node.decision
        assert decision is not None
        lead = 2
        goal = self.sites.places[decision.site].goals.get(OUTCOMES[side.outcome]) if decision.direct else None
        if goal is not None and goal in self.open_goals:
            lead = 0
        else:
            ahead = self.ahead(decision, side.outcome)
            if ahead is None or not self.open_goals.isdisjoint(ahead.inside):
                lead = 1
        if decision.occurrence > self.loop:
            lead = 4
        elif lead and self.foreign(side):
            lead = 3
        return (lead, min(decision.occurrence, 1_000))

    def _useless(self, side: Side) -> bool:
        decision = side.node.decision
        assert decision is not None
        ahead = self.ahead(decision, side.outcome)
        return ahead is not None and self.open_goals.isdisjoint(ahead.reachable)
