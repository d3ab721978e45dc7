"""How often the truth of what an expression is made of is asked.

Where only the truth of an expression is asked (a test), CPython asks each part of `and`, `or` and chains of comparisons
once.  Elsewhere it may ask again: `not (a or b)` as a value asks `a`, and then what `a or b` gave, which may be `a`.
"""

from __future__ import annotations

import ast
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
