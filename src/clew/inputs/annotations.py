"""Run-time annotation objects → shapes.

Works on what `typing.get_type_hints` gives, so it runs where the user's module is imported.  A hint that cannot be
evaluated loses only its own parameter.  Classes of the project become `ObjectShape`s; a few well-known classes of the
standard library have ready-made values.
"""

from __future__ import annotations

import _abc
import abc
import collections
import collections.abc
import dataclasses
import enum
import inspect
import types
import typing
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from clew.inputs import readymade
from clew.inputs.class_names import class_name, is_found
from clew.inputs.inhabitants import enum_shape
from clew.inputs.passed_parameters import is_unpacked, unpacked_items
from clew.inputs.shapes import (
    ANY,
    ANY_SCALAR,
    AnyShape,
    BoolShape,
    BytesShape,
    CallableShape,
    ComplexShape,
    DictShape,
    EnumShape,
    FloatShape,
    IntShape,
    IteratorShape,
    ListShape,
    LiteralShape,
    NoneShape,
    ObjectShape,
    Opaque,
    RecordShape,
    SetShape,
    Shape,
    SliceShape,
    StrShape,
    TupleShape,
    TypeShape,
    VariadicTupleShape,
    ViewShape,
    union_of,
)
from clew.semantics.class_lookup import in_class, of_type

SCALARS: Mapping[Any, Shape] = {
    type(None): NoneShape(),
    None: NoneShape(),
    bool: BoolShape(),
    int: IntShape(),
    float: FloatShape(),
    complex: ComplexShape(),
    str: StrShape(),
    bytes: BytesShape(),
    bytearray: BytesShape("bytearray"),
    slice: SliceShape(),
    collections.abc.Hashable: AnyShape(
        (IntShape(), StrShape(), NoneShape(), TupleShape((IntShape(), IntShape()))), stated=True
    ),
    collections.abc.Sized: AnyShape(
        (ListShape(ANY_SCALAR), StrShape(), DictShape(StrShape(), ANY_SCALAR)), stated=True
    ),
    typing.LiteralString: StrShape(),
    typing.SupportsInt: AnyShape((IntShape(), FloatShape()), stated=True),
    typing.SupportsIndex: IntShape(),
    typing.SupportsFloat: AnyShape((FloatShape(), IntShape()), stated=True),
    typing.SupportsAbs: AnyShape((IntShape(), FloatShape()), stated=True),
    typing.SupportsRound: AnyShape((FloatShape(), IntShape()), stated=True),
    typing.SupportsBytes: AnyShape((BytesShape(),), stated=True),
    typing.SupportsComplex: AnyShape((ComplexShape(),), stated=True),
}

LISTS = (
    list,
    collections.abc.Sequence,
    collections.abc.MutableSequence,
    collections.abc.Iterable,
    collections.abc.Collection,
    collections.abc.Container,
    collections.abc.Reversible,
)
SETS = (set, collections.abc.Set, collections.abc.MutableSet)
DICTS: Mapping[Any, str] = {
    dict: "dict",
    collections.abc.Mapping: "dict",
    collections.abc.MutableMapping: "dict",
    collections.defaultdict: "defaultdict",
    collections.OrderedDict: "OrderedDict",
}
# One builtin class stands for these; code that asks for the class must not be told that it is the only one.
OPEN = frozenset(
    {collections.abc.Mapping, collections.abc.MutableMapping, collections.abc.Set, collections.abc.MutableSet}
)
ITERATORS: Mapping[Any, str] = {collections.abc.Iterator: "iterator", collections.abc.Generator: "generator"}


def some_sequence(element: Shape) -> Shape:
    """What an abstract `Sequence` or `Iterable` may be: a list first, but code may ask whether it is one."""
    text = (StrShape(),) if isinstance(element, StrShape | AnyShape) else ()
    return AnyShape((ListShape(element), *text, TupleShape((element, element))), stated=True)


def hints_of(function: Any, namespace: Mapping[str, Any]) -> dict[str, Any]:
    """Evaluated annotations by parameter; those that cannot be evaluated are missing."""
    try:
        return typing.get_type_hints(function, dict(namespace))
    except Exception:
        pass
    result: dict[str, Any] = {}
    for name, annotation in getattr(function, "__annotations__", {}).items():
        probe = types.SimpleNamespace(__annotations__={name: annotation})
        try:
            result.update(typing.get_type_hints(probe, {**vars(typing), **namespace}))
        except Exception:
            continue
    return result


