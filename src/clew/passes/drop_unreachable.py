"""Remove the blocks that no path from the entry reaches."""

from __future__ import annotations

from dataclasses import replace

from clew.analysis.cfg import reachable, successors
from clew.ir.blocks import Procedure


def drop_unreachable(procedure: Procedure) -> Procedure:
    live = reachable(successors(procedure), (procedure.entry,))
    return replace(procedure, blocks=tuple(block for block in procedure.blocks if block.label in live))
