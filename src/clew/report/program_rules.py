"""The rules of `clew dead` on `.ivl` programs: which finding is what (`clew rule CLEW101` and the following).

A block of the source that is never entered has a contradictory condition (CLEW104) where an execution that ends
normally comes to the `goto` in front of it; elsewhere it is plainly unreachable (CLEW101).  Where the other target of
that `goto` begins with the opposite, that condition is always true (CLEW103).  Doomed blocks are CLEW102.
"""

from __future__ import annotations

from collections.abc import Mapping

from clew.analysis.cfg import predecessors, successors
from clew.ir.blocks import Assume, Block, Expr, Procedure, blocks_by_label
from clew.logic.terms import not_
from clew.semantics.block_operations import encode


def rules_of(procedure: Procedure, verdicts: Mapping[str, str]) -> dict[str, str]:
    """The code for each label that has one."""
    blocks = blocks_by_label(procedure)
    graph = successors(procedure)
    before = predecessors(graph)
    found: dict[str, str] = {}
    for label, verdict in verdicts.items():
        if verdict == "doomed":
            found[label] = "CLEW102"
        elif verdict == "unreachable":
            sources = [s for s in before.get(label, ()) if verdicts.get(s) == "covered"]
            asked = _conditions(blocks[label]) if label in blocks else ()
            found[label] = "CLEW104" if sources and asked else "CLEW101"
            for source in sources:
                for other in graph[source]:
                    same = before[other] == before[label] and verdicts.get(other) == "covered"
                    if same and len(graph[source]) == 2 and _opposite(asked, _conditions(blocks[other])):
                        found[other] = "CLEW103"
    return found


def _conditions(block: Block) -> tuple[Expr, ...]:
    """What the block assumes before it does anything."""
    conditions = []
    for instr in block.instrs:
        if not isinstance(instr, Assume):
            break
        conditions.append(instr.condition)
    return tuple(conditions)


def _opposite(one: tuple[Expr, ...], other: tuple[Expr, ...]) -> bool:
    return len(one) == len(other) == 1 and not_(encode(one[0], {})) is encode(other[0], {})
