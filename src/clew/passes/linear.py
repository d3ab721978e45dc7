"""Products, quotients and remainders in linear arithmetic.

By a constant they are what they mean: q with d·q <= x < d·q + d, and x - d·q.  Between variables they are anything
that a few facts allow, an OVER approximation: a remainder lies between 0 and the divisor, a square is not negative.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from clew.ir.blocks import (
    INT,
    TRUE,
    Assert,
    Assign,
    Assume,
    Binary,
    Block,
    Expr,
    Havoc,
    Instr,
    Literal,
    Name,
    Procedure,
    operands,
    with_operands,
)

ZERO: Final = Literal(0, INT)


def linear(procedure: Procedure) -> Procedure:
    """The procedure has no calls and no maps."""
    rewriting = _Rewriting()
    blocks = tuple(rewriting.block(block) for block in procedure.blocks)
    return replace(procedure, locals=(*procedure.locals, *rewriting.made), blocks=blocks)


class _Rewriting:
    def __init__(self) -> None:
        self.made: list[Name] = []

    def block(self, block: Block) -> Block:
        return replace(block, instrs=tuple(new for instr in block.instrs for new in self.instr(instr)))

    def instr(self, instr: Instr) -> Iterator[Instr]:
        match instr:
            case Assign(target, value, span):
                before, value = self.rewritten(value)
                yield from before
                yield Assign(target, value, span)
            case Assume(condition, span) | Assert(condition, span):
                before, condition = self.rewritten(condition)
                yield from before
                yield type(instr)(condition, span)
            case _:
                yield instr

    def rewritten(self, expr: Expr) -> tuple[list[Instr], Expr]:
        """The linear expression, and what has to come before."""
        parts = [self.rewritten(part) for part in operands(expr)]
        before = [instr for found, _ in parts for instr in found]
        if before:
            expr = with_operands(expr, tuple(part for _, part in parts))
        match expr:
            case Binary("div" | "mod" as op, left, Literal(int(divisor)) as right, span) if divisor > 0:
                name = self.fresh()
                rest = Binary("-", left, Binary("*", right, name), span)
                fact, result = _between(ZERO, rest, right), name if op == "div" else rest
            case Binary("div" | "mod" | "*" as op, left, right) if not isinstance(right, Literal):
                if op == "*" and isinstance(left, Literal):
                    return before, expr
                result = name = self.fresh()
                fact = _known(op, name, left, right)
            case _:
                return before, expr
        return [*before, Havoc(name, expr.span), Assume(fact, expr.span)], result

    def fresh(self) -> Name:
        self.made.append(Name(f"nonlinear${len(self.made)}", INT))
        return self.made[-1]


def _between(low: Expr, value: Expr, high: Expr) -> Expr:
    """low <= value < high"""
    return Binary("&&", Binary("<=", low, value), Binary("<", value, high))


def _known(op: str, result: Expr, left: Expr, right: Expr) -> Expr:
    """A fact about the result for variables on both sides."""
    match op:
        case "mod":
            over = Binary("==>", Binary(">", right, ZERO), _between(ZERO, result, right))
            under = Binary("&&", Binary("<", right, result), Binary("<=", result, ZERO))
            return Binary("&&", over, Binary("==>", Binary("<", right, ZERO), under))
        case "div":
            natural = Binary("&&", Binary(">=", left, ZERO), Binary(">", right, ZERO))
            return Binary("==>", natural, Binary("&&", Binary("<=", ZERO, result), Binary("<=", result, left)))
    return Binary(">=", result, ZERO) if left == right else TRUE
