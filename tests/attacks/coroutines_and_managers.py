"""Coroutines, asynchronous generators and context managers: cancelled, raised into, shared with other tasks."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from types import TracebackType

log: list[str] = []


async def job(count: int) -> int:
    try:
        await asyncio.sleep(0)
    except asyncio.CancelledError:
        log.append("cancelled")  # reached by: c = job(1); c.send(None); c.throw(asyncio.CancelledError())
        raise
    return count


async def cleaned(count: int) -> int:
    done = False
    try:
        await asyncio.sleep(0)
        done = True
    finally:
        if not done:
            log.append("not done")  # reached by: c = cleaned(1); c.send(None); c.close()
    return count


async def shared(items: list[int]) -> int:
    before = len(items)
    await asyncio.sleep(0)
    if len(items) != before:
        return 1  # reached by: w.while_waiting(shared, [1])
    return 0


async def looked_up(table: dict[str, int], key: str) -> int:
    if key in table:
        await asyncio.sleep(0)
        if key not in table:
            return -1  # reached by: w.cleared_while_waiting()
        return table[key]
    return 0


class Account:
    def __init__(self, balance: int) -> None:
        self._balance = balance

    def withdraw(self, amount: int) -> None:
        self._balance -= amount

    async def spend(self, amount: int) -> bool:
        if self._balance < amount:
            return False
        await asyncio.sleep(0)
        if self._balance < amount:
            return False  # reached by: a = Account(3); c = a.spend(2); c.send(None); a.withdraw(3); c.send(None)
        self._balance -= amount
        return True


async def inner(count: int) -> int:
    await asyncio.sleep(0)
    return count


async def outer(count: int) -> int:
    try:
        return await inner(count)
    except ValueError:
        return -1  # reached by: c = outer(1); c.send(None); c.throw(ValueError())


async def timed(count: int) -> int:
    try:
        await asyncio.wait_for(asyncio.sleep(count), 0.001)
    except TimeoutError:
        return -1  # reached by: asyncio.run(timed(1))
    return 0


async def locked(lock: asyncio.Lock) -> int:
    if not lock.locked():
        await asyncio.sleep(0)
        async with lock:
            log.append("locked")
        return 1  # reached by: asyncio.run(locked(asyncio.Lock()))
    return 0


async def ticks(count: int) -> AsyncIterator[int]:
    try:
        for i in range(count):
            yield i
    except KeyError:
        yield -1  # reached by: w.thrown_into_ticks()
    finally:
        log.append("over")


@contextlib.contextmanager
def opened(name: str) -> Iterator[str]:
    try:
        yield name
    except LookupError:
        log.append("lookup")  # reached by: m = opened("x"); m.__enter__(); m.__exit__(KeyError, KeyError(), None)


@contextlib.contextmanager
def counted(items: list[int]) -> Iterator[None]:
    before = len(items)
    yield
    if len(items) > before:
        log.append("more")  # reached by: xs = [1]; m = counted(xs); m.__enter__(); xs.append(2); m.__exit__(None, None, None)


@contextlib.contextmanager
def left_early(name: str) -> Iterator[str]:
    ok = False
    try:
        yield name
        ok = True
    finally:
        if not ok:
            log.append("not ok")  # reached by: m = left_early("x"); m.__enter__(); m.gen.close()


@contextlib.contextmanager
def system(name: str) -> Iterator[str]:
    try:
        yield name
    except SystemExit as error:
        if error.code == 3:
            log.append("three")  # reached by: m = system(""); m.__enter__(); m.__exit__(SystemExit, SystemExit(3), None)


@contextlib.contextmanager
def always_fails(limit: int) -> Iterator[int]:
    try:
        yield limit
    except ArithmeticError:
        log.append("arithmetic")  # reached by: w.divided_within()
    raise RuntimeError("always")


class Transaction:
    def __init__(self) -> None:
        self._depth = 0

    def __enter__(self) -> Transaction:
        self._depth += 1
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        self._depth -= 1
        if kind is not None and issubclass(kind, ValueError):
            return True  # reached by: t = Transaction(); t.__enter__(); t.__exit__(ValueError, ValueError(), None)
        if error is not None and error.args == (1,):
            log.append("one")  # reached by: t = Transaction(); t.__exit__(KeyError, KeyError(1), None)
        return False


def transacted(number: int) -> int:
    with Transaction():
        if number > 3:
            raise ValueError(number)
        return 1
    return 2  # reached by: transacted(4)


async def precise(count: int) -> int:
    """Nobody else changes a number, nor what is made here and kept."""
    made = [count]
    await asyncio.sleep(0)
    if len(made) != 1:
        return 1  # infeasible
    if count > 3 and count < 2:
        return 2  # infeasible
    return 0
