"""The reachability verification condition (Christ, Hoenicke and Schäf 2012, section 4).

For every block i of a loop-free passive procedure two propositional variables are defined:

    B_i  ⇔  wlp(S_i, ⋀ B_j over the successors j)        with ⋀ = false for a final block
    R_i  ⇔  ¬B_i ∧ ⋁ R_j over the predecessors j         with ⋁ = true for the entry

With postcondition false, B_i says that no execution from the start of block i on ends normally; R_i, that some
execution passes block i and ends normally.  A model in which R_i holds gives its values, and the blocks with R true
on the way its path.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from clew.analysis.cfg import predecessors, reverse_postorder, successors
from clew.ir.blocks import Assert, Assume, Expr, PassiveInstr, Procedure, blocks_by_label
from clew.logic.evaluate import Value
from clew.logic.sorts import BOOL
from clew.logic.terms import FALSE, TRUE, Term, and_, eq, implies, not_, or_, var
from clew.records import dataclass
from clew.semantics.block_operations import encode


@dataclass(frozen=True, slots=True)
class ReachabilityCondition:
    """definitions: of all B_i and R_i; reach: the variable R_i of each block the entry leads to."""

    definitions: tuple[Term, ...]
    reach: Mapping[str, Term]
    entry: str
    targets: Mapping[str, tuple[str, ...]]


def wlp(instr: PassiveInstr, post: Term) -> Term:
    """Weakest liberal precondition.  Only normal ends count, so a failing assertion blocks as an assumption does."""
    match instr:
        case Assume(condition) | Assert(condition):
            return implies(_term(condition), post)
        case _:
            assert_never(instr)


def reachability_condition(procedure: Procedure) -> ReachabilityCondition:
    """Needs a passive procedure without loops: the definitions for the blocks that the entry leads to."""
    graph = successors(procedure)
    order = reverse_postorder(graph, procedure.entry)
    before = predecessors(graph)
    blocks = blocks_by_label(procedure)
    blocked = {label: var(f"B:{label}", BOOL) for label in order}
    reach = {label: var(f"R:{label}", BOOL) for label in order}
    definitions: list[Term] = []
    for label in reversed(order):
        formula = and_(*(blocked[target] for target in graph[label])) if graph[label] else FALSE
        for instr in reversed(blocks[label].instrs):
            assert isinstance(instr, Assume | Assert), "the procedure is in passive form"
            formula = wlp(instr, formula)
        definitions.append(eq(blocked[label], formula))
    for label in order:
        arrives = TRUE if label == procedure.entry else or_(*(reach[p] for p in before[label] if p in reach))
        definitions.append(eq(reach[label], and_(not_(blocked[label]), arrives)))
    return ReachabilityCondition(tuple(definitions), reach, procedure.entry, {label: graph[label] for label in order})


def path_of(
    condition: ReachabilityCondition, model: Mapping[str, Value], through: str | None = None
) -> tuple[str, ...]:
    """A complete path of blocks whose R is true; through: a block to pass, itself with R true."""

    def holds(label: str) -> bool:
        return bool(model.get(f"R:{label}", False))

    path: list[str] = []
    if through is not None:
        before = predecessors(condition.targets)
        path.append(through)
        while path[0] != condition.entry:
            path.insert(0, next(p for p in before[path[0]] if holds(p)))
    else:
        path.append(condition.entry)
    while condition.targets[path[-1]]:
        path.append(next(target for target in condition.targets[path[-1]] if holds(target)))
    return tuple(path)


def _term(expr: Expr) -> Term:
    return encode(expr, {})
