"""What assertions ask of calls where objects, containers and shared ones are given."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple


class Stack:
    def __init__(self) -> None:
        self.items: list[int] = []

    def push(self, n: int) -> None:
        assert n >= 0
        self.items.append(n)

    def pop(self) -> int:
        assert self.items, "empty"
        return self.items.pop()


class Limited(Stack):
    def push(self, n: int) -> None:
        assert len(self.items) < 2
        super().push(n)  # fails by: Limited().push(-1)


def drained(stack: Stack) -> int:
    total = 0
    while stack.items:
        total += stack.pop()
    return total


def drained_once_too_often(stack: Stack) -> int:
    total = stack.pop() if stack.items else 0
    return total + stack.pop()  # fails by: drained_once_too_often(Stack())


def filled(stack: Stack) -> None:
    for i in range(3):
        stack.push(i)  # fails by: filled(Limited())


def moved(one: Stack, other: Stack) -> None:
    if one.items:
        other.items.clear()
        other.push(one.pop())  # fails by: s = Stack(); s.push(1); moved(s, s)


def pushed_and_popped(n: int) -> int:
    stack = Stack()
    if n > 0:
        stack.push(n)
    return stack.pop()  # fails by: pushed_and_popped(0)


def surely(n: int) -> int:
    stack = Stack()
    stack.push(n * n)
    return stack.pop()


def suppressed(stack: Stack) -> int:
    with suppress(AssertionError):
        return stack.pop()
    return 0


def suppressed_other(stack: Stack) -> int:
    with suppress(KeyError):
        return stack.pop()  # fails by: suppressed_other(Stack())
    return 0


def indexed(xs: list[int], i: int) -> int:
    assert 0 <= i < len(xs)
    return xs[i]


def neighbours(xs: list[int], i: int) -> int:
    assert 0 <= i < len(xs) - 1
    return indexed(xs, i) + indexed(xs, i + 1)


def beyond(xs: list[int], i: int) -> int:
    assert 0 <= i < len(xs)
    return indexed(xs, i) + indexed(xs, i + 1)  # fails by: beyond([1], 0)


def search(xs: list[int], n: int) -> int:
    low, high = 0, len(xs)
    while low < high:
        middle = (low + high) // 2
        if indexed(xs, middle) < n:
            low = middle + 1
        else:
            high = middle
    return low


def found(xs: list[int], n: int) -> int:
    return indexed(xs, search(xs, n))  # fails by: found([], 0)


class Colour(Enum):
    RED = 1
    BLUE = 2


def red(colour: Colour) -> int:
    assert colour is Colour.RED
    return colour.value


def painted(colour: Colour) -> int:
    return 0 if colour == Colour.BLUE else red(colour)


def painted_other(colour: Colour) -> int:
    return 0 if colour == Colour.RED else red(colour)  # fails by: painted_other(Colour.BLUE)


class Pair(NamedTuple):
    a: int
    b: int

    def ordered(self) -> int:
        assert self.a <= self.b
        return self.b - self.a


def pair(a: int, b: int) -> int:
    return Pair(min(a, b), b).ordered()


def pair_other(a: int, b: int) -> int:
    return Pair(a, max(b, 0)).ordered()  # fails by: pair_other(1, 0)


def text(s: str) -> str:
    assert s and s[0] != "-", s
    return s


def texts(s: str) -> str:
    return text(s.strip()) if s else ""  # fails by: texts(" ")


def texts_kept(s: str) -> str:
    return text("x" + s)


def keyed(d: dict[str, int], k: str) -> int:
    assert k in d
    return d[k]


def keyed_all(d: dict[str, int]) -> int:
    return sum(keyed(d, k) for k in d)


def keyed_twice(d: dict[str, int], k: str) -> int:
    if k in d:
        d.pop(k)
        return keyed(d, k)  # fails by: keyed_twice({"a": 1}, "a")
    return 0


class Base:
    def run(self, n: int) -> int:
        assert n > 0
        return self.step(n - 1)  # fails by: Impl().run(1)

    def step(self, n: int) -> int:
        return n


class Impl(Base):
    def step(self, n: int) -> int:
        assert n > 0
        return n


def ran(base: Base, n: int) -> int:
    return base.run(n) if n > 0 else 0


class Desc:
    @property
    def size(self) -> int:
        return 1

    @size.setter
    def size(self, n: int) -> None:
        assert n > 0

    def __add__(self, n: int) -> int:
        assert n > 0
        return n

    def __call__(self, n: int) -> int:
        assert n > 0
        return n


def descs(n: int) -> int:
    d = Desc()
    d.size = n
    return d + n + d(n)


@dataclass(frozen=True)
class Money:
    cents: int = 0
    parts: tuple[int, ...] = field(default=())

    def __post_init__(self) -> None:
        assert self.cents == sum(self.parts)


def money(n: int) -> Money:
    return Money(n, (n,))


def money_two(n: int) -> Money:
    return Money(n, (n, n))  # fails by: money_two(1)


def nothing() -> Money:
    return Money()


def positional_only(n: int, /, *, most: int = 5) -> int:
    assert n <= most
    return n


def uses(n: int) -> int:
    return positional_only(n, most=n) + positional_only(min(n, 6))  # fails by: uses(6)


def closure(n: int) -> int:
    least = n

    def check(m: int) -> int:
        return indexed([1] * least, m) if least > 0 else 0  # fails by: closure(1)

    return check(0) + check(n)
