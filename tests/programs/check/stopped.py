"""Exceptions that end a generator or coroutine: a StopIteration leaves it as a RuntimeError."""

from collections.abc import Iterator


def pairs(xs: list[int]) -> Iterator[tuple[int, int]]:
    it = iter(xs)
    for x in it:
        yield x, next(it)  # refuted RuntimeError list(pairs([0]))


def firsts(rows: list[list[int]]) -> Iterator[int]:
    for row in rows:
        yield next(iter(row))  # refuted RuntimeError list(firsts([[]]))


def total(rows: list[list[int]]) -> int:
    return sum(firsts(rows))


def handled(xs: list[int]) -> Iterator[int]:
    it = iter(xs)
    while True:
        try:
            yield next(it)
        except StopIteration:
            return


def with_a_default(xs: list[int]) -> Iterator[int]:
    yield next(iter(xs), 0)


def in_an_expression(rows: list[list[int]]) -> list[int]:
    return list(next(iter(row)) for row in rows)  # refuted RuntimeError in_an_expression([[]])


def delegating(rows: list[list[int]]) -> Iterator[int]:
    for row in rows:
        it = iter(row)
        yield from (next(it) for _ in "a")  # refuted RuntimeError list(delegating([[]]))


async def soon(xs: list[int]) -> int:
    return next(iter(xs))  # refuted RuntimeError asyncio.run(soon([]))


def plain(xs: list[int]) -> int:
    return next(iter(xs))  # refuted StopIteration plain([])


def raised_on_purpose(xs: list[int]) -> Iterator[int]:
    for x in xs:
        if x > 5:
            raise RuntimeError("generator raised StopIteration")
        yield x
