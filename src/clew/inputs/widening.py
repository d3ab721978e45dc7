"""Types that the code asked for, among the candidates for what has no stated type.

`isinstance(value, dict)` says more of what an argument may be than any use of it.  Where goals are left and a question
for a class had the same answer for all that was tried, the classes asked for are tried too, wherever a type is a guess:
as the argument itself, after all others, and as what it holds, before all others.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from clew.inputs.annotations import shape_of_annotation
from clew.inputs.shapes import (
    AnyShape,
    DictShape,
    ListShape,
    NoneShape,
    Opaque,
    RecordShape,
    SetShape,
    Shape,
    TupleShape,
    UnionShape,
    VariadicTupleShape,
)

MOST_CLASSES = 6
DEEPEST = 3


def shapes_asked_for(asked: Iterable[type], classes: tuple[type, ...]) -> tuple[Shape, ...]:
    """classes: those of the project.  What cannot be made is left out."""
    shapes = (shape_of_annotation(cls if cls is not type(None) else None, classes) for cls in asked)
    return tuple(dict.fromkeys(s for s in shapes if not isinstance(s, Opaque)))[:MOST_CLASSES]


def widened(shape: Shape, asked: tuple[Shape, ...], guessed: bool = False, depth: int = 0) -> Shape:
    """The shape, with the shapes asked for among its candidates wherever it is a guess.

    guessed: it is part of a guess.
    """
    if depth > DEEPEST:
        return shape
    match shape:
        case AnyShape(candidates):
            inner = tuple(widened(c, asked, True, depth) for c in candidates)
            new = _unlike(asked, inner)
            return replace(shape, candidates=tuple(dict.fromkeys((*new, *inner) if depth else (*inner, *new))))
        case UnionShape(options):
            return UnionShape(tuple(dict.fromkeys(widened(o, asked, guessed, depth) for o in options)))
        case ListShape(element) | SetShape(element) | VariadicTupleShape(element):
            return replace(shape, element=_held(element, asked, guessed, depth + 1))
        case DictShape(_, value):
            return replace(shape, value=_held(value, asked, guessed, depth + 1))
        case RecordShape(fields):
            wide = tuple((key, _held(s, asked, guessed, depth + 1), required) for key, s, required in fields)
            return replace(shape, fields=wide)
        case TupleShape(items):
            return TupleShape(tuple(_held(i, asked, guessed, depth + 1) for i in items))
        case _:
            return shape


def _held(shape: Shape, asked: tuple[Shape, ...], guessed: bool, depth: int) -> Shape:
    if guessed and not isinstance(shape, AnyShape | UnionShape):
        shape = AnyShape((shape,))
    return widened(shape, asked, guessed, depth)


def _unlike(asked: tuple[Shape, ...], candidates: tuple[Shape, ...]) -> list[Shape]:
    """Those asked for of which there is no candidate of the kind yet."""
    kinds = {type(c) for c in candidates}
    return [a for a in asked if a not in candidates and (type(a) not in kinds or not isinstance(a, _PLAIN))]


_PLAIN = (NoneShape, DictShape, ListShape, SetShape, TupleShape)
