"""How often the truth of what an expression is made of is asked.

Where only the truth of an expression is asked (a test), CPython asks each part of `and`, `or` and chains of comparisons
once.  Elsewhere it may ask again: `not (a or b)` as a value asks `a`, and then what `a or b` gave, which may be `a`.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Final

NEGATIVE: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {ast.IsNot: ast.Is, ast.NotIn: ast.In}
OPPOSITE: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {**NEGATIVE, ast.Is: ast.IsNot, ast.In: ast.NotIn}


def is_truth(node: ast.expr) -> bool:
    """Is it True or False by the way it is written, and no constant, and is each part asked for its truth once?"""
    match node:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return is_asked_once(operand)
        case ast.Compare(ops=[op]):
            return type(op) in OPPOSITE
        case ast.BoolOp(values=values):
            return all(map(is_truth, values))
    return False


def is_compared(node: ast.expr) -> bool:
    """The same where each comparison is True or False."""
    match node:
        case ast.Compare(ops=[_]):
            return True
        case ast.BoolOp(values=values):
            return all(map(is_compared, values))
    return is_truth(node)


def is_asked_once(operand: ast.expr) -> bool:
    """Is each part asked as often where its value is made and then asked for its truth as in a test?"""
    match operand:
        case ast.BoolOp():
            return is_truth(operand)
        case ast.IfExp(body=body, orelse=orelse):
            return is_asked_once(body) and is_asked_once(orelse)
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            return is_asked_once(inner)
        case ast.Compare(ops=ops):
            return len(ops) == 1
    return True


def values_of(op: ast.boolop, node: ast.expr) -> list[ast.expr]:
    return node.values if isinstance(node, ast.BoolOp) and type(node.op) is type(op) else [node]


def joined(op: ast.boolop, values: Sequence[ast.expr]) -> ast.BoolOp:
    """`(a and b) and c` is `a and b and c`."""
    return ast.BoolOp(op, [value for each in values for value in values_of(op, each)])


def is_and(node: ast.expr) -> bool:
    return isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And)


def as_test(node: ast.expr, positive: bool = True) -> ast.expr:
    """An expression of which only the truth is asked, or its opposite: `not` stands before single conditions only."""
    match node:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return as_test(operand, not positive)
        case ast.BoolOp(op=op, values=values):
            other = ast.Or() if isinstance(op, ast.And) else ast.And()
            return joined(op if positive else other, [as_test(each, positive) for each in values])
        case ast.Compare(left=left, ops=[op], comparators=others) if type(op) in NEGATIVE:
            return as_test(ast.Compare(left, [NEGATIVE[type(op)]()], others), not positive)
    return node if positive else ast.UnaryOp(ast.Not(), node)


def is_negated(test: ast.expr) -> bool:
    """Does its first condition have a `not`?"""
    while isinstance(test, ast.BoolOp):
        test = test.values[0]
    return isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)


def one_of(op: ast.boolop, values: Sequence[ast.expr]) -> ast.expr:
    return values[0] if len(values) == 1 else ast.BoolOp(op, [*values])


def as_tuple(node: ast.expr) -> ast.expr:
    """A list that is only searched, or gone through."""
    return ast.Tuple(node.elts, ast.Load()) if isinstance(node, ast.List) else node
