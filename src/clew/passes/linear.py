"""Products, quotients and remainders in linear arithmetic.

By a constant they are what they mean: q with d·q <= x < d·q + d, and x - d·q.  Between variables they are anything
that a few facts allow, an OVER approximation: a remainder lies between 0 and the divisor, a square is not negative.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from clew.ir import blocks as ir

ZERO: Final = ir.Literal(0, ir.INT)


def linear(procedure: ir.Procedure) -> ir.Procedure:
    """The procedure has no calls and no maps."""
    rewriting = _Rewriting()
    blocks = tuple(rewriting.block(block) for block in procedure.blocks)
    return replace(procedure, locals=(*procedure.locals, *rewriting.made), blocks=blocks)


class _Rewriting:
    def __init__(self) -> None:
        self.made: list[ir.Name] = []

    def block(self, block: ir.Block) -> ir.Block:
        instrs = (new for instr in block.instrs for new in ir.rewritten(instr, self.rewritten))
        return replace(block, instrs=tuple(instrs))

    def rewritten(self, expr: ir.Expr) -> tuple[list[ir.Instr], ir.Expr]:
        """The linear expression, and what has to come before."""
        parts = [self.rewritten(part) for part in ir.operands(expr)]
        before = [instr for found, _ in parts for instr in found]
        if before:
            expr = ir.with_operands(expr, tuple(part for _, part in parts))
        match expr:
            case ir.Binary("div" | "mod" as op, left, ir.Literal(int(divisor)) as right, span) if divisor > 0:
                name = self.fresh()
                rest = ir.Binary("-", left, ir.Binary("*", right, name), span)
                fact, result = _between(ZERO, rest, right), name if op == "div" else rest
            case ir.Binary("div" | "mod" | "*" as op, left, right) if not isinstance(right, ir.Literal):
                if op == "*" and isinstance(left, ir.Literal):
                    return before, expr
                result = name = self.fresh()
                fact = _known(op, name, left, right)
            case _:
                return before, expr
        return [*before, ir.Havoc(name, expr.span), ir.Assume(fact, expr.span)], result

    def fresh(self) -> ir.Name:
        self.made.append(ir.Name(f"nonlinear${len(self.made)}", ir.INT))
        return self.made[-1]


def _between(low: ir.Expr, value: ir.Expr, high: ir.Expr) -> ir.Expr:
    """low <= value < high"""
    return ir.Binary("&&", ir.Binary("<=", low, value), ir.Binary("<", value, high))


def _known(op: str, result: ir.Expr, left: ir.Expr, right: ir.Expr) -> ir.Expr:
    """A fact about the result for variables on both sides."""
    match op:
        case "mod":
            over = ir.Binary("==>", ir.Binary(">", right, ZERO), _between(ZERO, result, right))
            under = ir.Binary("&&", ir.Binary("<", right, result), ir.Binary("<=", result, ZERO))
            return ir.Binary("&&", over, ir.Binary("==>", ir.Binary("<", right, ZERO), under))
        case "div":
            natural = ir.Binary("&&", ir.Binary(">=", left, ZERO), ir.Binary(">", right, ZERO))
            return ir.Binary(
                "==>", natural, ir.Binary("&&", ir.Binary("<=", ZERO, result), ir.Binary("<=", result, left))
            )
    return ir.Binary(">=", result, ZERO) if left == right else ir.TRUE
