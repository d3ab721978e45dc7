"""Annotations → recipes of values that a type checker accepts for them: plain ones, those at the edges, extreme ones.

What an annotation admits is wider than its name says (PEP 484): a bool is an int, an int is a float, every subclass
counts, an iterable may be a generator or a string, two arguments may be one object.  All of it is tried, by chance.
"""

from __future__ import annotations

import abc
import collections
import collections.abc
import contextlib
import dataclasses
import enum
import inspect
import random
import sys
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from clew.attack.characters import told_apart
from clew.inputs.passed_parameters import is_unpacked, passed_parameters, unpacked_items, unpacked_keys
from clew.inputs.readymade import READY
from clew.inputs.recipes import Collection, Dictionary, Function, Literal, Made, Name, Recipe, Shared, Step
from clew.semantics.class_lookup import of_type

DEEPEST = 3  # objects in objects
SMALL = (
    0,
    1,
    2,
    3,
    4,
    5,
    7,
    8,
    9,
    10,
    11,
    12,
    16,
    31,
    32,
    60,
    64,
    99,
    100,
    101,
    127,
    128,
    255,
    256,
    1000,
    -1,
    -2,
    -3,
    -10,
)
EXTREME = (
    2**31 - 1,
    2**31,
    -(2**31),
    2**53 + 1,
    2**63 - 1,
    2**63,
    -(2**63),
    2**64,
    2**70,
    -(2**70),
    10**30,
    10**400,
    10**5000,
)
FLOATS = (
    0.0, -0.0, 1.0, -1.0, 0.5, 1.5, 2.5, 2.0, 3.0, 10.0, 100.0, 0.1, 1e9, 1e16, 1e308, 5e-324, -1.5,
    float("inf"), float("-inf"), float("nan"),
)  # fmt: skip
CHARACTERS = (
    "aabxyzAZ0193 _-.,:;/\\'\"()[]{}<>=+*%#@&|~^$!?\t\n\r\x00\x0b\x1c\x85\xa0²½é߀١ßİſǅ\u2028Ωﬁ１\U0001f600\ud800\u0301"
)
TEXTS = (
    "", " ", "a", "A", "ab", "abc", "Abc", "hello world", "0", "1", "-1", "+1", "1_000", "١", "²", " 12 ", "1.5", "1e5",
    "nan", "inf", "-inf", "True", "None", "a,b", "a,,b", "a=b", "a: b", "key=value", "a/b", "/", ".", "..", "x" * 9,
    "x" * 70, "1/0", "2020-01-01", "12:30", "[1, 2]", "{}", '{"a": 1}', "[", "\ud800", "ß", "İ", "a\nb", "a\r\nb\n",
    "\t", "\x1c", "<a>", "http://a.b/c?d=e#f", "a@b.c", "%s", "{0}", "\\", "'", '"', "# x", "1 + 2", "(", "()", "0x1f",
)  # fmt: skip
DATA = (b"", b"a", b"abc", b"\x00", b"\xff", b"\xff\xfe", b"{}", b"[", b"a\nb\n", b"\x1f\x8b\x08\x00", b"1", bytes(70))
MISSING = inspect.Parameter.empty

_ORDERED = (list, collections.abc.Sequence, collections.abc.MutableSequence)
_STREAMS = (collections.abc.Iterable, collections.abc.Iterator, collections.abc.Generator)
_SETS = (set, frozenset, collections.abc.Set, collections.abc.MutableSet)
_DICTS = (dict, collections.abc.Mapping, collections.abc.MutableMapping)
_SIZED = (collections.abc.Collection, collections.abc.Container, collections.abc.Sized, collections.abc.Reversible)


MANY = 30  # characters, not all of which are this function's


class CannotMake(Exception):
    """No recipe for this annotation."""


