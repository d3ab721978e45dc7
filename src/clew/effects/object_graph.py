"""The graph of objects: what a value holds, found without running any code of the user's, and which values may change
where no such look would notice.
"""

from __future__ import annotations

import contextlib
import enum
import functools
import gc
import operator
import re
import struct
import sys
import types
import typing
import weakref
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterator
from typing import Any

from clew.effects.raw_attribute import raw_attribute
from clew.semantics.class_lookup import HEAP_TYPE
from clew.semantics.shadow import Pair

NO_DATA = frozenset({"__builtins__", "__loader__", "__spec__", "_clew"})
"""What the import system puts into a module; the loader refers to everything."""

LIMIT = 2_000  # objects looked at before a search gives up and assumes the worst
A_STEP = 4  # so many are looked at in the time of an operation


LEAVES = (
    int, float, complex, str, bytes, bool, type(None), type, types.ModuleType, types.BuiltinFunctionType,
    types.CodeType, type(...), range, types.TracebackType, types.FrameType, re.Pattern,
)  # fmt: skip


@contextlib.contextmanager
def all_objects() -> Iterator[None]:
    """For the collector those that a host has frozen are meanwhile objects like any others."""
    frozen = gc.get_freeze_count() > 0
    gc.unfreeze()
    try:
        yield
    finally:
        if frozen:
            gc.freeze()


_OWN = "clew.concolic.machine"  # streams refer to the machine, which knows everything


TOO_MANY = object()


def is_leaf(value: Any) -> bool:
    """Does the value hold nothing?  A number or text of a class of its own may have attributes (those of members of
    enums: `kept_state.Kept.of_members`).
    """
    if type(value) in _PLAIN:
        return True
    holds = isinstance(value, _VALUES) and not isinstance(value, enum.Enum) and has_attributes(value)
    return isinstance(value, LEAVES) and not holds


def has_attributes(value: Any) -> bool:
    return bool(raw_attribute(value, "__dict__", None))


_VALUES = (int, float, complex, str, bytes)
_PLAIN = frozenset({*_VALUES, bool, type(None)})
_HOLDING = frozenset({list, tuple, dict, set, frozenset})


def code_of(value: Any) -> types.CodeType | None:
    """What a function, method, generator or coroutine runs; None for other values."""
    if isinstance(value, types.MethodType):
        value = value.__func__
    if isinstance(value, types.FunctionType):
        return value.__code__
    if isinstance(value, types.GeneratorType):
        return value.gi_code
    if isinstance(value, types.CoroutineType):
        return value.cr_code
    return value.ag_code if isinstance(value, types.AsyncGeneratorType) else None


def reachable(operands: list[Pair], charge: Callable[[int], object] | None = None, limit: int = LIMIT) -> Iterator[Any]:
    """Every object below the operands that could hold others, once; `TOO_MANY` at the limit.

    charge: is told of a step for every few objects.
    """
    seen: set[int] = set()
    stack = [value for value, _ in operands]
    while stack:
        value = stack.pop()
        kind = type(value)
        if kind in _PLAIN or id(value) in seen:
            continue
        if kind is types.BuiltinFunctionType:
            value = value.__self__  # what the method is bound to; the module of a function
        if kind not in _HOLDING and (is_leaf(value) or id(value) in seen or type(value).__module__ == _OWN):
            continue
        seen.add(id(value))
        if charge is not None and len(seen) % A_STEP == 0:
            charge(1)
        if len(seen) > limit:
            yield TOO_MANY
            return
        yield value
        stack.extend(children(value))


