"""`functools.lru_cache`: which calls share an entry, what earlier calls left there, and what the cache itself counts."""

from __future__ import annotations

import functools
from functools import cache, lru_cache


@lru_cache(maxsize=2)
def slow(n: int) -> int:
    return n + 1


@lru_cache
def scaled(n: float, k: int) -> float:
    return n * k


@cache
def doubled(n: float) -> float:
    return n * 2


@lru_cache(typed=True)
def tripled(n: float) -> float:
    return n * 3


@lru_cache(maxsize=None)
def pair(a: int, b: int = 0) -> list[int]:
    return [a, b]


@lru_cache(typed=True)
def strict(a: int, b: int) -> list[int]:
    return [a, b]


@lru_cache
def shown(x: float) -> str:
    return str(x)


@lru_cache
def positive(a: int) -> int:
    if a <= 0:
        raise ValueError(a)
    return a


@lru_cache
def words() -> list[str]:
    return ["a"]


class Box:
    def __init__(self, n: int) -> None:
        self.n = n

    @lru_cache  # noqa: B019
    def twice(self) -> int:
        return self.n * 2

    @functools.cached_property
    def half(self) -> int:
        return self.n // 2


def counted(n: int) -> int:
    slow(n)
    if slow.cache_info().hits > 5:
        return 1  # reached by: [counted(1) for _ in range(9)]
    return 2


def counted_by_another_name(n: int) -> int:
    info = slow.cache_info
    if info().currsize > 1:
        return 1  # reached by: slow(1); slow(2); counted_by_another_name(1)
    return slow(n)


def missed_by_failures(a: int) -> int:
    before = positive.cache_info().misses
    for _ in range(2):
        try:
            positive(a)
        except ValueError:
            pass
    if positive.cache_info().misses == before + 2:
        return 1  # reached by: missed_by_failures(-1)
    return 2  # reached by: missed_by_failures(5)


def equal_key_of_another_class(x: float) -> int:
    result = scaled(x, 2)
    if isinstance(x, int) and isinstance(result, float):
        return 1  # reached by: [equal_key_of_another_class(x) for x in (4.0, 4)] [supposing module-state]
    return 2


def bool_after_float(x: float) -> int:
    result = doubled(x)
    if isinstance(x, bool) and isinstance(result, float):
        return 1  # reached by: [bool_after_float(x) for x in (1.0, True)] [supposing module-state]
    return 2


def sign_of_zero(x: float) -> int:
    if shown(x) != str(x):
        return 1  # reached by: [sign_of_zero(x) for x in (0.0, -0.0)] [supposing module-state]
    return 2


def both_in_one_call(x: float, y: float) -> int:
    r, s = doubled(x), doubled(y)
    if isinstance(y, bool) and isinstance(s, float):
        return 1  # reached by: both_in_one_call(1.0, True)
    return int(r + s)


def typed_keeps_them_apart(x: float, y: float) -> int:
    tripled(x)
    if isinstance(y, int) and isinstance(tripled(y), float):
        return 1
    if x == y and isinstance(x, float) and isinstance(y, int):
        return 2  # reached by: typed_keeps_them_apart(3.0, 3)
    return 3


def alone_a_bool_is_no_int(a: int) -> int:
    if pair(a) is pair(a + 0):
        return 1  # reached by: alone_a_bool_is_no_int(1)
    return 2  # reached by: alone_a_bool_is_no_int(True)


def in_company_it_is(a: int) -> int:
    if pair(a, 1) is pair(a, True):
        return 1  # reached by: in_company_it_is(1)
    return 2


def typed_in_company(a: int) -> int:
    if strict(a, 1) is strict(a + 0, 1):
        return 1  # reached by: typed_in_company(1)
    return 2  # reached by: typed_in_company(True)


def by_position_or_by_name(a: int) -> int:
    if pair(a, 0) is pair(a, b=0):
        return 1
    return 2  # reached by: by_position_or_by_name(1)


def forgotten(a: int) -> int:
    first = pair(a)
    pair.cache_clear()
    if pair(a) is first:
        return 1
    return 2  # reached by: forgotten(1)


def changed_by_who_got_it() -> int:
    if len(words()) > 1:
        return 1  # reached by: words().append("b"); changed_by_who_got_it() [supposing module-state]
    return 2


def object_that_changed(b: Box) -> int:
    if b.twice() != b.n * 2:
        return 1  # reached by: b = Box(1); b.twice(); b.n = 5; object_that_changed(b) [supposing module-state]
    return 2


def property_that_is_kept(b: Box) -> int:
    if b.half != b.n // 2:
        return 1  # reached by: b = Box(2); b.half; b.n = 8; property_that_is_kept(b)
    return 2
