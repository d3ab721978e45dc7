"""Which variables of a function have a value at a place, however it is reached."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final

from clew.frontend.places import FunctionNode
from clew.frontend.sides import DEFINITION

LEAVING: Final = (ast.Return, ast.Raise, ast.Continue, ast.Break)
_MADE: Final = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def bound_where_made(root: FunctionNode) -> dict[int, set[str]]:
    """By the id of each comprehension of the function and of those inside.

    Names of enclosing functions are left out; those that are deleted anywhere are not, which the caller knows.
    """
    found: dict[int, set[str]] = {}
    for each in ast.walk(root):
        if isinstance(each, DEFINITION):
            _through(each.body, {part.arg for part in ast.walk(each.args) if isinstance(part, ast.arg)}, found)
    return found


def _through(block: Sequence[ast.stmt], bound: set[str], found: dict[int, set[str]]) -> bool:
    """bound: names that have a value before the block, and are added to; false where its end is not reached."""
    for statement in block:
        for part in _own_parts(statement):
            for each in ast.walk(part):
                if isinstance(each, _MADE):
                    found[id(each)] = {*bound}
        match statement:
            case ast.If(body=body, orelse=orelse):
                ends = [inner for arm in (body, orelse) if _through(arm, inner := {*bound}, found)]
                if not ends:
                    return False
                bound |= set.intersection(*ends)
            case (
                ast.For(target=target, body=body, orelse=orelse) | ast.AsyncFor(target=target, body=body, orelse=orelse)
            ):
                _through(body, bound | _stored(target), found)
                _through(orelse, {*bound}, found)
            case ast.While(body=body, orelse=orelse):
                _through(body, {*bound}, found)
                _through(orelse, {*bound}, found)
            case ast.With(items=items, body=body) | ast.AsyncWith(items=items, body=body):
                for item in items:
                    bound |= _stored(item)
                _through(body, {*bound}, found)  # it may end in the middle, and the next statement is run even so
            case ast.Try() | ast.TryStar():
                _tried(statement, bound, found)
            case ast.Match(cases=cases):
                for case in cases:
                    _through(case.body, {*bound}, found)
            case ast.Assign() | ast.AnnAssign(value=ast.expr()):
                bound |= _stored(statement)
            case _ if isinstance(statement, LEAVING):
                return False
    return True


def _tried(statement: ast.Try | ast.TryStar, bound: set[str], found: dict[int, set[str]]) -> None:
    before = {*bound}
    inner = {*bound}
    ends = [inner] if _through(statement.body, inner, found) and _through(statement.orelse, inner, found) else []
    for handler in statement.handlers:
        caught = {*before}
        if _through(handler.body, caught, found):
            ends.append(caught)
    _through(statement.finalbody, {*before}, found)
    bound |= set.intersection(*ends) if ends else set[str]()


def _own_parts(statement: ast.stmt) -> Iterator[ast.AST]:
    """What of it is evaluated before the statements in it."""
    if isinstance(statement, DEFINITION):
        return
    for _, value in ast.iter_fields(statement):
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, ast.expr | ast.withitem):
                yield each


def _stored(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
