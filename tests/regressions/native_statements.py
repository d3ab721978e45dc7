"""Statements that are run as they stand: what is inside, and where they jump, is not followed.

Found by the fuzzer (seed 11, programs 27 and 37, once its programs had `except*` and generators that are sent values).
"""

import asyncio


def inside(x: int):
    try:
        if x == 3:
            raise ExceptionGroup("g", [ValueError(1)])
    except* ValueError:
        x = 7  # not infeasible
    if x == 7:
        return 1  # not infeasible
    return 2  # not infeasible


def constant():
    v = 0
    try:
        raise ExceptionGroup("g", [ValueError(1)])
    except* ValueError:
        v = 7  # not infeasible
    if v == 7:
        return 1  # not infeasible
    return 0


def escapes(x: int):
    try:
        try:
            if x == 3:
                raise ExceptionGroup("g", [ValueError(1)])
        except* TypeError:
            x = 1
    except ExceptionGroup:
        return 1  # not infeasible
    return 0  # not infeasible


def left_by_break(x: int):
    while True:
        try:
            if x > 2:
                break
            x += 1
        except* ValueError:
            pass
    return 1  # not infeasible


def left_by_continue(x: int):
    for _ in [1, 2]:
        y = 1
        try:
            y = 2
            if x > 2:
                continue
            return 2
        except* ValueError:
            pass
        return 3  # not infeasible
    return y  # not infeasible


class Lock:
    async def __aenter__(self):
        return 2

    async def __aexit__(self, *error):
        return False


async def waits(x: int):
    async with Lock() as two:
        if x == two:
            return 1  # not infeasible
    return 2  # not infeasible


def awaited(x: int):
    if asyncio.run(waits(x)) == 1:
        return 1  # not infeasible
    return 0


def sent_to_a_list(xs: list[int]):
    def g():
        try:
            yield from xs
        except AttributeError:
            yield 99

    it = g()
    first = next(it, None)
    if first is not None and it.send(3) == 99:
        return 1  # covered
    return 0


def sent_nothing_to_a_list(xs: dict[str, int]):
    """Whether the caller sends None decides if the list goes on (seed 91002, program 42)."""
    first = list([5, 6, 7])
    yield from first
    got = yield 3
    if got:
        yield 1  # not infeasible
    yield 2  # not infeasible
