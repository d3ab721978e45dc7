"""Values of scalars and containers: one class of the two that build inputs (`building.py` has the names of variables).

`choices` has the variables that they are made of.
"""

from __future__ import annotations

import collections
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator
from collections.abc import Mapping as MappingType
from typing import Any, NamedTuple

from clew.inputs.choices import Choices
from clew.inputs.drawn import made_in_run
from clew.inputs.readymade import MOMENTS, UTC, CannotBuild, realise
from clew.inputs.recipes import (
    Collection,
    Dictionary,
    Literal,
    Made,
    Name,
    Recipe,
)
from clew.inputs.shape_facts import buildable, has_objects, runs_code, type_of
from clew.inputs.shapes import (
    SLICE_PART,
    SLICE_PARTS,
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
)
from clew.inputs.signatures import drawn_of
from clew.logic import terms as t
from clew.logic.sorts import BOOL, FLOAT, INT
from clew.logic.terms import Term
from clew.records import dataclass
from clew.search.deepening import Size
from clew.search.trace import ModelError
from clew.semantics import dates
from clew.semantics.hashing import is_builtin, same_key
from clew.semantics.shadow import (
    Choice,
    Items,
    Mapping,
    Members,
    Sequence,
    Text,
    Tracked,
    items_of,
)

HIGHEST = 0x10FFFF
UNTRIED = {
    "date": "as a date or datetime without a time zone, and in no subclass of these",
    "datetime": "without a time zone and in UTC only",
    "time": "without a time zone only",
    "timedelta": "in no subclass of timedelta",
}
LEAST_PARTS = {"date": 3, "datetime": 3, "time": 1, "timedelta": 1}  # that a call of the class is written with
RANGED = 24  # code points whose range is stated in advance


class Built(NamedTuple):
    tracked: Tracked
    recipe: Recipe


