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
    live: dict[str, frozenset[str]] = {}
    waiting = list(reverse_postorder(graph, procedure.entry))
    while waiting:
        label = waiting.pop()
        after = (
            returned if not graph[label] else frozenset[str]().union(*(live.get(t, frozenset()) for t in graph[label]))
        )
        now = _before(blocks[label], after)
        if live.get(label) != now:
            live[label] = now
            waiting += before[label]
    return live


def _before(block: Block, after: frozenset[str]) -> frozenset[str]:
    live = set(after)
    for instr in reversed(block.instrs):
        live.difference_update(name.name for name in assigned(instr))
        for expr in operands_of(instr):
            live.update(names_in(expr))
    return frozenset(live)
