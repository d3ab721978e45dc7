"""Where a loop or a recursion was cut, an execution may end.

Unwinding and inlining close a cut by `assume false`: the executions that go on there disappear, and with them the proof
that a block on their way is reached at all.  Here such a block leads to a final block of its own instead, `~loop` or
`~depth`.  A procedure in which every branch is total then has, for each execution of the original, a complete one that
begins like it; and when the new final block is unreachable nothing was cut.
"""

from __future__ import annotations

from dataclasses import replace

from clew.ir.blocks import EDGE_MARK, FALSE, Assume, Block, Procedure

LOOP, DEPTH = f"cut{EDGE_MARK}loop", f"cut{EDGE_MARK}depth"


def cuts_as_ends(procedure: Procedure, label: str) -> Procedure:
    """Every `assume false` ends the execution in the block of this label."""
    blocks: list[Block] = []
    found = False
    for block in procedure.blocks:
        at = next(
            (i for i, instr in enumerate(block.instrs) if isinstance(instr, Assume) and instr.condition == FALSE), None
        )
        if at is None:
            blocks.append(block)
        else:
            found = True
            blocks.append(replace(block, instrs=block.instrs[:at], targets=(label,)))
    if found:
        blocks.append(Block(label, (), (), None, procedure.span))
    return replace(procedure, blocks=tuple(blocks))
