"""What an input may look like: the grammar of values that annotations describe.

A `Shape` is plain data (classes are named, not held).  `inputs` turns one into a value, every choice it leaves open
being a solver variable.  Options of a union stand plainest first: that one is taken where nothing asks
for another.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from clew.inputs.recipes import Recipe
from clew.records import dataclass


@dataclass(frozen=True, slots=True)
class ClassName:
    """A class, by the module it is defined in and its qualified name there."""

    module: str
    qualname: str

    def __lt__(self, other: ClassName) -> bool:
        return (self.module, self.qualname) < (other.module, other.qualname)


@dataclass(frozen=True, slots=True)
class NoneShape:
    pass


@dataclass(frozen=True, slots=True)
class BoolShape:
    pass


@dataclass(frozen=True, slots=True)
class IntShape:
    pass


@dataclass(frozen=True, slots=True)
class FloatShape:
    pass


@dataclass(frozen=True, slots=True)
class ComplexShape:
    pass


@dataclass(frozen=True, slots=True)
class StrShape:
    pass


@dataclass(frozen=True, slots=True)
class BytesShape:
    """kind: `bytes` or `bytearray`."""

    kind: str = "bytes"


@dataclass(frozen=True, slots=True)
class LiteralShape:
    """One of these None, bool, int, str or bytes values."""

    values: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class EnumShape:
    """combined: values of a flag that have no name; complete: there are no other instances."""

    cls: ClassName
    members: tuple[str, ...]
    combined: tuple[int, ...] = ()
    complete: bool = True


@dataclass(frozen=True, slots=True)
class TupleShape:
    items: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class VariadicTupleShape:
    element: Shape


@dataclass(frozen=True, slots=True)
class ListShape:
    """kind: `list` or `deque`."""

    element: Shape
    kind: str = "list"


@dataclass(frozen=True, slots=True)
class SetShape:
    """kind: `set` or `frozenset`."""

    element: Shape
    kind: str = "set"


@dataclass(frozen=True, slots=True)
class DictShape:
    """kind: `dict`, `defaultdict`, `OrderedDict` or `Counter`."""

    key: Shape
    value: Shape
    kind: str = "dict"


@dataclass(frozen=True, slots=True)
class RecordShape:
    """A dict with certain keys: (key, shape, required).

    likely: keys that are not required are there where nothing asks for a record without them.  declared: a `TypedDict`
    says so, which leaves room for other keys.
    """

    fields: tuple[tuple[str, Shape, bool], ...]
    likely: bool = False
    declared: bool = False


@dataclass(frozen=True, slots=True)
class IteratorShape:
    """kind: `iterator` or `generator`."""

    element: Shape
    kind: str = "iterator"


@dataclass(frozen=True, slots=True)
class ViewShape:
    """What `keys`, `values` or `items` of the dict gives: kind."""

    of: DictShape
    kind: str


@dataclass(frozen=True, slots=True)
class CallableShape:
    """parameters: None where they are not known."""

    parameters: tuple[Shape, ...] | None
    result: Shape


@dataclass(frozen=True, slots=True)
class SliceShape:
    """`slice(start, stop, step)`, each of them None or an int."""


SLICE_PARTS = ("start", "stop", "step")
SLICE_PART = (NoneShape(), IntShape())


@dataclass(frozen=True, slots=True)
class ObjectShape:
    """An instance of the class or of one of the `alternatives` (its subclasses, or what satisfies a protocol).

    abstract: the class itself cannot be instantiated.
    """

    cls: ClassName
    alternatives: tuple[ClassName, ...] = ()
    abstract: bool = False

    @property
    def classes(self) -> tuple[ClassName, ...]:
        """The classes that can be instantiated: none, where the class is abstract and nothing known completes it."""
        return self.alternatives if self.abstract else (self.cls, *self.alternatives)


@dataclass(frozen=True, slots=True)
class NamespaceShape:
    """A bag of attributes, made by a class that takes them as keyword arguments (`SimpleNamespace`)."""

    cls: ClassName
    fields: tuple[tuple[str, Shape], ...]


@dataclass(frozen=True, slots=True)
class TypeShape:
    """A class object, one of these."""

    classes: tuple[ClassName, ...]


@dataclass(frozen=True, slots=True)
class TimeShape:
    """kind: `date`, `datetime`, `time` or `timedelta`, which are made of ints.  aware: in UTC, else without a zone."""

    kind: str
    aware: bool = False


@dataclass(frozen=True, slots=True)
class MadeShape:
    """One of a few ready-made values of a class the solver knows nothing of (`Decimal`, `Path`, …)."""

    type_name: str
    recipes: tuple[Recipe, ...]


@dataclass(frozen=True, slots=True)
class UnionShape:
    options: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class AnyShape:
    """Nothing says what it is: candidates by evidence, likeliest first.  That there are no others is a guess.

    stated: an abstract class is, of which the candidates are the plainest subclasses.
    """

    candidates: tuple[Shape, ...]
    stated: bool = False


@dataclass(frozen=True, slots=True)
class Opaque:
    """Cannot be built; reason: one sentence for the report; cls: of which an object is wanted."""

    reason: str
    cls: ClassName | None = None


Shape: TypeAlias = (
    NoneShape | BoolShape | IntShape | FloatShape | ComplexShape | StrShape | BytesShape | LiteralShape | EnumShape
    | TupleShape | VariadicTupleShape | ListShape | SetShape | DictShape | RecordShape | IteratorShape | ViewShape
    | CallableShape | SliceShape | ObjectShape | NamespaceShape | TypeShape | TimeShape | MadeShape | UnionShape
    | AnyShape | Opaque
)  # fmt: skip

ANY_SCALAR = AnyShape((IntShape(), StrShape(), NoneShape()))
ANY = AnyShape(
    (
        IntShape(),
        StrShape(),
        NoneShape(),
        ListShape(ANY_SCALAR),
        FloatShape(),
        BoolShape(),
        DictShape(StrShape(), ANY_SCALAR),
        TupleShape((IntShape(), IntShape())),
        BytesShape(),
        ListShape(ListShape(IntShape())),
    )
)


def union_of(options: tuple[Shape, ...]) -> Shape:
    """The union, flattened, without repetitions, plainest option first; the option itself where there is one."""
    flat: dict[Shape, None] = {}
    for option in options:
        for part in option.options if isinstance(option, UnionShape) else (option,):
            flat[part] = None
    ordered = tuple(sorted(flat, key=_plainness))
    return ordered[0] if len(ordered) == 1 else UnionShape(ordered)


def _plainness(shape: Shape) -> int:
    match shape:
        case NoneShape():
            return 0
        case Opaque():
            return 9
        case ObjectShape() | CallableShape() | AnyShape():
            return 3
        case MadeShape():
            return 4
        case _:
            return 1


def parts(shape: Shape) -> Iterator[Shape]:
    """The shape and all shapes inside it (not those of the attributes of objects)."""
    yield shape
    for part in inner_of(shape):
        yield from parts(part)


def inner_of(shape: Shape) -> tuple[Shape, ...]:
    """The shapes right inside of the shape."""
    match shape:
        case TupleShape(items):
            return items
        case VariadicTupleShape(element) | ListShape(element) | SetShape(element) | IteratorShape(element):
            return (element,)
        case DictShape(key, value):
            return (key, value)
        case ViewShape(of):
            return (of,)
        case RecordShape(fields):
            return tuple(f for _, f, _ in fields)
        case NamespaceShape(_, fields):
            return tuple(f for _, f in fields)
        case CallableShape(_, result):
            return (result,)
        case UnionShape(options):
            return options
        case AnyShape(candidates):
            return candidates
        case _:
            return ()


def mutable(shape: Shape) -> bool:
    """Whether two parameters of this shape being the same object can make a difference."""
    return isinstance(shape, _MUTABLE) or (isinstance(shape, BytesShape) and shape.kind == "bytearray")


_MUTABLE: Final = (ListShape, SetShape, DictShape, RecordShape, IteratorShape, ObjectShape, NamespaceShape)
