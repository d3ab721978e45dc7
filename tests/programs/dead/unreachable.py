"""Code that nothing reaches.  A line is marked with the rule that is to be found there, and its level."""

from __future__ import annotations

import sys
from typing import NoReturn


def boundary(distance: int) -> int:
    days = 1 + distance % 9
    if days > 9:
        return 9  # CLEW101 warning
    return days


def earlier_branch_takes_it(age: int) -> str:
    if age >= 12:
        kind = "teen"
    elif age < 12:
        kind = "child"
    else:
        kind = "unborn"  # CLEW101 warning
    return kind


def two_statements_one_finding(x: int) -> int:
    y = x * 2
    if x > 3 and y < 4:
        y += 1  # CLEW101 warning
        y += 2
    return y


def only_the_outermost(x: int) -> int:
    if x > 5:
        if x < 3:
            if x == 1:  # CLEW101 warning
                return 1
            return 2
    return 0


def falls_through_nothing(code: int) -> int:
    first = code % 10
    if first < 5:
        return 1
    elif first <= 9:
        return 2
    return 3  # CLEW101 warning


def after_return(x: int) -> int:
    return x
    x += 1  # CLEW101 warning


def from_a_constant_of_its_own() -> int:
    level = 0
    if level > 3:
        return 1  # CLEW101 warning
    return 2


def an_empty_loop(n: int) -> int:
    for i in range(3, 3):
        n += i  # CLEW101 warning
    return n


def matching(x: int) -> str:
    match x % 3:
        case 0:
            return "a"
        case 1 | 2:
            return "b"
        case _:
            return "c"  # CLEW101 warning


def a_precaution(x: int) -> int:
    if x % 2 == 0:
        return 0
    elif x % 2 == 1:
        return 1
    else:
        raise AssertionError("a remainder of two")  # CLEW101 note


def what_annotations_say(x: int) -> int:
    if x is None:
        return 4  # CLEW101 note
    if not isinstance(x, int):
        raise TypeError("not an int")  # CLEW101 note
    return x


def clause_for_nothing(x: int) -> int:
    try:
        y = x + 1
    except ValueError:
        return 3  # CLEW101 note
    return y


def makes_a_generator() -> object:
    return
    yield  # CLEW101 note


# ---------------------------------------------------------------- nothing to be found


def elsewhere(x: int) -> int:
    if sys.platform == "win32":
        return x
    if sys.version_info < (3, 8):
        return x + 1
    return 2


LIMIT = 10


def configured(x: int) -> int:
    if LIMIT > 20:
        return x
    return 2


def takes_the_first(xs: list[int]) -> int:
    for x in xs:
        return x
    return 0


def endless(n: int) -> int:
    while True:
        n += 1
        if n > 3:
            break
    return n


def only_long_lists(xs: list[int]) -> int:
    if len(xs) > 100_000:
        return 1
    return 0


def any_type(x):
    if x.colour == "red":
        return 1
    return 0


class Abstract:
    def area(self) -> float:
        raise NotImplementedError


def refuse(text: str) -> NoReturn:
    raise ValueError(text)


def version_of(name: str) -> str | None:
    return "1.2" if name else None


def told_nothing(x: int) -> int:
    version = version_of("libc")
    if version is None:
        return 0
    return x


class Ordered:
    def __init__(self, key: int) -> None:
        self.key = key

    def __lt__(self, other: "Ordered") -> bool:
        if not isinstance(other, Ordered):
            return NotImplemented
        return self.key < other.key
