"""Which side of which decision to try next.

Waiting sides are kept in buckets, one for each kind of flip (place, outcome, operation, inputs concerned) and rarest
goal of the run that left the side.  First come buckets whose outcome is itself an open goal, then those from which an
open goal lies ahead, then the rest.  Among equals comes the bucket whose goal was hit by fewest runs (rare branches;
Lemieux and Sen 2018), counted together with how often the bucket was tried since it last led to new coverage: so runs
that come far are varied until what they reach is no longer rare.  How often a test had an outcome counts too, so a loop
that went round once more than ever before is rare, though it reached nothing new.

Within a bucket, decisions repeated less often in their run (fewer times round the loop) come first, then shallower,
then older ones.  A side from which no open goal can be reached is pruned: it needs no run and no proof.

Every other time the first two sorts count alike: the way to a goal after a loop is a side that has none in its arm.
Now and then a side beyond the bound on repetitions is tried out of turn, and every other time a decision of the source
comes before one inside an operation (a character of a string that is split), of which there may be very many.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Callable
from dataclasses import field
from typing import NamedTuple, TypeAlias

from clew.analysis.ahead import Arm
from clew.goals.goal import OUTCOMES
from clew.logic.terms import Term, variables
from clew.records import dataclass
from clew.search.sites import Sites
from clew.search.trace import Decision, Feature
from clew.search.tree import Side

EXCURSION = 6  # of so many sides one may lie beyond the bound on repetitions
ASIDE = 2  # of so many sides one need not have an open goal in its arm
_ARGUMENT = re.compile(r"[\[#.?(]")


class Kind(NamedTuple):
    """What makes two sides alike to the search.

    inputs: the argument that the condition is about, if one; rare: what fewest runs
    show, of what the run did.
    """

    site: int
    outcome: bool
    operation: str
    inputs: str
    direct: bool
    setup: bool
    foreign: bool
    beyond: bool
    rare: Feature


Entry: TypeAlias = tuple[int, int, int, Side]
"""Occurrence, depth and age of the side's decision, and the side."""


@dataclass(slots=True)
class Bucket:
    """example: any decision of the kind, for asking what lies ahead.  lead: how promising, None when not known."""

    example: Decision
    waiting: list[Entry] = field(default_factory=list)
    tries: int = 0
    lead: int | None = None

    def drop_settled(self) -> None:
        while self.waiting and self.waiting[0][3].state != "waiting":
            heapq.heappop(self.waiting)

    def prune(self) -> None:
        for entry in self.waiting:
            entry[3].state = "pruned"
        self.waiting.clear()


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
    active: dict[Kind, Bucket] = field(default_factory=dict)  # those in which something waits
    pushed: int = 0
    pops: int = 0
    excursion: bool = False  # the last side popped may have come before better ones
    counts: dict[Feature, int] = field(default_factory=dict)  # how many runs that left something waiting show it
    _rarest: Feature = ""
    _counted: frozenset[Feature] | None = None
    _open: int = -1  # how many goals were open when the buckets were judged
    _inputs: dict[frozenset[Term], str] = field(default_factory=dict)
    _kinds: dict[Side, Kind] = field(default_factory=dict)

    def push(self, side: Side, depth: int) -> None:
        decision = _decision(side)
        kind = self._kinds.get(side)
        if kind is None:
            kind = self._kinds[side] = self.kind(side)
        bucket = self.buckets.get(kind)
        if bucket is None:
            bucket = self.buckets[kind] = Bucket(decision)
        self.active[kind] = bucket
        self.pushed += 1
        heapq.heappush(bucket.waiting, (decision.occurrence, depth, self.pushed, side))

    def pop(self) -> Side | None:
        """The most promising side; sides that became useless are pruned on the way."""
        if len(self.open_goals) != self._open:
            self._open = len(self.open_goals)
            for bucket in self.active.values():
                bucket.lead = None
        best: tuple[tuple[int, ...], Bucket] | None = None
        self.pops += 1
        self.excursion = self.pops % EXCURSION == 0
        for kind, bucket in list(self.active.items()):
            if not self._promising(kind, bucket):
                del self.active[kind]
                continue
            assert bucket.lead is not None
            weariness = self.counts.get(kind.rare, 0) + bucket.tries
            lead = 0 if self.excursion and kind.beyond and not kind.foreign else bucket.lead
            if lead == 2 and self.pops % ASIDE == 0:
                lead = 1
            inner = int(self.pops % 2 == 0 and not kind.direct)
            rank = (lead, inner, weariness, bucket.tries, *bucket.waiting[0][:3])
            if best is None or rank < best[0]:
                best = rank, bucket
        if best is None:
            return None
        best[1].tries += 1
        return heapq.heappop(best[1].waiting)[3]

    def _promising(self, kind: Kind, bucket: Bucket) -> bool:
        """Is anything in the bucket worth trying?"""
        bucket.drop_settled()
        if not bucket.waiting:
            return False
        if bucket.lead is None:
            if self._useless(kind, bucket):
                bucket.prune()
                return False
            bucket.lead = self._lead(kind, bucket)
        return True

    def rarest(self, features: frozenset[Feature]) -> Feature:
        """What fewest runs so far show, of what this one does; counts the run when it is first met."""
        counts = self.counts
        if features is not self._counted:
            self._counted = features
            for feature in features:
                counts[feature] = counts.get(feature, 0) + 1
            self._rarest = min(features, key=lambda feature: (counts[feature], str(feature)), default="")
        return self._rarest

    def put_back(self, side: Side) -> None:
        """It was popped and not tried."""
        self.push(side, 0)

    def rewarded(self, side: Side) -> None:
        """The side led to new coverage: more of its kind may."""
        self.buckets[self._kinds[side]].tries = 0

    def within_bounds(self, side: Side) -> bool:
        return _decision(side).occurrence <= self.loop

    def kind(self, side: Side) -> Kind:
        decision = _decision(side)
        operation = decision.condition.op if decision.condition is not None else ""
        beyond = decision.occurrence > self.loop
        inputs = self.inputs_of(decision.condition) if decision.condition is not None else ""
        foreign = self.foreign(side)
        rare = self.rarest(side.node.features)
        return Kind(
            decision.site, side.outcome, operation, inputs, decision.direct, decision.setup, foreign, beyond, rare
        )

    def inputs_of(self, condition: Term) -> str:
        """The argument in which a condition's variables lie (`x` of `x[2].y#len`); empty where there are several."""
        names = variables(condition)
        known = self._inputs.get(names)
        if known is None:
            arguments = {_ARGUMENT.split(v.data, maxsplit=1)[0] for v in names}
            known = self._inputs[names] = arguments.pop() if len(arguments) == 1 else ""
        return known

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
