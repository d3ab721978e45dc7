"""Values that are stored and never read: CLEW105."""

from __future__ import annotations


def overwritten(grams: int) -> int:
    price = grams * 3  # CLEW105 warning
    price = grams * 4
    return price


def unused(xs: list[int]) -> int:
    n = len(xs) + 1  # CLEW105 warning
    return sum(xs)


def at_the_end(n: int) -> int:
    found = n + 1
    if n > 3:
        n = n - 1  # CLEW105 warning
    return found


def precaution(n: int) -> str:
    text = ""  # CLEW105 note
    if n > 0:
        text = "more"
    else:
        text = "less"
    return text


def last_round(xs: list[int]) -> int:
    total = 0
    for x in xs:
        total += x
        x = total * 2  # CLEW105 warning
    return total


def counted(xs: list[int]) -> int:
    most = 0
    rounds = 2
    for x in xs:
        if x > most:
            most = x
    rounds += 5  # CLEW105 warning
    return most


def before_a_raise(n: int) -> int:
    if n < 0:
        n = -n  # CLEW105 warning
        raise ValueError("negative")
    return n


def with_an_annotation(n: int) -> int:
    half: int = n // 2  # CLEW105 warning
    return n


def around_an_inner_function(n: int) -> int:
    def inner(m: int) -> int:
        k = m + 1  # CLEW105 warning
        k = m + 2
        return k

    return inner(n)


class Till:
    def __init__(self, limit: int) -> None:
        self.limit = limit

    def takes(self, n: int) -> bool:
        rest = self.limit - n  # CLEW105 warning
        return n <= self.limit


def in_the_finally(n: int) -> int:
    done = n > 0  # CLEW105 warning
    try:
        n = 10 // n
    finally:
        done = n > 5  # CLEW105 warning
    return n


def kept_alive(xs: list[int]) -> int:
    first = xs[:1][0:]  # CLEW105 note
    till = Till(3)  # CLEW105 note
    return len(xs)


def read_where_nothing_comes(n: int) -> int:
    m = n * 2
    if n > 3 and n < 2:  # CLEW104 warning
        return m  # CLEW101 warning
    return n