def children(value: Any) -> list[Any]:
    """The objects a value holds, found without running any code of the user's."""
    kind = type(value)
    if kind in (list, tuple, set, frozenset, deque):
        return list(value)
    if kind is dict:
        return [*value.keys(), *value.values()]
    if kind is re.Pattern:  # its names of groups are only shown
        return []
    result: list[Any] = []
    if isinstance(value, types.MethodType) and not isinstance(value.__func__, types.FunctionType):
        return [value.__func__, value.__self__]
    if isinstance(value, types.FunctionType | types.MethodType):
        function = value.__func__ if isinstance(value, types.MethodType) else value
        for cell in function.__closure__ or ():
            try:
                result.append(cell.cell_contents)
            except ValueError:
                continue
        result += [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
        result += function.__dict__.values()
        if isinstance(value, types.MethodType):
            result.append(value.__self__)
        return result
    if kind in weakref.ProxyTypes:
        try:
            return [value.__dir__.__self__]  # what it stands for
        except ReferenceError:
            return []
    if isinstance(value, types.GeneratorType):
        return list(value.gi_frame.f_locals.values()) if value.gi_frame is not None else []
    if isinstance(value, dict):
        result += [*dict.keys(value), *dict.values(value)]
        if isinstance(value, defaultdict):
            result.append(value.default_factory)
    elif isinstance(value, list | tuple | set | frozenset | deque):
        result += _plain_items(value)
    elif not kind.__flags__ & HEAP_TYPE or kind.__module__ in _IN_C or _holds_in_c(kind):
        return [owner for child in gc.get_referents(value) for owner in _owners(child)]
    try:
        fields = object.__getattribute__(value, "__dict__")
    except AttributeError:
        fields = None
    if isinstance(fields, dict):
        result += fields.values()
    if isinstance(value, BaseException):
        result += [value.args, value.__cause__, value.__context__]
    for cls in kind.__mro__:
        for name in slots_of(cls):
            try:
                result.append(object.__getattribute__(value, name))
            except AttributeError:
                continue
    return result


def _holds_what_no_attribute_shows(kind: type) -> bool:
    """Is it a class of a module in C that makes its types late?  What such objects hold is no attribute of theirs."""
    made_here = (types.FunctionType, property, classmethod, staticmethod)
    return (
        kind.__base__ is object
        and kind.__module__.partition(".")[0] in sys.stdlib_module_names
        and not any(isinstance(member, made_here) for member in vars(kind).values())
        and vars(kind).keys().isdisjoint(("__dict__", "__slots__"))
    )


_holds_in_c: Callable[[type], bool] = functools.cache(_holds_what_no_attribute_shows)


def _owners(child: Any) -> list[Any]:
    """What an object in C refers to: for a bound method, what that is bound to."""
    if isinstance(child, types.BuiltinMethodType):
        owner = child.__self__
        return [] if owner is None or isinstance(owner, types.ModuleType | type) else [owner]
    return [] if is_leaf(child) else [child]


_IN_C = frozenset({"itertools", "functools", "operator", "collections", "_collections", "builtins"})


def _plain_items(value: Any) -> Iterator[Any]:
    """The items of an instance of a subclass of a builtin container, past any `__iter__` of the user's."""
    bases: tuple[Any, ...] = (list, tuple, set, frozenset, deque)
    for base in bases:
        if isinstance(value, base):
            return iter(base.__iter__(value))
    return iter(())


def slots_of(cls: type) -> tuple[str, ...]:
    slots = cls.__dict__.get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)


CONTAINERS = (list, dict, set, deque)


_VISIBLE = frozenset(
    {
        object, *CONTAINERS, tuple, frozenset, OrderedDict, defaultdict, slice, super, property, staticmethod,
        classmethod, type({}.keys()), type({}.values()), type({}.items()), functools.partial, type(functools.cache(id)),
        operator.itemgetter, operator.attrgetter, operator.methodcaller, re.Pattern, re.Match, struct.Struct,
        typing.Generic,
        *(kind for kind in vars(types).values() if isinstance(kind, type)),
    }
)  # fmt: skip
"""Classes made in C whose instances cannot change, or where `children` show a change."""


_VISIBLE_BY_NAME = frozenset(
    {
        ("datetime", "date"), ("datetime", "time"), ("datetime", "datetime"), ("datetime", "timedelta"),
        ("datetime", "tzinfo"), ("datetime", "timezone"), ("decimal", "Decimal"),
    }
)  # fmt: skip
"""More of them, in modules that take long to import."""


def _hides_state(kind: type) -> bool:
    return any(
        _made_in_c(base)
        and base not in _VISIBLE
        and (base.__module__, base.__name__) not in _VISIBLE_BY_NAME
        and not issubclass(base, (*LEAVES, BaseException))
        for base in kind.__mro__
    )


# Whether instances may change where no search for what they hold could notice: buffers, streams, digests, generators of
# random numbers, iterators, …
hides_state: Callable[[type], bool] = functools.cache(_hides_state)


def _made_in_c(kind: type) -> bool:
    of_c = (types.MethodDescriptorType, types.WrapperDescriptorType, types.GetSetDescriptorType)
    return not kind.__flags__ & HEAP_TYPE or any(
        isinstance(member, of_c) for name, member in vars(kind).items() if name not in ("__dict__", "__weakref__")
    )


def has_dict(value: Any) -> bool:
    return type(value).__dictoffset__ != 0
