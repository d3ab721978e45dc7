"""Which variables of its module a function may change, or the object that such a variable holds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from clew.ir import tree as ir
from clew.ir.walk import nodes

_CHANGING: Final = frozenset(
    {"append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse", "add", "discard", "update",
    "setdefault",
     "popitem", "appendleft", "popleft", "extendleft", "rotate", "difference_update", "intersection_update",
     "symmetric_difference_update", "__setitem__", "__delitem__", "move_to_end", "subtract"}
)  # fmt: skip

_TOUCHING: Final = (
    ir.SetGlobal, ir.DelGlobal, ir.Assign, ir.For, ir.SetItem, ir.DelItem, ir.SetAttr, ir.DelAttr,
)  # fmt: skip


def changed_globals(function: ir.Function) -> frozenset[str]:
    """By name.  Objects are followed through local variables, items and attributes, not through calls."""
    found: set[str] = set()
    holders: dict[str, set[str]] = {}  # variable → the globals that what it holds may belong to
    touching = [node for node in nodes(function.body) if isinstance(node, _TOUCHING)]
    before = -1
    while before != sum(map(len, holders.values())) + len(found):
        before = sum(map(len, holders.values())) + len(found)
        for node in touching:
            match node:
                case ir.SetGlobal(name) | ir.DelGlobal(name):
                    found.add(name)
                case ir.Assign(target, value):
                    for name in _belongs(value, holders):
                        holders.setdefault(target.name, set()).add(name)
                    match value:
                        case ir.MethodCall(ir.Var(o), name) if name in _CHANGING:
                            found |= holders.get(o, set())
                        case ir.Binary(op, ir.Var(o)) if op.endswith("=") and op not in ("==", "!=", "<=", ">="):
                            found |= holders.get(o, set())
                case ir.For(target, ir.Var(o)):
                    holders.setdefault(target.name, set()).update(holders.get(o, ()))
                case ir.SetItem(ir.Var(o)) | ir.DelItem(ir.Var(o)) | ir.SetAttr(ir.Var(o)) | ir.DelAttr(ir.Var(o)):
                    found |= holders.get(o, set())
    return frozenset(found)


def _belongs(value: ir.Value, holders: dict[str, set[str]]) -> Iterable[str]:
    match value:
        case ir.Global(name):
            return (name,)
        case ir.Var(name) | ir.Item(ir.Var(name)) | ir.Attr(ir.Var(name)):
            return tuple(holders.get(name, ()))
        case ir.MethodCall(ir.Var(name), "get" | "setdefault"):
            return tuple(holders.get(name, ()))
        case _:
            return ()
