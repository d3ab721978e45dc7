"""Conditions with one outcome, on which no statement depends."""

from __future__ import annotations


def sign(x: int) -> str:
    if x < 0:
        return "-"
    return "+" if x >= 0 else "0"  # CLEW103 warning


def discount(age: int, member: bool) -> int:
    if age < 18:
        return 5
    return 3 if member or age < 12 else 0  # CLEW104 warning


def chained(x: int) -> int:
    if 0 < x < 10:
        if 5 <= x < 20:  # CLEW103 warning
            return 1
    return 0


def in_a_conjunction(x: int) -> int:
    if x > 5 and x != 0:  # CLEW103 warning
        return 1
    return 0


def a_filter(n: int) -> list[int]:
    return [i for i in range(3) if i >= 0 or n > i]  # CLEW103 warning


def a_guard(x: int) -> int:
    if x > 3:
        if x > 2:  # CLEW103 warning
            x += 1
    return x


def asked_for_nothing(x: int) -> str:
    return "none" if x is None else "one"  # CLEW104 note


# ---------------------------------------------------------------- nothing to be found


def asserting(x: int) -> int:
    if x > 5:
        return 1
    assert x <= 5
    return 2


def both(x: int, y: int) -> int:
    if x > 3 or y > x:
        return 1
    return 0


def by_truth(x: int | None) -> int:
    return 0 if x is None else x
