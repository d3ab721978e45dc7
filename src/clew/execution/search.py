"""Which side of which decision to try next.

Waiting sides are kept in buckets, one for each kind of flip (place, outcome, operation).  First come buckets whose outcome is itself
an open goal, then those from which an open goal lies ahead, then the rest; among equals, the bucket flipped least often since
it last led to new coverage; within a bucket, decisions repeated less often in their run (fewer times round the loop), then
shallower, then older ones.  A side from which no open goal can be reached is pruned: it needs no run and no proof.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from clew.analysis.ahead import Arm
from clew.execution.codegen import Sites
from clew.execution.trace import Decision
from clew.execution.tree import Side

OUTCOMES = ("false", "true")


class Kind(NamedTuple):
    """What makes two sides alike to the search."""

    site: int
    outcome: bool
    operation: str
    direct: bool
    setup: bool
    foreign: bool
    beyond: bool


@dataclass(slots=True)
class Bucket:
    """example: any decision of the kind, for asking what lies ahead."""

    example: Decision
    waiting: list[tuple[int, int, int, Side]] = field(default_factory=list)
    tries: int = 0


@dataclass(slots=True)
class Frontier:
    """ahead: what lies ahead of a side, None where unknown (anything may be reached).  loop: the bound on repetitions.

    foreign: does a side give an argument an unlikely type?
    """

    sites: Sites
    ahead: Callable[[Decision, bool], Arm | None]
    loop: int
    open_goals: set[str]
    foreign: Callable[[Side], bool]
    buckets: dict[Kind, Bucket] = field(default_factory=dict)
    pushed: int = 0

    def push(self, side: Side, depth: int) -> None:
        decision = _decision(side)
        kind = self.kind(side)
        bucket = self.buckets.get(kind)
        if bucket is None:
            bucket = self.buckets[kind] = Bucket(decision)
        self.pushed += 1
        heapq.heappush(bucket.waiting, (decision.occurrence, depth, self.pushed, side))

    def pop(self) -> Side | None:
        """The most promising side; sides that became useless are pruned on the way."""
        while True:
            best: tuple[tuple[int, int, int, int, int], Bucket] | None = None
            for kind, bucket in self.buckets.items():
                self._drop_settled(bucket)
                if not bucket.waiting:
                    continue
                if self._useless(kind, bucket):
                    for _, _, _, side in bucket.waiting:
                        side.state = "pruned"
                    bucket.waiting.clear()
                    continue
                key = (self._lead(kind, bucket), bucket.tries, *bucket.waiting[0][:3])
                if best is None or key < best[0]:
                    best = key, bucket
            if best is None:
                return None
            bucket = best[1]
            bucket.tries += 1
            return heapq.heappop(bucket.waiting)[3]

    def put_back(self, side: Side) -> None:
        """It was popped and not tried."""
        self.push(side, 0)

    def rewarded(self, side: Side) -> None:
        """The side led to new coverage: more of its kind may."""
        self.buckets[self.kind(side)].tries = 0

    def within_bounds(self, side: Side) -> bool:
        return _decision(side).occurrence <= self.loop

    def kind(self, side: Side) -> Kind:
        decision = _decision(side)
        operation = decision.condition.op if decision.condition is not None else ""
        beyond = decision.occurrence > self.loop
        return Kind(
            decision.site, side.outcome, operation, decision.direct, decision.setup, self.foreign(side), beyond
        )

    @staticmethod
    def _drop_settled(bucket: Bucket) -> None:
        while bucket.waiting and bucket.waiting[0][3].state != "waiting":
            heapq.heappop(bucket.waiting)

    def _lead(self, kind: Kind, bucket: Bucket) -> int:
        if kind.beyond:
            return 4
        goal = self.sites.places[kind.site].goals.get(OUTCOMES[kind.outcome]) if kind.direct else None
        if goal is not None and goal in self.open_goals:
            return 0
        if kind.foreign:
            return 3
        ahead = self.ahead(bucket.example, kind.outcome)
        return 1 if ahead is None or not self.open_goals.isdisjoint(ahead.inside) else 2

    def _useless(self, kind: Kind, bucket: Bucket) -> bool:
        ahead = self.ahead(bucket.example, kind.outcome)
        return ahead is not None and self.open_goals.isdisjoint(ahead.reachable)


def _decision(side: Side) -> Decision:
    assert side.node.decision is not None
    return side.node.decision