class Inhabitants:
    """Recipes for one call; one method for each kind of annotation.

    module: the one under test; constants: of the function.
    """

    def __init__(
        self, rng: random.Random, module: types.ModuleType, constants: Sequence[object], family: Family
    ) -> None:
        self.rng = rng
        self.module = module
        self.numbers = [
            c for c in constants if isinstance(c, int | float) and not isinstance(c, bool) and abs(c) < 1e300
        ]
        self.texts = [c for c in constants if isinstance(c, str)]
        self.characters = ""
        self.family = family
        self.begin()

    def begin(self) -> None:
        """Another call, which has no object of the one before."""
        self.made: list[tuple[Any, Shared]] = []  # changeable objects so far, with the annotation each was made for

    # ------------------------------------------------------------ calls

    def arguments(
        self, function: Any, skip: int, depth: int = 0
    ) -> tuple[tuple[Recipe, ...], tuple[tuple[str, Recipe], ...]]:
        """Positional and keyword arguments for a call; skip: parameters that are bound already."""
        parameters, hints = self.family.signature(function, skip)
        if parameters is None:
            raise CannotMake(function)
        if depth == 0:
            self.characters = self.characters_of(function)
        args: list[Recipe] = []
        kwargs: list[tuple[str, Recipe]] = []
        named = False
        for p in parameters:
            kind = hints[p.name] if p.name in hints else self.family.evaluated(p.annotation)
            if p.kind is p.VAR_POSITIONAL:
                if not named:
                    args += self.several([kind] if is_unpacked(kind) else [kind] * self.count(3), depth)
            elif p.kind is p.VAR_KEYWORD and (keys := unpacked_keys(kind)) is not None:
                kwargs += self.record(keys, depth)
            elif p.kind is p.VAR_KEYWORD:
                names = self.rng.sample(["a", "b", "key", "name", "value"], self.rng.choice((0, 0, 1, 2)))
                kwargs += [(name, self.value(kind, depth)) for name in names]
            elif p.default is not MISSING and self.rng.random() < 0.4:
                named = True
            else:
                if kind in (MISSING, Any) and p.default not in (MISSING, None) and self.rng.random() < 0.7:
                    kind = type(p.default)
                value = self.value(kind, depth)
                if p.kind is p.KEYWORD_ONLY or named:
                    if p.kind is not p.POSITIONAL_ONLY:
                        kwargs.append((p.name, value))
                else:
                    args.append(value)
        return tuple(args), tuple(kwargs)

    def receiver(self, owner: type, depth: int = 0) -> Recipe:
        """An object of the class or of one of its subclasses, after some use."""
        return self.instance(owner, depth)

    # ------------------------------------------------------------ values

    def value(self, kind: Any, depth: int = 0) -> Recipe:
        """A recipe for an annotation; a changeable object may be one that was made before."""
        if depth > DEEPEST + 2:
            raise CannotMake(kind)
        if self.rng.random() < 0.15:
            fitting = [shared for other, shared in self.made if may_be_one(other, kind)]
            if fitting:
                return self.rng.choice(fitting)
        recipe = self.fresh(kind, depth)
        if isinstance(recipe, Collection | Dictionary | Made) and changeable(recipe):
            shared = Shared(f"value{len(self.made)}", recipe)
            self.made.append((kind, shared))
            return shared
        return recipe

    def fresh(self, kind: Any, depth: int) -> Recipe:
        kind = self.family.evaluated(kind)
        origin = typing.get_origin(kind)
        if origin is None and isinstance(kind, type):
            return self.of_class(kind, depth)
        parameters = typing.get_args(kind)
        if kind in (Any, MISSING, object):
            return self.anything(depth)
        if kind in (typing.Never, typing.NoReturn):
            raise CannotMake(kind)
        if isinstance(kind, typing.TypeVar):
            return self.value(
                kind.__bound__ or (self.rng.choice(kind.__constraints__) if kind.__constraints__ else int), depth
            )
        if isinstance(kind, typing.NewType):
            return self.value(kind.__supertype__, depth)
        if origin in (typing.Union, types.UnionType):
            return self.value(self.rng.choice(parameters), depth)
        if origin is typing.Literal:
            return self.constant(self.rng.choice(parameters))
        if origin in (typing.Annotated, typing.Final, typing.ClassVar, typing.Required, typing.NotRequired):
            return self.value(parameters[0], depth)
        if origin is collections.abc.Callable:
            return self.callable(parameters[-1] if parameters else Any, depth)
        if origin is type:
            chosen = self.family.evaluated(parameters[0])
            candidates = self.family.concrete(chosen) if isinstance(chosen, type) else self.family.classes
            return self.of_name(self.rng.choice(candidates or [int]))
        if isinstance(origin, type):
            return self.container(origin, parameters, depth)
        if kind is None:
            return Literal(None)
        return self.anything(depth)

    def of_class(self, kind: type, depth: int) -> Recipe:
        rng = self.rng
        if drawn := self.family.drawn.get(Name(kind.__module__, kind.__qualname__)):
            return rng.choice(drawn)
        if kind.__module__ != "builtins":
            if issubclass(kind, enum.Enum):
                return self.member(kind)
            if typing.is_typeddict(kind):
                return Dictionary("dict", tuple((Literal(key), value) for key, value in self.record(kind, depth)))
        known = [c for c in self.family.concrete(kind) if c is not kind]
        if known and rng.random() < 0.2 and kind is not object:
            chosen = rng.choice(known)
            return self.member(chosen) if issubclass(chosen, enum.Enum) else self.instance(chosen, depth)
        if kind is type(None):
            return Literal(None)
        if kind is bool:
            return Literal(rng.random() < 0.5)
        if kind is int:
            return Literal(rng.random() < 0.5) if rng.random() < 0.08 else Literal(self.integer())
        if kind is float:
            if rng.random() < 0.2:
                return self.value(int, depth)
            return Literal(self.number())
        if kind is complex:
            return Literal(complex(self.number(), self.number())) if rng.random() < 0.7 else self.value(float, depth)
        if kind is str:
            return Literal(self.text())
        if kind is bytes:
            return Literal(rng.choice(DATA) + (b"" if rng.random() < 0.5 else rng.choice(DATA)))
        if kind in _CONTAINERS or kind in (types.FunctionType,):
            return self.container(kind, (), depth)
        if kind is _CALLABLE:
            return self.callable(Any, depth)
        if kind in (BaseException, Exception):
            raised = rng.choice((ValueError, KeyError, TypeError, OSError, RuntimeError, IndexError, StopIteration))
            return Made(Name("builtins", raised.__name__), (Literal("x"),))
        ready = READY.get((kind.__module__, kind.__qualname__))
        if ready is not None:
            return rng.choice(ready)
        return self.instance(kind, depth)

    def integer(self) -> int:
        chance = self.rng.random()
        numbers = list(map(int, self.numbers))
        if chance < 0.35 and numbers:
            return self.rng.choice(numbers) + self.rng.choice((0, 0, 1, -1))
        if chance < 0.45 and len(numbers) > 1:
            return self.rng.choice(numbers) * self.rng.choice((1, -1, 2)) + self.rng.choice(numbers)
        if chance < 0.9:
            return self.rng.choice(SMALL)
        return self.rng.choice(EXTREME)

    def number(self) -> float:
        chance = self.rng.random()
        if chance < 0.3 and self.numbers:
            return float(self.rng.choice(self.numbers)) + self.rng.choice((0, 0, 0.5, -1))
        return self.rng.choice(FLOATS) if chance < 0.8 else self.rng.uniform(-20, 20)

    def characters_of(self, function: Any) -> str:
        return self.family.characters(function, self.numbers)

    def text(self) -> str:
        if self.characters and self.rng.random() < (0.8 if len(self.characters) < MANY else 0.5):
            few = [self.rng.choice(self.characters) for _ in range(self.rng.choice((1, 2, 3, 4)))]
            return "".join(self.rng.choice(few) for _ in range(self.rng.choice((1, 2, 3, 4, 6))))
        rng, chance = self.rng, self.rng.random()
        if chance < 0.45 and self.texts:
            text = rng.choice(self.texts)
            while rng.random() < 0.4:
                other = rng.choice((*self.texts, rng.choice(CHARACTERS), rng.choice(TEXTS)))
                text = rng.choice((text + other, other + text, text.upper(), text * 2, text[1:], text.swapcase()))
            return text[:2_000]
        if chance < 0.8:
            return rng.choice(TEXTS)
        return "".join(rng.choice(CHARACTERS) for _ in range(rng.choice((1, 2, 3, 5, 9, 20))))

    def count(self, most: int = 12) -> int:
        lengths = [int(n) + 1 for n in self.numbers if 0 <= n < 200]
        if lengths and self.rng.random() < 0.1:
            return self.rng.choice(lengths)
        return min(self.rng.choice((0, 0, 1, 1, 2, 2, 3, 3, 4, 5, 7, 12)), most)

    def anything(self, depth: int) -> Recipe:
        kinds: list[Any] = [int, str, None, list[int], dict[str, int], float, bool, bytes, tuple[int, int], list[str]]
        if self.family.classes and depth < DEEPEST:
            kinds += self.family.classes[:6]
        return self.value(self.rng.choice(kinds), depth + 1)

    def constant(self, value: Any) -> Recipe:
        if isinstance(value, enum.Enum):
            return Name(type(value).__module__, f"{type(value).__qualname__}.{value.name}")
        return Literal(value)

    def member(self, kind: type[enum.Enum]) -> Recipe:
        members = list(kind.__members__)
        if issubclass(kind, enum.Flag) and self.rng.random() < 0.5:
            total = 0
            for name in members:
                total |= kind[name].value if self.rng.random() < 0.4 else 0
            return Made(self.of_name(kind), (Literal(total),))
        if not members:
            raise CannotMake(kind)
        return Name(kind.__module__, f"{kind.__qualname__}.{self.rng.choice(members)}")

    def several(self, kinds: Sequence[Any], depth: int) -> list[Recipe]:
        """A value for each annotation, and for `*tuple[...]` those of its items."""
        found: list[Recipe] = []
        for kind in kinds:
            items = [*unpacked_items(kind)] or [(Any if is_unpacked(kind) else kind, is_unpacked(kind))]
            for each, is_open in items:
                found += [self.value(each, depth) for _ in range(self.count(3) if is_open else 1)]
        return found

    def record(self, kind: Any, depth: int) -> list[tuple[str, Recipe]]:
        """The items of a `TypedDict`."""
        fields = hints_of(kind)
        there = [n for n in fields if n in kind.__required_keys__ or self.rng.random() < 0.5]
        return [(n, self.value(fields[n], depth + 1)) for n in there]

    def callable(self, result: Any, depth: int) -> Recipe:
        if self.rng.random() < 0.15:
            return Function("lambda *args, **kwargs: 1 // 0")
        if self.rng.random() < 0.2:
            return Function("lambda *args, **kwargs: args[0] if args else None")
        return Function("lambda *args, **kwargs:", self.value(result, depth + 1))

    def container(self, kind: Any, parameters: tuple[Any, ...], depth: int) -> Recipe:
        rng = self.rng
        first = parameters[0] if parameters else Any
        below = depth + 1
        if kind is tuple:
            if not parameters or (len(parameters) == 2 and parameters[1] is ...):
                return Collection("tuple", self.items(first, below))
            alike = [
                c for c in self.family.classes if issubclass(c, tuple) and tuple(hints_of(c).values()) == parameters
            ]
            if alike and rng.random() < 0.3:
                return self.instance(rng.choice(alike), depth)
            return Collection("tuple", tuple(self.several([p for p in parameters if p != ()], below)))
        if kind in _STREAMS or kind in _SIZED or kind in _ORDERED:
            kinds = ["list"]
            if kind is collections.abc.Iterator:
                kinds = ["iterator", "generator"]
            elif kind is collections.abc.Generator:
                kinds = ["generator"]
            elif kind is collections.abc.Iterable:
                kinds = ["list", "list", "tuple", "iterator", "generator", "deque"]
            elif kind is not list and kind is not collections.abc.MutableSequence:
                kinds = ["list", "list", "tuple"]
            if (
                first is str
                and kind in (collections.abc.Iterable, collections.abc.Sequence, *_SIZED)
                and rng.random() < 0.15
            ):
                return Literal(self.text())
            return Collection(rng.choice(kinds), self.items(first, below))
        if kind in (collections.deque,):
            return Collection("deque", self.items(first, below))
        if kind in _SETS:
            name = "frozenset" if kind is frozenset or (kind is collections.abc.Set and rng.random() < 0.3) else "set"
            return Collection(name, self.items(first, below, hashable=True))
        second = parameters[1] if len(parameters) > 1 else Any
        if kind is collections.Counter:
            return Dictionary("Counter", self.pairs(first, int, below))
        if kind in _DICTS:
            if rng.random() < 0.1:
                return Dictionary("OrderedDict", self.pairs(first, second, below))
            return Dictionary("dict", self.pairs(first, second, below))
        if kind is collections.OrderedDict:
            return Dictionary("OrderedDict", self.pairs(first, second, below))
        if kind is collections.defaultdict:
            filled = Dictionary("dict", self.pairs(first, second, below))
            factory = second if isinstance(second, type) and second in (int, list, str, dict, set, float) else int
            return Made(Name("collections", "defaultdict"), (Name("builtins", factory.__name__), filled))
        if isinstance(kind, type):
            return self.instance(kind, depth)
        raise CannotMake(kind)

    def items(self, kind: Any, depth: int, hashable: bool = False) -> tuple[Recipe, ...]:
        if depth > DEEPEST + 1:
            return ()
        found = [self.value(kind, depth) for _ in range(self.count())]
        if found and self.rng.random() < 0.25:
            found += [self.rng.choice(found)] * self.rng.choice((1, 2))
        if not hashable and self.rng.random() < 0.2:
            with contextlib.suppress(TypeError):
                found.sort(key=_plain)
        return tuple(found)

    def pairs(self, key: Any, value: Any, depth: int) -> tuple[tuple[Recipe, Recipe], ...]:
        keys: Iterator[Recipe] = iter(self.items(key, depth, hashable=True))
        if (key in (str, Any, MISSING)) and self.texts:
            keys = iter([*keys, *(Literal(t) for t in self.texts if self.rng.random() < 0.3)])
        return tuple((k, self.value(value, depth)) for k in keys)

    # ------------------------------------------------------------ objects

    def instance(self, cls: type, depth: int) -> Recipe:
        if depth > DEEPEST:
            raise CannotMake(cls)
        candidates = self.family.concrete(cls)
        if not candidates:
            raise CannotMake(cls)
        chosen = cls if cls in candidates and self.rng.random() < 0.75 else self.rng.choice(candidates)
        if issubclass(chosen, enum.Enum):
            return self.member(chosen)
        args, kwargs = self.arguments(chosen, 0, depth + 1)
        return Made(self.of_name(chosen), args, kwargs, self.steps(chosen, depth + 1))

    def steps(self, cls: type, depth: int) -> tuple[Step, ...]:
        """What callers did to the object before: public methods, and values set to public attributes."""
        if depth > DEEPEST or self.rng.random() < 0.5:
            return ()
        methods = self.family.methods(cls)
        fields = self.family.fields(cls)
        found: list[Step] = []
        for _ in range(self.rng.choice((1, 1, 2, 3))):
            if fields and (not methods or self.rng.random() < 0.25):
                name = self.rng.choice(sorted(fields))
                found.append(Step(name, (self.value(fields[name], depth),), (), "set"))
            elif methods:
                name = self.rng.choice(sorted(methods))
                try:
                    args, kwargs = self.arguments(methods[name], 1, depth)
                except CannotMake:
                    continue
                found.append(Step(name, args, kwargs))
        return tuple(found)

    def of_name(self, cls: type) -> Name:
        return Name(cls.__module__, cls.__qualname__)


