"""What a statement leaves of what is known of a container that it changes, where nothing else has a way to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from clew.analysis.abstract_values import INFINITE, Many, Table, Value, as_int, join, may_change
from clew.ir import tree as ir

GROWING: Final = frozenset({"append", "insert"})
SHRINKING: Final = frozenset({"pop", "remove", "popitem"})
ORDERING: Final = frozenset({"sort", "reverse"})

ValueOf = Callable[[ir.Atom], Value]


def changed_variable(statement: ir.Statement) -> str | None:
    """The variable whose container the statement changes, where it is such a statement."""
    match statement:
        case ir.Assign(ir.Var(target), ir.MethodCall(ir.Var(name))) if target != name:
            return name
        case ir.SetItem(ir.Var(name)) | ir.DelItem(ir.Var(name)):
            return name
    return None


def changed(statement: ir.Statement, before: Value, value_of: ValueOf) -> Value:
    """The container after the statement, which did not fail."""
    match statement, before:
        case ir.Assign(_, ir.MethodCall(_, method, arguments)), Many() | Table():
            return _by_method(before, method, arguments, value_of)
        case ir.SetItem(_, key, value), Table(items):
            found = _lasting(value_of(value))
            match key:
                case ir.Const(bool()):
                    return Many("dict", max(len(items), 1), INFINITE)
                case ir.Const(str() | int() as known):
                    return Table(tuple((dict(items) | {known: found}).items()))
            return Many("dict", max(len(items), 1), INFINITE)
        case ir.SetItem(_, key, value), Many("list", low, high, element) if as_int(value_of(key)) is not None:
            return Many("list", low, high, join(element, _lasting(value_of(value))))
        case ir.SetItem(), Many("dict", low):
            return Many("dict", max(low, 1), INFINITE)
        case ir.DelItem(_, key), Many(kind, low, high, element) if as_int(value_of(key)) is not None:
            return Many(kind, max(low - 1, 0), high, element)
    return _any_of_its_kind(before)


def _by_method(before: Many | Table, method: str, arguments: tuple[ir.Argument, ...], value_of: ValueOf) -> Value:
    if isinstance(before, Table):
        return Many("dict", len(before.items), INFINITE) if method == "update" else _any_of_its_kind(before)
    low, high, last = before.low, before.high, arguments[-1] if arguments else None
    if method in GROWING and before.kind == "list" and isinstance(last, ir.Var | ir.Const):
        found = _lasting(value_of(last))
        return replace(before, low=low + 1, high=high + 1, element=join(before.element, found) if high > 0 else found)
    if method in SHRINKING:
        return replace(before, low=max(low - 1, 0))
    if method in ORDERING:
        return before
    if method == "add":
        return Many(before.kind, max(low, 1), high + 1)
    if method in ("extend", "update"):
        return Many(before.kind, low, INFINITE)
    return _any_of_its_kind(before)


def _any_of_its_kind(before: Value) -> Value:
    if isinstance(before, Table):
        return Many("dict", 0, INFINITE)
    return Many(before.kind, 0, INFINITE) if isinstance(before, Many) else None


def _lasting(value: Value) -> Value:
    """What stands in a container may be changed by whoever has it otherwise."""
    return None if may_change(value) else value
