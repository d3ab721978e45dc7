"""Executions that end normally: what else there is goes, so that a block is reached only by what then ends so.

The product with the observer that waits for a normal end (`search/observers.py` says the same of the tree of paths): a
block that an execution reaches, and none of these, is doomed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from clew.ir.blocks import Block, Procedure
from clew.passes.drop_unreachable import drop_unreachable
from clew.passes.flatten.function import RAISES, RETURNS


def normal_ends(procedure: Procedure) -> Procedure | None:
    """Without the blocks from which no final block is left but that of exceptions; None where no execution ends so.

    Where a loop or a recursion was cut counts as an end, as nobody knows how it goes on.
    """
    blocks: Mapping[str, Block] = {
        block.label: replace(block, targets=tuple(t for t in block.targets if t != RAISES))
        for block in procedure.blocks
        if block.label != RAISES
    }
    dead: set[str] = set()
    final = {b.label for b in blocks.values() if (not b.targets and "~" in b.label) or b.label == RETURNS}
    while True:
        more = {
            b.label
            for b in blocks.values()
            if b.label not in dead and b.label not in final and all(t in dead for t in b.targets)
        }
        if not more:
            break
        dead |= more
    if procedure.entry in dead:
        return None
    kept = tuple(
        replace(b, targets=tuple(t for t in b.targets if t not in dead)) for b in blocks.values() if b.label not in dead
    )
    return drop_unreachable(replace(procedure, blocks=kept))
