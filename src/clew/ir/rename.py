"""Other names for variables: in statements, and in the functions inside that see these variables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from clew.ir import tree as ir
from clew.ir.walk import nodes
from clew.source.spans import Span

Node = TypeVar("Node")


def renamed(node: Node, names: Mapping[str, str]) -> Node:
    """The tree, or tuple of trees, with these variables called otherwise."""
    found: Any = _renamed(node, names)
    return found  # type: ignore[no-any-return]


def inlined(function: ir.Function, names: Mapping[str, str], fresh: int) -> tuple[tuple[ir.Statement, ...], ir.Atom]:
    """The statements of a lambda with our names for its parameters, and its value.

    fresh: the number of the last temporary that there is.
    """
    temporaries = {n.name for n in nodes(function.body, nested=False) if isinstance(n, ir.Var)}
    numbers = {name: f"%{fresh + temporary_number(name)}" for name in temporaries if name.startswith("%")}
    *statements, end = renamed(function.body, {**names, **numbers})
    assert isinstance(end, ir.Return)
    return tuple(statements), end.value


def last_temporary(root: Any) -> int:
    """The highest number of the temporaries in a tree."""
    return max((temporary_number(n.name) for n in nodes(root) if isinstance(n, ir.Var)), default=0)


def temporary_number(name: str) -> int:
    return int(name[1:]) if name.startswith("%") and name[1:].isdigit() else 0


def _renamed(node: Any, names: Mapping[str, str]) -> Any:
    match node:
        case Span():
            return node
        case tuple():
            return tuple([_renamed(each, names) for each in node])
        case ir.Var(name):
            return ir.Var(names.get(name, name))
        case ir.Function():
            seen = {name: names[name] for name in node.free if name in names}
            if not seen:
                return node
            free = tuple(sorted(seen.get(name, name) for name in node.free))
            return replace(node, body=_renamed(node.body, seen), free=free)
        case ir.Const():
            return node
    fields = getattr(type(node), "__match_args__", ())
    changed = {f: new for f in fields if (new := _renamed(old := getattr(node, f), names)) is not old}
    return replace(node, **changed) if changed else node
