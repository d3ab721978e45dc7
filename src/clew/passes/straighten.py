"""Before paths are counted: nothing that no condition depends on, and no block without a reason.

Assignments to variables that are not live are left out (live-variable analysis; one sweep, since there are no cycles);
a block that only leads on to one other is gone around, and a block that is the only one before and after another is
one with it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from clew.analysis.cfg import predecessors, reverse_postorder, successors
from clew.ir.blocks import Assert, Assign, Assume, Havoc, Instr, Procedure, names_in


def straightened(procedure: Procedure, kept: Iterable[str]) -> Procedure:
    """The procedure is acyclic and has no calls.  kept: labels of blocks that somebody asks for."""
    return _merged(_bypassed(_without_dead(procedure), frozenset(kept)), frozenset(kept))


def _without_dead(procedure: Procedure) -> Procedure:
    blocks = {block.label: block for block in procedure.blocks}
    live: dict[str, frozenset[str]] = {}
    for label in reversed(reverse_postorder(successors(procedure), procedure.entry)):
        block = blocks[label]
        here = set().union(*(live[target] for target in block.targets))
        instrs: list[Instr] = []
        for instr in reversed(block.instrs):
            match instr:
                case Assign(target, value):
                    if target.name not in here:
                        continue
                    here.discard(target.name)
                    here |= names_in(value).keys()
                case Havoc(target):
                    if target.name not in here:
                        continue
                    here.discard(target.name)
                case Assume(condition) | Assert(condition):
                    here |= names_in(condition).keys()
                case _:
                    raise AssertionError("there are no calls")
            instrs.append(instr)
        blocks[label] = replace(block, instrs=tuple(reversed(instrs)))
        live[label] = frozenset(here)
    return replace(procedure, blocks=tuple(blocks[block.label] for block in procedure.blocks if block.label in live))


def _bypassed(procedure: Procedure, kept: frozenset[str]) -> Procedure:
    onward: dict[str, str] = {}
    for block in procedure.blocks:
        if not block.instrs and len(block.targets) == 1 and block.label not in kept and block.label != procedure.entry:
            onward[block.label] = block.targets[0]

    def end(label: str) -> str:
        while label in onward:
            label = onward[label]
        return label

    blocks = []
    for block in procedure.blocks:
        if block.label not in onward:
            # Two ways to one block are one way: the blocks between did nothing.
            blocks.append(replace(block, targets=tuple(dict.fromkeys(end(target) for target in block.targets))))
    return replace(procedure, blocks=tuple(blocks))


def _merged(procedure: Procedure, kept: frozenset[str]) -> Procedure:
    graph = successors(procedure)
    before = predecessors(graph)
    blocks = {block.label: block for block in procedure.blocks}
    gone: set[str] = set()
    for label in reversed(reverse_postorder(graph, procedure.entry)):
        block = blocks[label]
        if len(block.targets) == 1:
            (after,) = block.targets
            if before[after] == (label,) and after not in kept:
                gone.add(after)
                blocks[label] = replace(
                    block, instrs=block.instrs + blocks[after].instrs, targets=blocks[after].targets
                )
    return replace(procedure, blocks=tuple(blocks[b.label] for b in procedure.blocks if b.label not in gone))