def shape_of_annotation(annotation: Any, classes: tuple[type, ...] = (), owner: type | None = None) -> Shape:
    """classes: those of the project, in source order, for subclasses and protocols; owner: what `Self` means."""
    return _Reader(classes, owner).shape(annotation, 0)


class _Reader:
    def __init__(self, classes: tuple[type, ...], owner: type | None) -> None:
        self.classes = classes
        self.owner = owner

    def shape(self, a: Any, depth: int) -> Shape:
        if depth > 8:
            return ANY_SCALAR
        if a is typing.Any or a is object or a is inspect.Parameter.empty:
            return ANY if depth == 0 else ANY_SCALAR
        if _hashable(a) and a in SCALARS:
            return SCALARS[a]
        if isinstance(a, str):
            return self.named(a)
        if isinstance(a, typing.ForwardRef):
            return self.named(a.__forward_arg__)
        if isinstance(a, typing.TypeVar):
            if a.__bound__ is not None:
                return self.shape(a.__bound__, depth + 1)
            return union_of(tuple(self.shape(c, depth + 1) for c in a.__constraints__)) if a.__constraints__ else ANY
        if isinstance(a, dataclasses.InitVar):
            return self.shape(a.type, depth + 1)
        if isinstance(a, typing.NewType):
            return self.shape(a.__supertype__, depth + 1)
        if a is typing.Self and self.owner is not None:
            return self.object(self.owner)
        if a is typing.NoReturn or a is typing.Never:
            return Opaque("no value has the type Never")
        if hasattr(a, "__value__") and type(a).__name__ == "TypeAliasType":
            return self.shape(a.__value__, depth + 1)
        origin, args = typing.get_origin(a), typing.get_args(a)
        if origin is not None and _hashable(origin) and origin in SCALARS:
            return SCALARS[origin]  # `typing.Sized`, `SupportsAbs[int]`
        shape = self.generic(origin, args, depth) if origin is not None else self.bare(a, depth)
        return AnyShape((shape,), stated=True) if (origin or a) in OPEN else shape

    def named(self, name: str) -> Shape:
        """A forward reference that nothing resolved: a class of the project with this name, if there is one."""
        for cls in self.classes:
            if cls.__name__ == name or cls.__qualname__ == name:
                return self.object(cls)
        return ANY

    def generic(self, origin: Any, args: tuple[Any, ...], depth: int) -> Shape:
        def inner(index: int) -> Shape:
            return self.shape(args[index], depth + 1) if index < len(args) else ANY_SCALAR

        if origin is typing.Union or origin is types.UnionType:
            return union_of(tuple(self.shape(a, depth + 1) for a in args))
        if origin is typing.Literal:
            return self.literal(args)
        if origin in (typing.Annotated, typing.Final, typing.ClassVar, typing.Required, typing.NotRequired):
            return inner(0)
        if origin is typing.TypeGuard:
            return BoolShape()
        if origin is tuple:
            if len(args) == 2 and args[1] is Ellipsis:
                return VariadicTupleShape(inner(0))
            if any(is_unpacked(a) for a in args):
                tried = tuple(dict.fromkeys(self.with_star(args, n, depth) for n in (1, 0, 2, 3)))
                longer = (Opaque("tuples with more elements than those tried"),) if len(tried) > 1 else ()
                return union_of((*tried, *longer))
            return TupleShape(tuple(self.shape(a, depth + 1) for a in args))
        if origin is collections.abc.Callable:
            known = isinstance(args[0], list) if args else False
            parameters = tuple(self.shape(a, depth + 1) for a in args[0]) if known else None
            return CallableShape(parameters, self.shape(args[-1], depth + 1) if args else ANY_SCALAR)
        if origin is type:
            return self.type_of(args[0] if args else object)
        if origin is list:
            return ListShape(inner(0))
        if origin in LISTS:
            return some_sequence(inner(0))
        if origin is collections.deque:
            return ListShape(inner(0), "deque")
        if origin in SETS or origin is frozenset:
            return SetShape(inner(0), "frozenset" if origin is frozenset else "set")
        if origin is collections.Counter:
            return DictShape(inner(0), IntShape(), "Counter")
        if origin in DICTS:
            return DictShape(inner(0), inner(1), DICTS[origin])
        if origin in ITERATORS:
            return IteratorShape(inner(0), ITERATORS[origin])
        if origin is collections.abc.KeysView:
            return ViewShape(DictShape(inner(0), IntShape()), "keys")
        if origin is collections.abc.ValuesView:
            return ViewShape(DictShape(IntShape(), inner(0)), "values")
        if origin is collections.abc.ItemsView:
            return ViewShape(DictShape(inner(0), inner(1)), "items")
        return self.bare(origin, depth)

    def with_star(self, args: tuple[Any, ...], count: int, depth: int) -> Shape:
        """`tuple[int, *tuple[str, ...]]` with so many elements where their number is open (PEP 646)."""
        items: list[Shape] = []
        for a in args:
            if not is_unpacked(a):
                items.append(self.shape(a, depth + 1))
            elif known := [*unpacked_items(a)]:
                for each, is_open in known:
                    items += [self.shape(each, depth + 1)] * (count if is_open else 1)
            else:  # of a `TypeVarTuple`
                items += [ANY_SCALAR] * count
        return TupleShape(tuple(items))

    def literal(self, values: tuple[Any, ...]) -> Shape:
        plain = tuple(v for v in values if not isinstance(v, enum.Enum))
        members = [v for v in values if isinstance(v, enum.Enum)]
        options: list[Shape] = [LiteralShape(plain)] if plain else []
        for cls in dict.fromkeys(type(m) for m in members):
            options.append(EnumShape(class_name(cls), tuple(m.name for m in members if type(m) is cls)))
        return union_of(tuple(options))

    def type_of(self, bound: Any) -> Shape:
        if isinstance(bound, typing.TypeVar):
            bound = bound.__bound__ or object
        if not isinstance(bound, type):
            return Opaque(f"a class object for {bound!r}")
        if bound is object:
            return TypeShape((class_name(int), class_name(str), *(class_name(c) for c in self.classes)))
        found = [c for c in self.classes if _is_subclass(c, bound) and c is not bound]
        return TypeShape((class_name(bound), *(class_name(c) for c in found)))

    def bare(self, a: Any, depth: int) -> Shape:
        """A class without arguments."""
        if a is list:
            return ListShape(ANY_SCALAR)
        if a in LISTS:
            return some_sequence(ANY_SCALAR)
        if a in SETS or a is frozenset:
            return SetShape(ANY_SCALAR, "frozenset" if a is frozenset else "set")
        if a in DICTS:
            return DictShape(AnyShape((StrShape(), IntShape())), ANY_SCALAR, DICTS[a])
        if a in ITERATORS:
            return IteratorShape(ANY_SCALAR, ITERATORS[a])
        if a is tuple:
            return VariadicTupleShape(ANY_SCALAR)
        if a is collections.deque:
            return ListShape(ANY_SCALAR, "deque")
        if a is collections.Counter:
            return DictShape(AnyShape((StrShape(), IntShape())), IntShape(), "Counter")
        if a is collections.abc.Callable or a is Callable or a is types.FunctionType:
            return CallableShape(None, ANY_SCALAR)
        if a is type:
            return self.type_of(object)
        if not isinstance(a, type):
            return ANY if depth == 0 else ANY_SCALAR
        if issubclass(a, enum.Enum):
            return enum_shape(a) if a.__members__ else self.object(a)
        if typing.is_typeddict(a):
            return RecordShape(tuple(self.fields(a, depth)), declared=True)
        made = readymade.shape(a)
        return made if made is not None else self.object(a)

    def fields(self, cls: Any, depth: int) -> Iterator[tuple[str, Shape, bool]]:
        """Of a `TypedDict`: (key, shape, required).  Markers inside strings are known only when these are evaluated."""
        try:
            hints = typing.get_type_hints(cls, include_extras=True)
        except Exception:
            hints = hints_of(cls, {})
        required: frozenset[str] = of_type(cls, "__required_keys__", frozenset(hints))
        for key, hint in hints.items():
            marker = typing.get_origin(hint)
            needed = marker is typing.Required or (key in required and marker is not typing.NotRequired)
            yield key, self.shape(hint, depth + 1), needed

    def object(self, cls: type) -> Shape:
        if of_type(cls, "_is_protocol", False):
            return self.protocol(cls)
        below = (c for c in self.classes if c is not cls and _is_subclass(c, cls) and _concrete(c))
        found = tuple(map(class_name, below))
        abstract = not _concrete(cls)
        if abstract and not found:
            return Opaque(f"no concrete subclass of {cls.__qualname__} is known", class_name(cls))
        if not is_found(cls):
            return Opaque(f"{cls.__qualname__} is not found in its module {cls.__module__}", class_name(cls))
        shape = ObjectShape(class_name(cls), found, abstract)
        return AnyShape((shape,), stated=True) if _may_be_claimed(cls) else shape

    def protocol(self, cls: type) -> Shape:
        """What has all methods and attributes of the protocol: of the project, and the plainest builtin classes.

        Others of the library may have them as well.
        """
        wanted = sorted(protocol_members(cls))
        if wanted == ["__call__"]:
            return CallableShape(None, ANY_SCALAR)
        having = tuple(
            class_name(c)
            for c in self.classes
            if not getattr(c, "_is_protocol", False) and _concrete(c) and all(_has(c, name) for name in wanted)
        )
        found: tuple[Shape, ...] = tuple(ObjectShape(c) for c in having)
        if found and cls in self.classes and is_found(cls):
            found = (ObjectShape(class_name(cls), having, abstract=True),)
        builtin = tuple(shape for _, shape in builtin_implementations(cls))
        if not found and not builtin:
            return Opaque(f"no class that satisfies the protocol {cls.__qualname__} is known", class_name(cls))
        return AnyShape((*found, *builtin), stated=True)


