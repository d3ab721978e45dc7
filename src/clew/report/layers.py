"""Where to draw the nodes and edges of a directed graph: in layers, from top to bottom (Sugiyama, Tagawa, Toda 1981).

Edges that close a cycle are taken out (depth-first), each node is put below all that lead to it, edges over several
layers get a *bend* in each, layers are ordered by the means of their neighbours as long as that takes crossings away,
and positions are the least squares that keep nodes apart (pool adjacent violators).  An edge that closes a cycle has
bends from the layer of its target to that of its source, and runs round both, so that no line crosses a box.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from clew.records import dataclass

BETWEEN: Final = 26.0  # boxes of a layer
BESIDE: Final = 18.0  # lines and boxes
GAP: Final = 44.0  # layers
WIDEST_STEP: Final = 40.0  # between the places where lines leave a box
SWEEPS: Final = 12

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Layout:
    """centres: of the nodes; routes: of each edge the points that it passes, from border to border.

    back: of each edge, whether it closes a cycle: then it goes up.
    """

    centres: tuple[Point, ...]
    routes: tuple[tuple[Point, ...], ...]
    back: tuple[bool, ...]
    width: float
    height: float


def layout(sizes: Sequence[tuple[float, float]], edges: Sequence[tuple[int, int]]) -> Layout:
    """sizes: width and height of each node; the first is where the graph begins."""
    back = _closing(len(sizes), edges)
    ranks = _ranks(len(sizes), [edge for edge, closes in zip(edges, back, strict=True) if not closes])
    grid = _Grid.of(sizes, edges, back, ranks)
    layers = _ordered(grid)
    places = _positions(grid, layers)
    left = min((places[v] - grid.widths[v] / 2 for v in range(len(places))), default=0.0)
    right = max((places[v] + grid.widths[v] / 2 for v in range(len(places))), default=0.0)
    bands = _bands(layers, sizes)
    xs = [x - left for x in places]
    centres = tuple((xs[v], sum(bands[ranks[v]]) / 2) for v in range(len(sizes)))
    routes = tuple(_routes(grid, edges, back, xs, centres, sizes, bands))
    return Layout(centres, routes, tuple(back), right - left, bands[-1][1] if bands else 0.0)


def _closing(count: int, edges: Sequence[tuple[int, int]]) -> list[bool]:
    """Of each edge, whether it leads back to a node on the way to it."""
    out: list[list[tuple[int, int]]] = [[] for _ in range(count)]
    for number, (source, target) in enumerate(edges):
        out[source].append((target, number))
    closes = [False] * len(edges)
    state = [0] * count  # 1: on the way, 2: done
    for root in range(count):
        stack = [(root, iter(out[root]))] if not state[root] else []
        state[root] = state[root] or 1
        while stack:
            node, rest = stack[-1]
            for target, number in rest:
                if state[target] == 1:
                    closes[number] = True
                elif not state[target]:
                    state[target] = 1
                    stack.append((target, iter(out[target])))
                    break
            else:
                state[node] = 2
                stack.pop()
    return closes


def _ranks(count: int, edges: Sequence[tuple[int, int]]) -> list[int]:
    """The longest way to each node; one that nothing leads to stands above what it leads to."""
    before = [0] * count
    out: list[list[int]] = [[] for _ in range(count)]
    for source, target in edges:
        before[target] += 1
        out[source].append(target)
    roots = [v for v in range(count) if not before[v]]
    ranks, ready = [0] * count, list(roots)
    while ready:
        node = ready.pop()
        for target in out[node]:
            ranks[target] = max(ranks[target], ranks[node] + 1)
            before[target] -= 1
            if not before[target]:
                ready.append(target)
    for root in roots:
        if root and out[root]:
            ranks[root] = min(ranks[target] for target in out[root]) - 1
    return ranks


@dataclass(slots=True)
class _Grid:
    """Nodes and bends, by number, bends after the nodes.  links: between neighbouring layers, upper first.

    bends: of each edge; beside: for the first and the last bend of an edge that closes a cycle, the node it belongs to.
    """

    widths: list[float]
    ranks: list[int]
    links: list[tuple[int, int]]
    bends: list[list[int]]
    beside: dict[int, int]

    @staticmethod
    def of(
        sizes: Sequence[tuple[float, float]], edges: Sequence[tuple[int, int]], back: Sequence[bool], ranks: list[int]
    ) -> _Grid:
        grid = _Grid([width for width, _ in sizes], list(ranks), [], [], {})
        for (source, target), closes in zip(edges, back, strict=True):
            layers = range(ranks[target], ranks[source] + 1) if closes else range(ranks[source] + 1, ranks[target])
            bends = [grid.bend(rank) for rank in layers]
            grid.bends.append(bends)
            chain = bends if closes else [source, *bends, target]
            grid.links += itertools.pairwise(chain)
            if closes:
                grid.beside |= {bends[-1]: source, bends[0]: target}
        return grid

    def bend(self, rank: int) -> int:
        self.widths.append(0.0)
        self.ranks.append(rank)
        return len(self.widths) - 1

    def neighbours(self) -> tuple[list[list[int]], list[list[int]]]:
        """Of each the ones above, and the ones below."""
        above: list[list[int]] = [[] for _ in self.widths]
        below: list[list[int]] = [[] for _ in self.widths]
        for upper, lower in self.links:
            above[lower].append(upper)
            below[upper].append(lower)
        return above, below


# ---------------------------------------------------------------- the order in a layer


def _ordered(grid: _Grid) -> list[list[int]]:
    above, below = grid.neighbours()
    layers: list[list[int]] = [[] for _ in range(max(grid.ranks, default=-1) + 1)]
    for node in _first_order(grid, below):
        layers[grid.ranks[node]].append(node)
    best, least = [list(layer) for layer in layers], _crossings(layers, below)
    for sweep in range(SWEEPS):
        if not least:
            break
        down = sweep % 2 == 0
        for layer in layers[1:] if down else layers[-2::-1]:
            _by_means(layer, layers, above if down else below, grid)
        crossings = _crossings(layers, below)
        if crossings < least:
            best, least = [list(layer) for layer in layers], crossings
    return best


def _first_order(grid: _Grid, below: Sequence[Sequence[int]]) -> Iterator[int]:
    """Depth-first, so that the sides of a test stand in their order; the line back to a loop stands left of it."""
    with_lines: dict[int, list[int]] = {}
    for bend, node in grid.beside.items():
        with_lines.setdefault(node, []).append(bend)
    seen = [False] * len(grid.widths)
    for root in range(len(grid.widths)):
        stack = [root]
        while stack:
            node = stack.pop()
            if seen[node]:
                continue
            lines = [bend for bend in with_lines.get(node, ()) if not seen[bend]]
            if lines:
                stack += [node, *lines]
                continue
            seen[node] = True
            yield node
            stack += reversed(below[node])


def _by_means(layer: list[int], layers: list[list[int]], near: Sequence[Sequence[int]], grid: _Grid) -> None:
    place = {node: n for each in layers for n, node in enumerate(each)}

    def mean(node: int) -> float:
        wanted = near[node] or [grid.beside.get(node, node)]
        return sum(place[other] for other in wanted) / len(wanted)

    layer.sort(key=mean)


def _crossings(layers: Sequence[Sequence[int]], below: Sequence[Sequence[int]]) -> int:
    place = {node: n for layer in layers for n, node in enumerate(layer)}
    crossings = 0
    for layer in layers:
        ends: list[int] = []  # of the links seen so far
        for node in layer:
            mine = [place[other] for other in below[node]]
            crossings += sum(end > one for one in mine for end in ends)
            ends += mine
    return crossings


# ---------------------------------------------------------------- positions


def _positions(grid: _Grid, layers: Sequence[Sequence[int]]) -> list[float]:
    """Each node near its neighbours above and below, bends most of all, so that long lines are straight."""
    above, below = grid.neighbours()
    xs = [0.0] * len(grid.widths)
    nodes = len(grid.widths) - sum(len(bends) for bends in grid.bends)
    ends = {bend: (grid.beside[bends[0]], grid.beside[bends[-1]]) for bends in grid.bends for bend in bends
            if bends[0] in grid.beside}  # fmt: skip
    for layer in layers:
        _apart(layer, [0.0] * len(layer), [1.0] * len(layer), grid, nodes, xs)
    for sweep in range(SWEEPS):
        down, late = sweep % 2 == 0, sweep >= SWEEPS // 2
        for layer in layers if down else layers[::-1]:
            wanted, weights = [], []
            for node in layer:
                near: Sequence[int] = (above if down else below)[node] or (below if down else above)[node]
                straight = [v for v in near if v >= nodes] if node >= nodes else _only(node, near, above, below)
                if node in ends and not late:
                    near = ends[node]
                elif straight:
                    near = straight
                elif late:
                    near = [*above[node], *below[node]]
                wanted.append(sum(xs[v] for v in near) / len(near) if near else xs[node])
                weights.append(8.0 if straight else 1.0)
            _apart(layer, wanted, weights, grid, nodes, xs)
    return xs


def _only(
    node: int, near: Sequence[int], above: Sequence[Sequence[int]], below: Sequence[Sequence[int]]
) -> Sequence[int]:
    """The neighbour, if each is the only one of the other on its side: what follows each other stands in a line."""
    alone = len(near) == 1 and node in (*above[near[0]], *below[near[0]])
    side = below if alone and near[0] in above[node] else above
    return near if alone and len(side[near[0]]) == 1 else ()


def _apart(
    layer: Sequence[int],
    wanted: Sequence[float],
    weights: Sequence[float],
    grid: _Grid,
    nodes: int,
    xs: list[float],
) -> None:
    """The places nearest to the wanted ones at which nothing overlaps: isotonic regression of wanted minus offset."""
    offsets, at = [], 0.0
    for n, node in enumerate(layer):
        if n:
            space = BETWEEN if layer[n - 1] < nodes and node < nodes else BESIDE
            at += (grid.widths[layer[n - 1]] + grid.widths[node]) / 2 + space
        offsets.append(at)
    pools: list[tuple[float, float, int]] = []  # mean, weight, members
    for want, weight, offset in zip(wanted, weights, offsets, strict=True):
        pool = (want - offset, weight, 1)
        while pools and pools[-1][0] > pool[0]:
            mean, heavy, members = pools.pop()
            whole = heavy + pool[1]
            pool = ((mean * heavy + pool[0] * pool[1]) / whole, whole, members + pool[2])
        pools.append(pool)
    means = [mean for mean, _, members in pools for _ in range(members)]
    for node, mean, offset in zip(layer, means, offsets, strict=True):
        xs[node] = mean + offset


def _bands(layers: Sequence[Sequence[int]], sizes: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Of each layer its upper and its lower border."""
    bands, at = [], 0.0
    for layer in layers:
        height = max((sizes[v][1] for v in layer if v < len(sizes)), default=0.0)
        bands.append((at, at + height))
        at += height + GAP
    return bands


