"""Does an expression certainly give a truth value?  For deal a text is a refusal, whatever its truth."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Final

FUNCTIONS: Final = frozenset({"all", "any", "bool", "callable", "hasattr", "isinstance", "issubclass"})
METHODS: Final = frozenset(
    {"startswith", "endswith", "isalnum", "isalpha", "isascii", "isdecimal", "isdigit", "isidentifier", "islower",
     "isnumeric", "isprintable", "isspace", "istitle", "isupper", "isdisjoint", "issubset", "issuperset", "is_integer"}
)  # fmt: skip


def is_truth(expression: ast.expr, functions: Mapping[str, ast.FunctionDef]) -> bool:
    """functions: of the module; those of which an annotation says so give one."""
    match expression:
        case ast.Compare() | ast.UnaryOp(ast.Not()) | ast.Constant(bool()):
            return True
        case ast.BoolOp(values=parts):
            return all(is_truth(part, functions) for part in parts)
        case ast.IfExp(body=one, orelse=other):
            return is_truth(one, functions) and is_truth(other, functions)
        case ast.Call(ast.Name(name)) if name in functions:
            returns = functions[name].returns
            return returns is not None and ast.unparse(returns).strip("'\"") == "bool"
        case ast.Call(ast.Name(name)):
            return name in FUNCTIONS
        case ast.Call(ast.Attribute(attr=name)):
            return name in METHODS
    return False
