"""Iterators that are copied: each goes on from where the other one was, over a list that may have changed since."""

from collections.abc import Iterator
from copy import copy


class Source:
    def __init__(self, text: str) -> None:
        self.chars = iter([c for c in text])

    def peek(self) -> str:
        return next(copy(self.chars), "")


def looks_ahead(text: str) -> int:
    source = Source(text)
    if source.peek() == "x":
        next(source.chars)
        if source.peek() == "y":
            if next(source.chars) == "y" and next(source.chars, "") == "z":
                return 3  # reached by: looks_ahead("xyz")
    return 0


def goes_back(items: list[int]) -> int:
    whole = iter(items)
    before = copy(whole)
    first = next(whole, 0)
    if first == 7 and next(before) == 7 and next(before, 0) == 8:
        return 1  # reached by: goes_back([7, 8])
    return 0


def list_that_grows(n: int) -> int:
    items = [n]
    first = iter(items)
    next(first)
    second = copy(first)
    items.append(5)
    if next(first, 0) == 5 and next(second, 0) == 5:
        return 1  # reached by: list_that_grows(1)
    return 0


def after_its_end(n: int) -> int:
    items = [n]
    first = iter(items)
    for _ in first:
        pass
    items.append(5)
    if next(copy(first), 0) == 0:
        return 1  # reached by: after_its_end(1)
    return 0


def of_the_caller(it: Iterator[int]) -> int:
    other = copy(it)
    if next(it, 0) == 3 and next(other, 0) == 0:
        return 1  # reached by: of_the_caller(map(int, iter("3")))
    return 0
