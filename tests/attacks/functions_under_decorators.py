"""Functions of which decorators made something else, reached past that by whoever else has them."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

RAW: dict[str, Any] = {}
KEPT: list[Any] = []


def clamp(f):
    def w(x: int) -> int:
        return f(max(x, 0))

    return w


def base(x: int) -> int:
    if x < 0:
        return -1  # reached by: raw(-3)
    return x * 2


raw = base
base = clamp(base)


def attribute(f):
    def w(x: int) -> int:
        return f(max(x, 0))

    w.orig = f
    return w


@attribute
def by_attribute(x: int) -> int:
    if x < 0:
        return -1  # reached by: by_attribute.orig(-3)
    return x * 2


class Clamp:
    def __init__(self, f) -> None:
        self.f = f

    def __call__(self, x: int) -> int:
        return self.f(max(x, 0))


@Clamp
def by_class(x: int) -> int:
    if x < 0:
        return -1  # reached by: by_class.f(-3)
    return x * 2


def registered(f: Callable[[int], int]) -> Callable[[int], int]:
    RAW[f.__name__] = f

    @functools.wraps(f)
    def w(x: int) -> int:
        if x <= 0:
            raise ValueError
        return f(x)

    return w


@registered
def by_registry(x: int) -> int:
    if x < 0:
        return -1  # reached by: RAW["by_registry"](-3)
    return x // 2


def giving(f):
    def w(x: int) -> int:
        return f(max(x, 0))

    w.cell = lambda: f
    return w


@giving
def by_closure_of_another(x: int) -> int:
    if x < 0:
        return -1  # reached by: by_closure_of_another.cell()(-3)
    return x * 2


def informing(f):
    def w(x: int) -> int:
        return f(max(x, 0))

    w.info = {"fn": f}
    return w


@informing
def in_a_dict(x: int) -> int:
    if x < 0:
        return -1  # reached by: in_a_dict.info["fn"](-3)
    return x * 2


def with_two(f):
    def w(x: int) -> int:
        return f(max(x, 0))

    def straight(x: int) -> int:
        return f(x)

    w.raw = straight
    return w


@with_two
def by_another_function(x: int) -> int:
    if x < 0:
        return -1  # reached by: by_another_function.raw(-3)
    return x * 2


def keeping(f):
    keeping.raw = f
    return lambda x: f(max(x, 0))


@keeping
def kept_by_the_decorator(x: int) -> int:
    if x < 0:
        return -1  # reached by: keeping.raw(-3)
    return x * 2


def leaking(f):
    def w(x: int) -> int:
        KEPT.append(f)
        return f(max(x, 0))

    return w


@leaking
def leaked_by_a_call(x: int) -> int:
    if x < 0:
        return -1  # reached by: leaked_by_a_call(1); KEPT[-1](-3)
    return x * 2


def lending(f):
    def w(x: int):
        def again(y: int) -> int:
            return f(y)

        return again if x == 7 else f(max(x, 0))

    return w


@lending
def lent_by_a_call(x: int) -> int:
    if x < 0:
        return -1  # reached by: lent_by_a_call(7)(-3)
    return x * 2


def in_between(f):
    KEPT.append(f)

    def w(x: int) -> int:
        return f(max(x, 0))

    return w


def lifted(f):
    def w(x: int) -> int:
        return f(abs(x) + 10)

    return w


@lifted
@in_between
@clamp
def by_the_wrapper_below(x: int) -> int:
    if x < 10:
        return -1  # reached by: KEPT[0](3)
    return x * 2


class Member:
    def m(x: int) -> int:
        if x < 0:
            return -1  # reached by: Member.straight(-3)
        return x * 2

    straight = m
    m = clamp(m)


def as_text(f):
    def w(x: int) -> int:
        return f(str(x))

    return w


@as_text
def given_texts(x) -> int:
    if x == "12":
        return 1  # reached by: given_texts(12)
    if isinstance(x, str):
        return 2  # reached by: given_texts(1)
    return 3


@as_text
def given_a_text(x) -> int:
    if x == "a":
        return 1  # reached by: given_a_text("a") [supposing types]
    return 2