@dataclass(slots=True)
class ValueBuilder(Choices, ABC):
    """Builds values; one method for each shape, which is why there are so many."""

    # ------------------------------------------------------------ values

    def build(self, shape: Shape, name: str, depth: int = 0, salt: int = 0) -> Built:
        """depth: how many objects are around it.  salt: its place among values that must differ."""
        built = self.built(shape, name, depth, salt)
        if built.tracked.shadow is None and built.tracked.value is not None:
            self.machine.named(built.tracked.value, name)
        return built

    def built(self, shape: Shape, name: str, depth: int, salt: int) -> Built:
        if drawn := drawn_of(shape, self.catalogue):
            return self.drawn(drawn, name, salt)
        match shape:
            case NoneShape():
                return Built(Tracked(None, None), Literal(None))
            case BoolShape():
                truth = bool(self.scalar(name, bool(salt & 1)))
                return Built(Tracked(truth, t.var(name, BOOL)), Literal(truth))
            case IntShape():
                number = int(self.scalar(name, salt))
                self.machine.stands_for(name, int)
                self.sizes[name] = Size("int", t.var(name, INT))
                return Built(Tracked(number, t.var(name, INT)), Literal(number))
            case FloatShape():
                double = float(self.scalar(name, float(salt)))
                self.machine.stands_for(name, float)
                return Built(Tracked(double, t.var(name, FLOAT)), Literal(double))
            case ComplexShape():
                numbers = (0j, 1 + 0j, 1j, -1.5 + 2j)
                return self.ready("complex", tuple(Literal(n) for n in numbers), name, salt)
            case StrShape():
                codes, shadow = self.text(name, HIGHEST, salt)
                self.machine.stands_for(name, str)
                word = as_written("".join(map(chr, codes)))
                return Built(Tracked(word, shadow), Literal(word))
            case BytesShape(kind):
                return self.octets(kind, name, salt)
            case LiteralShape(values):
                return self.one_of(tuple(Built(Tracked(v, None), Literal(v)) for v in values), name, salt)
            case EnumShape():
                return self.member(shape, name, salt)
            case TypeShape(classes):
                self.machine.approximate("bound", f"{name} is one of {len(classes)} known classes")
                return self.one_of(
                    tuple(Built(Tracked(self.catalogue.resolve(c), None), Name(c.module, c.qualname)) for c in classes),
                    name,
                    salt,
                )
            case TimeShape():
                return self.moment(shape, name, salt)
            case MadeShape(type_name, recipes):
                return self.ready(type_name, recipes, name, salt)
            case UnionShape(options):
                return self.option(shape, options, name, depth, salt)
            case AnyShape(candidates):
                return self.option(shape, candidates, name, depth, salt)
            case TupleShape(items):
                return self.tuple_of(
                    [self.build(s, f"{name}[{i}]", depth, salt if i == 0 else 0) for i, s in enumerate(items)], name
                )
            case VariadicTupleShape(element):
                count, term = self.length(name, self.room(element, depth), "len", min(salt, 1))
                self.decide(term, count)
                return self.tuple_of([self.build(element, f"{name}[{i}]", depth) for i in range(count)], name)
            case ListShape():
                return self.list_of(shape, name, depth, salt)
            case SetShape():
                return self.set_of(shape, name, depth, salt)
            case DictShape():
                return self.dict_of(shape, name, depth, salt)
            case RecordShape():
                return self.record(shape, name, depth)
            case IteratorShape(element, kind):
                return self.iterator(element, kind, name, depth)
            case ViewShape(of, kind):
                held = self.build(of, name, depth)
                view = self.machine.call(Tracked(getattr(dict, kind), None), (held.tracked,), {})
                return Built(view, Made(Name("builtins", f"dict.{kind}"), (held.recipe,)))
            case CallableShape(parameters, result):
                return self.callable(parameters, result, name, depth)
            case SliceShape():
                return self.slice(name, depth)
            case ObjectShape():
                return self.object(shape, name, depth)
            case NamespaceShape(cls, fields):
                return self.namespace(cls, fields, name, depth)
            case Opaque(reason):
                raise CannotBuild(reason)

    def text(self, name: str, highest: int, salt: int) -> tuple[list[int], Text]:
        """The code points of a string input in this run, and its shadow, whose length is still open."""
        limit = self.bounds.text
        count, term = self.length(name, limit, "text", min(salt, 1))
        codes: list[int] = []
        for i in range(max(count, min(limit, RANGED))):
            variable = f"{name}[{i}]"
            self.machine.assume(self.catalogue.code_range(variable, highest))
            if i < count:
                code, _ = self.ranged(variable, 0, highest, min(96 + max(salt, 1), highest))
                codes.append(code)
        return codes, Text(term, (), name)

    def octets(self, kind: str, name: str, salt: int) -> Built:
        codes, shadow = self.text(name, 255, salt)
        data = bytes(codes)
        if kind == "bytes":
            self.machine.stands_for(name, bytes)
            return Built(Tracked(data, shadow), Literal(data))
        array = bytearray(data)
        self.machine.holds(array, name, bytearray)
        self.machine.keep(array, Sequence(list(shadow.first(len(data))), shadow.length))
        return Built(Tracked(array, None), Collection("bytearray", tuple(Literal(c) for c in codes)))

    def one_of(self, options: tuple[Built, ...], name: str, salt: int) -> Built:
        """One of several constants; the choice stays open."""
        if not options:
            raise CannotBuild(f"{name} has a type without values")
        if len(options) == 1:
            return options[0]
        actual, kind = self.choose(f"{name}?kind", len(options), salt)
        types = tuple(type(o.tracked.value) for o in options)
        value, recipe = options[actual]
        return Built(Tracked(value.value, Choice(kind, types, actual, value.shadow)), recipe)

    def member(self, shape: EnumShape, name: str, salt: int) -> Built:
        """A member of an enum, or a combination of flags."""
        cls, real = shape.cls, self.catalogue.resolve(shape.cls)
        named = [Built(Tracked(real[m], None), Name(cls.module, f"{cls.qualname}.{m}")) for m in shape.members]
        made = Name(cls.module, cls.qualname)
        combined = [Built(Tracked(real(v), None), Made(made, (Literal(v),))) for v in shape.combined]
        if not shape.complete:
            self.machine.approximate("bound", f"not all instances of {cls.qualname} are tried for {name}")
        return self.one_of((*named, *combined), name, salt)

    def ready(self, type_name: str, recipes: tuple[Recipe, ...], name: str, salt: int) -> Built:
        """One of a few values the solver knows nothing of."""
        text = f"{name} is one of {len(recipes)} values of {type_name}"
        self.machine.approximate(
            "cannot-build-input", f"only {len(recipes)} ready-made values of {type_name} are tried"
        )
        actual, kind = self.choose_candidate(f"{name}?kind", len(recipes), text, salt)
        values = [realise(r) for r in recipes] if len(recipes) <= 16 else []
        value = values[actual] if values else realise(recipes[actual])
        types = tuple(type(v) for v in values) or (type(value),) * len(recipes)
        return Built(Tracked(value, Choice(kind, types, actual, None)), recipes[actual])

    def drawn(self, recipes: tuple[Recipe, ...], name: str, salt: int) -> Built:
        """One of the objects that a strategy of the user gave; which one is decided at once, as making it runs code."""
        text = f"{name} is one of {len(recipes)} objects that a strategy gave"
        self.machine.approximate("cannot-build-input", f"only {len(recipes)} objects that a strategy gave are tried")
        actual, kind = self.choose_candidate(f"{name}?kind", len(recipes), text, salt)
        self.decide(kind, actual)
        try:
            return Built(made_in_run(self.machine, recipes[actual]), recipes[actual])
        except ModelError:
            raise
        except Exception as error:
            self.machine.ran_out(error)
            raise CannotBuild(f"{name} cannot be made as a strategy made it: {error}") from error

    def moment(self, shape: TimeShape, name: str, salt: int) -> Built:
        """A date, time or duration of the parts that are given; of the first one that is tried, where nothing is."""
        machine, first = self.machine, MOMENTS[shape.kind][0]
        kind = type(first)
        built: dict[str, tuple[int, Term]] = {}
        for part in dates.PARTS[kind]:
            low, high = dates.range_of(part)
            if part == "day":
                from calendar import monthrange  # with what it imports a large one

                high = monthrange(built["year"][0], built["month"][0])[1]
            default = getattr(first, part) + (salt if part in ("day", "days", "second") else 0)
            built[part] = self.ranged(f"{name}.{part}", low, high, default)
        values, terms = zip(*built.values(), strict=True)
        machine.assume(dates.valid(built, terms))
        machine.approximate("cannot-build-input", f"{name} is tried {UNTRIED[shape.kind]}")
        zone = (("tzinfo", UTC),) if shape.aware else ()
        named = {"tzinfo": realise(UTC)} if zone else {}
        arguments = tuple(map(Literal, values))
        while len(arguments) > LEAST_PARTS[shape.kind] and not arguments[-1].value:
            arguments = arguments[:-1]
        recipe = Made(Name("datetime", shape.kind), arguments, zone)
        return Built(Tracked(kind(*values, **named), dates.shadow_of(terms)), recipe)

    def option(self, shape: Shape, options: tuple[Shape, ...], name: str, depth: int, salt: int) -> Built:
        """One option of a union; the choice stays open unless building some option runs code."""
        usable = [i for i, o in enumerate(options) if self.buildable(o, depth)]
        if not usable:
            reasons = [o.reason for o in options if isinstance(o, Opaque)]
            raise CannotBuild(reasons[0] if reasons else f"{name} would be nested too deeply")
        variable = f"{name}?kind"
        if isinstance(shape, AnyShape):
            text = f"{name} has one of {len(options)} types"
            actual, kind = self.choose_candidate(variable, len(options), text, usable[0], shape.stated)
        else:
            actual, kind = self.choose(variable, len(options), usable[0])
        if self.bounds.depth and any(isinstance(o, ObjectShape) for o in options):
            self.sizes[variable] = Size("depth", kind, tuple(self.depth_of(o, depth) for o in options))
        if len(usable) < len(options):
            fact = t.in_ranges(kind, _ranges(usable))
            self.cut("depth", self.bounds.depth, variable, fact, f"{name} is not nested more deeply")
            actual = actual if actual in usable else usable[0]
            self.values[variable] = actual
        if len(options) == 1:
            return self.build(options[0], name, depth, salt)
        if self.runs_code(shape):
            self.decide(kind, actual)
            return self.build(options[actual], f"{name}:{actual}", depth, salt)
        built = self.build(options[actual], f"{name}:{actual}", depth, salt)
        types = tuple(self.type_of(o) for o in options)
        shadow = Choice(kind, types, actual, built.tracked.shadow)
        return Built(Tracked(built.tracked.value, shadow), built.recipe)

    def tuple_of(self, items: list[Built], name: str) -> Built:
        value = tuple(b.tracked.value for b in items)
        self.machine.holds(value, name, tuple)
        shadow = items_of(tuple(b.tracked.shadow for b in items))
        return Built(Tracked(value, shadow), Collection("tuple", tuple(b.recipe for b in items)))

    def slice(self, name: str, depth: int) -> Built:
        parts = [self.build(UnionShape(SLICE_PART), f"{name}.{part}", depth) for part in SLICE_PARTS]
        values, shown = [p.tracked.value for p in parts], [p.recipe for p in parts]
        if values[2] is None:
            shown = shown[1:2] if values[0] is None else shown[:2]
        shadow = items_of(tuple(p.tracked.shadow for p in parts))
        return Built(Tracked(slice(*values), shadow), Made(Name("builtins", "slice"), tuple(shown)))

    # ------------------------------------------------------------ containers

    def room(self, element: Shape, depth: int) -> int:
        """How many elements a container may have."""
        return self.bounds.length if self.buildable(element, depth) else 0

    def elements(self, element: Shape, name: str, depth: int, least: int = 0) -> tuple[list[Built], Term | None]:
        """Elements and the length while it is open."""
        count, term = self.length(name, self.room(element, depth), "len", least)
        eager = self.runs_code(element)
        if eager:
            self.decide(term, count)
        built = [self.build(element, f"{name}[{i}]", depth) for i in range(count)]
        return built, None if eager else term

    def list_of(self, shape: ListShape, name: str, depth: int, salt: int) -> Built:
        built, length = self.elements(shape.element, name, depth, min(salt, 1))
        items = [b.tracked.value for b in built]
        value: Any = items if shape.kind == "list" else collections.deque(items)
        self.machine.keep(value, Sequence([b.tracked.shadow for b in built], length))
        self.machine.holds(value, name, type(value))
        return Built(Tracked(value, None), Collection(shape.kind, tuple(b.recipe for b in built)))

    def members(
        self, shape: Shape, name: str, room: int, depth: int, least: int, eager: bool
    ) -> tuple[list[Built], Term | None]:
        """Values no two of which are equal, and their number while it is open."""
        count, length = self.length(name, room, "len", least)
        if self.runs_code(shape) or has_objects(shape):
            self.decide(length, count)
            return self.unlike(shape, name, depth, count), None
        built = self.distinct(shape, name, depth, count)
        self.values[f"{name}#len"] = len(built)
        if eager:
            self.decide(length, len(built))
        found: list[Built] = []
        for one in built:
            tracked = self.machine.settle(one.tracked)
            for other in found:
                apart = self.apart(other.tracked, tracked)
                if apart is not None:
                    self.machine.assume(apart)
            found.append(Built(tracked, one.recipe))
        return found, None if eager else length

    def unlike(self, shape: Shape, name: str, depth: int, count: int) -> list[Built]:
        """Members whose making or comparing decides something: each is made once, and which are equal is decided.

        Of equal ones the first stands for all, as in the display that the recipe writes.
        """
        found: list[Built] = []
        for i in range(count):
            built = self.build(shape, f"{name}.key{i}", depth, i)
            one = self.machine.settle(built.tracked)
            try:
                equal = next((other.tracked for other in found if same_key(self.machine, other.tracked, one)), None)
            except ModelError:
                raise
            except Exception as error:
                raise CannotBuild(f"a key or member that cannot be compared: {error}") from error
            if equal is None or not is_builtin(one.value):
                found.append(Built(equal or one, built.recipe))
        try:
            different = len({one.tracked.value for one in found})
        except ModelError:
            raise
        except Exception as error:
            raise CannotBuild(f"a key or member that cannot be hashed: {error}") from error
        if different < len({id(one.tracked.value) for one in found}):
            raise CannotBuild("keys or members that are equal without saying so")
        return found

    def distinct(self, shape: Shape, name: str, depth: int, count: int) -> list[Built]:
        """Members, or fewer where there are no more values; always those with the first numbers.

        What the assignment leaves open comes last and takes another value, as does what it makes equal to another one.
        """
        made: dict[int, Built] = {}
        seen: dict[Any, None] = {}
        for i in sorted(range(count), key=lambda i: not self.given(f"{name}.key{i}")) if count > 1 else range(count):
            for salt in (i, *range(count, 2 * count + 1)):
                one = self.build(shape, f"{name}.key{i}", depth, salt)
                if not _hashable(one.tracked.value):
                    raise CannotBuild("a key or member that cannot be hashed")
                if one.tracked.value not in seen:
                    seen[one.tracked.value] = None
                    made[i] = one
                    break
                self.ungive(f"{name}.key{i}")
        if len(made) < count:
            for i in range(count):
                self.ungive(f"{name}.key{i}")
            return self.distinct(shape, name, depth, len(made))
        return [made[i] for i in range(count)]

    def apart(self, a: Tracked, b: Tracked) -> Term | None:
        """Two values differ, as a term; None where that is no term."""
        match a.shadow, b.shadow:
            case (None, None):
                return None
            case (Text() as first, Text() as second):
                different: list[Term] = [t.ne(first.length, second.length)]
                for i in range(self.bounds.text):
                    inside = t.gt(first.length, t.integer(i))
                    different.append(t.and_(inside, t.ne(first.char(i), second.char(i))))
                return t.or_(*different)
            case (Items(), Items()) if type(a.value) in dates.PARTS:
                if type(a.value) is not type(b.value):
                    return t.TRUE
                return t.or_(*map(t.ne, dates.parts_of(a), dates.parts_of(b)))
            case (Items(xs), Items(ys)) if len(xs) == len(ys):
                terms = [
                    self.apart(Tracked(v, x), Tracked(w, y))
                    for v, x, w, y in zip(a.value, xs, b.value, ys, strict=True)
                ]
                known = [term for term in terms if term is not None]
                return t.or_(*known) if len(known) == len(terms) else None
            case (Term() as x, Term() as y) if x.sort is y.sort:
                if x.sort is FLOAT:
                    return t.not_(t.operation("feq", x, y))
                return t.ne(x, y)
            case _:
                return None

    def set_of(self, shape: SetShape, name: str, depth: int, salt: int) -> Built:
        room = self.room(shape.element, depth)
        members, length = self.members(shape.element, name, room, depth, min(salt, 1), self.runs_code(shape))
        value: Any = {m.tracked.value for m in members}
        if shape.kind == "frozenset":
            value = frozenset(value)
        entries = {m.tracked.value: m.tracked.shadow for m in members}
        self.machine.keep(value, Members(entries, length))
        self.machine.holds(value, name, type(value))
        return Built(Tracked(value, None), Collection(shape.kind, tuple(m.recipe for m in members)))

    def dict_of(self, shape: DictShape, name: str, depth: int, salt: int) -> Built:
        room = min(self.room(shape.key, depth), self.room(shape.value, depth))
        keys, length = self.members(shape.key, name, room, depth, min(salt, 1), self.runs_code(shape))
        values = [self.build(shape.value, f"{name}.value{i}", depth) for i in range(len(keys))]
        pairs = [(k.tracked.value, v.tracked.value) for k, v in zip(keys, values, strict=True)]
        items = tuple((k.recipe, v.recipe) for k, v in zip(keys, values, strict=True))
        recipe: Recipe = Dictionary(shape.kind, items)
        value: dict[Any, Any]
        match shape.kind:
            case "defaultdict":
                factory = FACTORIES.get(type(shape.value), "list")
                value = collections.defaultdict(vars(sys.modules["builtins"])[factory], pairs)
                recipe = Made(
                    Name("collections", "defaultdict"), (Name("builtins", factory), Dictionary("dict", items))
                )
            case "OrderedDict":
                value = collections.OrderedDict(pairs)
            case "Counter":
                value = collections.Counter(dict(pairs))
            case _:
                value = dict(pairs)
        entries = {k.tracked.value: (k.tracked.shadow, v.tracked.shadow) for k, v in zip(keys, values, strict=True)}
        self.machine.keep(value, Mapping(entries, length))
        self.machine.holds(value, name, type(value))
        return Built(Tracked(value, None), recipe)

    def record(self, record: RecordShape, name: str, depth: int) -> Built:
        value: dict[str, Any] = {}
        contents = Mapping({})
        items: list[tuple[Recipe, Recipe]] = []
        for key, shape, required in record.fields:
            if not required and not self.present(f"{name}.{key}?given", record.likely):
                continue
            built = self.build(shape, f"{name}.{key}", depth)
            value[key] = built.tracked.value
            contents.entries[key] = (None, built.tracked.shadow)
            items.append((Literal(key), built.recipe))
        self.machine.keep(value, contents)
        keys = frozenset(key for key, _, _ in record.fields) if record.declared else None
        self.machine.holds(value, name, dict, keys)
        return Built(Tracked(value, None), Dictionary("dict", tuple(items)))

    def present(self, variable: str, likely: bool = False) -> bool:
        """Whether an optional part is there; decided at once.  likely: it is, if nothing else is asked for."""
        given, term = self.choose(variable, 2, int(likely))
        self.decide(term, given)
        return bool(given)

    def iterator(self, element: Shape, kind: str, name: str, depth: int) -> Built:
        built, length = self.elements(element, name, depth)
        recipe = Collection(kind, tuple(b.recipe for b in built))
        items = [b.tracked.value for b in built]
        self.machine.keep(items, Sequence([b.tracked.shadow for b in built], length))
        if kind == "generator":
            self.machine.elements(items)  # A generator is consumed by CPython, so its length is decided first.
            lost = self.machine.lost("unmodelled-operation", f"the items of the generator {name}")
            return Built(Tracked((item for item in items), lost if items else None), recipe)
        walk = self.machine.call(Tracked(iter, None), (Tracked(items, None),), {})
        walk.value.of_caller()
        self.machine.holds(walk.value, name, Iterator)
        return Built(walk, recipe)

    # ------------------------------------------------------------ callables and objects

    @abstractmethod
    def callable(self, parameters: tuple[Shape, ...] | None, result: Shape, name: str, depth: int) -> Built:
        """A function."""

    @abstractmethod
    def object(self, shape: ObjectShape, name: str, depth: int) -> Built:
        """An instance of a class."""

    @abstractmethod
    def namespace(self, cls: ClassName, fields: tuple[tuple[str, Shape], ...], name: str, depth: int) -> Built:
        """An instance that is nothing but its attributes."""

    # ------------------------------------------------------------ what shapes can do

    def buildable(self, shape: Shape, depth: int) -> bool:
        return buildable(shape, depth, self.bounds.depth, self.catalogue)

    def depth_of(self, shape: Shape, depth: int) -> int:
        """The smallest bound on depth under which it can be built here."""
        within = (d for d in range(self.bounds.depth) if buildable(shape, depth, d, self.catalogue))
        return next(within, self.bounds.depth)

    def runs_code(self, shape: Shape) -> bool:
        return runs_code(shape, self.catalogue)

    def type_of(self, shape: Shape) -> type:
        return type_of(shape, self.catalogue)


FACTORIES: MappingType[type, str] = {
    IntShape: "int",
    StrShape: "str",
    DictShape: "dict",
    SetShape: "set",
    FloatShape: "float",
}


def _ranges(numbers: list[int]) -> tuple[tuple[int, int], ...]:
    """Sorted numbers as ranges."""
    found: list[tuple[int, int]] = []
    for n in numbers:
        if found and found[-1][1] == n - 1:
            found[-1] = (found[-1][0], n)
        else:
            found.append((n, n))
    return tuple(found)


def as_written(word: str) -> str:
    """The object that the word is as a constant of a program: CPython has one for each that could be a name."""
    return sys.intern(word) if word.isascii() and word.replace("_", "a").isalnum() else word


def _hashable(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True
