"""Random arguments by shape, made without the executor: plain values, boundary values, odd ones."""

from __future__ import annotations

import collections
import contextlib
import functools
import itertools
import random
import types
from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Any

from clew.inputs.interface import OF_MAKING
from clew.inputs.shapes import (
    AnyShape,
    BoolShape,
    BytesShape,
    CallableShape,
    ClassName,
    DictShape,
    EnumShape,
    FloatShape,
    IntShape,
    IteratorShape,
    ListShape,
    LiteralShape,
    NoneShape,
    ObjectShape,
    RecordShape,
    SetShape,
    Shape,
    StrShape,
    TupleShape,
    UnionShape,
    VariadicTupleShape,
    ViewShape,
    mutable,
)
from clew.inputs.signatures import Catalogue, ParameterShape
from clew.records import dataclass

CONSUMED = 12
CHARACTERS = "aaabb01 ,A-é\x00\n\U0001f600ßx9İ"
INTS = (
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    8,
    9,
    10,
    11,
    12,
    99,
    100,
    101,
    -1,
    -2,
    -3,
    2**31,
    2**63,
    -(2**63),
    10**30,
    255,
    1 << 1030,
)
FLOATS = (0.0, -0.0, 1.0, 0.5, -1.5, 2.0, 3.0, 1e9, float("inf"), float("-inf"), 1e308, 5e-324, 0.1, 2.5, 1e16)


class CannotMake(Exception):
    """A shape these values do not cover."""


@dataclass(slots=True)
class Size:
    """How large an input and its execution are, to be compared with bounds: longest container and text, nesting (of
    arguments, and of calls of one function), calls, ints, and how often a line was executed.

    guessed: where no type is stated, every value has the most likely one.
    """

    len: int = 0
    text: int = 0
    depth: int = 0
    calls: int = 0
    loop: int = 0
    int: int = 0
    guessed: bool = True


