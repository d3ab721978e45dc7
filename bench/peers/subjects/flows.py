"""Generators, closures, callables, context managers."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager


def chunks(items: list[int], size: int) -> Iterator[list[int]]:
    if size < 1:
        raise ValueError("size")
    chunk: list[int] = []
    for item in items:
        chunk.append(item)
        if len(chunk) == size:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


def running_average():
    total, count, average = 0, 0, None
    while True:
        value = yield average
        if value is None:
            continue
        if value < 0:
            return
        total += value
        count += 1
        average = total / count


def flatten(items):
    for item in items:
        if isinstance(item, (list, tuple)):
            yield from flatten(item)
        elif item is not None:
            yield item


def make_counter(start: int, step: int = 1):
    value = start

    def advance(times: int) -> int:
        nonlocal value
        if times < 0:
            raise ValueError("times")
        for _ in range(times):
            value += step
        if value > 10:
            value = start
        return value

    return advance


def retry(action: Callable[[int], bool], attempts: int) -> int:
    for attempt in range(attempts):
        if action(attempt):
            return attempt
    return -1


def partition(items: list[int], test: Callable[[int], bool]) -> tuple[list[int], list[int]]:
    yes: list[int] = []
    no: list[int] = []
    for item in items:
        if test(item):
            yes.append(item)
        else:
            no.append(item)
    if len(yes) > 0 and len(no) > 0 and len(yes) == len(no):
        yes.reverse()
    return yes, no


def first_fixed_point(function: Callable[[int], int], start: int) -> int | None:
    x = start
    for _ in range(5):
        y = function(x)
        if y == x:
            return x
        x = y
    return None


@contextmanager
def guarded(limit: int):
    if limit < 0:
        raise ValueError("limit")
    entries: list[int] = []
    try:
        yield entries
    finally:
        if len(entries) > limit:
            entries.clear()


def fold(values, combine, initial=None):
    iterator = iter(values)
    if initial is None:
        try:
            accumulated = next(iterator)
        except StopIteration:
            raise TypeError("empty") from None
    else:
        accumulated = initial
    for value in iterator:
        accumulated = combine(accumulated, value)
    return accumulated


async def fetch_total(prices: list[int], discount: int) -> int:
    total = 0
    for price in prices:
        if price < 0:
            raise ValueError("price")
        total += price
    if total > 100:
        total -= discount
    return total
