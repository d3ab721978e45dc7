"""Conditional values and stored conditions become branches, so that what is left is linear where the operands are.

`x := if c then a else b` ends its block in a choice between `assume c; x := a` and `assume !c; x := b`; a disjunction
that is assumed becomes a choice between its parts.  The rest of the block goes on in a block of its own.  Blocks that
are made are on edges (`label~3`) and nobody's goal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from clew.ir import blocks as ir
from clew.ir.operators import OPPOSITE


def branch_conditionals(procedure: ir.Procedure) -> ir.Procedure:
    taken = {block.label for block in procedure.blocks}
    blocks: list[ir.Block] = []
    for block in procedure.blocks:
        pending = [block]
        number = 0
        while pending:
            current = pending.pop()
            split = _split(current)
            if split is None:
                blocks.append(current)
                continue
            before, sides, after = split
            labels: list[str] = []
            while len(labels) < len(sides) + 1:
                number += 1
                label = f"{block.label}{ir.EDGE_MARK}{number}"
                if label not in taken:
                    taken.add(label)
                    labels.append(label)
            *ways, rest = labels
            blocks.append(replace(current, instrs=before, targets=tuple(ways)))
            pending.append(ir.Block(rest, after, current.targets, None, block.span))
            pending += [
                ir.Block(way, instrs, (rest,), None, block.span)
                for way, instrs in reversed(list(zip(ways, sides, strict=True)))
            ]
    return replace(procedure, blocks=tuple(blocks))


def _split(block: ir.Block) -> tuple[tuple[ir.Instr, ...], list[tuple[ir.Instr, ...]], tuple[ir.Instr, ...]] | None:
    """What comes before the first instruction that is split, its sides, and the rest of the block."""
    for i, instr in enumerate(block.instrs):
        sides = _sides(instr)
        if sides is not None:
            return block.instrs[:i], sides, block.instrs[i + 1 :]
    return None


def _sides(instr: ir.Instr) -> list[tuple[ir.Instr, ...]] | None:
    match instr:
        case ir.Assign(target, value, span):
            found = next(_conditionals(value), None)
            if found is None:
                return None
            return [
                (ir.Assume(condition, span), ir.Assign(target, _replaced(value, found, side), span))
                for condition, side in ((found.condition, found.then), (_not(found.condition), found.orelse))
            ]
        case ir.Assume(condition, span):
            found = next(_conditionals(condition), None)
            if found is not None:
                return [
                    (ir.Assume(test, span), ir.Assume(_replaced(condition, found, side), span))
                    for test, side in ((found.condition, found.then), (_not(found.condition), found.orelse))
                ]
            parts = _parts(condition)
            if parts is not None:
                # The sides exclude each other, so that no execution has two paths.
                first, second = parts
                return [(ir.Assume(first, span),), (ir.Assume(_not(first), span), ir.Assume(second, span))]
            positive = _positive(condition)
            return [(ir.Assume(positive, span),)] if positive != condition and _parts(positive) else None
        case ir.Assert() | _:
            return None


def _conditionals(expr: ir.Expr) -> Iterator[ir.Conditional]:
    """Innermost first."""
    for part in ir.operands(expr):
        yield from _conditionals(part)
    if isinstance(expr, ir.Conditional):
        yield expr


def _replaced(expr: ir.Expr, old: ir.Expr, new: ir.Expr) -> ir.Expr:
    if expr is old:
        return new
    parts = ir.operands(expr)
    return ir.with_operands(expr, tuple([_replaced(part, old, new) for part in parts])) if parts else expr


def _parts(condition: ir.Expr) -> tuple[ir.Expr, ir.Expr] | None:
    """The two sides of a disjunction."""
    match condition:
        case ir.Binary("||", left, right):
            return left, right
        case ir.Binary("!=" | "==" as op, left, right) if ir.type_of(left) == ir.BOOL:
            same = right if op == "==" else _not(right)
            return ir.Binary("&&", left, same), ir.Binary("&&", _not(left), _not(same))
    return None


def _positive(condition: ir.Expr) -> ir.Expr:
    return _not(condition.operand) if isinstance(condition, ir.Unary) and condition.op == "!" else condition


def _not(condition: ir.Expr) -> ir.Expr:
    """The negation, moved inwards."""
    match condition:
        case ir.Literal(value):
            return ir.Literal(not value, ir.BOOL)
        case ir.Unary("!", inner):
            return inner
        case ir.Binary(op, left, right, span) if op in OPPOSITE:
            return ir.Binary(OPPOSITE[op], left, right, span)
        case ir.Binary("&&", left, right, span):
            return ir.Binary("||", _not(left), _not(right), span)
        case ir.Binary("||", left, right, span):
            return ir.Binary("&&", _not(left), _not(right), span)
    return ir.Unary("!", condition)
