"""Which side of which decision to try next.

Waiting sides are kept in buckets, one for each kind of flip (place, outcome, operation, inputs concerned) and rarest
goal of the run that left the side.  First come buckets whose outcome is itself an open goal, then those from which an
open goal lies ahead, then the rest.  Among equals the guides decide (`guides.py`): first comes the bucket whose goal
was hit by fewest runs, counted together with how often the bucket was tried since it last led to new coverage: so
runs that come far are varied until what they reach is no longer rare.  How often a test had an outcome counts too, so
a loop that went round once more than ever before is rare, though it reached nothing new.

Within a bucket, decisions repeated less often in their run (fewer times round the loop) come first, then shallower,
then older ones.  A side from which no open goal can be reached is pruned: it needs no run and no proof.

Every other time the first two sorts count alike: the way to a goal after a loop is a side that has none in its arm.
Now and then a side beyond the bound on repetitions is tried out of turn, and every other time a decision of the source
comes before one inside an operation (a character of a string that is split), of which there may be very many.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import field

from clew.goals.goal import OUTCOMES
from clew.logic.terms import Term, variables
from clew.records import dataclass
from clew.regexes import regex
from clew.search.guides import Bucket, Guide, Kind, Rarity, Reachability
from clew.search.sites import Sites
from clew.search.trace import Decision
from clew.search.tree import Side

EXCURSION = 6  # of so many sides one may lie beyond the bound on repetitions
ASIDE = 2  # of so many sides one need not have an open goal in its arm
_ARGUMENT = regex(r"[\[#.?(]")


@dataclass(slots=True)
class Frontier:
    """loop: the bound on repetitions.  off_guess: does a side give an argument an unlikely type?"""

    sites: Sites
    reachable: Reachability
    loop: int
    open_goals: set[str]
    off_guess: Callable[[Side], bool]
    buckets: dict[Kind, Bucket] = field(default_factory=dict)
    active: dict[Kind, Bucket] = field(default_factory=dict)  # those in which something waits
    pushed: int = 0
    pops: int = 0
    excursion: bool = False  # the last side popped may have come before better ones
    rarity: Rarity = field(default_factory=Rarity)
    _open: int = -1  # how many goals were open when the buckets were judged
    _inputs: dict[frozenset[Term], str] = field(default_factory=dict)
    _kinds: dict[Side, Kind] = field(default_factory=dict)

    @property
    def guides(self) -> tuple[Guide, ...]:
        return self.rarity, self.reachable

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
        guides = self.guides
        self.pops += 1
        self.excursion = self.pops % EXCURSION == 0
        for kind, bucket in list(self.active.items()):
            if not self._promising(kind, bucket):
                del self.active[kind]
                continue
            assert bucket.lead is not None
            lead = 0 if self.excursion and kind.beyond and not kind.off_guess else bucket.lead
            if lead == 2 and self.pops % ASIDE == 0:
                lead = 1
            inner = int(self.pops % 2 == 0 and not kind.direct)
            rank = (lead, inner, *(guide.rank(kind, bucket) for guide in guides), bucket.tries, *bucket.waiting[0][:3])
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
            if any(guide.prunes(bucket.example, kind.outcome) for guide in self.guides):
                bucket.prune()
                return False
            bucket.lead = self._lead(kind, bucket)
        return True

    def put_back(self, side: Side) -> None:
        """The side was popped and not tried."""
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
        off_guess = self.off_guess(side)
        rare = self.rarity.rarest(side.node.features)
        return Kind(
            decision.site, side.outcome, operation, inputs, decision.direct, decision.setup, off_guess, beyond, rare
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
        if kind.off_guess:
            return 3
        return 1 if self.reachable.in_its_branch(bucket.example, kind.outcome) else 2


def _decision(side: Side) -> Decision:
    assert side.node.decision is not None
    return side.node.decision
