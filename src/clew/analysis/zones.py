"""How far numbers and lengths are apart: `x - y <= c`, for variables and lengths of what variables hold.

Difference bounds (Miné, A New Numerical Abstract Domain Based on Difference-Bound Matrices, 2001), kept sparse as in
Pentagons (Logozzo and Fähndrich 2008): a bound that follows from others is looked for when it is asked for.  Intervals
are kept elsewhere and given with each question, as distances from zero.

A node is a variable with an int, or one of those that belong to a variable (`nodes_of`): the length of what it holds,
ends of its range, the first item of its pair.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from typing import Final, TypeAlias

from clew.analysis.abstract_values import INFINITE
from clew.records import dataclass

Interval: TypeAlias = tuple[float, float]
Intervals: TypeAlias = Callable[[str], Interval]  # of a node; without bounds for what is not known

ZERO: Final = ""
OLD: Final = " "  # what a variable was before it is assigned of itself
MOST_BOUNDS: Final = 72  # of a zone; then it forgets the temporaries that came first
_MOST_STEPS: Final = 4_000  # of one search for bounds; a state that has no inputs may have no end of them


def length(name: str) -> str:
    return f"#{name}"


def low(name: str) -> str:
    """What the numbers of the range that it holds are not below."""
    return f"{name}<"


def high(name: str) -> str:
    """What the numbers of the range, or those that its `enumerate` gives, are below."""
    return f"{name}>"


def first(name: str) -> str:
    """The first item of the tuple that it holds."""
    return f"{name}.0"


def nodes_of(name: str) -> tuple[str, ...]:
    return name, length(name), low(name), high(name), first(name)


def owner(node: str) -> str:
    """The variable that the node is or belongs to."""
    return node.removeprefix("#").rstrip("<>").removesuffix(".0")


@dataclass(frozen=True, slots=True)
class Zone:
    """bounds: `x - y <= c` as `bounds[x][y] == c`."""

    bounds: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    def pairs(self) -> Iterator[tuple[str, str]]:
        return ((x, y) for x, above in self.bounds.items() for y in above)

    def bound(self, x: str, y: str, intervals: Intervals) -> float:
        """The least c known for which `x - y <= c`."""
        return 0 if x == y else self.bounds_of(x, intervals, y).get(y, INFINITE)

    def bounds_of(self, x: str, intervals: Intervals, asked: str = ZERO) -> dict[str, float]:
        """Those of x with every other node, by shortest paths."""
        least: dict[str, float] = {x: 0}
        waiting, steps = deque([x]), 0
        nodes = self.nodes() | {asked}
        while waiting and steps < _MOST_STEPS:
            node = waiting.popleft()
            so_far = least[node]
            for other, c in self._around(node, nodes, intervals):
                steps += 1
                if so_far + c < least.get(other, INFINITE):
                    least[other] = so_far + c
                    waiting.append(other)
        return least

    def _around(self, node: str, nodes: Iterable[str], intervals: Intervals) -> Iterator[tuple[str, float]]:
        yield from self.bounds.get(node, {}).items()
        if node == ZERO:
            yield from ((other, -intervals(other)[0]) for other in nodes)
        else:
            yield ZERO, intervals(node)[1]

    def adding(self, found: Iterable[tuple[str, str, float]]) -> Zone:
        """Also `x - y <= c`, for each of them."""
        bounds = {x: dict(above) for x, above in self.bounds.items()}
        for x, y, c in found:
            if x != y and c < bounds.get(x, {}).get(y, INFINITE):
                bounds.setdefault(x, {})[y] = c
        return Zone(bounds)._small()

    def without(self, gone: Iterable[str]) -> Zone:
        """Nothing is known of these nodes any more; what the others know of each other by them, they keep."""
        bounds = {x: dict(above) for x, above in self.bounds.items()}
        for node in gone:
            above = bounds.pop(node, {})
            for x, others in bounds.items():
                if (c := others.pop(node, None)) is not None:
                    for y, d in above.items():
                        if y != x and c + d < others.get(y, INFINITE):
                            others[y] = c + d
        return Zone({x: above for x, above in bounds.items() if above})

    def nodes(self) -> set[str]:
        return {*self.bounds, *(y for _, y in self.pairs())}

    def renamed(self, names: Mapping[str, str]) -> Zone:
        def name(node: str) -> str:
            return names.get(node, node)

        return Zone({name(x): {name(y): c for y, c in above.items()} for x, above in self.bounds.items()})

    def moved(self, node: str, least: float, most: float) -> Zone:
        """The node is more than it was, by this at the least and by that at the most."""
        old = self.renamed({node: OLD})
        return old.adding([(node, OLD, most), (OLD, node, -least)]).without([OLD])

    def _small(self) -> Zone:
        zone = self
        while sum(map(len, zone.bounds.values())) > MOST_BOUNDS:
            passing = next((x for pair in zone.pairs() for x in pair if x.lstrip("#").startswith("%")), None)
            zone = zone.without([passing or next(zone.pairs())[0]])
        return zone


def join_zones(zones: list[tuple[Zone, Intervals]]) -> Zone:
    """What holds in all of them."""
    if all(zone.bounds == zones[0][0].bounds for zone, _ in zones):
        return zones[0][0]
    return Zone(_common(dict.fromkeys(pair for zone, _ in zones for pair in zone.pairs()), zones, max))


def widen_zones(old: Zone, old_intervals: Intervals, new: Zone, new_intervals: Intervals) -> Zone:
    """The bounds of the old one that the new one keeps to."""

    def lasting(found: Iterable[float]) -> float:
        before, after = found
        return before if after <= before else INFINITE

    pairs = dict.fromkeys((*old.pairs(), *new.pairs()))
    return Zone(_common(pairs, [(old, old_intervals), (new, new_intervals)], lasting))


def _common(
    pairs: Iterable[tuple[str, str]],
    zones: list[tuple[Zone, Intervals]],
    choose: Callable[[Iterable[float]], float],
) -> dict[str, dict[str, float]]:
    known: dict[tuple[int, str], dict[str, float]] = {}
    found: dict[str, dict[str, float]] = {}
    for x, y in pairs:
        bounds = []
        for number, (zone, intervals) in enumerate(zones):
            if (number, x) not in known:
                known[number, x] = zone.bounds_of(x, intervals, y)
            of_x = known[number, x]
            bounds.append(of_x.get(y, of_x.get(ZERO, INFINITE) - intervals(y)[0]))
        c = choose(bounds)
        if c < INFINITE:
            found.setdefault(x, {})[y] = c
    return found
