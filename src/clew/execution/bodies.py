"""Facts about the body of a lowered function: what it may change, what it compares with, what it asks `**` for."""

from __future__ import annotations

import builtins
import collections
import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from clew.ir import tree as ir
from clew.source.spans import Span

METHOD_OWNERS: Mapping[str, type] = {
    "str": str, "list": list, "dict": dict, "set": set, "bytes": bytes, "float": float, "deque": collections.deque,
    "slice": slice,
}  # fmt: skip

# fmt: off
CHANGING = frozenset((
    "append", "extend", "insert", "remove", "pop", "popleft", "appendleft", "clear", "sort", "reverse",
    "update", "add", "discard", "setdefault", "popitem", "__setitem__", "write", "push", "rotate",
))
# fmt: on


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


QUIET = frozenset(
    n for n in dir(builtins) if n not in ("next", "setattr", "delattr", "exec", "eval", "map", "filter", "zip", "iter")
)


def may_change_self(function: ir.Function) -> bool:
    """Whether a method may change the object it is called on, or something reached from it; says yes when unsure."""
    globals_read: dict[str, str] = {}
    fresh = _fresh_locals(function)
    for statement in statements(function.body):
        match statement:
            case ir.SetItem(ir.Var(o)) | ir.DelItem(ir.Var(o)) if o in fresh:
                pass
            case ir.SetAttr() | ir.SetItem() | ir.DelItem() | ir.DelAttr() | ir.NativeStatement() | ir.With():
                return True
            case ir.Assign(target, ir.Global(name)):
                globals_read[target.name] = name
            case ir.Assign(_, ir.Binary(op, _, right)) if op.endswith("=") and op not in ("==", "!=", "<=", ">="):
                # A constant on the right makes it a number's or a string's, but a list can be repeated.
                if not isinstance(right, ir.Const) or op == "*=":
                    return True
            case ir.Assign(_, ir.MethodCall(o, name)) if not isinstance(o, ir.Const):
                if isinstance(o, ir.Var) and o.name in fresh:
                    continue
                if name in CHANGING or not any(hasattr(kind, name) for kind in METHOD_OWNERS.values()):
                    return True
            case ir.Assign(_, ir.Call(callee)):
                name = globals_read.get(callee.name, "") if isinstance(callee, ir.Var) else ""
                if name not in QUIET:
                    return True
            case ir.Assign(_, ir.Native() | ir.SuperCall() | ir.Closure() | ir.Yield() | ir.YieldFrom() | ir.Await()):
                return True
    return False


def _fresh_locals(function: ir.Function) -> frozenset[str]:
    """Variables that only ever hold an object made by a display in this function (and copies of none)."""
    made: set[str] = set()
    other = {p.name for p in function.parameters} | set(function.nonlocals) | set(function.globals) | set(function.free)
    for statement in statements(function.body):
        match statement:
            case ir.Assign(target, ir.Display() | ir.DictDisplay()):
                made.add(target.name)
            case ir.Assign(target) | ir.For(target):
                other.add(target.name)
            case ir.Unpack(targets):
                other.update(v.name for v in targets)
            case ir.With(_, ir.Var(name)):
                other.add(name)
            case ir.NativeStatement(writes=writes):
                other.update(writes)
    return frozenset(made - other)


def aliasing_matters(function: ir.Function) -> bool:
    """Whether it can make a difference that two arguments are one object; says yes when unsure."""
    if may_change_self(function):
        return True
    return any(
        isinstance(s, ir.Assign) and isinstance(s.value, ir.Binary) and s.value.op in ("is", "is-not")
        and not isinstance(s.value.right, ir.Const)
        for s in statements(function.body)
    )  # fmt: skip


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
            case _ if dataclasses.is_dataclass(node):
                stack.extend(getattr(node, f.name) for f in dataclasses.fields(node))
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