def _plain(recipe: Recipe) -> Any:
    """Raises TypeError where it is no literal."""
    if not isinstance(recipe, Literal):
        raise TypeError(recipe)
    return recipe.value


_CONTAINERS = (
    *_ORDERED, *_STREAMS, *_SETS, *_DICTS, *_SIZED, tuple, collections.deque, collections.Counter,
    collections.OrderedDict, collections.defaultdict,
)  # fmt: skip


class Family:
    """The classes of the project: who inherits from whom, and what callers may do to their instances.

    drawn: what strategies of the user gave, by class.
    """

    def __init__(
        self, module: types.ModuleType, drawn: Mapping[Name, tuple[Recipe, ...]] = types.MappingProxyType({})
    ) -> None:
        self.drawn = drawn
        top = module.__name__.partition(".")[0]
        self.module = module
        found: dict[int, type] = {}
        for other in [m for name, m in sys.modules.items() if name == top or name.startswith(top + ".")]:
            for value in list(vars(other).values()):
                if isinstance(value, type) and value.__module__.partition(".")[0] == top and importable(value):
                    found[id(value)] = value
        self.classes = sorted(found.values(), key=lambda c: (c.__module__, c.__qualname__))
        # By identity, each with what has it.
        self._concrete: dict[int, tuple[type, list[type]]] = {}
        self._signatures: dict[tuple[int, int], tuple[Any, list[inspect.Parameter] | None, dict[str, Any]]] = {}
        self._characters: dict[int, tuple[Any, str]] = {}

    def signature(self, function: Any, skip: int) -> tuple[list[inspect.Parameter] | None, dict[str, Any]]:
        """The parameters that a call passes, None where they are not known, and their annotations.

        skip: those that are bound already.
        """
        key = id(function), skip
        if key not in self._signatures:
            try:
                self._signatures[key] = function, passed_parameters(function, skip), hints_of(function)
            except (ValueError, TypeError):
                self._signatures[key] = function, None, {}
        _, parameters, hints = self._signatures[key]
        return parameters, hints

    def characters(self, function: Any, numbers: Iterable[float]) -> str:
        if id(function) not in self._characters:
            self._characters[id(function)] = function, told_apart(function, self.module, numbers)
        return self._characters[id(function)][1]

    def concrete(self, cls: type) -> list[type]:
        """The class itself, unless it is abstract, and those of the project that inherit from it."""
        if id(cls) not in self._concrete:
            self._concrete[id(cls)] = cls, self._concrete_of(cls)
        return self._concrete[id(cls)][1]

    def _concrete_of(self, cls: type) -> list[type]:
        try:
            below = [c for c in self.classes if c is not cls and issubclass(c, cls)]
        except TypeError:
            below = []  # a protocol that cannot be asked
        if of_type(cls, "_is_protocol", False):
            wanted = {n for n in dir(cls) if not n.startswith("_")} | set(vars(cls).get("__annotations__", ()))
            below = [c for c in self.classes if c is not cls and wanted <= set(dir(c)) | self.fields(c).keys()]
            return [c for c in below if not inspect.isabstract(c) and not getattr(c, "_is_protocol", False)]
        own = [cls] if not inspect.isabstract(cls) and cls is not abc.ABC and importable(cls) else []
        return [*own, *(c for c in below if not inspect.isabstract(c))]

    def methods(self, cls: type) -> dict[str, Any]:
        """Public methods that the project defines, by name."""
        found: dict[str, Any] = {}
        for base in reversed(cls.__mro__):
            if base in self.classes:
                found.update(vars(base))
        return {
            name: value
            for name, value in found.items()
            if isinstance(value, types.FunctionType)
            and (not name.startswith("_") or name in _OPERATORS)
            and not inspect.iscoroutinefunction(value)
        }

    def fields(self, cls: type) -> dict[str, Any]:
        """Public attributes with an annotation, which callers may assign."""
        frozen = getattr(of_type(cls, "__dataclass_params__", None), "frozen", False)
        if frozen or issubclass(cls, tuple):
            return {}
        return {n: kind for n, kind in hints_of(cls).items() if not n.startswith("_")}

    def evaluated(self, annotation: Any) -> Any:
        """The annotation itself, where it is a text."""
        if not isinstance(annotation, str | typing.ForwardRef):
            return annotation
        text = annotation.__forward_arg__ if isinstance(annotation, typing.ForwardRef) else annotation
        try:
            return eval(text, dict(vars(self.module)))
        except Exception:
            return Any


