"""Passive form: with single assignment an assignment is the assumption that two values are equal (Flanagan and Saxe
2001).

A havocked incarnation is assumed nothing of, so `havoc` goes away.
"""

from __future__ import annotations

from dataclasses import replace

from clew.ir.blocks import Assert, Assign, Assume, Binary, Block, Call, Havoc, Instr, Procedure


def to_passive(procedure: Procedure) -> Procedure:
    return replace(procedure, blocks=tuple(_passive_block(block) for block in procedure.blocks))


def _passive_block(block: Block) -> Block:
    instrs: list[Instr] = []
    for instr in block.instrs:
        match instr:
            case Assign(target, value, span):
                instrs.append(Assume(Binary("==", target, value, span), span))
            case Havoc():
                pass
            case Assume() | Assert():
                instrs.append(instr)
            case Call():
                raise AssertionError("there are no calls in single-assignment form")
    return replace(block, instrs=tuple(instrs))
