"""Every entry of the table on generated operands of its types; `harness.check` says what must hold.

Entries for str and bytes have tests of their own beside these; here they take part through the same keys.
"""

from __future__ import annotations

import heapq
import itertools
import math
import operator
import random
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from types import NoneType
from typing import Any

import pytest

from clew.semantics import dicts, table, text
from clew.semantics.dates import PARTS
from clew.semantics.operation import Operation
from clew.semantics.shadow import NOTHING, Tracked
from clew.semantics.symbols import CONCRETE
from tests.differential.harness import EXTREME, CheckingMachine, Fixed, Group, Leaf, Shape, Table, Whole, Word, check

EXAMPLES = 12
KINDS = (int, bool, float, str, NoneType, list, tuple, dict, set)
OURS = (int, bool, float, list, tuple, dict, set, frozenset, range, OrderedDict, defaultdict, Counter, deque)
SMALL = (0, 1, 2, 3, -1, -2, 4, 5, 7, 10)
LARGE = (2**53, 2**53 + 1, -(2**53) - 1, 2**64, 10**30, 2**1024, -(2**1024), *EXTREME)
BOUNDS = (709.782712893384, 709.7827128933841, 710.4758600739439, -710.475860073944, math.nextafter(-1.0, 0.0))
DOUBLES = (
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    2.5,
    -2.5,
    1.5,
    3.0,
    1e300,
    5e-324,
    math.inf,
    -math.inf,
    math.nan,
    2.0**53,
    *BOUNDS,
)


