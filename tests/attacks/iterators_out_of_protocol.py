"""Iterators given as arguments that go on after their end: `map` lets the end of what its function draws from out."""

from collections.abc import Iterator


def resumes(it: Iterator[int]) -> str:
    a = next(it, None)
    b = next(it, None)
    if a is None and b is not None:
        return "woke"  # reached by: resumes(map(next, [iter([]), iter([3])])) [supposing types:iterators]
    return "ok"


def two_loops(it: Iterator[int]) -> int:
    n = m = 0
    for _ in it:
        n += 1
    for _ in it:
        m += 1  # reached by: two_loops(map(next, [iter([]), iter([3])])) [supposing types:iterators]
    return n + m


def peek(it: Iterator[int], default: int) -> int:
    for x in it:
        return x
    try:
        return next(it) + 1  # reached by: peek(map(next, [iter([]), iter([3])]), 0)
    except StopIteration:
        return default


def drained_twice(it: Iterator[int]) -> str:
    first = list(it)
    if list(it):
        return "more"  # reached by: drained_twice(map(next, [iter([]), iter([3])])) [supposing types:iterators]
    return "ok" if first else "none"


def maximum(it: Iterator[int]) -> str:
    if max(it, default=0) == 0 and list(it) == [5]:
        return "after"  # reached by: maximum(map(next, [iter([0]), iter([]), iter([5])])) [supposing types:iterators]
    return "ok"


class Fickle:
    def __init__(self, numbers: list[int]) -> None:
        self.numbers = numbers

    def __iter__(self) -> "Fickle":
        return Fickle(self.numbers)

    def __next__(self) -> int:
        if not self.numbers:
            raise StopIteration
        return self.numbers.pop()


def its_own(it: Iterator[int]) -> bool:
    if iter(it) is not it:
        return False  # reached by: its_own(Fickle([1])) [supposing types:iterators]
    return True


def asked_by_attribute(things: Iterator[str]) -> int:
    try:
        return things.__len__()
    except AttributeError:
        return -1  # reached by: asked_by_attribute(iter(["a"]))
