"""What callers can do to the objects of a class that may change them: its public methods, the special methods that
operators and statements stand for, and the attributes it computes when they are read, set or deleted.
"""

from __future__ import annotations

import collections
import contextlib
import functools
import io
import sys
import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from clew.effects import object_graph
from clew.effects.changes import changes_by_name, may_change_self
from clew.effects.readers import is_generated
from clew.inputs.setters import is_used_by_others
from clew.inputs.shapes import (
    ANY,
    ANY_SCALAR,
    AnyShape,
    BoolShape,
    BytesShape,
    ClassName,
    ComplexShape,
    DictShape,
    FloatShape,
    IntShape,
    ListShape,
    LiteralShape,
    NoneShape,
    Shape,
    StrShape,
    TupleShape,
    UnionShape,
    VariadicTupleShape,
    parts,
)
from clew.inputs.signatures import Catalogue, Change, ParameterShape, likelier
from clew.ir import tree as ir
from clew.ir.walk import nodes

OF_MAKING: Final = frozenset(
    {
        "__init__", "__new__", "__post_init__", "__init_subclass__", "__class_getitem__", "__del__",
    }
)  # fmt: skip
"""Special methods by which objects come and go."""

_ELEMENT, _KEY, _ITEMS, _PLACE = ANY, ANY_SCALAR, ListShape(ANY), IntShape()
_OF_LISTS: Final[Mapping[str, tuple[Shape, ...]]] = {
    "append": (_ELEMENT,), "extend": (_ITEMS,), "pop": (), "insert": (_PLACE, _ELEMENT), "remove": (_ELEMENT,),
    "clear": (), "reverse": (), "__setitem__": (_PLACE, _ELEMENT), "__delitem__": (_PLACE,),
}  # fmt: skip
_OF_DICTS: Final[Mapping[str, tuple[Shape, ...]]] = {
    "__setitem__": (_KEY, _ELEMENT), "update": (DictShape(_KEY, _ELEMENT),), "pop": (_KEY,), "popitem": (),
    "setdefault": (_KEY, _ELEMENT), "clear": (), "__delitem__": (_KEY,),
}  # fmt: skip
_OF_TEXTS: Final[Mapping[str, tuple[Shape, ...]]] = {"write": (StrShape(),), "seek": (_PLACE,), "truncate": (_PLACE,)}
# What instances inherit from classes of the library that hold things.
_HOLDING: Final[Mapping[type, Mapping[str, tuple[Shape, ...]]]] = {
    list: {**_OF_LISTS, "sort": ()}, collections.UserList: {**_OF_LISTS, "sort": ()},
    bytearray: {**_OF_LISTS, "append": (_PLACE,), "extend": (BytesShape(),), "__setitem__": (_PLACE, _PLACE)},
    dict: _OF_DICTS, collections.UserDict: _OF_DICTS, collections.OrderedDict: {"move_to_end": (_KEY,)},
    set: {
        "add": (_KEY,), "update": (ListShape(_KEY),), "discard": (_KEY,), "remove": (_KEY,), "pop": (), "clear": (),
        "difference_update": (ListShape(_KEY),), "intersection_update": (ListShape(_KEY),),
        "symmetric_difference_update": (ListShape(_KEY),),
    },
    collections.deque: {
        **_OF_LISTS, "appendleft": (_ELEMENT,), "extendleft": (_ITEMS,), "popleft": (), "rotate": (_PLACE,),
    },
    io.StringIO: _OF_TEXTS, io.BytesIO: {**_OF_TEXTS, "write": (BytesShape(),)},
}  # fmt: skip
# Modules whose classes only add to what those that inherit from them say.
_MIXED_IN: Final = frozenset({"abc", "typing", "typing_extensions", "_collections_abc", "collections.abc", "enum"})
_NAMED: Final = frozenset({"__getattr__", "__getattribute__", "__setattr__", "__delattr__"})
_LEFT: Final = frozenset({"__exit__", "__aexit__"})
_ENTERING: Final = contextlib.contextmanager(lambda: iter(())).__code__  # what every such function has


def changes_of(catalogue: Catalogue, name: ClassName, internal: bool = False) -> tuple[Change, ...]:
    """What callers may do to instances that may change them, the likeliest and plainest first, in source order.

    internal: with methods whose name starts with an underscore, instead of the public ones.
    """
    if (name, internal) not in catalogue.changes:
        cls = catalogue.resolve(name)
        found = () if _never_changes(catalogue, cls, name) else _changes(catalogue, cls, internal)
        catalogue.changes[name, internal] = tuple(sorted(found, key=_rank))
    return catalogue.changes[name, internal]


def _never_changes(catalogue: Catalogue, cls: type, name: ClassName) -> bool:
    """Is it a named tuple of numbers and texts, made as named tuples are?  What its methods do is not done to it."""
    if not issubclass(cls, tuple) or not hasattr(cls, "_fields") or cls.__dictoffset__ or not is_generated(cls.__new__):
        return False
    shapes = [part for parameter in catalogue.constructor(name) for part in parts(parameter.shape)]
    with_attributes = any(issubclass(other, _PLAIN) and other.__dictoffset__ for other in catalogue.classes())
    return not with_attributes and all(_is_plain(shape) for shape in shapes)


_PLAIN: Final = (int, float, complex, str, bytes)


