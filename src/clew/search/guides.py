"""What steers the search for tests: which waiting sides it leaves out, and which come first of those that promise the
same.

`Reachability` knows what can be reached from a side.  `Rarity` prefers what fewest runs so far show (rare branches;
Lemieux and Sen 2018).  A further member may know what verification left open.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Set
from dataclasses import field
from typing import NamedTuple, Protocol, TypeAlias

from clew.analysis.reachable_goals import Branch
from clew.records import dataclass
from clew.search.trace import Decision, Feature
from clew.search.tree import Side


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
    off_guess: bool
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


class Guide(Protocol):
    def prunes(self, decision: Decision, outcome: bool) -> bool:
        """Does the side need no run and no proof?  decision: any of the kind."""
        ...

    def rank(self, kind: Kind, bucket: Bucket) -> int:
        """The lower, the sooner; of sides whose goals promise the same."""
        ...


@dataclass(frozen=True, slots=True)
class Reachability:
    """branch_of_decision: what lies ahead of a side, None where unknown (anything may be reached)."""

    branch_of_decision: Callable[[Decision, bool], Branch | None]
    open_goals: Set[str]

    def prunes(self, decision: Decision, outcome: bool) -> bool:
        """No open goal can be reached from it."""
        branch = self.branch_of_decision(decision, outcome)
        return branch is not None and self.open_goals.isdisjoint(branch.reachable)

    def in_its_branch(self, decision: Decision, outcome: bool) -> bool:
        """May an open goal lie in the arm of the side itself?"""
        branch = self.branch_of_decision(decision, outcome)
        return branch is None or not self.open_goals.isdisjoint(branch.inside)

    def rank(self, kind: Kind, bucket: Bucket) -> int:
        return 0


@dataclass(slots=True)
class Rarity:
    """counts: how many runs that left something waiting show a feature."""

    counts: dict[Feature, int] = field(default_factory=dict)
    _rarest: Feature = ""
    _counted: frozenset[Feature] | None = None

    def prunes(self, decision: Decision, outcome: bool) -> bool:
        return False

    def rank(self, kind: Kind, bucket: Bucket) -> int:
        """How many runs show it, and how often it was tried since it last led to new coverage."""
        return self.counts.get(kind.rare, 0) + bucket.tries

    def rarest(self, features: frozenset[Feature]) -> Feature:
        """What fewest runs so far show, of what this one does; counts the run when it is first met."""
        counts = self.counts
        if features is not self._counted:
            self._counted = features
            for feature in features:
                counts[feature] = counts.get(feature, 0) + 1
            self._rarest = min(features, key=lambda feature: (counts[feature], str(feature)), default="")
        return self._rarest
