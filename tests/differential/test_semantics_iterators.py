"""Iterators put together: what `itertools`, `iter` and `next` draw, and when, is what CPython draws."""

from __future__ import annotations

import itertools
import operator
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Any

import pytest

from clew.semantics.shadow import Tracked
from tests.differential.harness import CheckingMachine, Fixed, Group, Leaf, Shape, Table, check
from tests.differential.test_semantics_table import SMALL, Generator

EXAMPLES = 12


def constant(value: Any) -> Tracked:
    return Tracked(value, None)


class Calls:
    """The same expression on a machine and on plain values."""

    def __init__(self, machine: CheckingMachine | None) -> None:
        self.machine = machine

    def __call__(self, f: Callable[..., Any], *args: Any, **named: Any) -> Any:
        if self.machine is None:
            return f(*args, **named)
        tracked = [a if isinstance(a, Tracked) else constant(a) for a in args]
        return self.machine.call(constant(f), tuple(tracked), {k: constant(v) for k, v in named.items()})


def both(expression: Callable[..., Any], shapes: tuple[Shape, ...], seed: int) -> None:
    check(
        lambda machine, args: expression(Calls(machine), *args),
        lambda *values: expression(Calls(None), *values),
        shapes,
        seed,
    )


EXPRESSIONS: dict[str, Callable[..., Any]] = {
    "count": lambda do, xs, n: do(itertools.islice, do(itertools.count, n), 4),
    "count-step": lambda do, xs, n: do(itertools.islice, do(itertools.count, 3, n), 4),
    "cycle": lambda do, xs, n: do(itertools.islice, do(itertools.cycle, xs), 7),
    "repeat": lambda do, xs, n: do(itertools.islice, do(itertools.repeat, xs), 3),
    "repeat-times": lambda do, xs, n: do(itertools.islice, do(itertools.repeat, 1, n), 12),
    "next": lambda do, xs, n: do(next, do(iter, xs)),
    "next-default": lambda do, xs, n: do(next, do(iter, xs), n),
    "iter-twice": lambda do, xs, n: do(iter, do(iter, xs)),
    "zip-strict": lambda do, xs, n: do(zip, xs, do(range, n), strict=True),
    "zip-strict-2": lambda do, xs, n: do(zip, do(range, n), xs, do(reversed, xs), strict=True),
    "chain": lambda do, xs, n: do(itertools.chain.from_iterable, do(zip, xs, xs)),
    "islice": lambda do, xs, n: do(itertools.islice, do(itertools.count), n, 9, 2),
    "islice-end": lambda do, xs, n: do(itertools.islice, do(itertools.count), 2, n),
    "accumulate": lambda do, xs, n: do(itertools.accumulate, xs, max),
    "accumulate-initial": lambda do, xs, n: do(itertools.accumulate, xs, initial=10),
    "product-repeat": lambda do, xs, n: do(itertools.product, do(itertools.islice, xs, 2), repeat=2),
    "zip-longest": lambda do, xs, n: do(itertools.zip_longest, xs, do(range, n), fillvalue=-1),
    "groupby": lambda do, xs, n: do(list, do(map, operator.itemgetter(0), do(itertools.groupby, xs))),
    "reversed-range": lambda do, xs, n: do(reversed, do(range, n)),
    "enumerate": lambda do, xs, n: do(enumerate, xs, n),
    "dict-zip": lambda do, xs, n: do(dict, do(zip, do(range, 3), xs)),
    "fromkeys": lambda do, xs, n: do(dict.fromkeys, xs, n),
    "tee": lambda do, xs, n: do(itertools.chain.from_iterable, do(itertools.tee, xs)),
    "pairwise": lambda do, xs, n: do(itertools.pairwise, xs),
    "takewhile": lambda do, xs, n: do(itertools.takewhile, bool, xs),
    "dropwhile": lambda do, xs, n: do(itertools.dropwhile, bool, xs),
    "sum": lambda do, xs, n: do(sum, do(iter, xs)),
}


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_expression(name: str) -> None:
    for seed in range(EXAMPLES * 2):
        g = Generator(seed)
        kind = g.random.choice((list, list, tuple, range))
        if kind is range:
            xs = g.shape(range)
        else:
            parts = tuple(Leaf(g.random.choice(SMALL), g.name()) for _ in range(g.random.randrange(5)))
            xs = Group(kind, parts, "xs", kind is list and g.random.random() < 0.3)
        both(EXPRESSIONS[name], (xs, Leaf(g.random.choice(SMALL), g.name())), seed)


ADDENDS = (
    0.1,
    0.2,
    0.3,
    1e100,
    -1e100,
    1e308,
    -0.0,
    float("inf"),
    float("nan"),
    1,
    -3,
    True,
    2**53 + 1,
    2**63,
    -(2**63),
)


def test_sum_of_numbers() -> None:
    """From Python 3.12 on doubles are added with a compensation, until something else than a small int comes."""
    for seed in range(EXAMPLES * 20):
        g = Generator(seed)
        parts = tuple(Leaf(g.random.choice(ADDENDS), g.name()) for _ in range(g.random.randrange(6)))
        start = Leaf(g.random.choice((0, 0.0, *ADDENDS)), g.name())
        both(lambda do, xs, n: do(sum, do(iter, xs), n), (Group(list, parts, "xs", False), start), seed)


@pytest.mark.parametrize("kind", [dict, OrderedDict, set, deque])
def test_reversed_needs_an_order(kind: Any) -> None:
    for seed in range(EXAMPLES):
        xs = Fixed(kind()) if kind is deque else Generator(seed).shape(kind)
        both(lambda do, xs: do(reversed, xs), (xs,), seed)


VIEWS: dict[str, Callable[..., Any]] = {
    "and": lambda do, a, b, n: do(operator.and_, do(dict.keys, a), do(dict.keys, b)),
    "or": lambda do, a, b, n: do(operator.or_, do(dict.keys, a), do(set, b)),
    "minus": lambda do, a, b, n: do(operator.sub, do(frozenset, a), do(dict.keys, b)),
    "xor": lambda do, a, b, n: do(operator.xor, do(dict.keys, a), do(dict.keys, b)),
    "equal": lambda do, a, b, n: do(operator.eq, do(dict.keys, a), do(dict.keys, b)),
    "subset": lambda do, a, b, n: do(operator.le, do(dict.keys, a), do(dict.keys, b)),
    "in-keys": lambda do, a, b, n: do(operator.contains, do(dict.keys, a), n),
    "in-values": lambda do, a, b, n: do(operator.contains, do(dict.values, a), n),
    "items": lambda do, a, b, n: do(list, do(dict.items, a)),
    "sum-values": lambda do, a, b, n: do(sum, do(dict.values, a)),
}


@pytest.mark.parametrize("name", VIEWS)
def test_views(name: str) -> None:
    for seed in range(EXAMPLES):
        g = Generator(seed)
        tables = [
            Table(
                dict,
                tuple(
                    (Leaf(k, g.name()), Leaf(g.random.choice(SMALL), g.name()))
                    for k in g.random.sample(SMALL, g.random.randrange(4))
                ),
                name,
            )
            for name in ("a", "b")
        ]
        both(VIEWS[name], (*tables, Leaf(g.random.choice(SMALL), g.name())), seed)
