"""The smallest set of cases that keeps what all of them cover.

Set cover by essential cases, dominance, then branch and bound.  Among sets of one size the one of least cost, then the
one whose cases came first, is taken; so the answer is always the same.  Beyond `EXACT` cases that matter, or `NODES`
steps of the search, the best cover found so far is kept.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import field
from typing import Final, TypeVar

from clew.records import dataclass

EXACT: Final = 40
NODES: Final = 20_000

G = TypeVar("G", bound=Hashable)


def minimise(covers: Sequence[frozenset[G]], costs: Sequence[int]) -> list[int]:
    """Indices of the cases to keep, ascending."""
    kept, open_goals, rest = _reduce(covers, costs)
    if not open_goals:
        return sorted(kept)
    greedy = _greedy(covers, costs, rest, open_goals)
    if len(rest) <= EXACT:
        search = _Search(covers, costs, rest, greedy, (len(greedy), sum(costs[i] for i in greedy)))
        search.run([], open_goals)
        greedy = search.best
    return sorted({*kept, *_without_needless(covers, costs, greedy, open_goals)})


def _reduce(covers: Sequence[frozenset[G]], costs: Sequence[int]) -> tuple[list[int], frozenset[G], list[int]]:
    """Cases that must be kept, goals still open then, and the cases worth choosing from."""
    rest = [i for i in range(len(covers)) if covers[i]]
    open_goals: frozenset[G] = frozenset().union(*(covers[i] for i in rest))
    kept: list[int] = []
    while open_goals:
        useful: dict[frozenset[G], int] = {}
        for i in rest:
            part = covers[i] & open_goals
            if part and (part not in useful or (costs[i], i) < (costs[useful[part]], useful[part])):
                useful[part] = i
        # A case is dominated by one that covers more, unless it is cheaper (sizes being equal, cost decides).
        found = list(useful.items())
        rest = [i for part, i in found if not any(part < other and costs[j] <= costs[i] for other, j in found)]
        holders: dict[G, list[int]] = {}
        for i in rest:
            for goal in covers[i] & open_goals:
                holders.setdefault(goal, []).append(i)
        essential = sorted({who[0] for who in holders.values() if len(who) == 1})
        if not essential:
            break
        kept.extend(essential)
        open_goals = open_goals.difference(*(covers[i] for i in essential))
        rest = [i for i in rest if i not in essential]
    return kept, open_goals, sorted(rest)


def _greedy(
    covers: Sequence[frozenset[G]], costs: Sequence[int], rest: list[int], open_goals: frozenset[G]
) -> list[int]:
    chosen: list[int] = []
    while open_goals:
        best = min(rest, key=lambda i: (-len(covers[i] & open_goals), costs[i], i))
        chosen.append(best)
        open_goals -= covers[best]
    return chosen


def _without_needless(
    covers: Sequence[frozenset[G]], costs: Sequence[int], chosen: list[int], goals: frozenset[G]
) -> list[int]:
    kept = list(chosen)
    for i in sorted(chosen, key=lambda i: (-costs[i], -i)):
        others = frozenset().union(*(covers[j] for j in kept if j != i))
        if goals <= others:
            kept.remove(i)
    return kept


@dataclass(slots=True)
class _Search:
    covers: Sequence[frozenset[Hashable]]
    costs: Sequence[int]
    rest: list[int]
    best: list[int]
    bound: tuple[int, int]
    nodes: int = field(default=0)

    def run(self, chosen: list[int], open_goals: frozenset[Hashable]) -> None:
        """Branch on the cases that cover the goal fewest cases cover."""
        self.nodes += 1
        spent = (len(chosen), sum(self.costs[i] for i in chosen))
        if not open_goals:
            if spent < self.bound:
                self.best, self.bound = list(chosen), spent
            return
        if self.nodes > NODES or (spent[0] + 1, spent[1]) > self.bound:
            return
        holders: dict[Hashable, list[int]] = {g: [] for g in open_goals}
        for i in self.rest:
            for goal in self.covers[i] & open_goals:
                holders[goal].append(i)
        fewest = min(holders.values(), key=lambda who: (len(who), who))
        for i in sorted(fewest, key=lambda i: (-len(self.covers[i] & open_goals), self.costs[i], i)):
            self.run([*chosen, i], open_goals - self.covers[i])
