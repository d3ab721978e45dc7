"""Loop unwinding: at most k times round every loop.

The body of a loop is copied k times; the back edges of each copy lead to the header of the next, those of the last
are cut. Inner loops go first, so a nested loop is copied with its copies.  What is left is a part of the executions
there were: an UNDER approximation as soon as something was cut.  A block that could only go back is closed by `assume
false`.
"""

from __future__ import annotations

from dataclasses import replace

from clew.analysis.cfg import successors
from clew.analysis.loops import Loop, find_loops
from clew.ir.blocks import FALSE, Assume, Block, Procedure, origin_of
from clew.records import dataclass


@dataclass(frozen=True, slots=True)
class Unwound:
    """cut: labels of the blocks whose back edge was cut."""

    procedure: Procedure
    cut: tuple[str, ...]


def unwind(procedure: Procedure, times: int) -> Unwound:
    """At most `times` times round every loop; needs a reducible graph (`split_nodes`)."""
    cut: list[str] = []
    while True:
        found = find_loops(successors(procedure), procedure.entry)
        assert not found.retreating, "the graph is reducible"
        if not found.loops:
            return Unwound(procedure, tuple(cut))
        procedure, ends = _unwind_one(procedure, found.loops[0], times)
        cut += ends


def _unwind_one(procedure: Procedure, loop: Loop, times: int) -> tuple[Procedure, list[str]]:
    body = set(loop.body)
    mark = _mark(procedure, body, times)

    def copy_label(label: str, number: int) -> str:
        return label if number == 0 else f"{label}{mark}{number}"

    copied: list[Block] = []
    cut: list[str] = []
    for turn in range(times + 1):
        for block in procedure.blocks:
            if block.label not in body:
                continue
            targets: list[str] = []
            for target in block.targets:
                if target == loop.header:
                    if turn < times:
                        targets.append(copy_label(target, turn + 1))
                elif target in body:
                    targets.append(copy_label(target, turn))
                else:
                    targets.append(target)
            label = copy_label(block.label, turn)
            instrs = block.instrs
            if turn == times and loop.header in block.targets:
                cut.append(label)
                if not targets:
                    instrs = (*instrs, Assume(FALSE, block.span))
            origin = origin_of(procedure, block) if turn else block.origin
            copied.append(replace(block, label=label, instrs=instrs, targets=tuple(targets), origin=origin))
    # The first copy takes the place of the loop, the others follow its last block.
    blocks: list[Block] = []
    first = {block.label: block for block in copied[: len(body)]}
    last = max(i for i, block in enumerate(procedure.blocks) if block.label in body)
    for i, block in enumerate(procedure.blocks):
        blocks.append(first.get(block.label, block))
        if i == last:
            blocks += copied[len(body) :]
    return replace(procedure, blocks=tuple(blocks)), cut


def _mark(procedure: Procedure, body: set[str], times: int) -> str:
    """`@`, or as many of them as keep the labels of the copies new: those of inner loops are there already."""
    labels = {block.label for block in procedure.blocks}
    mark = "@"
    while any(f"{label}{mark}{turn}" in labels for label in body for turn in range(1, times + 1)):
        mark += "@"
    return mark
