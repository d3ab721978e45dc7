"""Everything in a tree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, Final, TypeAlias

from clew.ir.tree import (
    Assign,
    Atom,
    Closure,
    Const,
    For,
    Function,
    If,
    Native,
    NativeStatement,
    Statement,
    Try,
    Unpack,
    Var,
    While,
    With,
)

Block: TypeAlias = tuple[Statement, ...]


def nodes(root: Any, nested: bool = True) -> Iterator[Any]:
    """The nodes of a tree form, parents first; no spans.  nested: those of nested functions too.

    A function is walked by dozens of analyses, one after the other: those of the last few large ones are remembered.
    """
    if type(root) is not tuple and type(root) is not Function:
        return _walked(root, nested)
    key = id(root), nested
    if (known := _REMEMBERED.get(key)) is not None:
        return iter(known[1])
    found = tuple(_walked(root, nested))
    if len(found) >= _LARGE:
        _REMEMBERED[key] = root, found  # with the root itself, so that no other gets its identity
        if len(_REMEMBERED) > _MOST_REMEMBERED:
            del _REMEMBERED[next(iter(_REMEMBERED))]
    return iter(found)


_REMEMBERED: Final[dict[tuple[int, bool], tuple[Any, tuple[Any, ...]]]] = {}
_LARGE: Final = 300
_MOST_REMEMBERED: Final = 12


def _walked(root: Any, nested: bool) -> Iterator[Any]:
    stack = [root]
    while stack:
        node = stack.pop()
        kind = type(node)
        names = _INNER[kind] if kind in _INNER else _inner_of(kind)
        if names is None:
            if isinstance(node, tuple):
                stack.extend(node[::-1])
            continue
        yield node
        for name in names:
            part = getattr(node, name)
            if part is not None and (nested or type(part) is not Function):
                stack.append(part)


_LEAVES: Final = frozenset({"str", "str | None", "int", "int | None", "bool", "tuple[str, ...]"})
"""What parts may be declared as that are no nodes, and hold none."""


_NAMES: Final[dict[type, tuple[str, ...] | None]] = {}
_INNER: Final[dict[type, tuple[str, ...] | None]] = {}


def _inner_of(kind: type) -> tuple[str, ...] | None:
    """Of the parts of such a node that may be nodes or hold some; None where it is none."""
    names = None if issubclass(kind, tuple) else _names_of(kind)
    if names is not None:
        declared = getattr(kind, "__annotations__", {})
        names = tuple([name for name in names if declared.get(name) not in _LEAVES])
    _INNER[kind] = names
    return names


def _names_of(kind: type) -> tuple[str, ...] | None:
    """Of the parts of such a node; None where it is none."""
    if kind not in _NAMES:
        names = getattr(kind, "__match_args__", None)
        _NAMES[kind] = None if names is None else tuple([name for name in names if name != "span"])
    return _NAMES[kind]


def parts(node: Any) -> list[Any]:
    """What a node consists of, in order, but for its span; nothing where it is no node but a name or a number."""
    return [getattr(node, name) for name in _names_of(type(node)) or ()]


def operands(value: Any) -> Iterator[Atom]:
    """The variables and constants that a value is made from, in order; of native text the variables it reads, of a
    function nothing.
    """
    match value:
        case Var() | Const():
            yield value
        case Native(reads=reads):
            yield from map(Var, reads)
        case Closure():
            pass
        case _:
            for part in value if isinstance(value, tuple) else parts(value):
                yield from operands(part)


def blocks_of(statement: Statement) -> list[Block]:
    """The blocks inside a statement, in order; those of nested functions apart."""
    match statement:
        case If(_, then, orelse):
            return [then, orelse]
        case While(before, _, body, orelse):
            return [before, body, orelse]
        case For(_, _, body, orelse):
            return [body, orelse]
        case Try(body, handlers, orelse, final):
            return [body, *(block for h in handlers for block in (h.test, h.body)), orelse, final]
        case With(_, _, body):
            return [body]
    return []


def with_blocks(statement: Statement, changed: Callable[[Block], Block]) -> Statement:
    """The statement with each of its blocks changed, in order."""
    match statement:
        case If(_, then, orelse):
            return replace(statement, then=changed(then), orelse=changed(orelse))
        case While(before, _, body, orelse):
            return replace(statement, before=changed(before), body=changed(body), orelse=changed(orelse))
        case For(_, _, body, orelse):
            return replace(statement, body=changed(body), orelse=changed(orelse))
        case Try(body, handlers, orelse, final):
            body = changed(body)
            handlers = tuple(replace(h, test=changed(h.test), body=changed(h.body)) for h in handlers)
            return replace(statement, body=body, handlers=handlers, orelse=changed(orelse), final=changed(final))
        case With(_, _, body):
            return replace(statement, body=changed(body))
    return statement


_WITH_BLOCKS: Final = frozenset({If, For, Try, With})


def statements(body: Iterable[Statement]) -> Iterator[Statement]:
    """Every statement, nested ones too, in the order in which they run."""
    waiting: list[Statement | tuple[While]] = [*reversed([*body])]
    while waiting:
        statement = waiting.pop()
        if isinstance(statement, tuple):
            yield statement[0]
        elif isinstance(statement, While):  # its condition is computed first
            waiting += [*statement.before, (statement,), *statement.body, *statement.orelse][::-1]
        else:
            yield statement
            if type(statement) in _WITH_BLOCKS:
                waiting += [each for block in blocks_of(statement) for each in block][::-1]


def lasting_receiver(function: Function) -> str:
    """The receiver, where nothing else is ever assigned to its variable; else empty."""
    name = function.receiver
    own = Var(name)
    for node in nodes(function.body) if name else ():
        match node:
            case Assign(target) | For(target) | With(_, target) if target == own:
                return ""
            case Unpack(targets) if own in targets:
                return ""
            case NativeStatement(writes=writes) if name in writes:
                return ""
    return name
