"""Statements, expressions and definitions."""

import contextlib
import dataclasses
import enum
from collections.abc import Iterator
from typing import NamedTuple


def choices(n: int) -> int:
    """`if`, `elif`, `else`, conditional expressions"""
    size = 1 if n > 10 else 2
    if n > 20:
        if size == 2:
            return -1  # never
    elif size == 1:
        return 3
    return size


def shortcuts(n: int) -> int:
    """`and`, `or`, `not`, chained comparisons, `:=`"""
    if 0 <= (half := n // 2) < 5 and not n > 20:
        if half > 7 or half == -3:
            return -1  # never
        return half
    return 0


def counted(n: int) -> int:
    """`while` with `break`, `continue`, `else`"""
    step = 0
    while step < 3:
        step += 1
        if step == n:
            break
    else:
        if step != 3:
            return -1  # never
    return step


def rounds(text: str) -> int:
    """`for` over ranges, texts, lists, tuples, dicts; `enumerate`, `zip`, `reversed`"""
    seen = 0
    for place, (number, letter) in enumerate(zip(reversed(range(3)), "abc")):
        if place + number != 2:
            return -1  # never
        if text == letter:
            seen += 1
    return seen


def unpacked(a: int, b: int) -> int:
    """Unpacking, starred targets, slices, `del`, augmented assignment"""
    first, *rest = [a, b, a + b]
    rest[0] += first
    if rest[0] != rest[-1]:
        return -1  # never
    del rest[0]
    return len(rest[:5])


def comprehended(n: int) -> int:
    """Comprehensions of lists, sets and dicts; generator expressions"""
    squares = {k: k * k for k in range(3)}
    if sum(value for value in squares.values()) != 5 or [k for k in squares if k > 1] != [2]:
        return -1  # never
    return n


def patterns(n: int, flag: bool) -> int:
    """`match` with literals, captures, sequences, mappings, classes, guards and alternatives"""
    match [n, flag]:
        case [0 | 1, True]:
            return 1
        case [int(k), _] if k > 5:
            if n < 5:
                return -1  # never
            return k
        case _:
            return 0


def caught(n: int) -> int:
    """`try` with `except`, `else`, `finally`; `raise`, `raise … from`, `assert`"""
    try:
        part = 100 // n
    except ZeroDivisionError:
        if n:
            return -1  # never
        return 0
    finally:
        n = 3
    return part


class Noted:
    def __init__(self) -> None:
        self.open = False

    def __enter__(self) -> "Noted":
        self.open = True
        return self

    def __exit__(self, *given: object) -> None:
        self.open = False


def managed(n: int) -> int:
    """`with`: context managers that are classes of the project"""
    noted = Noted()
    with noted as inner:
        if not inner.open:
            return -1  # never
    if noted.open:
        return -2  # never
    return n


@contextlib.contextmanager
def raised(numbers: list[int]) -> Iterator[int]:
    numbers.append(1)
    yield len(numbers)
    numbers.append(2)


def managed_by_generator(n: int) -> int:
    """`with`: `contextlib.contextmanager`"""
    numbers: list[int] = []
    with raised(numbers) as size:
        if size != 1:
            return -1  # never
    return n + len(numbers)


def told(first: int, /, second: int = 2, *more: int, third: int = 3, **others: int) -> int:
    return first + second + third + len(more) + len(others)


def arguments(n: int) -> int:
    """Calls with defaults, keywords, `*args`, `**kwargs`"""
    if told(n, *[1, 2], third=4, fourth=5) != n + 7:
        return -1  # never
    return n


def enclosed(n: int) -> int:
    """Functions inside of functions, closures, `nonlocal`, lambdas"""
    total = n

    def add(more: int) -> None:
        nonlocal total
        total += more

    add(2)
    twice = lambda number: number * 2  # noqa: E731
    if twice(total) != 2 * n + 4:
        return -1  # never
    return total


def drawn(limit: int) -> Iterator[int]:
    yield from range(2)
    yield limit


def generated(n: int) -> int:
    """Generators: `yield`, `yield from`"""
    numbers = list(drawn(n))
    if numbers[1] != 1 or len(numbers) != 3:
        return -1  # never
    return numbers[2]


def repeated(n: int) -> int:
    """Recursion"""
    if n <= 0:
        return 0
    if n > 3:
        return 3
    below = repeated(n - 1)
    if below > n:
        return -1  # never
    return below + 1


class Shape:
    def __init__(self, size: int) -> None:
        self._size = size

    @property
    def size(self) -> int:
        return self._size

    def around(self) -> int:
        return 3 * self.size


class Square(Shape):
    pass


def objects(size: int) -> int:
    """Classes: attributes, methods, properties, inheritance"""
    square = Square(size)
    if square.around() != 3 * size:
        return -1  # never
    return 0


class Half:
    @staticmethod
    def of(size: int) -> int:
        return size // 2


def static(size: int) -> int:
    """Static methods"""
    if Half.of(size) > max(size, 0):
        return -1  # never
    return 0


class Flower:
    petals = 5

    @classmethod
    def petals_of(cls, number: int) -> int:
        return cls.petals * number


class Lily(Flower):
    petals = 6


def class_variables(number: int) -> int:
    """Class variables and class methods"""
    if number > 0 and Lily.petals_of(number) <= Flower.petals_of(number):
        return -1  # never
    return 0


class Weight:
    def __init__(self, grams: int) -> None:
        self.grams = grams

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Weight) and self.grams == other.grams

    def __lt__(self, other: "Weight") -> bool:
        return self.grams < other.grams

    def __add__(self, other: "Weight") -> "Weight":
        return Weight(self.grams + other.grams)


def overloaded(n: int) -> int:
    """Operators of classes of the project (`__add__`, `__eq__`, `__lt__`, `__len__`, `__getitem__`, …)"""
    both = Weight(n) + Weight(2)
    if both == Weight(n) or both < Weight(n):
        return -1  # never
    return both.grams


@dataclasses.dataclass
class Point:
    x: int
    y: int


def records(point: Point) -> int:
    """Dataclasses, as arguments"""
    if point.y > 2:
        if point.y < 1:
            return -1  # never
    return point.x


class Pair(NamedTuple):
    left: int
    right: int


def named(n: int) -> int:
    """Named tuples"""
    left, right = Pair(n, n + 1)
    if right <= left:
        return -1  # never
    return left


class Colour(enum.Enum):
    RED = 1
    GREEN = 2


def members(colour: Colour) -> int:
    """Enums"""
    if colour is Colour.RED:
        return 1
    if colour.value != 2:
        return -1  # never
    return 2


LIMITS = {"low": 1, "high": 5}


def constants(n: int) -> int:
    """Variables of modules that are set once"""
    if LIMITS["low"] > LIMITS["high"]:
        return -1  # never
    return min(n, LIMITS["high"])


def asked(value: int | str | None) -> int:
    """`isinstance`, `is None`, unions and optionals"""
    if value is None:
        return 0
    if isinstance(value, str):
        return len(value)
    if not isinstance(value, int):
        return -1  # never
    return value
