"""From a contradiction on one path to a clause that forbids a family of paths.

A contradiction between some instructions of a path segment depends on those, on the assignments their variables come
from, transitively, and on nothing in between assigning these variables anew.  So it is on every path that passes the
same blocks and none of the blocks, off this path, that could interfere:

    ⋁ ¬b over the blocks b of the instructions needed   ∨   ⋁ c over the blocks c that assign a variable while it is
    live

Values at the start of the segment are arbitrary, so nothing before the segment matters, and a variable that comes from
there is live from its first use on.  The same holds for an assignment that turns out not to be needed.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence

from clew.analysis.cfg import reverse_postorder, successors
from clew.ir.blocks import Assert, Assign, Assume, Havoc, Procedure, assigned, blocks_by_label, names_in
from clew.records import dataclass

Position = tuple[int, int]
"""(index of the block in the segment, index of the instruction in the block)"""


@dataclass(frozen=True, slots=True)
class Flow:
    """Blocks numbered in topological order.  above, below: the blocks that reach one, that one reaches, itself
    included; writers: the blocks that assign a variable; all three are sets as bits.  uses, writes: of every
    instruction."""

    labels: tuple[str, ...]
    number: dict[str, int]
    targets: tuple[tuple[int, ...], ...]
    sources: tuple[tuple[int, ...], ...]
    above: tuple[int, ...]
    below: tuple[int, ...]
    writers: dict[str, int]
    uses: tuple[tuple[tuple[str, ...], ...], ...]
    writes: tuple[tuple[str | None, ...], ...]


def flow_of(procedure: Procedure) -> Flow:
    """Blocks are numbered in reverse post-order."""
    graph = successors(procedure)
    labels = reverse_postorder(graph, procedure.entry)
    number = {label: i for i, label in enumerate(labels)}
    blocks = blocks_by_label(procedure)
    targets = tuple(tuple(number[t] for t in graph[label]) for label in labels)
    sources: list[list[int]] = [[] for _ in labels]
    for i, after in enumerate(targets):
        for target in after:
            sources[target].append(i)
    below = [1 << i for i in range(len(labels))]
    for i in reversed(range(len(labels))):
        for target in targets[i]:
            below[i] |= below[target]
    above = [1 << i for i in range(len(labels))]
    for i in range(len(labels)):
        for source in sources[i]:
            above[i] |= above[source]
    writers: dict[str, int] = {}
    uses = []
    writes = []
    for i, label in enumerate(labels):
        used = []
        wrote: list[str | None] = []
        for instr in blocks[label].instrs:
            for name in assigned(instr):
                writers[name.name] = writers.get(name.name, 0) | 1 << i
            match instr:
                case Assign(written, expr):
                    used.append(tuple(names_in(expr)))
                    wrote.append(written.name)
                case Havoc(written):
                    used.append(())
                    wrote.append(written.name)
                case Assume(expr) | Assert(expr):
                    used.append(tuple(names_in(expr)))
                    wrote.append(None)
        uses.append(tuple(used))
        writes.append(tuple(wrote))
    return Flow(
        labels, number, targets, tuple(map(tuple, sources)), tuple(above), tuple(below), writers, tuple(uses),
        tuple(writes)
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Nogood:
    """No execution passes all blocks of `passed` and none of `avoided`.  needed: the instructions, as (block,
    index)."""

    passed: frozenset[int]
    avoided: frozenset[int]
    needed: tuple[Position, ...]


class Defs:
    """Where the variables of a path segment get their values."""

    def __init__(self, flow: Flow, segment: Sequence[int]) -> None:
        self.flow = flow
        self.segment = segment
        self._writes: dict[str, list[Position]] = {}
        for k, block in enumerate(segment):
            for i, name in enumerate(flow.writes[block]):
                if name is not None:
                    self._writes.setdefault(name, []).append((k, i))

    def uses(self, position: Position) -> tuple[str, ...]:
        k, i = position
        return self.flow.uses[self.segment[k]][i]

    def source(self, name: str, position: Position) -> Position | None:
        """The assignment that a use at this place reads, None for the start of the segment."""
        before = self._writes.get(name, [])
        found = bisect_left(before, position)
        return before[found - 1] if found else None

    def closure(self, support: Iterable[Position], kept: set[Position] | None = None) -> set[Position]:
        """The instructions and the assignments they depend on, as far as those are in `kept`."""
        pending = list(support)
        needed = set(pending)
        while pending:
            position = pending.pop()
            for name in self.uses(position):
                source = self.source(name, position)
                if source is not None and source not in needed and (kept is None or source in kept):
                    needed.add(source)
                    pending.append(source)
        return needed


def lift(defs: Defs, needed: Iterable[Position]) -> Nogood:
    """The clause of a contradiction that follows from these instructions of a path segment alone.

    A value from an assignment that is not among them is arbitrary: its variable is live from its first use on.
    """
    flow, segment = defs.flow, defs.segment
    needed = set(needed)
    live: dict[tuple[str, Position | None], tuple[Position, Position]] = {}
    for position in needed:
        for name in defs.uses(position):
            source = defs.source(name, position)
            first, last = live.get((name, source), (position, position))
            live[name, source] = (min(first, position), max(last, position))
    own = 0
    for block in segment:
        own |= 1 << block
    interfering = 0
    for (name, source), (first, last) in live.items():
        start = segment[(source if source in needed and source is not None else first)[0]]
        end = segment[last[0]]
        if start != end:
            interfering |= flow.below[start] & flow.above[end] & flow.writers.get(name, 0) & ~own
    avoided = frozenset(i for i in range(interfering.bit_length()) if interfering >> i & 1)
    where = sorted((segment[k], i) for k, i in needed)
    return Nogood(frozenset(block for block, _ in where), avoided, tuple(where))
