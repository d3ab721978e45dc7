"""The operation at a place of a source text, for whoever was told by CPython that it failed there."""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import TypeAlias

from clew.frontend.leading import Leading, leading_in
from clew.frontend.parsing import parse_module
from clew.frontend.places import span_of
from clew.records import dataclass
from clew.source.spans import Span

MOST_OPERANDS = 6
GIVEN = (ast.Raise, ast.Yield, ast.YieldFrom, ast.Await)

Path: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Operation:
    """text: its source on one line; operands: variables and their attributes in it, as dotted paths, in source order.

    given: the exception is that of a `raise` statement, or of whoever resumes the function there.
    """

    text: str
    operands: tuple[Path, ...]
    given: bool = False


def operation_at(text: str, span: Span, assertion: bool = False) -> Operation:
    """The innermost statement or expression that the place is in; of a compound statement only its head.

    assertion: the innermost `assert`, if there is one, since only a part of its test is told as the place.
    """
    tree = _parsed(text)
    asserts = [n for n in ast.walk(tree) if isinstance(n, ast.Assert) and span.inside(span_of(n))] if assertion else []
    node = max(asserts, key=span_of, default=None) or _innermost(tree, span)
    if node is None:
        return Operation("", ())
    shown = node.test if isinstance(node, ast.Assert) else node
    operands = dict.fromkeys(path for inner in _in_order(shown) if (path := _path(inner)) is not None)
    whole = [path for path in operands if not any(other[: len(path)] == path != other for other in operands)]
    return Operation(_text(shown), tuple(whole)[:MOST_OPERANDS], isinstance(node, GIVEN))


def asked_at(text: str, span: Span) -> Operation | None:
    """The test of the assertion at the place, if that says what callers have to keep."""
    asking = _leading(text).asking
    place = next((each for each in asking if span.inside(each)), None)
    return None if place is None else operation_at(text, place, assertion=True)


def called_at(text: str, span: Span) -> str:
    """The name by which a function is called there; empty where none is, or not by a name."""
    match _innermost(_parsed(text), span):
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name
    return ""


@lru_cache(maxsize=8)
def _leading(text: str) -> Leading:
    return leading_in(_parsed(text))


@lru_cache(maxsize=8)
def _parsed(text: str) -> ast.Module:
    return parse_module(text)


def _innermost(tree: ast.Module, span: Span) -> ast.stmt | ast.expr | None:
    best: ast.stmt | ast.expr | None = None
    stack: list[ast.AST] = [tree]
    while stack:
        for child in ast.iter_child_nodes(stack.pop()):
            if isinstance(child, ast.stmt | ast.expr):
                if not span.inside(span_of(child)):
                    continue
                best = child
            stack.append(child)
    if isinstance(best, ast.Tuple | ast.List) and isinstance(best.ctx, ast.Store):
        return _assignment_of(tree, best)
    return best


def _assignment_of(tree: ast.Module, target: ast.expr) -> ast.stmt | ast.expr:
    """What is unpacked matters as much as what it is unpacked to."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and target in node.targets:
            return node
    return target


def _in_order(node: ast.AST) -> list[ast.AST]:
    found: list[ast.AST] = []
    stack: list[ast.AST] = [node]
    while stack:
        part = stack.pop()
        found.append(part)
        if isinstance(part, ast.Lambda | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        stack.extend(reversed(list(ast.iter_child_nodes(part))))
    return found


def _path(node: ast.AST) -> Path | None:
    match node:
        case ast.Name(id=name, ctx=ast.Load()):
            return (name,)
        case ast.Attribute(value=value, attr=name, ctx=ast.Load()):
            before = _path(value)
            return None if before is None else (*before, name)
    return None


def _text(node: ast.AST) -> str:
    text = ast.unparse(node)
    return text.partition("\n")[0] if isinstance(node, ast.stmt) else text
