"""Live variables (Kennedy 1978) of a procedure in block form: those that may be read before they are written.

A call reads its arguments and may read every global; it writes its targets.  Return values are read at the end.
"""

from __future__ import annotations

from clew.analysis.cfg import predecessors, reverse_postorder, successors
from clew.ir.blocks import Block, Procedure, assigned, blocks_by_label, names_in, operands_of


def live_at_entry(procedure: Procedure) -> frozenset[str]:
    """The variables whose value at the entry may matter.  Globals that only calls read are left out."""
    return live_at_blocks(procedure)[procedure.entry]


def live_at_blocks(procedure: Procedure) -> dict[str, frozenset[str]]:
    """The same for the start of each block that the entry leads to."""
    graph = successors(procedure)
    blocks = blocks_by_label(procedure)
    before = predecessors(graph)
    returned = frozenset(name.name for name in procedure.returns)
    # What a block leads to comes before it, so that one pass does for what has no loops.
    order = reverse_postorder(graph, procedure.entry)[::-1]
    effects = {label: _effect(blocks[label]) for label in order}
    live: dict[str, frozenset[str]] = {}
    nothing = frozenset[str]()
    waiting = True
    while waiting:
        waiting = False
        for label in order:
            after = nothing.union(*(live.get(target, nothing) for target in graph[label])) if graph[label] else returned
            read, written = effects[label]
            now = read | (after - written)
            if live.get(label) != now:
                live[label] = now
                waiting = waiting or any(target in live for target in before[label])
    return live


def _effect(block: Block) -> tuple[frozenset[str], frozenset[str]]:
    """The variables that it reads before it writes them, and those that it writes."""
    read, written = set[str](), set[str]()
    for instr in reversed(block.instrs):
        names = [name.name for name in assigned(instr)]
        written.update(names)
        read.difference_update(names)
        for expr in operands_of(instr):
            read.update(names_in(expr))
    return frozenset(read), frozenset(written)
