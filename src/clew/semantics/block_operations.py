"""Expressions of the block form: the Python text that computes one and the term that means the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from clew.ir import blocks as ir
from clew.ir.block_operators import BINARY, UNARY
from clew.logic import sorts, terms
from clew.logic.evaluate import ArrayValue, Value, default_of
from clew.logic.sorts import Sort
from clew.logic.terms import Term


def _div(a: int, b: int) -> int:
    return a // b if b else 0


def _mod(a: int, b: int) -> int:
    return a % b if b else 0


FUNCTIONS: Final[Mapping[str, Any]] = {"div": _div, "mod": _mod, "Fraction": Fraction, "ArrayValue": ArrayValue}
"""What the Python texts refer to."""


def sort_of(type: ir.Type) -> Sort:
    match type.name:
        case "int":
            return sorts.INT
        case "bool":
            return sorts.BOOL
        case "real":
            return sorts.REAL
        case _:
            index, element = type.arguments
            return sorts.array(sort_of(index), sort_of(element))


def default_value(type: ir.Type) -> Value:
    return default_of(sort_of(type))


def variable(name: ir.Name) -> Term:
    return terms.var(name.name, sort_of(name.type))


def encode(expr: ir.Expr, values: Mapping[str, Term]) -> Term:
    """The term of an expression; variables not in `values` stand for themselves."""
    match expr:
        case ir.Literal(value, type):
            return _literal(value, type)
        case ir.Name(name):
            known = values.get(name)
            return variable(expr) if known is None else known
        case ir.Unary(op, operand):
            return UNARY[op].term(encode(operand, values))
        case ir.Binary(op, left, right):
            return BINARY[op].term(encode(left, values), encode(right, values))
        case ir.Conditional(condition, then, orelse):
            return terms.ite(encode(condition, values), encode(then, values), encode(orelse, values))
        case ir.Select(map, index):
            return terms.select(encode(map, values), encode(index, values))
        case ir.Store(map, index, value):
            return terms.store(encode(map, values), encode(index, values), encode(value, values))
        case ir.All(name, low, high, body):
            return terms.all_(variable(name), encode(low, values), encode(high, values), encode(body, values))


def python_text(expr: ir.Expr, place: Callable[[str], str]) -> str:
    """The Python expression that computes it; `place` says where a variable is kept."""
    if isinstance(expr, ir.All):
        return _loop(expr, place)
    return _text(expr, place, [python_text(operand, place) for operand in ir.operands(expr)])


_NESTED: Final = 60
"""Python's own parser allows 200 nested parentheses."""


def python_statements(expr: ir.Expr, place: Callable[[str], str]) -> tuple[list[str], str]:
    """Assignments to `t0`, `t1`, ... for what is nested too deeply for one Python expression, and the expression.

    What a short circuit would leave out is computed too: every operation is total.
    """
    lines: list[str] = []

    def visit(expr: ir.Expr) -> tuple[str, int]:
        if isinstance(expr, ir.All):
            return _loop(expr, place), 1
        parts = [visit(operand) for operand in ir.operands(expr)]
        text = _text(expr, place, [part for part, _ in parts])
        height = 1 + max((height for _, height in parts), default=0)
        if height < _NESTED:
            return text, height
        lines.append(f"t{len(lines)} = {text}")
        return f"t{len(lines) - 1}", 0

    text, _ = visit(expr)
    return lines, text


def _loop(expr: ir.All, place: Callable[[str], str]) -> str:
    bound = re.sub(r"\W", "_", f"each_{expr.variable.name}")
    low, high = python_text(expr.low, place), python_text(expr.high, place)
    body = python_text(expr.body, lambda name: bound if name == expr.variable.name else place(name))
    return f"all({body} for {bound} in range({low}, {high}))"


def _text(expr: ir.Expr, place: Callable[[str], str], operands: Sequence[str]) -> str:
    match expr:
        case ir.Literal(Fraction() as value):
            return f"Fraction({value.numerator}, {value.denominator})"
        case ir.Literal(value):
            return f"({value!r})"
        case ir.Name(name):
            return place(name)
        case ir.Conditional():
            condition, then, orelse = operands
            return f"({then} if {condition} else {orelse})"
        case ir.Select():
            return "{}[{}]".format(*operands)
        case ir.Store():
            return "{}.stored({}, {})".format(*operands)
        case ir.Unary(op):
            operator = UNARY[op]
        case ir.Binary(op):
            operator = BINARY[op]
    return operator.python.format(*operands)


def _literal(value: Any, type: ir.Type) -> Term:
    if type is ir.BOOL or type.name == "bool":
        return terms.boolean(value)
    return terms.real(value) if type.name == "real" else terms.integer(value)
