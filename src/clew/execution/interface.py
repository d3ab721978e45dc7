"""What callers can do to the objects of a class that may change them: its public methods, the special methods that
operators and statements stand for, and the attributes it computes when they are read, set or deleted.
"""

from __future__ import annotations

import contextlib
import functools
import types
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

from clew.execution.changes import changes_by_name, may_change_self
from clew.execution.shapes import AnyShape, ClassName, NoneShape, Shape, StrShape
from clew.execution.signatures import Catalogue, Change, ParameterShape, likelier

OF_MAKING: Final = frozenset(
    {
        "__init__", "__new__", "__post_init__", "__init_subclass__", "__class_getitem__", "__del__", "__copy__",
        "__deepcopy__", "__getstate__", "__setstate__", "__reduce__", "__reduce_ex__", "__getnewargs__",
        "__getnewargs_ex__",
    }
)  # fmt: skip
"""Special methods by which objects come and go, and are copied."""

_NAMED: Final = frozenset({"__getattr__", "__getattribute__", "__setattr__", "__delattr__"})
_LEFT: Final = frozenset({"__exit__", "__aexit__"})
_ENTERING: Final = contextlib.contextmanager(lambda: iter(())).__code__  # what every such function has


def changes_of(catalogue: Catalogue, name: ClassName, internal: bool = False) -> tuple[Change, ...]:
    """What callers may do to instances that may change them, the likeliest and plainest first, in source order.

    internal: with methods whose name starts with an underscore, instead of the public ones.
    """
    if (name, internal) not in catalogue.changes:
        found = _changes(catalogue, catalogue.resolve(name), internal)
        catalogue.changes[name, internal] = tuple(sorted(found, key=_rank))
    return catalogue.changes[name, internal]


def _rank(change: Change) -> tuple[bool, bool]:
    return not change.likely, change.how != "call" or _special(change.name)


def _special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def _changes(catalogue: Catalogue, cls: type, internal: bool) -> Iterator[Change]:
    members: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        if base.__module__ in catalogue.modules:
            members.update(vars(base))
    for name, member in members.items():
        if name in OF_MAKING or (internal if _special(name) else name.startswith("_") != internal):
            continue
        match member:
            case property():
                yield from _of_property(catalogue, cls, name, member)
            case functools.cached_property():
                yield Change(name, "get", ())
            case types.FunctionType():
                yield from _of_function(catalogue, cls, name, member)
            case functools._lru_cache_wrapper() if isinstance(member.__wrapped__, types.FunctionType):
                yield from _of_function(catalogue, cls, name, member.__wrapped__)
            case functools.singledispatchmethod():
                yield Change(name, "call", catalogue.signature(member.func, None, cls, skip=1))
            case functools.partialmethod():
                yield Change(name, "call", catalogue.signature(member.__get__(None, cls), None, cls, skip=1))
            case _ if not isinstance(member, type) and type(member).__module__ in catalogue.modules:
                yield from _of_descriptor(catalogue, name, member)


def _of_function(catalogue: Catalogue, cls: type, name: str, function: types.FunctionType) -> Iterator[Change]:
    entered = function.__code__ is _ENTERING
    if not entered and _added(catalogue, function):
        return
    lowered = catalogue.lowered_of(function.__wrapped__ if entered else function)  # type: ignore[attr-defined]
    if lowered is not None and not may_change_self(lowered, catalogue.changing()):
        return
    parameters = catalogue.signature(function, lowered, cls, skip=1)
    if name in _LEFT:
        parameters = tuple(_likely(p, NoneShape()) for p in parameters)
    elif name in _NAMED and parameters:
        parameters = (_likely(parameters[0], StrShape()), *parameters[1:])
    flags = lowered.flags if lowered is not None else ()
    likely = lowered is not None and changes_by_name(lowered, catalogue.certain())
    for how in _ways(flags, entered):
        yield Change(name, how, parameters, likely)


def _ways(flags: tuple[str, ...], entered: bool) -> tuple[str, ...]:
    if "async" in flags:
        return ("unknown",) if "generator" in flags else ("await",)
    if entered:
        return ("enter",)
    return ("start", "run") if "generator" in flags else ("call",)


def _added(catalogue: Catalogue, function: types.FunctionType) -> bool:
    """A function that a decorator of the library wrote for the class, in terms of others: the methods of a dataclass,
    the comparisons of `total_ordering`.
    """
    inner: Any = function
    while isinstance(inner, types.FunctionType):
        if inner.__globals__.get("__name__") in catalogue.modules and inner.__code__.co_filename != "<string>":
            return False
        inner = getattr(inner, "__wrapped__", None)
    return True


def _of_property(catalogue: Catalogue, cls: type, name: str, member: property) -> Iterator[Change]:
    if _may_change(catalogue, member.fget):
        yield Change(name, "get", ())
    if member.fset is not None:
        given = catalogue.signature(member.fset, _lowered(catalogue, member.fset), cls, skip=1)
        read = catalogue.result(member.fget, cls) if member.fget is not None else None
        yield _setting(name, given if read is None else tuple(_likely(p, read) for p in given))
    if member.fdel is not None:
        yield Change(name, "delete", ())


def _of_descriptor(catalogue: Catalogue, name: str, member: Any) -> Iterator[Change]:
    kind = type(member)
    if _may_change(catalogue, getattr(kind, "__get__", None)):
        yield Change(name, "get", ())
    if isinstance(getattr(kind, "__set__", None), types.FunctionType):
        yield _setting(name, catalogue.signature(kind.__set__, _lowered(catalogue, kind.__set__), kind, skip=2))
    if isinstance(getattr(kind, "__delete__", None), types.FunctionType):
        yield Change(name, "delete", ())


def _setting(name: str, given: tuple[ParameterShape, ...]) -> Change:
    """given: the parameters of the setter, without the object's."""
    if not given or given[0].kind not in ("positional-only", "positional"):
        return Change(name, "unknown", ())
    return Change(name, "set", (replace(given[0], optional=False),))


def _may_change(catalogue: Catalogue, function: Callable[..., Any] | None) -> bool:
    if not isinstance(function, types.FunctionType):
        return False
    lowered = catalogue.lowered_of(function)
    return lowered is None or may_change_self(lowered, catalogue.changing())


def _lowered(catalogue: Catalogue, function: Any) -> Any:
    return catalogue.lowered_of(function) if isinstance(function, types.FunctionType) else None


def _likely(parameter: ParameterShape, shape: Shape) -> ParameterShape:
    """The parameter, which is most likely of this shape where its annotation does not say."""
    if not isinstance(parameter.shape, AnyShape):
        return parameter
    return replace(parameter, shape=likelier((shape,), parameter.shape))
