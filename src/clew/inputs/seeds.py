"""First inputs to run, before any solver is asked: boundary values, constants of the body, short lists, usual texts.

The first assignments take every parameter through its plainest values in step; later ones mix at random, from a seed,
so two runs of clew make the same ones.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import Any, Final

from clew.inputs.interface import changes_of
from clew.inputs.readymade import MOMENTS
from clew.inputs.shapes import (
    SLICE_PART,
    SLICE_PARTS,
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
from clew.inputs.signatures import Catalogue, ParameterShape
from clew.records import dataclass
from clew.search.request import Bounds
from clew.semantics.dates import PARTS

LARGEST: Final = 100_000  # number in an input of a plain run: a list of that length is made at once, a longer one not
SIZED: Final = (1, 9)  # the numbers of the assignments that are made of each size
IN_STEP: Final = 8  # so many assignments take every pool in order
NUMBERS: Final = (0, 1, -1, 2, 3, 5, 10, -2, 7, 100, 64, 255, 1000, -100, 2**31, -(2**63), 2024)
REALS: Final = (
    0.0,
    1.0,
    -1.0,
    0.5,
    2.0,
    1.5,
    10.0,
    -0.5,
    100.0,
    1e-9,
    1e18,
    1e200,
    5e-324,
    float("inf"),
    float("nan"),
    -0.0,
)
ROOM: Final = 300  # variables of an assignment; what is inside of it then has one part at most
LENGTHS: Final = (0, 1, 2, 3, 1, 2, 3, 4, 5)
TEXTS: Final = (
    "", "a", "0", "ab", "A", " ", "aa", "abc", "1", "-1", "12", "a b", "1.5", "Hello World", "aba", "a,b", "a\nb",
    "1.2.3", "2024-02-29", "12:30:15", "key=value", "a@b.co", "127.0.0.1", "http://a.b/c?d=e", "/a/b.txt", "(a)",
    "([{}])", "[1, 2]", '{"a": 1}', "camelCase", "snake_case", "kebab-case", "1e5", "0x1F", "#ffffff", "é", "ß",
    "a-b", "+1", "_", "True", "null", "XIV", "978-0-306-40615-7", "1.0.0-alpha.1+build", "quick brown fox", "\t",
    "%", "::1", "racecar", "1 2 +", "1+2*3", "a=1&b=2", "3d6", "#a", "- b", "10:5", "a: b", "x/y", "1,2;3", "'q'",
)  # fmt: skip


def seed_assignments(
    parameters: tuple[ParameterShape, ...],
    constants: tuple[int | float | str, ...],
    catalogue: Catalogue,
    bounds: Bounds,
    count: int,
    seed: int = 0,
    receiver: Shape | None = None,
    largest: float = float("inf"),
) -> list[dict[str, Any]]:
    """`count` assignments, the plainest first; the first of all leaves everything at its default.

    receiver: the shape of `self`, if that is to be filled too; largest: of the numbers.
    """
    pools = _pools(constants, largest)
    found: list[dict[str, Any]] = []
    for number in range(count):
        filler = _Filler(pools, catalogue, bounds, number, random.Random(f"{seed}:{number}"))
        if receiver is not None:
            filler.fill(receiver, "self", 0, 0)
        for index, p in enumerate(parameters):
            filler.parameter(p, p.name, index)
        if filler.assignment not in found:
            found.append(filler.assignment)
    return found


def sized_assignments(
    parameters: tuple[ParameterShape, ...],
    sizes: Iterable[int],
    constants: tuple[int | float | str, ...],
    catalogue: Catalogue,
    bounds: Bounds,
    receiver: Shape | None = None,
) -> Iterator[dict[str, Any]]:
    """Assignments in which containers and strings have these sizes, plain ones and mixed ones."""
    pools = _pools(constants, LARGEST)
    for size in sizes:
        for number in SIZED:
            filler = _Filler(pools, catalogue, bounds, number, random.Random(f"{size}:{number}"), size)
            if receiver is not None:
                filler.fill(receiver, "self", 0, 0)
            for index, p in enumerate(parameters):
                filler.parameter(p, p.name, index)
            yield filler.assignment


def with_texts(
    assignments: Iterable[dict[str, Any]], parameters: tuple[ParameterShape, ...], texts: tuple[str, ...]
) -> Iterator[dict[str, Any]]:
    """The assignments; between them, as long as there are texts, copies with one of these for a parameter."""
    left = [(p, text) for text in texts for p in parameters]
    for assignment in assignments:
        yield assignment
        if left:
            parameter, text = left.pop(0)
            copy = dict(assignment)
            encode(parameter.shape, parameter.name, text, copy)
            yield copy


@dataclass(frozen=True, slots=True)
class _Pools:
    numbers: tuple[int, ...]
    reals: tuple[float, ...]
    texts: tuple[str, ...]
    mined_texts: tuple[str, ...]
    mined_numbers: tuple[int, ...]


def _pools(constants: tuple[int | float | str, ...], largest: float) -> _Pools:
    near: dict[int, None] = {}
    for c in constants:
        if isinstance(c, int):
            near.update(dict.fromkeys((c, c + 1, c - 1)))
        elif isinstance(c, float) and abs(c) < 2**53:
            near[int(c)] = None
    reals = dict.fromkeys(
        r
        for c in constants
        if isinstance(c, int | float) and abs(c) < 2**53
        for r in (float(c), float(c) + 1, float(c) - 0.5)
    )
    texts = tuple(dict.fromkeys(c for c in constants if isinstance(c, str) and len(c) <= 64))
    return _Pools(
        tuple(n for n in dict.fromkeys((*NUMBERS[:4], *near, *NUMBERS[4:])) if abs(n) <= largest),
        (*REALS[:4], *reals, *REALS[4:]),
        tuple(dict.fromkeys((*TEXTS[:3], *texts, *TEXTS[3:]))),
        texts,
        tuple(n for n in near if abs(n) <= largest),
    )


@dataclass(slots=True)
class _Filler:
    """Gives values to the variables of one assignment, naming them as `inputs.Builder` does.

    size: of strings and of containers that are not in others; 0: as it comes.
    """

    pools: _Pools
    catalogue: Catalogue
    bounds: Bounds
    number: int
    rng: random.Random
    size: int = 0
    assignment: dict[str, Any] = field(default_factory=dict)

    def parameter(self, p: ParameterShape, name: str, index: int, depth: int = 0) -> None:
        if p.default and self.number % 3 == 0:
            self.encode(p.shape, name, p.default[0])
            return
        match p.kind:
            case "*":
                count = min(self.pick(LENGTHS, index), 3)
                self.assignment[f"{name}#len"] = count
                for i in range(count):
                    self.fill(p.shape, f"{name}[{i}]", i, depth)
            case "**":
                for i, key in enumerate(p.names):
                    if self.rng.random() < 0.5:
                        self.assignment[f"{name}.{key}?given"] = 1
                        self.fill(p.shape, f"{name}.{key}", i, depth)
            case _:
                if p.optional:
                    self.assignment[f"{name}?given"] = self.number % 2
                self.fill(p.shape, name, index, depth)

    def pick(self, pool: tuple[Any, ...], place: int) -> Any:
        """In step at first, each place one further than the one before from the fourth on; then at random."""
        if self.number < 4:
            return pool[self.number % len(pool)]
        if self.number < IN_STEP:
            return pool[(self.number + place * 2) % len(pool)]
        return pool[min(int(len(pool) * self.rng.random() ** 1.5), len(pool) - 1)]

    def fill(self, shape: Shape, name: str, place: int, depth: int) -> None:
        put = self.assignment
        match shape:
            case BoolShape():
                put[name] = bool(self.pick((False, True), place))
            case IntShape():
                put[name] = self.pick(self.pools.numbers, place)
                if self.number >= IN_STEP and self.pools.mined_numbers and self.rng.random() < 0.3:
                    put[name] = self.rng.choice(self.pools.mined_numbers)
            case FloatShape():
                put[name] = self.pick(self.pools.reals, place)
            case StrShape():
                self.encode(shape, name, self.text(place))
            case BytesShape():
                self.encode(shape, name, self.text(place).encode("utf-8", "replace"))
            case LiteralShape(values):
                put[f"{name}?kind"] = self.pick(tuple(range(len(values))), place)
            case EnumShape(_, members, combined):
                put[f"{name}?kind"] = self.pick(tuple(range(len(members) + len(combined))), place)
            case TypeShape(classes):
                put[f"{name}?kind"] = self.pick(tuple(range(len(classes))), place)
            case TimeShape():
                moment = self.pick(MOMENTS[shape.kind], place)
                put.update({f"{name}.{part}": getattr(moment, part) for part in PARTS[type(moment)]})
            case MadeShape(_, recipes):
                put[f"{name}?kind"] = self.pick(tuple(range(len(recipes))), place)
            case UnionShape(options):
                self.option(options, name, place, depth, self.pick(tuple(range(len(options))), place))
            case AnyShape(candidates):
                # Stay with the likeliest types, of which there are few, and try the values of each.
                likely = (0, 0, 0, 0, 1, 0, 1, 2, 0, 3, 0, 4, 5, 6, 7)
                kind = min(self.rng.choice(likely) if self.number >= 4 else 0, len(candidates) - 1)
                self.option(candidates, name, place, depth, kind)
            case TupleShape(items):
                for i, item in enumerate(items):
                    self.fill(item, f"{name}[{i}]", place + i, depth)
            case VariadicTupleShape(element) | ListShape(element) | IteratorShape(element):
                self.elements(element, name, place, depth)
            case SetShape(element):
                for i in range(self.count(name, place)):
                    self.key(element, f"{name}.key{i}", i, place, depth)
            case DictShape(key, value):
                for i in range(self.count(name, place)):
                    self.key(key, f"{name}.key{i}", i, place, depth)
                    self.fill(value, f"{name}.value{i}", place + i, depth)
            case ViewShape(of):
                self.fill(of, name, place, depth)
            case RecordShape(fields, likely):
                for i, (key_name, inner, required) in enumerate(fields):
                    if not required:
                        put[f"{name}.{key_name}?given"] = int(self.rng.random() < (0.8 if likely else 0.5))
                    self.fill(inner, f"{name}.{key_name}", place + i, depth)
            case CallableShape(_, result):
                self.fill(result, f"{name}()", place, depth)
            case SliceShape():
                for i, part in enumerate(SLICE_PARTS):
                    self.option(SLICE_PART, f"{name}.{part}", place + i, depth, self.pick((0, 1), place + i))
            case NamespaceShape(_, fields):
                for i, (key_name, inner) in enumerate(fields):
                    self.fill(inner, f"{name}.{key_name}", place + i, depth)
            case ObjectShape():
                self.instance(shape, name, place, depth)
            case NoneShape() | Opaque() | ComplexShape():
                pass

    def option(self, options: tuple[Shape, ...], name: str, place: int, depth: int, kind: int) -> None:
        if depth and place % 2 and isinstance(options[kind], ObjectShape) and isinstance(options[0], NoneShape):
            kind = 0  # Chains rather than full trees: as much is seen, and less is written.
        self.assignment[f"{name}?kind"] = kind
        self.fill(options[kind], f"{name}:{kind}" if len(options) > 1 else name, place, depth)

    def key(self, shape: Shape, name: str, number: int, place: int, depth: int) -> None:
        """One of many must differ from the others."""
        if self.size and isinstance(shape, IntShape | StrShape):
            self.encode(shape, name, number if isinstance(shape, IntShape) else f"k{number}")
        else:
            self.fill(shape, name, place + number, depth)

    def count(self, name: str, place: int) -> int:
        inner = "[" in name or ".key" in name or ".value" in name
        count: int = min(self.size if self.size and not inner else self.pick(LENGTHS, place), self.bounds.length)
        if inner and len(self.assignment) > ROOM:
            count = min(count, 1)
        self.assignment[f"{name}#len"] = count
        return count

    def elements(self, element: Shape, name: str, place: int, depth: int) -> None:
        """Equal, rising or mixed elements: much code asks whether neighbours are in order."""
        count = self.count(name, place)
        order = self.rng.choice(("mixed", "rising", "equal", "falling")) if self.number >= 2 else "rising"
        for i in range(count):
            self.fill(element, f"{name}[{i}]", place + (0 if order == "equal" else i), depth)
        names = [f"{name}[{i}]" for i in range(count)]
        if order in ("rising", "falling") and isinstance(element, IntShape | FloatShape):
            values = sorted((self.assignment[n] for n in names), reverse=order == "falling")
            if len(set(values)) == 1 and isinstance(element, IntShape):
                values = [v + i for i, v in enumerate(values)] if order == "rising" else values
            self.assignment.update(zip(names, values, strict=True))

    def text(self, place: int) -> str:
        if self.size:
            word = self.pick(self.pools.texts, place) or "a"
            return (word * self.size)[: min(self.size, self.bounds.text)]
        mined = self.pools.mined_texts
        if self.number >= IN_STEP and mined and self.rng.random() < 0.4:
            parts = [self.rng.choice((*mined, *TEXTS[1:12])) for _ in range(self.rng.randint(1, 3))]
            return "".join(parts)[: self.bounds.text]
        text: str = self.pick(self.pools.texts, place)
        return text[: 1 if len(self.assignment) > ROOM else self.bounds.text]

    def instance(self, shape: ObjectShape, name: str, place: int, depth: int) -> None:
        classes = shape.classes
        if depth > self.bounds.depth or not classes:
            return
        which = self.pick(tuple(range(len(classes))), place)
        if len(classes) > 1:
            self.assignment[f"{name}?class"] = which
        for i, p in enumerate(self.catalogue.constructor(classes[which])):
            self.parameter(p, f"{name}.{p.name}", place + i, depth + 1)
        changes = changes_of(self.catalogue, classes[which])
        if depth == 0 and changes and self.number >= 2:
            count = self.rng.randint(0, self.bounds.method_calls)
            likely = sum(change.likely for change in changes)
            self.assignment[f"{name}?calls"] = count
            for i in range(count):
                chosen = self.rng.randrange(likely if likely and self.rng.random() < 0.75 else len(changes))
                self.assignment[f"{name}?call{i}"] = chosen
                for j, p in enumerate(changes[chosen].parameters):
                    self.parameter(p, f"{name}.call{i}.{changes[chosen].name}.{p.name}", place + j, depth + 1)

    def encode(self, shape: Shape, name: str, value: object) -> None:
        encode(shape, name, value, self.assignment)


def encode(shape: Shape, name: str, value: object, assignment: dict[str, Any]) -> None:
    """The variables that make this value, where the shape has it."""
    match shape, value:
        case ((UnionShape(options) | AnyShape(options)), _):
            for kind, option in enumerate(options):
                if _has(option, value):
                    assignment[f"{name}?kind"] = kind
                    encode(option, f"{name}:{kind}" if len(options) > 1 else name, value, assignment)
                    return
        case ((StrShape() | BytesShape()), (str() | bytes())):
            assignment[f"{name}#len"] = len(value)
            codes = list(value) if isinstance(value, bytes) else [ord(c) for c in value]
            for i, code in enumerate(codes):
                assignment[f"{name}[{i}]"] = code
        case LiteralShape(values), _ if value in values:
            assignment[f"{name}?kind"] = values.index(value)
        case ((IntShape() | BoolShape() | FloatShape()), (bool() | int() | float())):
            assignment[name] = value


def _has(shape: Shape, value: object) -> bool:
    """Whether a scalar is a value of the shape."""
    match shape:
        case NoneShape():
            return value is None
        case BoolShape():
            return type(value) is bool
        case IntShape():
            return type(value) is int
        case FloatShape():
            return type(value) is float
        case StrShape():
            return type(value) is str
        case BytesShape(kind):
            return kind == "bytes" and type(value) is bytes
        case LiteralShape(values):
            return any(type(v) is type(value) and v == value for v in values)
        case _:
            return False
