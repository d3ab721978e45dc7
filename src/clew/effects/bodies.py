"""Facts about the body of a lowered function: what it compares with, what it asks `**` for."""

from __future__ import annotations

import collections
import re
import re._parser as sre_parser
from collections.abc import Mapping
from typing import Any

from clew.ir import tree as ir
from clew.ir.walk import parts, statements
from clew.source.spans import Span

METHOD_OWNERS: Mapping[str, type] = {
    "str": str, "list": list, "dict": dict, "set": set, "bytes": bytes, "float": float, "deque": collections.deque,
    "slice": slice,
}  # fmt: skip


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


def longest_text(function: ir.Function) -> int:
    """How long a string must be at least, to be all that the body compares strings with, searches for or matches."""
    modules = {s.target.name for s in statements(function.body) if isinstance(s, ir.Assign) and _is_re(s.value)}
    longest = 0
    for statement in statements(function.body):
        match statement:
            case ir.Assign(_, ir.Binary("==" | "!=" | "in" | "not-in", left, right)):
                texts = [a.value for a in (left, right) if isinstance(a, ir.Const)]
                longest = max(longest, *(len(text) for text in texts if isinstance(text, str)), 0)
            case ir.Assign(_, ir.MethodCall(ir.Var(o), name, (ir.Const(str() as text), *_))) if name in _SEARCHING:
                longest = max(longest, _shortest_match(text) if o in modules else len(text))
    return longest


_SEARCHING = frozenset(
    {
        "startswith", "endswith", "find", "rfind", "index", "rindex", "count", "split", "rsplit", "partition",
        "rpartition", "removeprefix", "removesuffix", "replace", "match", "search", "fullmatch", "findall", "sub",
    }
)  # fmt: skip


def _is_re(value: ir.Value) -> bool:
    return isinstance(value, ir.Global) and value.name == "re"


def _shortest_match(pattern: str) -> int:
    try:
        shortest: int = sre_parser.parse(pattern).getwidth()[0]
    except re.error:
        return 0
    return shortest


def handlers_of(function: ir.Function) -> list[Span]:
    """The `except` clauses, each to the end of its own body."""
    return [
        Span(h.span.line, h.span.column, *max((s.span.end_line, s.span.end_column) for s in (h, *statements(h.body))))
        for h in handlers_in(function)
    ]


def handlers_in(function: ir.Function) -> list[ir.Handler]:
    return [h for s in statements(function.body) if isinstance(s, ir.Try) for h in s.handlers]


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