# ---------------------------------------------------------------- lines


def _routes(
    grid: _Grid,
    edges: Sequence[tuple[int, int]],
    back: Sequence[bool],
    xs: Sequence[float],
    centres: Sequence[Point],
    sizes: Sequence[tuple[float, float]],
    bands: Sequence[tuple[float, float]],
) -> Iterator[tuple[Point, ...]]:
    """Edges that leave one node begin at places of their own along its lower border, in the order of where they go."""
    nexts = [
        xs[(bends[-1 if up else 0]) if bends else e[1]] for e, up, bends in zip(edges, back, grid.bends, strict=True)
    ]
    leaving: dict[int, list[int]] = {}
    for number, (source, _) in enumerate(edges):
        leaving.setdefault(source, []).append(number)
    ports = {}
    for source, numbers in leaving.items():
        step = min(sizes[source][0] / (len(numbers) + 1), WIDEST_STEP)
        for n, number in enumerate(sorted(numbers, key=nexts.__getitem__)):
            ports[number] = xs[source] + (n - (len(numbers) - 1) / 2) * step
    for number, (source, target) in enumerate(edges):
        points = [(ports[number], centres[source][1] + sizes[source][1] / 2)]
        for bend in grid.bends[number][:: -1 if back[number] else 1]:
            points += [(xs[bend], y) for y in bands[grid.ranks[bend]][:: -1 if back[number] else 1]]
        yield (*points, (xs[target], centres[target][1] - sizes[target][1] / 2))
