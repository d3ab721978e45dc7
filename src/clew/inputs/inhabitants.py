"""Which values an annotation admits: one rule, for the inputs that are made and for every proof.

The values of an annotation are those that a type checker accepts for it (PEP 484, the typing specification):

    the class itself, exactly;
    what the numeric tower promotes: a bool is an int, an int (so a bool) will do for a float, and these for a complex;
    its *known* subclasses: those of the project (an `IntEnum` for `int`, a `NamedTuple` for `tuple[int, str]`, a
    `class Name(str)`), and of the standard library `defaultdict`, `OrderedDict` and `Counter` for `dict`, and a `deque`
    with a `maxlen`;
    for a `TypedDict`, dicts with more keys than it declares (structural typing).

What the assumption `types` leaves out is what is left: subclasses that nobody who reads the project knows of.

An input is first made plain, of the class itself.  That is enough for a proof as long as nothing is asked of it that
another inhabitant could answer otherwise: arithmetic and comparisons treat a bool as the int it equals.  The machine
notes the questions that can tell (`concolic.questions`); what was asked so is *told*, and the search goes on with
shapes that have the other inhabitants as alternatives (`Widening`).  A proof then has to close these as well.
Inhabitants that may override anything, operators included, and those whose values are not all made, are `open`: runs
with them find tests, but where they may come in nothing is proved.
"""

from __future__ import annotations

import collections
import enum
import sys
import types
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Final, get_args, get_origin, get_type_hints, is_typeddict

from clew.effects.class_homes import is_where_it_says
from clew.inputs.class_names import class_name, is_found
from clew.inputs.shapes import (
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
    ObjectShape,
    RecordShape,
    SetShape,
    Shape,
    StrShape,
    TupleShape,
    UnionShape,
    VariadicTupleShape,
    ViewShape,
    inner_of,
    parts,
)
from clew.records import dataclass
from clew.search.trace import Told
from clew.semantics.class_lookup import of_type

DICTS: Final = (collections.defaultdict, collections.OrderedDict, collections.Counter)
NUMBERS: Final = (int, float, complex)
ADDED: Final = "extra"  # a key that no `TypedDict` declares

# What a class may define without any operation of its base being another one, but for those that ask for the class.
_ASKING: Final = frozenset(
    {
        "__new__", "__init__", "__post_init__", "__repr__", "__str__", "__format__", "__doc__", "__module__",
        "__slots__", "__qualname__", "__dict__", "__weakref__", "__annotations__", "__class_getitem__",
        "__init_subclass__", "__orig_bases__", "__parameters__", "__match_args__", "__firstlineno__",
        "__static_attributes__", "__reduce__", "__reduce_ex__", "__getnewargs__", "__getnewargs_ex__", "__getstate__",
        "__setstate__", "__copy__", "__deepcopy__", "__annotate__", "__annotate_func__", "__annotations_cache__",
        "__set_name__", "__signature__", "__type_params__",
    }
)  # fmt: skip


def base_of(shape: Shape) -> type | None:
    """The class that an annotation with this shape names, if other classes may stand for it."""
    match shape:
        case ListShape(_, kind):
            return collections.deque if kind == "deque" else list
        case SetShape(_, kind):
            return frozenset if kind == "frozenset" else set
        case BytesShape(kind):
            return bytearray if kind == "bytearray" else bytes
        case DictShape(_, _, kind):
            return dict if kind == "dict" else vars(collections)[kind]
        case _:
            return _BASES.get(type(shape))


_BASES: Final[Mapping[type, type]] = {
    IntShape: int, FloatShape: float, ComplexShape: complex, StrShape: str, TupleShape: tuple,
    VariadicTupleShape: tuple, RecordShape: dict, IteratorShape: Iterator,
}  # fmt: skip
BASES: Final = frozenset({*_BASES.values(), list, collections.deque, set, frozenset, bytes, bytearray, *DICTS})


def promoted(base: type) -> tuple[type, ...]:
    """The classes whose values are values of the class, without inheriting from it: the numeric tower."""
    return NUMBERS[: NUMBERS.index(base)] if base in NUMBERS else ()


def subclasses_of(shape: Shape, classes: tuple[type, ...]) -> tuple[type, ...]:
    """The classes of the project whose instances are values of the shape.  classes: of the project."""
    base = base_of(shape)
    if base is None or isinstance(shape, RecordShape):
        return ()
    bases = (base, *promoted(base))
    return tuple(c for c in classes if issubclass(c, bases) and not is_typeddict(c) and _fits(c, shape))


