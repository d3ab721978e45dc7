"""Node splitting: every cycle gets a single entry (Aho, Sethi and Ullman 1986, section 10.4).

Of a cycle with several entries one is kept as the header.  The other blocks of its strongly connected region are
copied; what comes in from outside, except at the header, goes to the copy, and the copy goes back to the header as
the original does. The copy has one block less, so this ends, but regions may double each time: beyond a limit the
graph is refused.
"""

from __future__ import annotations

from dataclasses import replace

from clew.analysis.cfg import Graph, predecessors, reachable, reverse_postorder, successors
from clew.analysis.loops import find_loops
from clew.ir.blocks import Block, Procedure, origin_of
from clew.passes.drop_unreachable import drop_unreachable


class TooIrreducible(Exception):
    """The graph grew beyond the limit; the message says so."""


def split_nodes(procedure: Procedure, limit: int = 500) -> Procedure:
    """limit: so many copies of blocks; beyond it, TooIrreducible."""
    number = 0
    most = len(procedure.blocks) + limit
    while True:
        graph = successors(procedure)
        retreating = find_loops(graph, procedure.entry).retreating
        if not retreating:
            return procedure
        number += 1
        source, target = retreating[0]
        region = _region(graph, procedure.entry, source, target)
        entries = _entries(graph, procedure.entry, region)
        header = next(label for label in reverse_postorder(graph, procedure.entry) if label in entries)
        procedure = drop_unreachable(_split(procedure, region - {header}, region, number))
        if len(procedure.blocks) > most:
            raise TooIrreducible(f"the control flow of `{procedure.name}` is irreducible and too tangled to be split")


def _region(graph: Graph, entry: str, source: str, target: str) -> set[str]:
    """The strongly connected region of the edge that has several entries.

    Where the region has but one, that is the header of a natural loop around the cycle, and what remains without it
    is looked at again.
    """
    allowed = set(graph)
    while True:
        inside = {label: tuple(t for t in graph[label] if t in allowed) for label in graph if label in allowed}
        forward = reachable(inside, (target,))
        region = forward & reachable(predecessors(inside), (source,))
        entries = _entries(graph, entry, region)
        if len(entries) > 1:
            return region
        allowed -= entries


def _entries(graph: Graph, entry: str, region: set[str]) -> set[str]:
    live = reachable(graph, (entry,))
    entered = {t for label in live - region for t in graph[label] if t in region}
    return entered | ({entry} & region)


def _split(procedure: Procedure, copied: set[str], region: set[str], number: int) -> Procedure:
    labels = {block.label for block in procedure.blocks}
    mark = "'"
    while any(f"{label}{mark}{number}" in labels for label in copied):
        mark += "'"

    def copy(label: str) -> str:
        return f"{label}{mark}{number}"

    blocks: list[Block] = []
    for block in procedure.blocks:
        if block.label in region:
            blocks.append(block)
        else:
            targets = tuple(copy(t) if t in copied else t for t in block.targets)
            blocks.append(replace(block, targets=targets))
        if block.label in copied:
            targets = tuple(copy(t) if t in copied else t for t in block.targets)
            blocks.append(replace(block, label=copy(block.label), targets=targets, origin=origin_of(procedure, block)))
    return replace(procedure, blocks=tuple(blocks))
