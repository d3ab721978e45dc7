"""A StopIteration that begins in a generator or coroutine leaves it as a RuntimeError, and is a claim all the same."""

from collections.abc import Iterator


def second_of_each_pair(xs: list[int]) -> Iterator[int]:
    it = iter(xs)
    for _ in it:
        yield next(it)  # fails by: list(second_of_each_pair([1]))


def first_of_a_range(n: int) -> Iterator[int]:
    yield next(iter(range(n)))  # fails by: list(first_of_a_range(0))


def of_a_constant() -> Iterator[int]:
    it = iter((1, 2))
    while True:
        yield next(it)  # fails by: list(of_a_constant())


def one_too_many(text: str) -> Iterator[str]:
    it = iter(text)
    for _ in range(len(text) + 1):
        yield next(it)  # fails by: list(one_too_many(""))


def of_another_generator(n: int) -> Iterator[int]:
    inner = (k for k in range(n) if k > 3)
    yield next(inner)  # fails by: list(of_another_generator(2))


def not_that_handler(xs: list[int]) -> Iterator[int]:
    it = iter(xs)
    try:
        yield 0
    except StopIteration:
        return
    yield next(it)  # fails by: list(not_that_handler([]))


async def awaited(xs: list[int]) -> int:
    return next(iter(xs))  # fails by: import asyncio; asyncio.run(awaited([]))


async def after_a_pair(xs: list[int]) -> int:
    it = iter(xs)
    return next(it) + next(it, 0) + next(it)  # fails by: import asyncio; asyncio.run(after_a_pair([1, 2]))


def consumed_inside(xs: list[int]) -> int:
    def halves() -> Iterator[int]:
        it = iter(xs)
        for x in it:
            yield x - next(it)  # fails by: consumed_inside([1])

    return sum(halves())