def classes_of(shape: Shape, classes: tuple[type, ...]) -> tuple[type, ...]:
    """The exact classes of all values of a shape of a builtin class: the rule of this module, for analyses of types."""
    base = base_of(shape)
    assert base is not None
    found: list[type] = [base, *promoted(base), *((bool,) if base in NUMBERS else ())]
    if base is dict and not isinstance(shape, RecordShape):
        found += DICTS
    return tuple(dict.fromkeys((*found, *subclasses_of(shape, classes))))


def overrides(cls: type) -> bool:
    """Does a class of the project define anything that operations on its builtin base would use?"""
    own = (base for base in cls.__mro__ if base.__module__ not in _LIBRARY or not is_where_it_says(base))
    return any(_matters(base, name) for base in own for name in vars(base))


_LIBRARY: Final = frozenset({"builtins", "enum", "typing", "collections", "abc", "typing_extensions"})
_OF_ENUMS: Final = frozenset({"__new_member__", "__members__"})


def _matters(cls: type, name: str) -> bool:
    """Is what the class has under the name, by its own text, a method of the builtin base or a special one?"""
    if name in _ASKING or name in _OF_ENUMS:
        return False
    if issubclass(cls, enum.Enum) and (name in cls.__members__ or not isinstance(vars(cls)[name], _WRITTEN)):
        return False
    above = [vars(base)[name] for base in cls.__mro__[1:] if name in vars(base)]
    if any(vars(cls)[name] is other for other in above):
        return False  # the metaclass of enums copies methods of what they mix in
    return (name.startswith("__") and name.endswith("__")) or bool(above)


_WRITTEN: Final = (types.FunctionType, classmethod, staticmethod, property)


# ---------------------------------------------------------------- what stands beside the class itself


@dataclass(frozen=True, slots=True)
class Kin:
    """Shapes of the other inhabitants that are tried, and why these are not all of them ("": they are)."""

    shapes: tuple[Shape, ...] = ()
    open: str = ""


def kin_of(shape: Shape, classes: tuple[type, ...], asked: Iterable[type] = ()) -> Kin:
    """What else is a value of the annotation that has this shape."""
    found: list[Shape] = []
    left: list[str] = []
    match shape:
        case IntShape():
            found.append(BoolShape())
        case FloatShape():
            found.append(IntShape())
        case DictShape(key, value, "dict"):
            if isinstance(value, IntShape | FloatShape | StrShape | ListShape | SetShape | DictShape | AnyShape):
                found.append(DictShape(key, value, "defaultdict"))
            found.append(DictShape(key, value, "OrderedDict"))
            if isinstance(value, IntShape | AnyShape):
                found.append(DictShape(key, value, "Counter"))
            left.append("a defaultdict makes what it likes for a missing key")
        case DictShape(_, _, "defaultdict"):
            left.append("a defaultdict may have no factory, or any")
        case RecordShape(fields, likely, declared=True):
            if all(key != ADDED for key, _, _ in fields):
                found.append(RecordShape((*fields, (ADDED, AnyShape((IntShape(), StrShape())), False)), likely, True))
            left.append("a TypedDict may have more keys than it declares")
        case IteratorShape(_, kind):
            if kind == "iterator":
                found.append(replace(shape, kind="generator"))
            left.append("iterators are of many classes, with methods of their own")
        case ListShape(_, "deque"):
            left.append("a deque may have a maxlen")
    known = subclasses_of(shape, classes)
    more = [c for c in asked if c not in known and base_of(shape) is not None and _below(c, shape)]
    for cls in (*known, *more):
        made = _instances(cls)
        if made is not None:
            found.append(made)
        if made is None or not isinstance(made, EnumShape) or not made.complete:
            if not _is_record(cls):
                left.append(_may_do_anything(cls, _name(shape)))
    return Kin(tuple(dict.fromkeys(s for s in found if s != shape)), left[0] if left else "")


def _may_do_anything(cls: type, base: str) -> str:
    return f"an instance of {cls.__qualname__}, which is a {base}, may do anything"


def _below(cls: type, shape: Shape) -> bool:
    base = base_of(shape)
    return base is not None and cls is not base and cls is not bool and issubclass(cls, base) and cls not in DICTS


