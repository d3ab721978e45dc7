"""Facts about the body of a lowered function: what it compares with, what it asks `**` for."""

from __future__ import annotations

import collections
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from clew.ir import tree as ir
from clew.ir.walk import parts
from clew.source.spans import Span

METHOD_OWNERS: Mapping[str, type] = {
    "str": str, "list": list, "dict": dict, "set": set, "bytes": bytes, "float": float, "deque": collections.deque,
    "slice": slice,
}  # fmt: skip


def statements(body: Iterable[ir.Statement]) -> Iterator[ir.Statement]:
    """Every statement, nested ones too, in order."""
    for statement in body:
        match statement:
            case ir.If(_, then, orelse):
                yield statement
                yield from statements(then)
                yield from statements(orelse)
            case ir.While(before, _, inner, orelse):
                yield from statements(before)
                yield statement
                yield from statements(inner)
                yield from statements(orelse)
            case ir.For(_, _, inner, orelse):
                yield statement
                yield from statements(inner)
                yield from statements(orelse)
            case ir.Try(inner, handlers, orelse, final):
                yield statement
                yield from statements(inner)
                for handler in handlers:
                    yield from statements(handler.test)
                    yield from statements(handler.body)
                yield from statements(orelse)
                yield from statements(final)
            case ir.With(_, _, inner):
                yield statement
                yield from statements(inner)
            case _:
                yield statement


def keywords_used(function: ir.Function, name: str) -> tuple[str, ...]:
    """The constant keys with which a `**` parameter is asked, in order, four at most."""
    found: dict[str, None] = {}
    for statement in statements(function.body):
        if not isinstance(statement, ir.Assign):
            continue
        match statement.value:
            case ir.Item(ir.Var(v), ir.Const(str() as key)) if v == name:
                found[key] = None
            case ir.MethodCall(ir.Var(v), _, (ir.Const(str() as key), *_)) if v == name:
                found[key] = None
            case ir.Binary("in" | "not-in", ir.Const(str() as key), ir.Var(v)) if v == name:
                found[key] = None
    keys = [k for k in found if k.isidentifier()]
    return tuple((keys or ["a"])[:4])


def receives(function: ir.Function) -> bool:
    """Does a generator use what it is sent?"""
    given = {s.target for s in statements(function.body) if isinstance(s, ir.Assign) and isinstance(s.value, ir.Yield)}
    if not given:
        return False
    read: list[ir.Var] = []
    stack: list[Any] = [s for s in statements(function.body)]
    while stack:
        node = stack.pop()
        match node:
            case ir.Var():
                read.append(node)
            case ir.Assign(_, value):
                stack.append(value)
            case ir.If(condition) | ir.While(condition=condition):
                stack.append(condition)
            case tuple():
                stack.extend(node)
            case ir.For() | ir.Try() | ir.With() | ir.Function() | ir.Const() | Span():
                continue
            case _:
                stack.extend(parts(node))
    return any(v in given for v in read)


def constants_of(function: ir.Function) -> tuple[int | float | str, ...]:
    """Numbers and strings the body mentions, in order of appearance: what inputs are likely to be compared with."""
    found: dict[tuple[type, Any], int | float | str] = {}

    def visit(node: object) -> None:
        match node:
            case ir.Const(value):
                for part in value if isinstance(value, tuple | frozenset) else (value,):
                    if isinstance(part, int | float | str) and not isinstance(part, bool):
                        found[type(part), part] = part
            case tuple():
                for part in node:
                    visit(part)
            case ir.Function():
                visit(node.body)
            case Span() | ir.Var() | str() | None:
                pass
            case _:
                for slot in getattr(node, "__slots__", ()):
                    visit(getattr(node, slot))

    visit(function)
    return tuple(found.values())
