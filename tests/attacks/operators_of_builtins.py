"""Operators between builtin types that are rarer than they look: overflows of powers, `%` of bytes, iterators given."""

from __future__ import annotations

from collections.abc import Iterator


def power_of_zero(n: int) -> int:
    try:
        0**n
    except OverflowError:
        return 1  # reached by: power_of_zero(-(10**400))
    except ZeroDivisionError:
        return 2  # reached by: power_of_zero(-1)
    return 0


def pow_of_zero(n: int) -> int:
    try:
        pow(0, n)
    except OverflowError:
        return 1  # reached by: pow_of_zero(-(10**400))
    return 0


def formatted(b: bytes) -> int:
    try:
        b % 1
    except TypeError:
        return 1  # reached by: formatted(b"")
    except ValueError:
        return 2  # reached by: formatted(b"%")
    return 3  # reached by: formatted(b"%d")


def formatted_twice(b: bytearray, n: float) -> int:
    try:
        b %= (n, n)
    except TypeError:
        return 1  # reached by: formatted_twice(bytearray(), 0.5)
    return 2  # reached by: formatted_twice(bytearray(b"%f%f"), 0.5)


def updated(d: dict[str, int], xs: list[tuple[str, int]]) -> int:
    try:
        d |= xs
    except ValueError:
        return 1
    return 2  # reached by: updated({}, [("a", 1)])


def drawn(xs: list[int], it: Iterator[int]) -> int:
    n = len(xs)
    next(it, 0)
    if len(xs) != n:
        return 1  # reached by: l = [1]; drawn(l, (l.pop() for _ in range(1))) [supposing types:drawing]
    return 0


def given_before(it: Iterator[list[int]]) -> int:
    first = next(it, [])
    n = len(first)
    next(it, None)
    if len(first) != n:
        return 1  # reached by: l = [1]; given_before(l if i == 0 else [l.pop()] for i in range(2)) [supposing types:drawing]
    return 0
