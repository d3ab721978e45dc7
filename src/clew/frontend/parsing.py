"""Python's own parser, from several threads, and for texts that may be no Python.

Before CPython 3.11.8 and 3.12.2, trees made in two threads at once may end in `SystemError: AST constructor recursion
depth mismatch` (github.com/python/cpython/issues/106905): one is made at a time.
"""

from __future__ import annotations

import ast
import contextlib
import threading
import warnings
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar, overload

A = TypeVar("A", bound=ast.AST)
B = TypeVar("B", bound=ast.AST)
C = TypeVar("C", bound=ast.AST)
_PARSING = threading.RLock()  # again by the same thread: a collection of garbage may run anything


@contextlib.contextmanager
def unwarned() -> Iterator[None]:
    """Nothing is printed of escapes in literals and the like; the filters are the whole process's, so one at a time."""
    with _PARSING, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def parse_module(text: str | bytes, file: str = "<unknown>") -> ast.Module:
    """As `ast.parse`."""
    with _PARSING:
        return ast.parse(text, file)


def parse_expression(text: str) -> ast.expr:
    """As `ast.parse`, of an expression."""
    with _PARSING:
        return ast.parse(text, mode="eval").body


def parsed(text: str) -> ast.Module:
    """The tree; an empty one of what Python cannot read, which nobody runs."""
    try:
        with unwarned():
            return parse_module(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])


def nodes(tree: ast.AST) -> Iterable[ast.AST]:
    """As `ast.walk`; all below a whole module, which is not to be changed, are kept with it, as many ask for them."""
    if not isinstance(tree, ast.Module):
        return ast.walk(tree)
    kept: list[ast.AST] | None = vars(tree).get("_nodes")
    if kept is None:
        kept = [node for node in ast.walk(tree) if node is not tree]  # which would hold itself
        vars(tree)["_nodes"] = kept
    return kept


@overload
def nodes_of(tree: ast.AST, first: type[A], /) -> list[A]: ...
@overload
def nodes_of(tree: ast.AST, first: type[A], second: type[B], /) -> list[A | B]: ...
@overload
def nodes_of(tree: ast.AST, first: type[A], second: type[B], third: type[C], /) -> list[A | B | C]: ...
@overload
def nodes_of(tree: ast.AST, *kinds: type[ast.AST]) -> list[Any]: ...
def nodes_of(tree: ast.AST, *kinds: type[ast.AST]) -> list[Any]:
    """Those of these classes themselves, one class after the other."""
    if not isinstance(tree, ast.Module):
        return [node for node in ast.walk(tree) if isinstance(node, kinds)]
    kept: dict[type[ast.AST], list[ast.AST]] | None = vars(tree).get("_by_kind")
    if kept is None:
        kept = {}
        for node in nodes(tree):
            kept.setdefault(type(node), []).append(node)
        vars(tree)["_by_kind"] = kept
    return [node for kind in kinds for node in kept.get(kind, ())]
