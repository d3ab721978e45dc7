"""Protocols with attributes, counters that are still empty, `reverse=`, tables of `translate`, truth of ranges."""

from collections import Counter
from typing import Protocol, runtime_checkable


@runtime_checkable
class HasX(Protocol):
    x: int


class WithX:
    x = 4


class SetsX:
    def __init__(self, x: int) -> None:
        self.x = x


def of_a_protocol(n: int, k: int) -> int:
    if isinstance(WithX(), HasX) and n == 31 * k + 1000:
        return 1  # reached by: of_a_protocol(1217, 7)
    return 0


def matches_a_protocol(n: int, k: int) -> int:
    match SetsX(k):
        case HasX(x=v) if v == 7 and n == 31 * k + 1000:
            return 1  # reached by: matches_a_protocol(1217, 7)
    return 0


def not_of_a_protocol(n: int, k: int) -> int:
    if not isinstance(k, HasX) and n == 31 * k + 1000:
        return 1  # reached by: not_of_a_protocol(1217, 7)
    return 0


def counted_texts(n: int, k: int) -> int:
    c = Counter()
    try:
        c.update(a="x")
        z = dict(c)
    except TypeError:
        z = 1
    if n == 31 * k + 1000 and (z, k) == ({"a": "x"}, 7):
        return 1  # reached by: counted_texts(1217, 7)
    return 0


def counted_truths(n: int, k: int) -> int:
    if n == 31 * k + 1000 and Counter(a=k > 5)["a"] is True:
        return 1  # reached by: counted_truths(1217, 7)
    return 0


def counted_on(n: int, k: int) -> int:
    c = Counter([k])
    try:
        c.update(a="x")
    except TypeError:
        if n == 31 * k + 1000:
            return 1  # reached by: counted_on(1217, 7)
    return 0


def sorted_by_nothing(n: int, k: int) -> int:
    xs = [k, 9]
    try:
        xs.sort(reverse=2**70)
    except OverflowError:
        if n == 31 * k + 1000:
            return 1  # reached by: sorted_by_nothing(1217, 7)
    return 0


def translated(n: int, x: str) -> int:
    if n == 31 * len(x) + 1000 and len(x) == 5:
        if x.translate({97: 0x110000}) == "hello":
            return 1  # reached by: translated(1155, "hello")
    return 0


def long_range(n: int, k: int) -> int:
    try:
        v = bool(range(k))
    except OverflowError:
        return 5
    if n == 31 * k + 1000 and v and k > 2**64:
        return 1  # reached by: long_range(31 * 2**70 + 1000, 2**70)
    return 0


def empty_range(n: int, k: int) -> int:
    v = bool(range(k))
    if n == 31 * k + 1000 and not v and k > -5:
        return 1  # reached by: empty_range(907, -3)
    return 0
