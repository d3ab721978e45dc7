"""The one rule of what an annotation admits (`inputs.inhabitants`)."""

from __future__ import annotations

import enum
from collections import Counter, OrderedDict, defaultdict
from typing import Any, NamedTuple

import pytest

from clew.inputs.inhabitants import Widening, classes_of, enum_shape, kin_of, overrides, subclasses_of
from clew.inputs.shapes import (
    BoolShape,
    DictShape,
    FloatShape,
    IntShape,
    ListShape,
    RecordShape,
    Shape,
    StrShape,
    TupleShape,
    UnionShape,
)
from clew.search.trace import Told


class Level(enum.IntEnum):
    LOW = 1


class Perm(enum.Flag):
    READ = 1
    WRITE = 2


class Bits(enum.IntFlag):
    ONE = 1


class Pair(NamedTuple):
    number: int
    word: str


class Name(str):
    def initial(self) -> str:
        return self[:1]


class Loud(str):
    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = str.__hash__


class Upper(str):
    def strip(self, *given: Any) -> str:
        return "UPPER"


CLASSES = (Level, Perm, Bits, Pair, Name, Loud, Upper)


@pytest.mark.parametrize(
    ("shape", "classes"),
    [
        (IntShape(), {int, bool, Level, Bits}),
        (FloatShape(), {float, int, bool, Level, Bits}),
        (StrShape(), {str, Name, Loud, Upper}),
        (DictShape(StrShape(), IntShape()), {dict, defaultdict, OrderedDict, Counter}),
        (TupleShape((IntShape(), StrShape())), {tuple, Pair}),
        (TupleShape((StrShape(), StrShape())), {tuple}),
        (TupleShape((IntShape(),)), {tuple}),
        (ListShape(IntShape()), {list}),
    ],
    ids=lambda value: None if isinstance(value, set) else str(value),  # the text of a set differs between processes
)
def test_the_classes_of_an_annotation(shape: Shape, classes: set[type]) -> None:
    assert set(classes_of(shape, CLASSES)) == classes


def test_all_combinations_of_a_flag_are_its_values() -> None:
    shape = enum_shape(Perm)
    assert {Perm[m] for m in shape.members} | {Perm(v) for v in shape.combined} == {Perm(n) for n in range(4)}
    assert shape.complete
    assert not enum_shape(Bits).complete  # it keeps bits that nobody named
    assert enum_shape(Level).complete


@pytest.mark.parametrize(
    ("cls", "answer"), [(Level, False), (Bits, False), (Pair, False), (Name, False), (Loud, True), (Upper, True)]
)
def test_what_overrides_operations_of_its_base(cls: type, answer: bool) -> None:
    assert overrides(cls) is answer


def test_a_typed_dict_is_no_subclass_of_dict() -> None:
    from typing import TypedDict

    class Movie(TypedDict):
        name: str

    assert subclasses_of(DictShape(StrShape(), StrShape()), (Movie,)) == ()


def test_only_what_was_told_gets_alternatives() -> None:
    shape = ListShape(IntShape())
    told = frozenset({Told("xs", int)})
    assert Widening((), told).parameter("ys", shape) == shape
    assert Widening((), told).parameter("xs", shape) == ListShape(UnionShape((IntShape(), BoolShape())))


def test_what_is_not_all_tried_is_open() -> None:
    assert not kin_of(IntShape(), (Level,)).open
    assert "Name" in kin_of(StrShape(), (Name,)).open
    assert kin_of(RecordShape((("name", StrShape(), True),), declared=True), ()).open
    assert not kin_of(RecordShape((("name", StrShape(), True),)), ()).open
