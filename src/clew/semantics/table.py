"""The table of operations: which entry runs an operation, by the exact types of its operands.

Each file of entries exports dicts, merged here once:

    UNARY     (symbol, type)                       BINARY   (symbol, left type, right type)
    ITEM, SET_ITEM, DEL_ITEM   type                METHOD   (type, name)
    FUNCTION  (callable, type of its first argument)

`object` as a type in BINARY or FUNCTION stands for every type that has no entry of its own.  A bool is looked up as a
bool first and then as the int it is.  No entry means: not modelled, and the machine runs CPython and loses the shadow.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MethodDescriptorType, ModuleType
from typing import Any, Final

from clew.semantics import (
    booleans,
    character_properties,
    classes,
    conversions,
    counters,
    dates,
    deques,
    dicts,
    floats,
    heaps,
    integers,
    iteration,
    iterators,
    lists,
    mathematics,
    operators,
    ranges,
    sets,
    summation,
    text,
    tuples,
    views,
)
from clew.semantics.fallback import unmodelled
from clew.semantics.mismatched import find_mismatched
from clew.semantics.operation import Machine, Operation
from clew.semantics.shadow import Concretized, Tracked

MODULES: Final[tuple[ModuleType, ...]] = (
    integers,
    booleans,
    floats,
    mathematics,
    character_properties,
    text,
    tuples,
    lists,
    dicts,
    sets,
    ranges,
    iteration,
    summation,
    iterators,
    classes,
    conversions,
    counters,
    dates,
    deques,
    heaps,
    operators,
    views,
)


def _merged(name: str) -> Mapping[Any, Operation]:
    result: dict[Any, Operation] = {}
    for module in MODULES:
        entries: Mapping[Any, Operation] = getattr(module, name, {})
        doubled = result.keys() & entries.keys()
        assert not doubled, f"{module.__name__}: {doubled}"
        result.update(entries)
    return result


UNARY: Final = _merged("UNARY")
BINARY: Final = _merged("BINARY")
ITEM: Final = _merged("ITEM")
SET_ITEM: Final = _merged("SET_ITEM")
DEL_ITEM: Final = _merged("DEL_ITEM")
FUNCTION: Final = _merged("FUNCTION")
METHOD: Final = _merged("METHOD")


def unary(op: str, kind: type) -> Operation | None:
    return UNARY.get((op, kind)) or (UNARY.get((op, int)) if kind is bool else None)


def binary(op: str, left: type, right: type) -> Operation | None:
    for a in _as_looked_up(left):
        for b in _as_looked_up(right):
            entry = BINARY.get((op, a, b))
            if entry is not None:
                return entry
    return find_mismatched(op, left, right)


def _as_looked_up(kind: type) -> tuple[type, ...]:
    return (bool, int, object) if kind is bool else (kind, object)


def item(kind: type) -> Operation | None:
    return ITEM.get(kind)


def set_item(kind: type) -> Operation | None:
    return SET_ITEM.get(kind)


def del_item(kind: type) -> Operation | None:
    return DEL_ITEM.get(kind)


def method(kind: type, name: str) -> Operation | None:
    return METHOD.get((kind, name)) or (METHOD.get((int, name)) if kind is bool else None)


@cache
def _functions() -> Mapping[Callable[..., Any], Operation]:
    """One operation per callable, which looks at the type of the first argument when it runs."""
    by_callable: dict[Callable[..., Any], dict[type, Operation]] = {}
    for (callable_, kind), entry in FUNCTION.items():
        by_callable.setdefault(callable_, {})[kind] = entry
    for (kind, name), entry in METHOD.items():
        descriptor = getattr(kind, name, None)
        if isinstance(descriptor, MethodDescriptorType) and descriptor.__objclass__ is kind:
            by_callable.setdefault(descriptor, {})[kind] = entry
    return {f: _by_first_argument(f, entries) for f, entries in by_callable.items()}


def function(callable_: Callable[..., Any]) -> Operation | None:
    """The entry of a builtin or library function, a type that is called, or an unbound method such as `str.upper`."""
    return _functions().get(callable_)


def _by_first_argument(callable_: Callable[..., Any], entries: Mapping[type, Operation]) -> Operation:
    name = getattr(callable_, "__qualname__", None) or type(callable_).__name__
    if entries.keys() == {object}:
        return entries[object]

    def run(machine: Machine, *args: Tracked, **kwargs: Tracked) -> Tracked:
        if args and not isinstance(args[0].shadow, Concretized):
            first = machine.settle(args[0])
            kind = type(first.value)
            args = (first, *args[1:])
        else:
            kind = type(args[0].value) if args else object
        entry = entries.get(kind) or (entries.get(int) if kind is bool else None) or entries.get(object)
        if entry is None:
            return unmodelled(machine, name, callable_, args, kwargs)
        return entry.run(machine, args, kwargs)

    return Operation(name, callable_, shadow=run)