def _name(shape: Shape) -> str:
    base = base_of(shape)
    return base.__name__ if base is not None else type(shape).__name__


def _is_record(cls: type) -> bool:
    return issubclass(cls, tuple) and hasattr(cls, "_fields") and not overrides(cls)


def _instances(cls: type) -> Shape | None:
    """What makes instances of a subclass of a builtin class."""
    if not is_found(cls):
        return None
    name = class_name(cls)
    if issubclass(cls, enum.Enum):
        return enum_shape(cls) if cls.__members__ else None
    return ObjectShape(name)


# ---------------------------------------------------------------- enums

MOST_FLAGS: Final = 6  # of a flag whose combinations are all tried


def enum_shape(cls: type[enum.Enum]) -> EnumShape:
    """All members; of a flag all combinations, the empty one too.

    What an `IntFlag` (or another one that keeps unknown bits) may be besides is not all tried, nor are instances that
    code of its module makes beside the members.
    """
    name = class_name(cls)
    members, only_members = tuple(cls.__members__), not makes_instances(cls.__module__)
    if not issubclass(cls, enum.Flag):
        return EnumShape(name, members, complete=only_members)
    single = [m.value for m in cls.__members__.values() if isinstance(m.value, int) and m.value.bit_count() == 1]
    named = {m.value for m in cls.__members__.values()}
    values: dict[int, None] = {}
    for bits in range(1 << min(len(single), MOST_FLAGS)):
        values[sum(v for i, v in enumerate(single) if bits >> i & 1)] = None
    combined = tuple(v for v in values if v not in named and _makes(cls, v))
    keeps = of_type(cls, "_boundary_", None) is enum.KEEP
    return EnumShape(name, members, combined, only_members and len(single) <= MOST_FLAGS and not keeps)


def makes_instances(module: str) -> bool:
    """Does code of the module, but for constructors, make objects past constructors, or write into what an enum knows
    of its members?
    """
    return _makes_instances(sys.modules[module])


@cache
def _makes_instances(module: types.ModuleType) -> bool:
    found = [
        function.__code__
        for value in list(vars(module).values())
        for member in (value, *(vars(value).values() if isinstance(value, type) else ()))
        if isinstance(function := getattr(member, "__func__", member), types.FunctionType)
        if function.__module__ == module.__name__ and function.__name__ != "__new__"
    ]
    while found:
        code = found.pop()
        texts = (each for each in code.co_consts if type(each) is str)  # instrumented text names methods like this
        if not _PAST_CONSTRUCTORS.isdisjoint((*code.co_names, *texts)):
            return True
        found += (each for each in code.co_consts if isinstance(each, types.CodeType) and each.co_name != "__new__")
    return False


_PAST_CONSTRUCTORS: Final = frozenset(
    {"__new__", "_member_map_", "_value2member_map_", "_member_names_", "_create_pseudo_member_"}
)


def _makes(cls: type[enum.Enum], value: int) -> bool:
    try:
        cls(value)
    except ValueError:
        return False
    return True


# ---------------------------------------------------------------- do the type arguments fit?


def _fits(cls: type, shape: Shape) -> bool:
    """Could an instance be a value of the shape?  Where type arguments contradict it, no."""
    if isinstance(shape, TupleShape | VariadicTupleShape) and hasattr(cls, "_fields"):
        fields = _named_fields(cls)
        if isinstance(shape, TupleShape) and len(fields) != len(shape.items):
            return False
        wanted = shape.items if isinstance(shape, TupleShape) else (shape.element,) * len(fields)
        return all(_may_be(hint, s) for hint, s in zip(fields, wanted, strict=True))
    for base in of_type(cls, "__orig_bases__", ()):
        inner: tuple[Shape, ...] = ()
        if isinstance(shape, ListShape | SetShape | VariadicTupleShape):
            inner = (shape.element,)
        elif isinstance(shape, DictShape):
            inner = (shape.key, shape.value)
        given = get_args(base)
        if get_origin(base) is base_of(shape) and inner and len(given) == len(inner):
            return all(_may_be(hint, s) for hint, s in zip(given, inner, strict=True))
    return True


@cache
def _named_fields(cls: type) -> tuple[Any, ...]:
    try:
        hints = get_type_hints(cls)
    except Exception:
        hints = {}
    fields: tuple[str, ...] = of_type(cls, "_fields", ())
    return tuple(hints.get(name, Any) for name in fields)