INT, STR = IntShape(), StrShape()
# What is done to instances of classes that inherit from these; every element is of the likeliest type.
HELD: Mapping[type, Mapping[str, tuple[Shape, ...]]] = {
    list: {
        "append": (INT,), "extend": (ListShape(INT),), "pop": (), "insert": (INT, INT), "remove": (INT,), "clear": (),
        "__setitem__": (INT, INT), "sort": (), "reverse": (), "__iadd__": (ListShape(INT),),
    },
    dict: {"__setitem__": (STR, INT), "update": (DictShape(STR, INT),), "setdefault": (STR, INT), "popitem": ()},
    set: {"add": (INT,), "update": (ListShape(INT),), "discard": (INT,), "pop": (), "clear": ()},
    collections.deque: {"append": (INT,), "appendleft": (INT,), "rotate": (INT,), "popleft": (), "clear": ()},
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Use:
    """how: `call`, `get`, `set` or `delete`."""

    name: str
    how: str
    parameters: tuple[ParameterShape, ...]


@dataclass(slots=True)
class Maker:
    """constants: numbers and texts of the program.  known: what `uses` found, to be kept while the classes are.

    started: generators and context managers that are not to end yet.
    """

    rng: random.Random
    catalogue: Catalogue
    constants: tuple[Any, ...] = ()
    known: dict[type, tuple[Use, ...]] = field(default_factory=dict)
    size: Size = field(default_factory=Size)
    started: list[Any] = field(default_factory=list)

    def arguments(self, parameters: tuple[ParameterShape, ...], depth: int = 0) -> tuple[list[Any], dict[str, Any]]:
        args: list[Any] = []
        kwargs: dict[str, Any] = {}
        earlier: list[tuple[Shape, Any]] = []
        skipped = False
        for p in parameters:
            if p.kind == "*":
                if not skipped:
                    count = self.length(4)
                    args += [self.value(p.shape, depth) for _ in range(count)]
                continue
            if p.kind == "**":
                for name in p.names:
                    if name not in kwargs and self.rng.random() < 0.3:
                        kwargs[name] = self.value(p.shape, depth)
                continue
            if (p.optional or p.default) and self.rng.random() < 0.3:
                skipped = True
                continue
            same = [v for s, v in earlier if s == p.shape and mutable(s)]
            value = (
                self.rng.choice(same) if depth == 0 and same and self.rng.random() < 0.4 else self.value(p.shape, depth)
            )
            earlier.append((p.shape, value))
            if skipped or p.kind == "keyword-only":
                if p.kind != "positional-only":
                    kwargs[p.name] = value
            else:
                args.append(value)
        return args, kwargs

    def length(self, most: int = 7) -> int:
        count = min(self.rng.choice((0, 0, 1, 1, 2, 2, 3, 3, 4, 5, 7)), most)
        self.size.len = max(self.size.len, count)
        return count

    def value(self, shape: Shape, depth: int = 0) -> Any:
        rng = self.rng
        match shape:
            case NoneShape():
                return None
            case BoolShape():
                return rng.random() < 0.5
            case IntShape():
                number = self.int_()
                self.size.int = max(self.size.int, abs(number))
                return number
            case FloatShape():
                return self.float_()
            case StrShape():
                return self.str_()
            case BytesShape(kind):
                data = bytes(rng.choice((97, 98, 0, 255, 48)) for _ in range(self.text_length()))
                return data if kind == "bytes" else bytearray(data)
            case LiteralShape(values):
                return rng.choice(values)
            case EnumShape(cls, members):
                return self.catalogue.resolve(cls)[rng.choice(members)]
            case UnionShape(options):
                return self.value(rng.choice(options), depth)
            case AnyShape(candidates):
                number = rng.choice((0, rng.randrange(len(candidates))))
                self.size.guessed = self.size.guessed and number == 0
                return self.value(candidates[number], depth)
            case TupleShape(items):
                return tuple([self.value(s, depth) for s in items])
            case VariadicTupleShape(element):
                return tuple([self.value(element, depth) for _ in range(self.length())])
            case ListShape(element, kind):
                made = [self.value(element, depth) for _ in range(self.length())]
                if rng.random() < 0.2 and not mutable(element):
                    made = [made[0]] * len(made) if made and made[0] == made[0] else made
                elif rng.random() < 0.2 and isinstance(element, IntShape | StrShape):
                    made.sort()
                return made if kind == "list" else collections.deque(made)
            case SetShape(element, kind):
                found = {self.value(element, depth) for _ in range(self.length())}
                return found if kind == "set" else frozenset(found)
            case DictShape(key, value, "dict"):
                return {self.value(key, depth): self.value(value, depth) for _ in range(self.length())}
            case ViewShape(of, kind):
                return getattr(self.value(of, depth), kind)()
            case RecordShape(fields):
                there = [(key, s) for key, s, required in fields if required or rng.random() < 0.6]
                return {key: self.value(s, depth) for key, s in there}
            case ObjectShape():
                return self.object_(shape, depth)
            case CallableShape(_, result):
                results = [self.value(result, depth) for _ in range(rng.randint(1, 4))]
                calls = itertools.count()
                if rng.random() < 0.5:
                    return lambda *args, **named: results[next(calls) % len(results)]
                return lambda *args, **named: results[hash(args) % len(results)]
            case IteratorShape(element, kind):
                given = [self.value(element, depth) for _ in range(self.length())]
                return iter(given) if kind == "iterator" else (item for item in given)
            case _:
                raise CannotMake(type(shape).__name__)

    def int_(self) -> int:
        kind = self.rng.random()
        numbers = [c for c in self.constants if type(c) is int]
        if kind < 0.35 and numbers:
            return self.rng.choice(numbers) + self.rng.choice((0, 0, 1, -1))
        if kind < 0.75:
            return self.rng.randint(-4, 12)
        return self.rng.choice(INTS) if kind < 0.95 else self.rng.randint(-(10**6), 10**6)

    def float_(self) -> float:
        kind = self.rng.random()
        if kind < 0.1:
            return float("nan")  # a nan of its own
        if kind < 0.6:
            return self.rng.choice(FLOATS)
        return self.rng.choice((float(self.rng.randint(-5, 12)), self.rng.uniform(-5, 5)))

    def text_length(self) -> int:
        count = self.rng.choice((0, 1, 1, 2, 2, 3, 4, 6, 9))
        self.size.text = max(self.size.text, count)
        return count

    def str_(self) -> str:
        texts = [c for c in self.constants if type(c) is str and len(c) < 12]
        if texts and self.rng.random() < 0.4:
            text = self.rng.choice(texts) + (self.rng.choice(("", "a", ",")) if self.rng.random() < 0.3 else "")
            self.size.text = max(self.size.text, len(text))
            return text
        return "".join(self.rng.choice(CHARACTERS) for _ in range(self.text_length()))

    def object_(self, shape: ObjectShape, depth: int, methods: bool = True) -> Any:
        self.size.depth = max(self.size.depth, depth)
        if depth > 3:
            raise CannotMake("too deep")
        classes = (*(() if shape.abstract else (shape.cls,)), *shape.alternatives)
        return self.instance(self.rng.choice(classes), depth)

    def instance(self, cls: ClassName, depth: int) -> Any:
        args, kwargs = self.arguments(self.catalogue.constructor(cls), depth + 1)
        made = self.catalogue.resolve(cls)(*args, **kwargs)
        uses = self.uses(type(made))
        count = self.rng.choice((0, 0, 0, 1, 1, 2)) if uses else 0
        self.size.calls = max(self.size.calls, count)
        for _ in range(count):
            chosen = self.rng.choice(uses)
            args, kwargs = self.arguments(chosen.parameters, depth + 1)
            self.apply(made, chosen, args, kwargs)
        return made

    def apply(self, made: Any, chosen: Use, args: list[Any], kwargs: dict[str, Any]) -> None:
        match chosen.how:
            case "get":
                use(getattr(made, chosen.name))
            case "set":
                setattr(made, chosen.name, *args)
            case "delete":
                delattr(made, chosen.name)
            case _:
                result = getattr(made, chosen.name)(*args, **kwargs)
                if isinstance(result, contextlib._GeneratorContextManager):
                    result.__enter__()
                    self.started.append(result)
                elif isinstance(result, types.GeneratorType) and self.rng.random() < 0.5:
                    next(result, None)
                    self.started.append(result)
                else:
                    use(result)

    def uses(self, cls: type) -> tuple[Use, ...]:
        """What callers can do to an object: which of it changes the object is for the analysis to find."""
        if cls in self.known:
            return self.known[cls]
        found: dict[str, Any] = {}
        for base in reversed(cls.__mro__):
            if base.__module__ in self.catalogue.modules:
                found.update(vars(base))
        inherited = [
            Use(name, "call", tuple(ParameterShape(f"x{i}", "positional-only", s) for i, s in enumerate(shapes)))
            for base in cls.__mro__
            for name, shapes in HELD.get(base, {}).items()
            if name not in found
        ]
        self.known[cls] = (
            *inherited,
            *(
                one
                for name, value in sorted(found.items())
                if name not in OF_MAKING and (not name.startswith("_") or name.endswith("__"))
                for one in self.uses_of(cls, name, value)
            ),
        )
        return self.known[cls]

    def uses_of(self, cls: type, name: str, value: Any) -> Iterator[Use]:
        signature = self.catalogue.signature
        if isinstance(value, types.FunctionType):
            yield Use(name, "call", signature(value, None, cls, skip=1))
        elif isinstance(value, functools.cached_property):
            yield Use(name, "get", ())
        elif isinstance(value, property):
            yield Use(name, "get", ())
            if value.fset is not None:
                yield Use(name, "set", signature(value.fset, None, cls, skip=1))
            if value.fdel is not None:
                yield Use(name, "delete", ())
        elif isinstance(getattr(type(value), "__set__", None), types.FunctionType):
            yield Use(name, "set", signature(type(value).__set__, None, type(value), skip=2))


def use(result: Any, size: Size | None = None) -> None:
    """What a caller does with a result: draw from an iterator, run a coroutine.  What is drawn counts as a length: that
    of the tuple of values sent.
    """
    if isinstance(result, types.GeneratorType):
        for number, _ in enumerate(itertools.islice(result, CONSUMED), 1):
            if size is not None:
                size.len = max(size.len, number)
    elif isinstance(result, types.CoroutineType):
        with contextlib.suppress(StopIteration):
            result.send(None)
        result.close()
