"""What a module does to the names of its functions after it has defined them.

    def bisect_left(a, x): ...              after the import the name means what the C module has under it
    try:
        from _bisect import *
    except ImportError:
        pass

Tests call a function by its name, so those that are made for such a one may call another.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from clew.frontend.access_paths import leaves
from clew.frontend.parsing import parsed
from clew.frontend.places import span_of
from clew.source.spans import Span


def rebound_at(text: str, name: str, after: int) -> Span | None:
    """The last statement of the module behind a line that binds the name anew, or may do so.

    Statements in others (`try`, `if`) count; what a function does when it is called does not, nor what makes it of what
    the name meant before (`f = cached(f)`).
    """
    found = [node for node in _statements(parsed(text).body) if node.lineno > after and _binds(node, name)]
    return span_of(found[-1]) if found else None


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for node in body:
        yield node
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        for field in ("body", "orelse", "finalbody"):
            yield from _statements(getattr(node, field, []))
        for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
            yield from _statements(part.body)


def _binds(node: ast.stmt, name: str) -> bool:
    match node:
        case ast.ImportFrom(names=[ast.alias("*")]):
            return not name.startswith("_")
        case ast.Import(names) | ast.ImportFrom(names=names):
            return name in [(each.asname or each.name).partition(".")[0] for each in names]
        case ast.FunctionDef(bound) | ast.AsyncFunctionDef(bound) | ast.ClassDef(bound):
            return name == bound
        case ast.Assign(targets, value) if not _reads(value, name):
            bare = (each for target in targets for each in leaves(target))
            return any(isinstance(each, ast.Name) and each.id == name for each in bare)
        case ast.AnnAssign(ast.Name(bound), _, ast.expr() as value):
            return name == bound and not _reads(value, name)
    return False


def _reads(value: ast.expr, name: str) -> bool:
    return any(isinstance(node, ast.Name) and node.id == name for node in ast.walk(value))