def _may_be(hint: Any, shape: Shape) -> bool:
    base = base_of(shape)
    if base is None or not isinstance(hint, type):
        return True
    return issubclass(hint, base) or (base in NUMBERS and issubclass(hint, (*promoted(base), base)))


# ---------------------------------------------------------------- shapes with all that is known


@dataclass(frozen=True, slots=True)
class Widening:
    """What was told decides which parts of the inputs get alternatives.  classes: those of the project."""

    classes: tuple[type, ...]
    told: frozenset[Told]

    def parameter(self, root: str, shape: Shape) -> Shape:
        """The shape of a parameter, with the other inhabitants where something asked for them."""
        return self._wide(shape, frozenset(one for one in self.told if one.root == root))

    def inside(self, shape: Shape) -> Shape:
        """A shape of something that objects are made from: nobody knows whose attributes it is asked of."""
        return self._wide(shape, self.told)

    def _wide(self, shape: Shape, told: frozenset[Told]) -> Shape:
        match shape:
            case UnionShape(options):
                return _joined(tuple(self._wide(o, told) for o in options))
            case AnyShape(candidates, stated=True):
                wide = _joined(tuple(self._wide(c, told) for c in candidates))
                return replace(shape, candidates=wide.options if isinstance(wide, UnionShape) else (wide,))
            case CallableShape(_, result):
                return replace(shape, result=self._wide(result, told))
            case AnyShape():
                return shape
            case ListShape(element) | SetShape(element) | VariadicTupleShape(element) | IteratorShape(element):
                shape = replace(shape, element=self._wide(element, told))
            case DictShape(key, value):
                shape = replace(shape, key=self._wide(key, told), value=self._wide(value, told))
            case ViewShape(DictShape(key, value) as of):
                of = replace(of, key=self._wide(key, told), value=self._wide(value, told))
                shape = replace(shape, of=of)
            case TupleShape(items):
                shape = TupleShape(tuple(self._wide(i, told) for i in items))
            case RecordShape(fields):
                shape = replace(shape, fields=tuple((k, self._wide(s, told), needed) for k, s, needed in fields))
        base = base_of(shape)
        asked = [one for one in told if one.base is base]
        if not asked:
            return shape
        kin = kin_of(shape, self.classes, sorted({o.asked for o in asked if o.asked}, key=lambda c: c.__qualname__))
        return _joined((shape, *(self._wide(s, told) if isinstance(s, IntShape) else s for s in kin.shapes)))

    def open(self, shapes: Iterable[Shape]) -> str:
        """Why not all inhabitants of what was told are tried; "" where they are."""
        for shape in shapes:
            for part in _supposed(shape):
                base = base_of(part)
                if isinstance(part, AnyShape) and part.stated:
                    for candidate in part.candidates:
                        if any(one.base is base_of(candidate) for one in self.told):
                            return "classes of which the annotation says only what they can do have many subclasses"
                asked = [one.asked for one in self.told if one.base is base and one.asked is not None]
                if base is not None and any(one.base is base for one in self.told):
                    if reason := kin_of(part, self.classes, asked).open:
                        return reason
        # What objects hold has no shape here; where it is asked about, it may be of what nobody can make.
        for cls in self.classes:
            for one in self.told:
                if issubclass(cls, one.base) and not is_found(cls):  # which may look through all modules
                    return _may_do_anything(cls, one.base.__name__)
        return ""


def _supposed(shape: Shape) -> Iterator[Shape]:
    """The parts of the shape that a proof supposes: of what nothing states, the likeliest form only."""
    yield shape
    inner = inner_of(shape)
    for each in inner[:1] if isinstance(shape, AnyShape) and not shape.stated else inner:
        yield from _supposed(each)


def _joined(options: tuple[Shape, ...]) -> Shape:
    """A union that keeps the order: what was there first is tried first."""
    flat = dict.fromkeys(p for o in options for p in (o.options if isinstance(o, UnionShape) else (o,)))
    return next(iter(flat)) if len(flat) == 1 else UnionShape(tuple(flat))


def told_from_the_start(root: str, shape: Shape, classes: tuple[type, ...]) -> Iterator[Told]:
    """What need not be asked: an int computes otherwise than a float, and a class of the project may as it likes."""
    for part in parts(shape):
        base = base_of(part)
        if base is float:
            yield Told(root, float)
        elif base is not None and any(overrides(c) for c in subclasses_of(part, classes)):
            yield Told(root, base)