def builtin_implementations(protocol: type) -> tuple[tuple[type, Shape], ...]:
    """The plainest builtin classes that have all members of the protocol."""
    wanted = protocol_members(protocol)
    plainest: tuple[tuple[type, Shape], ...] = (
        (int, IntShape()), (str, StrShape()), (list, ListShape(ANY_SCALAR)), (dict, DictShape(StrShape(), ANY_SCALAR)),
    )  # fmt: skip
    return tuple((kind, shape) for kind, shape in plainest if wanted and all(hasattr(kind, name) for name in wanted))


def _may_be_claimed(cls: type) -> bool:
    """May classes that do not inherit from it pass for subclasses: by registration, or since it says so itself?"""
    if not isinstance(cls, abc.ABCMeta):
        return False
    registered = bool(_abc._get_dump(cls)[0])
    return registered or any("__subclasshook__" in vars(base) for base in cls.__mro__[:-1])


def _has(cls: type, name: str) -> bool:
    return in_class(cls, name) or name in getattr(cls, "__annotations__", {}) or name in _assigned_attributes(cls)


def _assigned_attributes(cls: type) -> frozenset[str]:
    code = getattr(of_type(cls, "__init__", None), "__code__", None)
    return frozenset(code.co_names) if code is not None else frozenset()


def protocol_members(cls: type) -> set[str]:
    members: set[str] = set()
    for base in cls.__mro__:
        if getattr(base, "_is_protocol", False) and base is not typing.Protocol:
            members |= {n for n in (*vars(base), *getattr(base, "__annotations__", {})) if _counts(n)}
    return members


def _counts(name: str) -> bool:
    return not name.startswith("_abc_") and name not in {
        "__module__", "__dict__", "__weakref__", "__doc__", "__annotations__", "__parameters__", "__abstractmethods__",
        "__subclasshook__", "_is_protocol", "__init__", "__protocol_attrs__", "_is_runtime_protocol", "__slots__",
        "__orig_bases__", "__non_callable_proto_members__", "__firstlineno__", "__static_attributes__", "__hash__",
        "__annotate__", "__annotate_func__", "__annotations_cache__", "__type_params__", "__class_getitem__",
        "__callable_proto_members_only__",
    }  # fmt: skip


def _concrete(cls: type) -> bool:
    return not inspect.isabstract(cls) and cls is not abc.ABC and is_found(cls)


def _is_subclass(cls: type, base: type) -> bool:
    try:
        return issubclass(cls, base)
    except TypeError:
        return False


def _hashable(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True