def _is_plain(shape: Shape) -> bool:
    if isinstance(shape, BytesShape):
        return shape.kind == "bytes"
    plain = NoneShape | BoolShape | IntShape | FloatShape | ComplexShape | StrShape | LiteralShape
    return isinstance(shape, plain | TupleShape | VariadicTupleShape | UnionShape)


def _rank(change: Change) -> tuple[bool, bool]:
    plain = not _special(change.name) or change.name in ("__setitem__", "__delitem__")
    return not change.likely, change.how != "call" or not plain


def _special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def _changes(catalogue: Catalogue, cls: type, internal: bool) -> Iterator[Change]:
    members: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        if base.__module__ in catalogue.modules:
            members.update(vars(base))
    for name, member in members.items():
        is_internal = not _special(name) and name.startswith("_") and not is_used_by_others(catalogue, name)
        if name in OF_MAKING or is_internal != internal:
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
    if not internal:
        yield from (Change(name, "unknown", ()) for name in sorted(_exposed(catalogue, members)))
        yield from _inherited(catalogue, cls, members)


def _exposed(catalogue: Catalogue, members: Mapping[str, Any]) -> set[str]:
    """Private methods that may change an object and that are also at hand under other names: in a table of the class
    or of a module, or bound, where a method does more with them than call them, or a function inside calls them.
    """
    private = {
        name: text
        for name, member in members.items()
        if name.startswith("_") and not _special(name) and isinstance(member, types.FunctionType)
        if (text := catalogue.lowered_of(member)) is not None and may_change_self(text, catalogue.changing())
    }
    if not private:
        return set()
    shown = [
        *members.values(),
        *(v for m in catalogue.modules if m in sys.modules for n, v in vars(sys.modules[m]).items() if n[:1] != "_"),
    ]
    tables: list[tuple[Any, Any]] = [(value, None) for value in shown if isinstance(value, dict | list | tuple | set)]
    held = {id(each) for each in object_graph.reachable(tables)}
    if id(object_graph.TOO_MANY) in held:
        return {*private}
    found = {name for name in private if id(members[name]) in held}
    for member in members.values():
        text = catalogue.lowered_of(member) if isinstance(member, types.FunctionType) else None
        reads = list(nodes(text.body)) if text is not None else []
        inner = {
            call.name for n in reads if isinstance(n, ir.Function) for call in nodes(n) if type(call) is ir.MethodCall
        }
        found |= private.keys() & (inner | {n.name for n in reads if isinstance(n, ir.Attr)})
    return found


def _inherited(catalogue: Catalogue, cls: type, members: Mapping[str, Any]) -> Iterator[Change]:
    """Changes by what classes of the library define; their constructors, where they are used, make any contents."""
    for base in cls.__mro__[:-1]:
        if base.__module__ in catalogue.modules:
            continue
        if base in _HOLDING and not members.keys().isdisjoint(("__init__", "__new__")):
            for name, shapes in _HOLDING[base].items():
                if name not in members:
                    given = [ParameterShape(f"x{i}", "positional-only", s) for i, s in enumerate(shapes, 1)]
                    yield Change(name, "call", tuple(given))
        elif base.__module__ not in _MIXED_IN and base.__module__ != "collections":
            if any(type(m) is types.FunctionType and not n.startswith("_") for n, m in vars(base).items()):
                yield Change(f"{base.__module__}.{base.__qualname__}.*", "unknown", ())


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
    waits = lowered is None or any(isinstance(node, ir.Await) for node in nodes(lowered.body))
    for how in _ways(flags, entered, waits):
        yield Change(name, how, parameters, likely)


def _ways(flags: tuple[str, ...], entered: bool, waits: bool) -> tuple[str, ...]:
    """waits: a coroutine may be left where it waits."""
    if "async" in flags:
        return ("unknown",) if "generator" in flags else ("await", "unknown") if waits else ("await",)
    if entered:
        return ("enter", "unknown")
    return ("start", "run", "unknown") if "generator" in flags else ("call",)


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
        lowered = catalogue.lowered_of(member.fget) if isinstance(member.fget, types.FunctionType) else None
        waits = lowered is None or not {"generator", "async"}.isdisjoint(lowered.flags)
        yield Change(name, "unknown" if waits else "get", ())
    if member.fset is not None:
        given = catalogue.signature(member.fset, None, cls, skip=1)
        read = catalogue.result(member.fget, cls) if member.fget is not None else None
        yield _setting(name, given if read is None else tuple(_likely(p, read) for p in given))
    if member.fdel is not None:
        yield Change(name, "delete", ())


def _of_descriptor(catalogue: Catalogue, name: str, member: Any) -> Iterator[Change]:
    kind = type(member)
    if _may_change(catalogue, getattr(kind, "__get__", None)):
        yield Change(name, "get", ())
    if isinstance(getattr(kind, "__set__", None), types.FunctionType):
        yield _setting(name, catalogue.signature(kind.__set__, None, kind, skip=2))
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


def _likely(parameter: ParameterShape, shape: Shape) -> ParameterShape:
    """The parameter, which is most likely of this shape where its annotation does not say."""
    if not isinstance(parameter.shape, AnyShape):
        return parameter
    return replace(parameter, shape=likelier((shape,), parameter.shape))
