"""Code that is reached, and fails every time."""

from __future__ import annotations

from typing import NoReturn


def average(weights: list[int]) -> float:
    if not weights:
        return sum(weights) / len(weights)  # CLEW102 warning ZeroDivisionError
    return sum(weights) / len(weights)


def later_in_the_block(x: int) -> int:
    zero = 0
    if x > 10:
        y = x + 1  # CLEW102 warning ZeroDivisionError
        z = y // zero
        return z
    return x


def missing_key(key: str) -> int:
    table = {"a": 1}
    if key == "b":
        return table[key]  # CLEW102 warning KeyError
    return 0


def two_ways(x: int) -> int:
    items = [1, 2]
    if x > 5:
        x -= 5  # CLEW102 warning IndexError ZeroDivisionError
        if x > 3:
            return items[7]
        return x // (len(items) - 2)
    return 0


def contradicts_itself(x: int) -> int:
    if x > 5:
        assert x < 3  # CLEW102 warning AssertionError
        return 1
    return 2


def limited(n: int) -> int:
    if n < 10:
        raise ValueError("small")
    return n


def always_refused(x: int) -> int:
    if x == 7:
        return limited(3)  # CLEW102 warning ValueError
    return x


class Half:
    def __init__(self, size: int) -> None:
        if size < 0:
            self.limit = self.sise  # CLEW102 warning AttributeError
        self.size = size

    def misspelt(self) -> int:
        return self.sise  # CLEW102 warning AttributeError


def fail(text: str) -> NoReturn:
    raise ValueError(text)


def by_way_of_another(x: int) -> int:
    if x < 0:
        fail("negative")  # CLEW102 note ValueError
    return x


def collects_errors(x: int) -> int:
    errors = []
    if x < 0:
        errors.append("negative")  # CLEW102 note ValueError
    if errors:
        raise ValueError(errors)
    return x


# ---------------------------------------------------------------- nothing to be found


def refuses(x: int) -> int:
    if x < 0:
        text = "negative"
        raise ValueError(text)
    return x


def caught_here(x: int) -> int:
    try:
        if x == 3:
            x = x // 0
    except ZeroDivisionError:
        return 1
    return 2


def sometimes(x: int, y: int) -> int:
    if x > 3:
        return x // y
    return 0


def gives_something_first(x: int):
    if x == 3:
        y = 1
        yield y
        raise ValueError
    yield 2


def only_on_the_second_round(n: int) -> int:
    total = 0
    for i in range(n % 4):
        total += 6 // (2 - i)
    return total


def any_type(x):
    return x.colour


def long_enough(xs: list[int]) -> int:
    if len(xs) > 5:
        return xs[20]
    return 0


class Shape:
    def area(self) -> float:
        raise NotImplementedError


class Keyed:
    """Its methods are for its subclasses; an object of its own has no key."""

    def __hash__(self) -> int:
        return hash(self.key)

    def is_small(self) -> bool:
        if self.limit() < 5:
            return True
        return False

    def limit(self) -> int:
        return 10


class Named(Keyed):
    def __init__(self, key: int) -> None:
        self.key = key

    def limit(self) -> int:
        return 2


class Mixin:
    def twice(self) -> str:
        return self.name * 2  # CLEW102 note AttributeError


CONFIG: dict[str, int] = {}


def configured() -> int:
    return CONFIG["x"]  # CLEW102 note KeyError
