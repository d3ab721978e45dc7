"""A module with every kind of state that a run may leave behind."""

from __future__ import annotations

import builtins
import collections
import decimal
import functools
import itertools
import locale
import logging
import os
import random
import signal
import sys
import types
import warnings

log = logging.getLogger("stateful")
numbers = [1, [2, 3]]
table = {"a": [1]}
members = {1, 2}
recent = collections.deque([1], maxlen=3)
buffer = bytearray(b"ab")
ids = itertools.count(5)
dice = random.Random(3)
record = types.SimpleNamespace(n=0)
rows = (n for n in range(3))
total = 0


class Registry:
    known: list[int] = []  # noqa: RUF012
    made = 0
    serial = itertools.count()

    def __init__(self) -> None:
        self.values = [1]
        Registry.made += 1
        Registry.known.append(next(Registry.serial))


class Slotted:
    __slots__ = ("missing", "value")

    def __init__(self) -> None:
        self.value = [1]


class Strange(list):  # type: ignore[type-arg]
    """Its own methods are none of our business."""

    def __len__(self) -> int:
        raise AssertionError("user code was run")

    def __eq__(self, other: object) -> bool:
        raise AssertionError("user code was run")

    __hash__ = None  # type: ignore[assignment]

    def __iter__(self):  # type: ignore[no-untyped-def]
        raise AssertionError("user code was run")


registry = Registry()
slotted = Slotted()
strange = Strange([1])


@functools.lru_cache
def cached(x: int) -> int:
    return len(numbers)


def appended(x: int, seen: list[int] = []) -> list[int]:  # noqa: B006
    seen.append(x)
    return list(seen)


def counter():  # type: ignore[no-untyped-def]
    count = 0

    def step() -> int:
        nonlocal count
        count += 1
        return count

    return step


step = counter()


def change_everything() -> list[str]:
    """Changes all the state and says what it found."""
    global total
    found: list[object] = [
        total, repr(numbers), repr(table), sorted(members), list(recent), bytes(buffer), next(ids), dice.random(),
        random.random(), record.n, Registry.made, list(Registry.known), registry.__dict__.copy(), slotted.value[:],
        hasattr(slotted, "missing"), list.__len__(strange), cached(1), cached.cache_info().misses, appended(4), step(),
        os.environ.get("CHANGED"), decimal.getcontext().prec, os.getcwd(), "new" in globals(),
        hasattr(builtins, "extra"), sys.getrecursionlimit(), "nowhere" in sys.path, len(warnings.filters),
        str(signal.getsignal(signal.SIGUSR1)), hasattr(Registry, "later"), locale.setlocale(locale.LC_ALL),
        sys.stdout is sys.__stdout__, builtins.len is len, len("abc"), numbers is table,
    ]  # fmt: skip
    total += 1
    numbers[1].append(4)  # type: ignore[attr-defined]
    numbers.append(9)
    table["a"].append(2)
    table["b"] = numbers  # type: ignore[assignment]
    members.add(7)
    recent.append(8)
    buffer.extend(b"c")
    record.n += 1
    registry.values.append(2)
    registry.later = 1  # type: ignore[attr-defined]
    Registry()
    Registry.later = 1  # type: ignore[attr-defined]
    slotted.value.append(3)
    slotted.value = [9]
    slotted.missing = 1
    list.append(strange, 5)
    os.environ["CHANGED"] = "1"
    decimal.getcontext().prec = 3
    os.chdir("/")
    globals()["new"] = 1
    del globals()["counter"]
    builtins.extra = 1  # type: ignore[attr-defined]
    builtins.len = lambda _: 3  # type: ignore[assignment]
    sys.setrecursionlimit(sys.getrecursionlimit() + 5)
    sys.path.append("nowhere")
    warnings.simplefilter("error")
    signal.signal(signal.SIGUSR1, lambda *_: None)
    sys.stdout = None  # type: ignore[assignment]
    random.seed()
    return [repr(each) for each in found]
