from collections.abc import Iterator
from dataclasses import dataclass


def share(total: int, parts: int) -> int:
    """A docstring."""
    assert parts > 0, "nobody to share with"
    assert total >= parts
    rest = total % parts
    assert rest < parts
    return total // parts


def positive(xs: list[int]) -> int:
    assert all(x > 0 for x in xs)
    return len(xs)


def popped(xs: list[int]) -> int:
    """What changes something is no precondition, nor is what comes after that."""
    assert xs.pop() > 0
    assert xs
    return 1


def about_nothing_given() -> None:
    assert share(4, 2) == 2


def of_a_variable(n: int) -> int:
    assert n > least
    least = n
    return least


def later(n: int) -> Iterator[int]:
    assert n > 0
    yield n


async def awaited(n: int) -> int:
    assert n > 0
    return n


@dataclass
class Interval:
    low: int
    high: int

    def __post_init__(self) -> None:
        assert self.low <= self.high

    def holds(self, n: int) -> bool:
        assert self._made
        assert n >= 0
        return self.low <= n <= self.high

    def reset(self) -> None:
        assert self._made
        self.low = self.high


def calls(n: int) -> int:
    def inner(k: int) -> int:
        assert k > 0
        return k

    one = share(n, n)
    list(later(n))
    Interval(n, n).holds(one)
    return inner(n) + positive([share(n, n)])


def handles(n: int) -> int:
    try:
        return share(n, n)
    except AssertionError:
        return 0


def handles_anything(n: int) -> int:
    try:
        return share(n, n)
    except Exception:
        return 0


def handles_another(n: int) -> int:
    try:
        return share(n, n)
    except ValueError:
        return 0


def announces(n: int) -> int:
    """Raises AssertionError for what share() does not take."""
    return share(n, n)


class Stack:
    items: list[int]

    def pop(self) -> int:
        assert self.items
        return self.items.pop()


def pops(stack: Stack, xs: list[int], other) -> int:
    return stack.pop() + xs.pop() + other.pop()
