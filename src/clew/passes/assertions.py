"""Assertions as conditional choice: an execution may go on where the condition holds and ends in a block of its own
where not.

`label$fails1` is where the first assertion of a block fails: a final block, so a test that fails the assertion covers
it.
"""

from __future__ import annotations

from dataclasses import replace

from clew.ir.blocks import EDGE_MARK, Assert, Assume, Block, Instr, Origin, Procedure, Unary, origin_of

FAILS_MARK = "$fails"


def assertions_as_choice(procedure: Procedure) -> Procedure:
    """The procedure without assertions; each has a final block of its own for its failures."""
    blocks: list[Block] = []
    for block in procedure.blocks:
        current, instrs = block, list[Instr]()
        number = 0
        for instr in block.instrs:
            if not isinstance(instr, Assert):
                instrs.append(instr)
                continue
            number += 1
            rest = f"{block.label}{EDGE_MARK}ok{number}"
            fails = f"{block.label}{FAILS_MARK}{number}"
            origin = origin_of(procedure, block)
            blocks.append(replace(current, instrs=tuple(instrs), targets=(rest, fails)))
            failing = Assume(Unary("!", instr.condition, instr.span), instr.span)
            failed_origin = Origin(origin.procedure, f"{origin.label}{FAILS_MARK}{number}")
            blocks.append(Block(fails, (failing,), (), failed_origin if block.origin else None, instr.span))
            current = replace(block, label=rest, origin=None)
            instrs = [Assume(instr.condition, instr.span)]
        blocks.append(replace(current, instrs=tuple(instrs)))
    return replace(procedure, blocks=tuple(blocks))