_CALLABLE: Any = collections.abc.Callable
_OPERATORS = frozenset({"__setitem__", "__delitem__", "__call__", "__iadd__", "__next__"})


def hints_of(thing: Any) -> dict[str, Any]:
    """The annotations of a function, or of a class or its constructor, evaluated where that is possible."""
    try:
        if isinstance(thing, type) and not dataclasses.is_dataclass(thing) and "__init__" in vars(thing):
            return typing.get_type_hints(vars(thing)["__init__"])
        return typing.get_type_hints(thing)
    except Exception:
        return {}


def importable(cls: type) -> bool:
    """Does its name lead to it?"""
    found: Any = sys.modules.get(cls.__module__)
    for part in cls.__qualname__.split("."):
        found = getattr(found, part, None)
    return found is cls


def may_be_one(one: Any, other: Any) -> bool:
    """May one changeable object be given for both annotations?"""
    if one == other:
        return True
    one_origin, other_origin = typing.get_origin(one) or one, typing.get_origin(other) or other
    if other_origin in (typing.Union, types.UnionType):
        return any(may_be_one(one, part) for part in typing.get_args(other))
    if one_origin in (typing.Union, types.UnionType):
        return False
    if not (isinstance(one_origin, type) and isinstance(other_origin, type)):
        return False
    if typing.get_args(one) != typing.get_args(other):
        return False
    try:
        return issubclass(one_origin, other_origin)
    except TypeError:
        return False


