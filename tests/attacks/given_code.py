"""Arguments that run code of the caller's, exceptions thrown into what waits, limits, and many arguments."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field


class Refused(Exception):
    pass


def total(values: Iterable[int]) -> int:
    found = 0
    try:
        for value in values:
            found += value
    except KeyError as error:
        return len(error.args)  # reached by: total(w.raising(KeyError("a")))
    except Refused:
        return -1  # reached by: total(w.raising(Refused()))
    return found


def first(values: Iterator[int]) -> int:
    try:
        return next(values)
    except StopIteration:
        return 0
    except ValueError as error:
        if error.args == (3, 4):
            return -1  # reached by: first(w.raising(ValueError(3, 4)))
        return -2


def apply(function: Callable[[int], int], value: int) -> int:
    try:
        return function(value)
    except ZeroDivisionError:
        return 0  # reached by: apply(lambda v: 1 // 0, 1)
    except Refused as error:
        if error.args and error.args[0] == "again":
            return -1  # reached by: apply(w.refusing("again"), 1)
        return -2


def attempts(function: Callable[[], int], most: int) -> int:
    for number in range(most):
        try:
            function()
        except OSError as error:
            if error.errno == 2:
                return -1  # reached by: attempts(w.missing, 2)
            continue
        else:
            return number
    return -2


def collected(values: Iterable[str]) -> list[str]:
    try:
        return sorted(values)
    except LookupError:
        return []  # reached by: collected(w.raising(IndexError()))


def joined(values: Iterable[str]) -> str:
    with contextlib.suppress(RuntimeError):
        return ",".join(values)
    return "none"  # reached by: joined(w.raising(RuntimeError()))


def unpacked(values: Iterable[int]) -> int:
    try:
        a, b = values
    except ValueError:
        return 0
    except Refused:
        return 1  # reached by: unpacked(w.raising(Refused()))
    return a + b


def counter() -> Generator[int, None, str]:
    count = 0
    while True:
        try:
            yield count
        except KeyError as error:
            if error.args == ("stop",):
                return "stopped"  # reached by: w.thrown(counter(), KeyError("stop"))
            count += 10
        count += 1


def resource() -> Iterator[str]:
    try:
        yield "open"
    except ValueError as error:
        if str(error) == "bad":
            raise Refused from error  # reached by: w.thrown(resource(), ValueError("bad"))


@contextlib.contextmanager
def transaction(log: list[str]) -> Iterator[list[str]]:
    try:
        yield log
    except Refused as error:
        if error.args[0:1] == ("quiet",):
            log.clear()  # reached by: w.managed(transaction([]), Refused("quiet"))
            return
        raise
    log.append("done")


async def ticks(most: int) -> AsyncIterator[int]:
    for number in range(most):
        try:
            yield number
        except Refused:
            return  # reached by: w.athrown(ticks(3), Refused())


async def stream(values: list[int]) -> AsyncGenerator[int, None]:
    count = len(values)
    for value in values:
        yield value
        if len(values) != count:
            raise Refused  # reached by: w.agrown(stream)


async def evens(most: int) -> AsyncIterator[int]:
    number = 0
    while number < most:
        if number % 2 == 0:
            yield number  # reached by: w.drained(evens(3))
        number += 1


def deep(value: int) -> int:
    return 0 if value <= 0 else 1 + deep(value - 1)


def safe_deep(value: int) -> int:
    try:
        return deep(value)
    except RecursionError:
        return -1  # reached by: safe_deep(100000) [supposing resources; beyond recursion]


def nested(value: object) -> int:
    if not isinstance(value, list):
        return 0
    try:
        return 1 + max((nested(v) for v in value), default=0)
    except RecursionError:
        return -1  # reached by: nested(w.very_deep()) [supposing resources; beyond recursion, depth]


def digits(value: int) -> int:
    try:
        return len(str(value))
    except ValueError:
        return -1  # reached by: digits(10**5000) [supposing resources]


def shown(value: int) -> str:
    try:
        return f"{value}"
    except ValueError:
        return "long"  # reached by: shown(10**5000) [supposing resources]


def read(text: str) -> int:
    if not text.isdigit():
        return 0
    try:
        return int(text)
    except ValueError:
        return -1  # reached by: read("1" * 5000) [supposing resources]


def repeated(count: int) -> int:
    try:
        return len([0] * count)
    except MemoryError:
        return -1  # reached by: repeated(2**60) [supposing resources]
    except OverflowError:
        return -2  # reached by: repeated(2**70)


def many(*values: int) -> int:
    if len(values) > 3:
        return 4  # reached by: many(1, 2, 3, 4) [beyond len]
    return len(values)


def fifth(*values: str) -> str:
    try:
        return values[4]  # reached by: fifth(*"abcde") [beyond len]
    except IndexError:
        return ""


def options(**values: int) -> int:
    if len(values) > 2:
        return 3  # reached by: options(a=1, b=2, c=3)
    return 0


def named(**values: int) -> int:
    for name in values:
        if name.startswith("x-"):
            return 1  # reached by: named(**{"x-a": 1})
    return 0


@dataclass
class Line:
    price: int
    _count: int = field(init=False, default=0)

    def add(self) -> None:
        self._count += 1

    def total(self) -> int:
        return self.price * self._count


@dataclass
class Order:
    line: Line
    paid: bool = False


def busy(order: Order) -> bool:
    if order.line.total() > 0:
        return True  # reached by: busy(w.used(Order, Line, 1)) [beyond method-calls]
    return False


def very_busy(orders: list[Order]) -> bool:
    for order in orders:
        if order.line._count == 2:
            return True  # reached by: very_busy([w.used(Order, Line, 2)]) [beyond method-calls]
    return False


class Basket:
    def __init__(self, line: Line) -> None:
        self._line = line

    def full(self) -> bool:
        if self._line.total() >= 3:
            return True  # reached by: Basket(w.line(Line, 3)).full() [beyond method-calls]
        return False


def both(first: Line, second: Line) -> bool:
    if first.total() > 0 and second.total() > first.total():
        return True  # reached by: both(w.line(Line, 1), w.line(Line, 2)) [beyond method-calls]
    return False
