"""What can be known of the values of a shape before one is built."""

from __future__ import annotations

import collections
from collections.abc import Mapping as MappingType

from clew.inputs.interface import changes_of
from clew.inputs.readymade import MOMENTS, realise
from clew.inputs.shapes import (
    AnyShape,
    BoolShape,
    BytesShape,
    CallableShape,
    ClassName,
    ComplexShape,
    DictShape,
    EnumShape,
    FloatShape,
    IntShape,
    IteratorShape,
    ListShape,
    LiteralShape,
    MadeShape,
    NamespaceShape,
    NoneShape,
    ObjectShape,
    Opaque,
    RecordShape,
    SetShape,
    Shape,
    SliceShape,
    StrShape,
    TimeShape,
    TupleShape,
    TypeShape,
    UnionShape,
    VariadicTupleShape,
    ViewShape,
    parts,
)
from clew.inputs.signatures import Catalogue, dataclass_like, drawn_of

MOST_FACTS = 20_000  # shapes are looked up by identity, and some are made for one run only


def _remembered(shape: Shape, question: str, depth: int, limit: int, catalogue: Catalogue) -> bool:
    """The answer for this very shape, which runs ask for again and again."""
    key = question, id(shape), depth, limit
    known = catalogue.facts.get(key)
    if known is None:
        answer = _buildable(shape, depth, limit, catalogue) if question == "buildable" else _runs_code(shape, catalogue)
        if len(catalogue.facts) == MOST_FACTS:
            catalogue.facts.clear()
        known = catalogue.facts[key] = shape, answer
    return known[1]


def buildable(shape: Shape, depth: int, limit: int, catalogue: Catalogue) -> bool:
    """Whether a value can be made at this depth."""
    return _remembered(shape, "buildable", depth, limit, catalogue)


def _buildable(shape: Shape, depth: int, limit: int, catalogue: Catalogue) -> bool:
    match shape:
        case Opaque() | ObjectShape() if drawn_of(shape, catalogue):
            return True
        case Opaque():
            return False
        case ObjectShape():
            return depth <= limit and any(constructible(c, depth, limit, catalogue) for c in shape.classes)
        case UnionShape(options) | AnyShape(options):
            return any(buildable(o, depth, limit, catalogue) for o in options)
        case TupleShape(items):
            return all(buildable(i, depth, limit, catalogue) for i in items)
        case RecordShape(fields):
            return all(buildable(s, depth, limit, catalogue) for _, s, required in fields if required)
        case NamespaceShape(_, fields):
            return all(buildable(s, depth, limit, catalogue) for _, s in fields)
        case CallableShape(_, result):
            return buildable(result, depth, limit, catalogue)
        case EnumShape(_, members):
            return bool(members)
        case _:
            return True


def constructible(cls: ClassName, depth: int, limit: int, catalogue: Catalogue) -> bool:
    return all(
        p.optional or p.kind in ("*", "**") or buildable(p.shape, depth + 1, limit, catalogue)
        for p in catalogue.constructor(cls)
    )


def runs_code(shape: Shape, catalogue: Catalogue) -> bool:
    """Whether building a value of the shape may record decisions, so that choices around it cannot stay open."""
    return _remembered(shape, "runs code", 0, 0, catalogue)


def _runs_code(shape: Shape, catalogue: Catalogue) -> bool:
    return any(_part_runs_code(p, 0, catalogue) for p in parts(shape))


def has_objects(shape: Shape) -> bool:
    """Whether values of the shape may be, or hold, instances of classes, which may say themselves what they equal."""
    return any(isinstance(p, ObjectShape | NamespaceShape) for p in parts(shape))


def _part_runs_code(shape: Shape, depth: int, catalogue: Catalogue) -> bool:
    match shape:
        case Opaque() | ObjectShape() if drawn_of(shape, catalogue):
            return True
        case ObjectShape(cls, alternatives):
            if alternatives or depth > 2:
                return True
            real = catalogue.resolve(cls)
            if not dataclass_like(real) or hasattr(real, "__post_init__") or changes_of(catalogue, cls):
                return True
            return any(
                p.optional or any(_part_runs_code(s, depth + 1, catalogue) for s in parts(p.shape))
                for p in catalogue.constructor(cls)
            )
        case VariadicTupleShape() | RecordShape() | IteratorShape() | ViewShape():
            return True
        case SetShape(element) | DictShape(element):
            return not isinstance(element, BoolShape | IntShape | FloatShape | StrShape | BytesShape)
        case _:
            return False


def type_of(shape: Shape, catalogue: Catalogue) -> type:
    """The exact Python type of all values of a shape; `object` where they have several or it is not known."""
    match shape:
        case ListShape(_, kind):
            return list if kind == "list" else collections.deque
        case SetShape(_, kind):
            return set if kind == "set" else frozenset
        case DictShape(_, _, kind):
            return DICT_TYPES[kind]
        case BytesShape(kind):
            return bytes if kind == "bytes" else bytearray
        case LiteralShape(values):
            return _common({type(value) for value in values})
        case Opaque() | ObjectShape() if drawn_of(shape, catalogue):
            return object
        case ObjectShape(_, alternatives) if alternatives:
            return object
        case ObjectShape(cls) | EnumShape(cls):
            real: type = catalogue.resolve(cls)
            return real
        case TimeShape(kind):
            return type(MOMENTS[kind][0])
        case MadeShape(_, recipes):
            return _common({type(realise(recipe)) for recipe in recipes})
        case TypeShape():
            return object  # classes have metaclasses
        case UnionShape(options) | AnyShape(options):
            return _common({type_of(option, catalogue) for option in options})
        case IteratorShape() | ViewShape() | CallableShape() | NamespaceShape():
            return object
        case _:
            return PLAIN_TYPES.get(type(shape), object)


def _common(types: set[type]) -> type:
    return types.pop() if len(types) == 1 else object


DICT_TYPES: MappingType[str, type] = {
    "dict": dict,
    "defaultdict": collections.defaultdict,
    "OrderedDict": collections.OrderedDict,
    "Counter": collections.Counter,
}
PLAIN_TYPES: MappingType[type, type] = {
    NoneShape: type(None),
    BoolShape: bool,
    IntShape: int,
    FloatShape: float,
    ComplexShape: complex,
    StrShape: str,
    TupleShape: tuple,
    VariadicTupleShape: tuple,
    RecordShape: dict,
    SliceShape: slice,
}
