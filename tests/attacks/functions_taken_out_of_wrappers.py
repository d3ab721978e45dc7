"""Functions of which decorators made something else, taken out of that."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from functools import lru_cache


def positive(f: Callable[[int], int]) -> Callable[[int], int]:
    @functools.wraps(f)
    def w(x: int) -> int:
        if x <= 0:
            raise ValueError
        return f(x)

    return w


def clamp(f):
    def w(x: int) -> int:
        return f(max(x, 0))

    return w


def marked(f):
    def w(x: int) -> int:
        return f(max(x, 0))

    w.__wrapped__ = f
    return w


@positive
def half(x: int) -> int:
    if x < 0:
        return -1  # reached by: straight(-3)
    return x // 2


def straight(x: int) -> int:
    return half.__wrapped__(x)  # type: ignore


@positive
def third(x: int) -> int:
    if x < 0:
        return -1  # reached by: inspect.unwrap(third)(-3)
    return x // 3


@marked
def by_mark(x: int) -> int:
    if x < 0:
        return -1  # reached by: by_mark.__wrapped__(-3)
    return x * 2


@clamp
def in_a_closure(x: int) -> int:
    if x < 0:
        return -1  # reached by: inside(in_a_closure)(-3)
    return x * 2


def inside(f):
    return f.__closure__[0].cell_contents


@lru_cache
def of_lists(x: list[int]) -> int:
    if x:
        return 1  # reached by: of_lists.__wrapped__([1]) [supposing by-name]
    return 0
