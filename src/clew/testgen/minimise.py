"""The smallest set of cases that shows all that all of them show.

A goal comes with alternatives: sets of cases each of which shows it, most often by one case alone.  Set cover by
essential cases, dominance, then branch and bound.  Among sets of one size the one of least cost, then the one whose
cases came first, is taken; so the answer is always the same.  Beyond the effort that is allowed the best cover found so
far is kept, with a bound from below: goals that no two of one case can show each ask for cases of their own.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Final, TypeAlias

from clew.records import dataclass

Cases: TypeAlias = frozenset[int]
Needs: TypeAlias = Mapping[Hashable, tuple[Cases, ...]]
"""The goals still to be shown, each with what would show it."""


@dataclass(frozen=True, slots=True)
class Effort:
    """cases: more that matter are not searched; nodes: steps of the search."""

    cases: int
    nodes: int


QUICK: Final = Effort(40, 20_000)
PATIENT: Final = Effort(2_000, 100_000)


@dataclass(frozen=True, slots=True)
class Cover:
    """cases: ascending; least: no fewer show all, whichever of those given are taken."""

    cases: tuple[int, ...]
    least: int


def minimise(needs: Needs, costs: Sequence[int], effort: Effort = QUICK) -> Cover:
    """The cases to keep, by their indices.  A goal without any alternative asks for nothing."""
    kept, left = _reduce(needs, costs)
    if not left:
        return Cover(tuple(sorted(kept)), len(kept))
    best, least = _greedy(left, costs), _least(left)
    if len(_cases(left)) <= effort.cases:
        search = _Search(costs, best, (len(best), _cost(best, costs)), effort.nodes)
        search.run(frozenset(), left)
        best = search.best
        if search.nodes <= effort.nodes:
            least = len(best)
    best = _without_needless(left, costs, best)
    return Cover(tuple(sorted(kept | best)), len(kept) + min(least, len(best)))


def plainest(needs: Needs, costs: Sequence[int]) -> Cover:
    """The cases to keep where each goal is to be shown by what costs least, however many these are."""
    left: Needs = {goal: ways for goal, ways in needs.items() if ways}
    kept = frozenset[int]().union(*(min(w, key=lambda way: (_cost(way, costs), sorted(way))) for w in left.values()))
    return Cover(tuple(sorted(kept)), _least(left))


def _reduce(needs: Needs, costs: Sequence[int]) -> tuple[Cases, Needs]:
    """Cases that must be kept, and what is left to be shown then by those worth choosing from."""
    left: Needs = {goal: ways for goal, ways in needs.items() if ways}
    kept: Cases = frozenset()
    while left:
        if _cases(left) != _essential(left):  # else nothing shows in its place what a case shows
            left = _undominated(left, costs)
        essential = _essential(left)
        if not essential:
            break
        kept |= essential
        left = _after(left, essential)
    return kept, left


def _essential(needs: Needs) -> Cases:
    return frozenset().union(*(ways[0] for ways in needs.values() if len(ways) == 1))


def _undominated(needs: Needs, costs: Sequence[int]) -> Needs:
    """Without the cases in place of which another shows as much, or more for no higher cost.

    Those that show something only together with others stay.
    """
    alone, joint = _index(needs)
    together = {i for _, way in joint for i in way}
    showing: dict[Hashable, list[int]] = {}
    for i, goals in alone.items():
        for goal in goals:
            showing.setdefault(goal, []).append(i)

    def instead(i: int, j: int) -> bool:
        if len(alone[i]) == len(alone[j]) and alone[i] == alone[j]:
            return (costs[j], j) < (costs[i], i)
        return costs[j] <= costs[i] and alone[i] < alone[j]

    def others(i: int) -> list[int]:
        """Those that show the goal of the case that fewest show."""
        return min((showing[goal] for goal in alone[i]), key=len)

    dropped = {i for i in alone.keys() - together if any(instead(i, j) for j in others(i))}
    return {goal: tuple(way for way in ways if dropped.isdisjoint(way)) for goal, ways in needs.items()}


def _index(needs: Needs) -> tuple[dict[int, set[Hashable]], list[tuple[Hashable, Cases]]]:
    """What each case shows alone, and what only several together show."""
    alone: dict[int, set[Hashable]] = {}
    joint: list[tuple[Hashable, Cases]] = []
    for goal, ways in needs.items():
        for way in ways:
            if len(way) == 1:
                alone.setdefault(min(way), set()).add(goal)
            else:
                joint.append((goal, way))
    return alone, joint


def _after(needs: Needs, chosen: Cases) -> Needs:
    """What is left once these are chosen."""
    after: dict[Hashable, tuple[Cases, ...]] = {}
    for goal, ways in needs.items():
        if not all(map(chosen.isdisjoint, ways)):
            ways = tuple(dict.fromkeys(way - chosen for way in ways))
        if frozenset() not in ways:
            after[goal] = ways
    return after


def _greedy(needs: Needs, costs: Sequence[int]) -> Cases:
    chosen: Cases = frozenset()
    while needs:
        best = _ranked({way for ways in needs.values() for way in ways}, needs, costs)[0]
        chosen |= best
        needs = _after(needs, best)
    return chosen


def _ranked(found: Iterable[Cases], needs: Needs, costs: Sequence[int]) -> list[Cases]:
    """Those first of which each case shows most, then the cheaper."""
    alone, joint = _index(needs)

    def rank(way: Cases) -> tuple[float, int, list[int]]:
        shown = {goal for goal, several in joint if several <= way}.union(*(alone.get(i, ()) for i in way))
        return -len(shown) / len(way), _cost(way, costs), sorted(way)

    return sorted(found, key=rank)


def _without_needless(needs: Needs, costs: Sequence[int], chosen: Cases) -> Cases:
    for i in sorted(chosen, key=lambda i: (-costs[i], -i)):
        if not _after(needs, chosen - {i}):
            chosen -= {i}
    return chosen


def _least(needs: Needs) -> int:
    """No fewer cases show all: of goals whose cases are disjoint, what each takes at the least."""
    taken: set[int] = set()
    count = 0
    for ways in sorted(needs.values(), key=lambda ways: (len(ways), sorted(map(sorted, ways)))):
        cases = {i for way in ways for i in way}
        if taken.isdisjoint(cases):
            taken |= cases
            count += min(map(len, ways))
    return count


def _cases(needs: Needs) -> Cases:
    return frozenset().union(*chain.from_iterable(needs.values()))


def _cost(cases: Iterable[int], costs: Sequence[int]) -> int:
    return sum(costs[i] for i in cases)


@dataclass(slots=True)
class _Search:
    """best: the cover found so far; bound: its size and cost.  It is complete if it took no more nodes than `most`."""

    costs: Sequence[int]
    best: Cases
    bound: tuple[int, int]
    most: int
    nodes: int = 0

    def run(self, chosen: Cases, needs: Needs) -> None:
        """Branch on the goal that can be shown in the fewest ways."""
        self.nodes += 1
        spent = (len(chosen), _cost(chosen, self.costs))
        if not needs:
            if spent < self.bound:
                self.best, self.bound = chosen, spent
            return
        if self.nodes > self.most or (spent[0] + _least(needs), spent[1]) > self.bound:
            return
        fewest = min(needs.values(), key=lambda ways: (len(ways), sorted(map(sorted, ways))))
        for way in _ranked(fewest, needs, self.costs):
            self.run(chosen | way, _after(needs, way))