class Generator:
    """Operands of a type; names are given in order, and about a third of the leaves are constants."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.names = (f"x{i}" for i in itertools.count())

    def name(self) -> str | None:
        return next(self.names) if self.random.random() < 0.7 else None

    def number(self) -> int:
        return self.random.choice(SMALL) if self.random.random() < 0.85 else self.random.choice(LARGE)

    def shape(self, kind: type, depth: int = 2) -> Shape:
        r = self.random
        if kind is int:
            return Leaf(self.number(), self.name())
        if kind is bool:
            return Leaf(r.random() < 0.5, self.name())
        if kind is float:
            return Leaf(r.choice(DOUBLES), self.name())
        if kind is str:
            return Word("".join(r.choice("ab01 ") for _ in range(r.randrange(4))), self.name(), r.random() < 0.3)
        if kind is bytes:
            return Word(bytes(r.choice(b"ab01 ") for _ in range(r.randrange(4))), self.name(), r.random() < 0.3)
        if kind is NoneType:
            return Fixed(None)
        if kind is range:
            return Whole(range, (Leaf(r.choice(SMALL), self.name()), Leaf(r.choice(SMALL), self.name()), self.step()))
        if kind is slice:
            ends = [r.choice((Fixed(None), Leaf(r.choice(SMALL), self.name()))) for _ in range(2)]
            return Whole(slice, (*ends, r.choice((Fixed(None), Leaf(r.choice(SMALL), self.name())))))
        if issubclass(kind, dict):
            values = int if kind is Counter else self.element(depth)
            pairs = [(self.shape(k, 0), self.shape(values, depth - 1)) for k in self.keys()]
            return Table(kind, tuple(pairs), next(self.names))
        if kind in (set, frozenset):
            return Group(kind, tuple(self.shape(k, 0) for k in self.keys()), next(self.names))
        assert kind in (list, tuple, deque), kind
        of = self.element(depth)
        parts = [self.shape(of if r.random() < 0.9 else self.element(depth), depth - 1) for _ in range(r.randrange(5))]
        return Group(kind, tuple(parts), next(self.names), kind is list and r.random() < 0.3 and of is int)

    def keys(self) -> list[type]:
        of = self.random.choice((int, int, str, float, bool))
        return [of if self.random.random() < 0.9 else int for _ in range(self.random.randrange(4))]

    def step(self) -> Leaf:
        return Leaf(self.random.choice((1, 1, 2, -1, -2, 3)), self.name())

    def element(self, depth: int) -> type:
        scalars = (int, int, int, float, bool, str, NoneType)
        return self.random.choice((*scalars, list, tuple) if depth > 0 else scalars)

    def anything(self) -> Shape:
        return self.shape(self.random.choice(KINDS))


def run_entry(entry: Operation, **named: Any) -> Callable[[CheckingMachine, tuple[Tracked, ...]], Tracked]:
    return lambda machine, args: entry.run(machine, args, {k: Tracked(v, None) for k, v in named.items()})


def ours(*kinds: type) -> bool:
    """Texts have tests of their own, and dates have theirs."""
    return any(k in OURS for k in kinds) and not any(k in (str, bytes, bytearray, *PARTS) for k in kinds)


def named(key: Any) -> str:
    return "-".join(getattr(k, "__name__", str(k)) for k in (key if isinstance(key, tuple) else (key,)))


def concrete_binary(op: str) -> Callable[[Any, Any], Any]:
    return {"in": lambda a, b: a in b, "not-in": lambda a, b: a not in b}.get(op) or CONCRETE[op]


BINARY = [k for k in table.BINARY if ours(*k[1:]) and not any(v in dicts.VIEWS for v in k[1:])]


@pytest.mark.parametrize("key", BINARY, ids=named)
def test_binary(key: tuple[str, type, type]) -> None:
    op, left, right = key
    for seed in range(EXAMPLES):
        g = Generator(seed)
        shapes = tuple(g.anything() if k is object else g.shape(k) for k in (left, right))
        if op in ("**", "<<", "**=", "<<=") and _explodes(shapes):
            continue
        check(run_entry(table.BINARY[key]), concrete_binary(op), shapes, seed)


def _explodes(shapes: tuple[Shape, ...]) -> bool:
    return any(isinstance(s, Leaf) and isinstance(s.value, int) and abs(s.value) > 100 for s in shapes)


@pytest.mark.parametrize("key", [k for k in table.UNARY if ours(k[1])], ids=named)
def test_unary(key: tuple[str, type]) -> None:
    op, kind = key
    plain = {"-": operator.neg, "+": operator.pos, "~": operator.invert}[op]
    for seed in range(EXAMPLES):
        check(run_entry(table.UNARY[key]), plain, (Generator(seed).shape(kind),), seed)


def key_shape(g: Generator, kind: type) -> Shape:
    if kind in (list, tuple, range, deque):
        return g.shape(slice) if g.random.random() < 0.4 else Leaf(g.random.choice(SMALL), g.name())
    return g.shape(g.random.choice((int, int, str, float, bool, NoneType, tuple)), 0)


@pytest.mark.parametrize("kind", [k for k in table.ITEM if ours(k)], ids=named)
def test_item(kind: type) -> None:
    for seed in range(EXAMPLES * 5):
        g = Generator(seed)
        check(run_entry(table.ITEM[kind]), operator.getitem, (g.shape(kind), key_shape(g, kind)), seed)


@pytest.mark.parametrize("kind", [k for k in table.SET_ITEM if ours(k)], ids=named)
def test_set_item(kind: type) -> None:
    for seed in range(EXAMPLES * 5):
        g = Generator(seed)
        shapes = (g.shape(kind), key_shape(g, kind), g.anything())
        check(run_entry(table.SET_ITEM[kind]), operator.setitem, shapes, seed)


@pytest.mark.parametrize("kind", [k for k in table.DEL_ITEM if ours(k)], ids=named)
def test_del_item(kind: type) -> None:
    for seed in range(EXAMPLES * 5):
        g = Generator(seed)
        check(run_entry(table.DEL_ITEM[kind]), operator.delitem, (g.shape(kind), key_shape(g, kind)), seed)


# ---------------------------------------------------------------- methods and functions

COUNTS = (0, 1, 1, 2, 2, 3)
HEAPS = (heapq.heapify, heapq.heappush, heapq.heappop, heapq.heappushpop, heapq.heapreplace)
PURE = (abs, operator.neg, bool, len)
ENDLESS = (
    itertools.count,
    itertools.cycle,
    itertools.repeat,
    itertools.tee,
    itertools.groupby,
)  # in test_semantics_iterators.py


@pytest.mark.parametrize("key", [k for k in table.METHOD if ours(k[0])], ids=named)
def test_method(key: tuple[Any, str]) -> None:
    kind, name = key
    for seed in range(EXAMPLES * 2):
        g = Generator(seed)
        arguments = tuple(g.anything() for _ in range(g.random.choice(COUNTS)))
        if name in ("index", "insert", "pop", "count", "remove") and kind in (list, tuple, deque, range):
            arguments = tuple(Leaf(g.random.choice(SMALL), g.name()) for _ in range(g.random.choice((0, 1, 1, 2, 3))))
        check(run_entry(table.METHOD[key]), getattr(kind, name), (g.shape(kind), *arguments), seed)


def arguments_of(g: Generator, f: Any, kind: type) -> tuple[Shape, ...]:
    first = g.anything() if kind is object else g.shape(kind)
    if f in HEAPS:
        parts = tuple(g.shape(g.random.choice((int, int, int, float))) for _ in range(g.random.randrange(6)))
        return (
            Group(list, parts, "xs"),
            *(g.shape(int) for _ in range(f in (heapq.heappushpop, heapq.heapreplace, heapq.heappush))),
        )
    if f in (heapq.nlargest, heapq.nsmallest):
        return (g.shape(int), Group(list, tuple(g.shape(int) for _ in range(4)), "xs"))
    if getattr(f, "__module__", "") == "_bisect":
        return (
            Group(list, tuple(Leaf(n, g.name()) for n in (1, 2, 2, 4)[: g.random.randrange(5)]), "xs"),
            g.shape(int),
        )
    if f in (itertools.takewhile, itertools.dropwhile, itertools.filterfalse):
        return (Fixed(g.random.choice(PURE)), g.anything())
    if f is itertools.starmap:
        return (Fixed(g.random.choice((max, operator.add))), g.shape(list))
    if f in (
        itertools.product,
        itertools.combinations,
        itertools.permutations,
        itertools.combinations_with_replacement,
    ):
        more = [g.shape(list)] if f is itertools.product else [Leaf(g.random.choice((0, 1, 2, 3, -1)), g.name())]
        return (g.shape(list), *more[: g.random.choice((0, 1, 1))])
    if f is itertools.islice:
        bounds = [g.random.choice((Fixed(None), Leaf(g.random.choice(SMALL), g.name()))) for _ in range(3)]
        return (g.shape(list), *bounds[: g.random.choice((1, 2, 3))])
    if f is slice:
        return tuple(g.shape(g.random.choice((int, NoneType))) for _ in range(g.random.choice((1, 2, 3))))
    if f is iter:
        return (g.anything(),)
    if f in (map, filter):
        return (Fixed(g.random.choice((*PURE, None) if f is filter else PURE)), g.anything())
    if getattr(f, "__name__", "") == "reduce":
        return (
            Fixed(g.random.choice((max, min, operator.add))),
            *(g.anything() for _ in range(g.random.choice((1, 2)))),
        )
    if f in (isinstance, issubclass):
        return (first, Fixed(g.random.choice((int, bool, (int, str), list))))
    more = 0 if g.random.random() < 0.6 else g.random.choice((1, 2))
    if f in (divmod, pow, math.gcd, math.lcm, math.comb, math.perm, round, range):
        more = g.random.choice((0, 1, 1, 2))
        return (first, *(g.shape(g.random.choice((int, int, int, float))) for _ in range(more)))
    if g.random.random() < 0.3:
        first = Group(g.random.choice((list, tuple)), tuple(g.shape(int) for _ in range(4)), "xs")
    return (first, *(g.anything() for _ in range(more)))


FUNCTIONS = [k for k in table.FUNCTION if (ours(k[1]) or k[1] is object) and k not in text.FUNCTION]


@pytest.mark.parametrize("key", [k for k in FUNCTIONS if k[0] not in ENDLESS], ids=named)
def test_function(key: tuple[Any, type]) -> None:
    f, kind = key
    entry = table.function(f)
    assert entry is not None
    for seed in range(EXAMPLES * 2):
        g = Generator(seed)
        shapes = arguments_of(g, f, kind)
        if getattr(f, "__name__", "") in ("pow", "factorial", "comb", "perm", "isqrt") and _explodes(shapes):
            continue
        check(run_entry(entry), f, shapes, seed)


@pytest.mark.parametrize("f", [sorted, min, max], ids=named)
@pytest.mark.parametrize("key", [None, abs, operator.neg, bool])
def test_ordering_with_keys(f: Any, key: Any) -> None:
    for seed in range(EXAMPLES * 2):
        g = Generator(seed)
        parts = tuple(g.shape(g.random.choice((int, int, int, float, bool))) for _ in range(g.random.randrange(5)))
        entry = table.function(f)
        assert entry is not None
        extra = {"reverse": True} if f is sorted and seed % 2 else {}
        shapes = (Group(list, parts, "xs"),)
        check(run_entry(entry, key=key, **extra), lambda xs: f(xs, key=key, **extra), shapes, seed)


def test_a_wrong_claim_is_noticed() -> None:
    """The harness itself: an entry that forgets a shadow, and one with a wrong term."""
    forgetful = Operation("+", operator.add, shadow=lambda machine, a, b: Tracked(a.value + b.value, None))
    with pytest.raises(AssertionError, match=r"under the same decisions|predicted"):
        check(run_entry(forgetful), operator.add, (Leaf(1, "a"), Leaf(2, "b")), 0)
    silent = Operation("pop", list.pop, shadow=lambda machine, xs: (xs.value.pop(), NOTHING)[1])
    with pytest.raises(AssertionError):
        check(run_entry(silent), list.pop, (Group(list, (Leaf(1, "a"),), "xs"),), 0)