def changeable(recipe: Recipe) -> bool:
    match recipe:
        case Collection(kind):
            return kind in ("list", "set", "deque", "bytearray", "iterator", "generator")
        case Dictionary() | Made():
            return True
        case _:
            return False


def once(recipe: Recipe, counts: Callable[[str], int]) -> Recipe:
    """Without the names of what occurs only once."""
    again: Callable[[Recipe], Recipe] = lambda r: once(r, counts)  # noqa: E731
    match recipe:
        case Shared(name, value):
            return Shared(name, again(value)) if counts(name) > 1 else again(value)
        case Collection(kind, items):
            return Collection(kind, tuple(map(again, items)))
        case Dictionary(kind, pairs):
            return Dictionary(kind, tuple((again(k), again(v)) for k, v in pairs))
        case Made(callee, args, kwargs, steps):
            done = tuple(Step(s.name, tuple(map(again, s.args)), named(s.kwargs, again), s.how) for s in steps)
            return Made(callee, tuple(map(again, args)), named(kwargs, again), done, recipe.whole)
        case Function(text, result, results):
            return Function(text, None if result is None else again(result), tuple(map(again, results)))
        case _:
            return recipe


def named(kwargs: tuple[tuple[str, Recipe], ...], change: Callable[[Recipe], Recipe]) -> tuple[tuple[str, Recipe], ...]:
    return tuple((name, change(value)) for name, value in kwargs)


def mentions(recipe: Recipe) -> Iterator[str]:
    """The names of shared objects, as often as they occur."""
    match recipe:
        case Shared(name, value):
            yield name
            yield from mentions(value)
        case Collection(_, items):
            for item in items:
                yield from mentions(item)
        case Dictionary(_, pairs):
            for key, value in pairs:
                yield from mentions(key)
                yield from mentions(value)
        case Made(_, args, kwargs, steps):
            for part in (*args, *(v for _, v in kwargs), *(a for s in steps for a in s.args)):
                yield from mentions(part)
        case Function(_, result, results):
            for part in (*results, *(() if result is None else (result,))):
                yield from mentions(part)
