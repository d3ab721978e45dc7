"""Claims that nothing but the code states."""

import re
from dataclasses import dataclass


def first(xs: list[int]) -> int:
    return xs[0]  # refuted IndexError first([])


def first_or_zero(xs: list[int]) -> int:
    if len(xs) == 0:
        return 0
    return xs[0]  # proved IndexError


def mean(xs: list[int]) -> float:
    return sum(xs) / len(xs)  # refuted ZeroDivisionError mean([])


def quotient(a: int, b: int) -> int:
    if b > 0:
        return a // b  # proved ZeroDivisionError
    return a // (b + 3)  # refuted ZeroDivisionError quotient(0, -3)


def clamped(x: int, low: int, high: int) -> int:
    assert low <= high
    x = max(x, low)
    x = min(x, high)
    assert low <= x <= high  # proved AssertionError
    return x


def clamped_wrongly(x: int, low: int, high: int) -> int:
    x = max(x, low)
    x = min(x, high)
    assert low <= x  # refuted AssertionError clamped_wrongly(0, 1, 0)
    return x


def year(text: str) -> str:
    return re.match("[0-9]+", text).group()  # refuted AttributeError year("")


def setting(line: str) -> str:
    name, value = line.split("=")  # refuted ValueError setting("")
    return name + value


def whole(text: str) -> int:
    return int(text)  # refuted ValueError whole("")


def last(xs: list[int]) -> int:
    for x in xs:
        pass
    return x  # refuted UnboundLocalError last([])


def length(text: str | None) -> int:
    return len(text.strip())  # refuted AttributeError length(None)


def length_or_zero(text: str | None) -> int:
    if text is None:
        return 0
    return len(text.strip())  # proved AttributeError


def weight(table: dict[str, int]) -> int:
    return table["weight"]  # refuted KeyError weight({})


@dataclass
class Box:
    count: int

    def share(self, total: int) -> int:
        return total // self.count  # refuted ZeroDivisionError Box(0).share(0)


def announced(xs: list[int]) -> int:
    if not xs:
        raise IndexError("none")
    return xs[3]
