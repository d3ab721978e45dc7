"""Equal immutable values may be one object, and containers ask for identity before they ask for equality."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass
from typing import NamedTuple


def one_nan(a: float, b: float) -> int:
    if a is b and a != b:
        return 1  # reached by: n = math.nan; one_nan(n, n)
    return 0


def nan_in_its_list(x: float) -> int:
    items = [x]
    if x in items and x != x:
        return 1  # reached by: nan_in_its_list(math.nan)
    return 0


def nan_in_given(x: float, items: list[float]) -> int:
    if x in items and x != x:
        return 1  # reached by: n = math.nan; nan_in_given(n, [n])
    return 0


def nan_tuples(a: float, b: float) -> int:
    if (a,) == (b,) and a != b:
        return 1  # reached by: n = math.nan; nan_tuples(n, n)
    return 0


def nan_lists_differ(a: float, b: float) -> int:
    if a != a and b != b and [a] != [b]:
        return 1  # reached by: nan_lists_differ(float("nan"), float("nan"))
    return 0


def nan_counted(x: float, items: list[float]) -> int:
    if items.count(x) == 2 and x != x:
        return 1  # reached by: n = math.nan; nan_counted(n, [n, n])
    return 0


def nan_found(x: float, items: list[float]) -> int:
    if x == x:
        return 0
    try:
        items.index(x)
    except ValueError:
        return 1
    return 2  # reached by: n = math.nan; nan_found(n, [n])


def nan_key(x: float) -> int:
    table = {x: 1}
    if x != x and x in table:
        return 1  # reached by: nan_key(math.nan)
    return 0


def nan_keys(a: float, b: float) -> int:
    if a != a and b != b and len({a, b}) == 2:
        return 1  # reached by: nan_keys(float("nan"), float("nan"))
    if a != a and b != b and len({a, b}) == 1:
        return 2  # reached by: n = math.nan; nan_keys(n, n)
    return 0


def nan_removed(x: float, items: list[float]) -> int:
    if x != x and len(items) == 1:
        try:
            items.remove(x)
        except ValueError:
            return 1
        return 2  # reached by: n = math.nan; nan_removed(n, [n])
    return 0


def nan_in_deque(x: float) -> int:
    if x != x and deque([x]).count(x) == 1:
        return 1  # reached by: nan_in_deque(math.nan)
    return 0


@dataclass
class Sample:
    value: float


def nan_fields(a: float, b: float) -> int:
    if a != b and Sample(a) == Sample(b):
        return 1  # reached by: n = math.nan; nan_fields(n, n)
    return 0


def nan_maximum(items: list[float]) -> int:
    if items and max(items) is items[0] and items[0] != items[0]:
        return 1  # reached by: nan_maximum([math.nan, 1.0])
    return 0


def large_ints(a: int, b: int) -> int:
    if a == b and a > 10**6:
        if a is b:
            return 1  # reached by: n = int("1000001"); large_ints(n, n)
        return 2  # reached by: large_ints(int("1000001"), int("1000001"))
    return 0


def texts(a: str, b: str) -> int:
    if len(a) > 1 and a == b:
        if a is b:
            return 1  # reached by: texts("ab", "ab")
        return 2  # reached by: texts("".join(["a", "b"]), "".join(["a", "b"]))
    return 0


def pairs(a: tuple[int, int], b: tuple[int, int]) -> int:
    if a is b:
        return 1  # reached by: p = (1, 2); pairs(p, p)
    if a == b:
        return 2  # reached by: pairs(tuple([1, 2]), tuple([1, 2]))
    return 0


def octets(a: bytes, b: bytes) -> int:
    if a is b and len(a) > 3:
        return 1  # reached by: d = b"abcd"; octets(d, d)
    if a is not b and a == b:
        return 2  # reached by: octets(bytes([1, 2]), bytes([1, 2]))
    return 0


def floats(a: float, b: float) -> int:
    if a is not b and a == b:
        return 1  # reached by: floats(float("1.5"), float("1.5"))
    if a is b:
        return 2  # reached by: f = 1.5; floats(f, f)
    return 0


def same_element(items: list[str]) -> int:
    if len(items) == 2 and items[0] is items[1]:
        return 1  # reached by: same_element(["key", "key"])
    return 0


def sets_frozen(a: frozenset[int], b: frozenset[int]) -> int:
    if a is b and len(a) > 1:
        return 1  # reached by: s = frozenset((1, 2)); sets_frozen(s, s)
    return 0


def sliced(text: str) -> int:
    if len(text) > 3 and text[:] is text:
        return 1  # reached by: sliced("abcdef")
    return 0


def copied_tuple(items: tuple[int, ...]) -> int:
    if len(items) > 1 and tuple(items) is items:
        return 1  # reached by: copied_tuple((1, 2))
    return 0


def math_nan(x: float) -> int:
    if x is math.nan:
        return 1  # reached by: math_nan(math.nan)
    return 0


def in_constants(x: float) -> int:
    if x in (math.nan, 1.0) and x != 1.0:
        return 1  # reached by: in_constants(math.nan)
    return 0


SENTINEL = ("missing", 0)


def sentinel(value: tuple[str, int]) -> int:
    if value is SENTINEL:
        return 1  # reached by: sentinel(SENTINEL)
    if value == SENTINEL:
        return 2  # reached by: sentinel(("".join("missing"), int("0")))
    return 0


DEFAULT = "default value"


def explicit(text: str = DEFAULT) -> int:
    if text is not DEFAULT and text == DEFAULT:
        return 1  # reached by: explicit(" ".join(["default", "value"]))
    return 0


class Dim(NamedTuple):
    size: int
    name: str = ""


def record_and_pair(a: Dim, b: tuple[int, str]) -> str:
    if a == b:
        if a is b:
            return "one"  # reached by: d = Dim(1); record_and_pair(d, d)
        return "two"  # reached by: record_and_pair(Dim(1), (1, ""))
    return "none"


def record_inside(items: list[Dim], wanted: Dim) -> int:
    for place, item in enumerate(items):
        if item is wanted:
            return place  # reached by: d = Dim(1); record_inside([d], d)
    return -1


def records_of_a_pair(pair: tuple[Dim, Dim]) -> bool:
    if pair[0] is pair[1]:
        return True  # reached by: d = Dim(2); records_of_a_pair((d, d))
    return False


def record_by_default(a: Dim, b: Dim | None = None) -> int:
    if b is a:
        return 1  # reached by: d = Dim(2); record_by_default(d, d)
    return 0


def sets_inside(items: list[frozenset[int]]) -> int:
    if len(items) == 2 and len(items[0]) == 1 and len(items[1]) == 1:
        if items[0] is items[1]:
            return 1  # reached by: s = frozenset({3}); sets_inside([s, s])
    return 2


def slices(a: slice, b: slice) -> bool:
    if a is b:
        return True  # reached by: s = slice(1, 2); slices(s, s)
    return False


def ranges(a: tuple[range, range]) -> bool:
    if a[0] is a[1]:
        return True  # reached by: r = range(3); ranges((r, r))
    return False
