"""Which classes inside of functions every call makes alike: their bodies are run as they are, and not followed."""

from __future__ import annotations

import ast
from typing import Final

# Of functions and classes, whatever module they are taken from.
_DECORATORS: Final = frozenset(
    {"property", "staticmethod", "classmethod", "abstractmethod", "override", "overload", "final", "setter", "getter",
     "deleter", "cached_property", "dataclass", "total_ordering", "runtime_checkable", "unique", "contextmanager"}
)  # fmt: skip
_MAKERS: Final = frozenset({"field", "auto"})  # of dataclasses and enums


def computes(node: ast.ClassDef) -> bool:
    """May what the body gives depend on more than the names that it reads?"""
    made_plainly = all(map(_is_plain_decorator, node.decorator_list)) and all(map(_is_named, node.bases))
    return not (made_plainly and all(_is_plain(k.value) for k in node.keywords) and all(map(_defines, node.body)))


def _defines(statement: ast.stmt) -> bool:
    match statement:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            defaults = [*statement.args.defaults, *filter(None, statement.args.kw_defaults)]
            return all(map(_is_plain, defaults)) and all(map(_is_plain_decorator, statement.decorator_list))
        case ast.ClassDef():
            return not computes(statement)
        case ast.Pass() | ast.Expr(ast.Constant()) | ast.AnnAssign(ast.Name(), value=None):
            return True
        case ast.AnnAssign(ast.Name(), value=ast.expr() as value):
            return _is_plain(value)
        case ast.Assign(targets, value):
            return _is_plain(value) and all(isinstance(target, ast.Name) for target in targets)
    return False


def _is_plain(value: ast.expr) -> bool:
    match value:
        case ast.Constant() | ast.Name() | ast.Lambda() | ast.UnaryOp(operand=ast.Constant()):
            return True
        case ast.Tuple(items) | ast.List(items) | ast.Set(items):
            return all(map(_is_plain, items))
        case ast.Dict(keys, values):
            return all(key is not None and _is_plain(key) for key in keys) and all(map(_is_plain, values))
        case ast.Call(function, arguments, keywords):
            plain = all(map(_is_plain, arguments)) and all(_is_plain(each.value) for each in keywords)
            return plain and _last_name(function) in _MAKERS
    return False


def _is_plain_decorator(decorator: ast.expr) -> bool:
    if isinstance(decorator, ast.Call):
        return _is_plain_decorator(decorator.func) and all(_is_plain(each.value) for each in decorator.keywords)
    return _last_name(decorator) in _DECORATORS


def _is_named(base: ast.expr) -> bool:
    """`Base`, `typing.Base` or `Base[T]`."""
    return _last_name(base.value if isinstance(base, ast.Subscript) else base) != ""


def _last_name(expression: ast.expr) -> str:
    match expression:
        case ast.Name(name) | ast.Attribute(ast.Name(), name):
            return name
    return ""
