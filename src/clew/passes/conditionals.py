"""Conditional values and stored conditions become branches, so that what is left is linear where the operands are.

`x := if c then a else b` ends its block in a choice between `assume c; x := a` and `assume !c; x := b`; a disjunction
that is assumed becomes a choice between its parts.  The rest of the block goes on in a block of its own.  Blocks that
are made are on edges (`label~3`) and nobody's goal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from clew.ir.blocks import (
    BOOL,
    EDGE_MARK,
    Assert,
    Assign,
    Assume,
    Binary,
    Block,
    Conditional,
    Expr,
    Instr,
    Literal,
    Procedure,
    Unary,
    operands,
    type_of,
    with_operands,
)

_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", "<=": ">", ">": "<="}


def branch_conditionals(procedure: Procedure) -> Procedure:
    taken = {block.label for block in procedure.blocks}
    blocks: list[Block] = []
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
                label = f"{block.label}{EDGE_MARK}{number}"
                if label not in taken:
                    taken.add(label)
                    labels.append(label)
            *ways, rest = labels
            blocks.append(replace(current, instrs=before, targets=tuple(ways)))
            pending.append(Block(rest, after, current.targets, None, block.span))
            pending += [
                Block(way, instrs, (rest,), None, block.span)
                for way, instrs in reversed(list(zip(ways, sides, strict=True)))
            ]
    return replace(procedure, blocks=tuple(blocks))


def _split(block: Block) -> tuple[tuple[Instr, ...], list[tuple[Instr, ...]], tuple[Instr, ...]] | None:
    """What comes before the first instruction that is split, its sides, and the rest of the block."""
    for i, instr in enumerate(block.instrs):
        sides = _sides(instr)
        if sides is not None:
            return block.instrs[:i], sides, block.instrs[i + 1 :]
    return None


def _sides(instr: Instr) -> list[tuple[Instr, ...]] | None:
    match instr:
        case Assign(target, value, span):
            found = next(_conditionals(value), None)
            if found is None:
                return None
            return [
                (Assume(condition, span), Assign(target, _replaced(value, found, side), span))
                for condition, side in ((found.condition, found.then), (_not(found.condition), found.orelse))
            ]
        case Assume(condition, span):
            found = next(_conditionals(condition), None)
            if found is not None:
                return [
                    (Assume(test, span), Assume(_replaced(condition, found, side), span))
                    for test, side in ((found.condition, found.then), (_not(found.condition), found.orelse))
                ]
            parts = _parts(condition)
            if parts is not None:
                # The sides exclude each other, so that no execution has two paths.
                first, second = parts
                return [(Assume(first, span),), (Assume(_not(first), span), Assume(second, span))]
            positive = _positive(condition)
            return [(Assume(positive, span),)] if positive != condition and _parts(positive) else None
        case Assert() | _:
            return None


def _conditionals(expr: Expr) -> Iterator[Conditional]:
    """Innermost first."""
    for part in operands(expr):
        yield from _conditionals(part)
    if isinstance(expr, Conditional):
        yield expr


def _replaced(expr: Expr, old: Expr, new: Expr) -> Expr:
    if expr is old:
        return new
    parts = operands(expr)
    return with_operands(expr, tuple([_replaced(part, old, new) for part in parts])) if parts else expr


def _parts(condition: Expr) -> tuple[Expr, Expr] | None:
    """The two sides of a disjunction."""
    match condition:
        case Binary("||", left, right):
            return left, right
        case Binary("!=" | "==" as op, left, right) if type_of(left) == BOOL:
            same = right if op == "==" else _not(right)
            return Binary("&&", left, same), Binary("&&", _not(left), _not(same))
    return None


def _positive(condition: Expr) -> Expr:
    return _not(condition.operand) if isinstance(condition, Unary) and condition.op == "!" else condition


def _not(condition: Expr) -> Expr:
    """The negation, moved inwards."""
    match condition:
        case Literal(value):
            return Literal(not value, BOOL)
        case Unary("!", inner):
            return inner
        case Binary(op, left, right, span) if op in _OPPOSITE:
            return Binary(_OPPOSITE[op], left, right, span)
        case Binary("&&", left, right, span):
            return Binary("||", _not(left), _not(right), span)
        case Binary("||", left, right, span):
            return Binary("&&", _not(left), _not(right), span)
    return Unary("!", condition)
