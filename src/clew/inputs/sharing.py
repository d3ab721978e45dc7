"""Which changeable objects could be at two places within the arguments of a call.

Two whole arguments are tried as one object where what they are annotated with overlaps (`inputs.alias_or_new`);
everything else is an assumption, and so is what overlaps only in part.  A
place is given by the classes of the objects that may be there.  An object has the places of what its constructor takes,
and one for anything it makes itself and may hand out; these can be no others of the same object, but those of any other
argument.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field, replace
from typing import Any, Final, TypeAlias

from clew.inputs.class_names import class_name
from clew.inputs.shapes import (
    AnyShape,
    BytesShape,
    ClassName,
    DictShape,
    IteratorShape,
    ListShape,
    NamespaceShape,
    ObjectShape,
    Opaque,
    RecordShape,
    SetShape,
    Shape,
    TupleShape,
    UnionShape,
    VariadicTupleShape,
    mutable,
    parts,
)
from clew.inputs.signatures import ParameterShape
from clew.records import dataclass
from clew.verdict.assumptions import Assumption

Constructor: TypeAlias = Callable[[ClassName], tuple[ParameterShape, ...]]
ANYTHING: Final = "anything"
_DEEPEST: Final = 4  # objects inside of objects


@dataclass(frozen=True, slots=True)
class Place:
    """classes: of the changeable objects that may be here.  argument: which of them; whole: it is the argument itself.

    made: the object around it, by number, makes what is here.
    """

    classes: frozenset[object]
    argument: int
    whole: bool = False
    made: bool = False

    def meets(self, other: Place) -> bool:
        if (self.made or other.made) and self.argument == other.argument:
            return False
        if ANYTHING in self.classes or ANYTHING in other.classes:
            return bool(self.classes) and bool(other.classes)
        return not self.classes.isdisjoint(other.classes)


def places_of(shapes: Iterable[Shape], constructor: Constructor) -> list[Place]:
    """Every place within arguments of these shapes; of places that are alike two, as no question is about more.

    What there may be any number of counts twice.
    """
    places = _Places(constructor)
    found: list[Place] = []
    for number, shape in enumerate(shapes):
        if own := _changeable(shape):
            found.append(Place(own, number, whole=True))
        found += (replace(place, argument=number) for place in places.inside(shape, 0))
    return found


@dataclass(frozen=True, slots=True)
class _Places:
    """Those of the first argument.  known: by shapes and how deep they are, as classes without annotations hold each
    other in very many ways.
    """

    constructor: Constructor
    known: dict[tuple[Shape, int], tuple[Place, ...]] = field(default_factory=dict)

    def inside(self, shape: Shape, depth: int) -> tuple[Place, ...]:
        """Those of what a value of this shape holds."""
        key = shape, depth
        if key not in self.known:
            self.known[key] = _at_most_two(self._inside(shape, depth))
        return self.known[key]

    def of(self, shape: Shape, depth: int) -> Iterator[Place]:
        """The value's own, and those inside."""
        if own := _changeable(shape):
            yield Place(own, 0)
        yield from self.inside(shape, depth)

    def _inside(self, shape: Shape, depth: int) -> Iterator[Place]:
        for option in _options(shape):
            match option:
                case ObjectShape(cls, alternatives):
                    for name in (cls, *alternatives) if depth < _DEEPEST else ():
                        for p in self.constructor(name):
                            yield from self.several(p, depth + 1)
                    yield Place(frozenset((ANYTHING,)), 0, made=True)
                case TupleShape(items):
                    for item in items:
                        yield from self.of(item, depth)
                case ListShape() | SetShape() | DictShape() | VariadicTupleShape() | IteratorShape():
                    every = list(parts(option))[1:]
                    if any(isinstance(s, AnyShape) and not s.stated for s in every):
                        yield Place(frozenset((ANYTHING,)), 0)  # the container itself, among others
                    inner = [s for s in every if not isinstance(s, UnionShape | AnyShape)]
                    for each in (*inner, *inner) if depth <= _DEEPEST else ():
                        if (held := _changeable(each)) or isinstance(each, ObjectShape):
                            yield Place(held, 0)
                case RecordShape(fields):
                    for _, inner_shape, _ in fields:
                        yield from self.of(inner_shape, depth)

    def several(self, p: ParameterShape, depth: int) -> Iterator[Place]:
        """The places of a parameter, twice where there may be more arguments for it."""
        for _ in range(2 if p.kind in ("*", "**") else 1):
            yield from self.of(p.shape, depth)


