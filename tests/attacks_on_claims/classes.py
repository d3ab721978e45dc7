from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple


class Account:
    """A state that methods change in any order."""

    def __init__(self, owner: str) -> None:
        self.owner = owner
        self.balance = 0
        self.history: list[int] = []
        self.last: int | None = None

    def deposit(self, amount: int) -> None:
        self.balance += amount
        self.history.append(amount)
        self.last = amount

    def average(self) -> float:
        if self.balance > 0:
            return self.balance / (len(self.history) - 1)  # fails by: a = Account("x"); a.deposit(5); a.average()
        return 0.0

    def newest(self) -> int:
        if self.owner:
            return self.history[-1]  # fails by: Account("x").newest()
        return 0

    def doubled(self) -> int:
        if self.balance != 3:
            return self.last * 2  # fails by: Account("x").doubled()
        return 0

    def checked(self) -> int:
        total = sum(self.history)
        assert total == 0 or self.balance > 0  # fails by: a = Account("x"); a.deposit(-1); a.checked()
        return total


class Base:
    def size(self) -> int:
        return 2


class Empty(Base):
    def size(self) -> int:
        return 0


def per_item(base: Base) -> int:
    return 10 // base.size()  # fails by: per_item(Empty())


class Point(NamedTuple):
    x: int
    y: int


def slope(p: Point, q: Point) -> float:
    if p != q:
        return (p.y - q.y) / (p.x - q.x)  # fails by: slope(Point(1, 1), Point(1, 2))
    return 0.0


class Cursor:
    def __init__(self, items: list[int]) -> None:
        self._items = items
        self._at = 0

    def advance(self) -> None:
        self._at += 1

    def current(self) -> int:
        if self._at >= 0 and self._items:
            return self._items[self._at]  # fails by: c = Cursor([1]); c.advance(); c.current()
        return 0

    def shared(self) -> int:
        return self._items[0] if len(self._items) != 1 else 0  # fails by: Cursor([]).shared()


class Lazy:
    _value: int | None = None

    @property
    def value(self) -> int:
        return self._value + 1  # fails by: Lazy().value

    def load(self) -> None:
        self._value = 1


class Shelf:
    count = 0

    def __init__(self) -> None:
        Shelf.count += 1

    def share(self) -> float:
        return 1 / (Shelf.count - 1)  # fails by: Shelf.count = 0; Shelf().share()


def from_mapping(table: Mapping[str, int]) -> int:
    if len(table) > 0:
        return table["a"]  # fails by: from_mapping({"b": 1})
    return 0


def from_sequence(items: Sequence[int]) -> int:
    if items:
        return items[len(items) // 2 + 1]  # fails by: from_sequence([1])
    return 0


def first_in(queue: deque[int]) -> int:
    if queue.maxlen is None:
        return queue.popleft()  # fails by: first_in(deque())
    return 0


def oldest(cache: OrderedDict[str, int]) -> tuple[str, int]:
    if "x" not in cache:
        return cache.popitem(last=False)  # fails by: oldest(OrderedDict())
    return "", 0


def items_of(text: str) -> Iterator[str]:
    for part in text.split(","):
        key, value = part.split("=")  # fails by: list(items_of(""))
        yield key + value


@contextmanager
def opened(xs: list[int]) -> Iterator[int]:
    yield len(xs)
    print(xs[0])  # fails by: c = opened([]); c.__enter__(); c.__exit__(None, None, None)


async def waited(xs: list[int]) -> int:
    return xs[0]  # fails by: waited([]).send(None)


def counted_down(n: int) -> int:
    while n > 0:
        n -= 3
    return 6 // (n + 2)  # fails by: counted_down(1)


def nested_guard(xs: list[list[int]]) -> int:
    if xs and xs[0]:
        return xs[0][0] + xs[-1][0]  # fails by: nested_guard([[1], []])
    return 0


def popped_twice(xs: list[int]) -> int:
    if xs:
        return xs.pop() + xs.pop()  # fails by: popped_twice([1])
    return 0


def rounded(x: float) -> int:
    return 100 // round(x)  # fails by: rounded(0.4)


def converted(text: str) -> int:
    return int(text.strip() or "0")  # fails by: converted("x")


def sorted_first(xs: list[int]) -> int:
    return sorted(set(xs) - {0})[0]  # fails by: sorted_first([0])


def matched(pair: tuple[int, ...]) -> int:
    match pair:
        case (a, b):
            return a // b  # fails by: matched((1, 0))
        case (a, *rest):
            return rest[0] // a  # fails by: matched((1,))
    return 0
