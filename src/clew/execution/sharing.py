"""Which changeable objects could be at two places within the arguments of a call.

Two whole arguments of one type are tried as one object (`inputs.alias_or_new`); everything else is an assumption.
"""

from __future__ import annotations

from collections.abc import Iterator

from clew.execution.shapes import (
    AnyShape,
    BytesShape,
    DictShape,
    ListShape,
    ObjectShape,
    RecordShape,
    SetShape,
    Shape,
    UnionShape,
    mutable,
    parts,
)
from clew.execution.signatures import ParameterShape


def same_objects(parameters: tuple[ParameterShape, ...]) -> bool:
    """Could one instance of a class be two of the arguments?"""
    objects = [p.shape for p in parameters if isinstance(p.shape, ObjectShape)]
    return len(set(objects)) < len(objects)


def may_share(parameters: tuple[ParameterShape, ...]) -> bool:
    """Could a changeable object be at two places within the arguments that are not two whole ones of one type?"""
    shapes = [p.shape for p in parameters]
    if any(mutable(part) for shape in shapes for part in _inner(shape)):
        return True
    if any(p.kind in ("*", "**") and _changeable(p.shape) for p in parameters):
        return True
    return any(
        not _changeable(shapes[i]).isdisjoint(_changeable(shapes[j]))
        and not (shapes[i] == shapes[j] and mutable(shapes[i]))
        for i in range(len(shapes))
        for j in range(i)
    )


def _inner(shape: Shape) -> Iterator[Shape]:
    """What is inside a value of this shape."""
    for option in _options(shape):
        yield from list(parts(option))[1:]


def _options(shape: Shape) -> Iterator[Shape]:
    match shape:
        case UnionShape(options) | AnyShape(options):
            for option in options:
                yield from _options(option)
        case _:
            yield shape


def _changeable(shape: Shape) -> frozenset[object]:
    """Which classes of changeable objects the value itself may have."""
    found: set[object] = set()
    for option in _options(shape):
        match option:
            case ObjectShape(cls, alternatives):
                found.update((cls, *alternatives))
            case ListShape(_, kind) | SetShape(_, kind) | DictShape(_, _, kind) | BytesShape(kind) if mutable(option):
                found.add(kind)
            case RecordShape():
                found.add("dict")
    return frozenset(found)