def _at_most_two(places: Iterable[Place]) -> tuple[Place, ...]:
    counts: Counter[Place] = Counter()
    found: list[Place] = []
    for place in places:
        counts[place] += 1
        if counts[place] <= 2:
            found.append(place)
    return tuple(found)


def same_objects(shapes: Iterable[Shape]) -> bool:
    """Could one instance of a class be two of the arguments?"""
    classes = [name for shape in shapes for name in {name for s in _options(shape) for name in _classes(s)}]
    return len(set(classes)) < len(classes)


def same_iterators(shapes: Iterable[Shape], places: list[Place]) -> tuple[bool, bool]:
    """Could one iterator be two of the arguments?  And at two places within them?  Drawing from it changes it."""
    given = [shape for shape in shapes if any(isinstance(option, IteratorShape) for option in _options(shape))]
    within = [place for place in places if not place.classes.isdisjoint(_ITERATORS)]
    return len(given) > 1, len(within) > 1


def drawing_supposed(places: Sequence[Place]) -> tuple[Assumption, ...]:
    """Where something else that can change is given beside an iterator, whose own code may change it."""
    drawn = [place for place in places if not place.classes.isdisjoint(_ITERATORS)]
    others = [place for place in places if not place.classes <= _ITERATORS]
    return (_DRAWING,) if any(one is not other for one in drawn for other in others) else ()


_DRAWING: Final = Assumption(
    "types",
    "iterators that are given change no other object that is given, nor one they gave, when drawn from or closed",
    about="drawing",
)
_ITERATORS: Final = frozenset({"iterator", "generator"})


def overlap(one: Shape, other: Shape) -> bool:
    """May a changeable value of one shape be one of the other, made later, as well: of a class or container that both
    name?
    """
    options = list(_options(other))
    for option in _stated(one):
        if isinstance(option, ObjectShape):
            if any(not set(option.classes).isdisjoint(_classes(o)) for o in options):
                return True
        elif mutable(option) and option in options:
            return True
    return False


def fits(value: Any, shape: Shape, type_of: Callable[[Shape], type]) -> bool:
    """Is a changeable value, built for a shape that overlaps with this one, among those that both have?"""
    kind = type(value)
    name = class_name(kind)
    options = [o for o in _options(shape) if mutable(o)]
    if any(isinstance(option, IteratorShape) for option in options) and isinstance(value, Iterator):
        return True
    return any(name in _classes(o) if _classes(o) else type_of(o) is kind for o in options)


def _stated(shape: Shape) -> Iterator[Shape]:
    """The options that an annotation names; of several guesses none, which are left open for longer, but for instances
    of classes where these are the likeliest: what they are is decided when they are made.
    """
    match shape:
        case UnionShape(options):
            for option in options:
                yield from _stated(option)
        case AnyShape(candidates) if len(candidates) == 1:
            yield candidates[0]
        case AnyShape(candidates):
            if candidates and isinstance(candidates[0], ObjectShape):
                yield from (c for c in candidates if isinstance(c, ObjectShape))
        case _:
            yield shape


def _classes(shape: Shape) -> tuple[ClassName, ...]:
    match shape:
        case ObjectShape():
            return shape.classes
        case NamespaceShape(cls):
            return (cls,)
        case _:
            return ()


def same_instances(places: list[Place]) -> bool:
    """Could one instance of a class be at two places?"""
    classes = [c for place in places for c in place.classes if isinstance(c, ClassName)]
    return len(set(classes)) < len(classes)


def shapes_passed(parameters: Iterable[ParameterShape], receiver: Shape | None) -> tuple[list[Shape], frozenset[int]]:
    """Of all arguments, the receiver's first, with the numbers of those that are tried as one object; what there may be
    more of stands twice.
    """
    shapes = [] if receiver is None else [receiver]
    tried: set[int] = set()
    for p in parameters:
        if p.kind in ("*", "**"):
            shapes += [p.shape, p.shape]
        else:
            tried.add(len(shapes))
            shapes.append(p.shape)
    return shapes, frozenset(tried)


def may_share(shapes: list[Shape], places: list[Place], tried: frozenset[int]) -> bool:
    """Could a changeable object be at two places within the arguments that are not two whole ones of one type, which
    are tried?
    """
    for i, one in enumerate(places):
        for other in places[:i]:
            first, second = shapes[one.argument], shapes[other.argument]
            whole = one.whole and other.whole and first == second and mutable(first)
            if one.meets(other) and not (whole and {one.argument, other.argument} <= tried):
                return True
    return False


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
            case IteratorShape(_, kind):
                found.add(kind)
            case RecordShape():
                found.add("dict")
            case Opaque():
                found.add(ANYTHING)
    return frozenset(found)
