"""Values returned from inside of `with` and `try`, before other functions are called and return."""
from __future__ import annotations
from contextlib import contextmanager

class Lock:
    def __enter__(self) -> Lock:
        return self
    def __exit__(self, *a: object) -> None:
        pass

def note() -> None:
    pass

def by_with(x: int) -> int:
    with Lock():
        return x

def by_finally(x: int) -> int:
    try:
        return x
    finally:
        note()

def by_finally_value(x: int) -> int:
    try:
        return x
    finally:
        len(str(note()))

@contextmanager
def guard():
    try:
        yield 1
    finally:
        note()

def by_guard(x: int) -> int:
    with guard():
        return x

def f1(x: int) -> int:
    if by_with(x) * 7 == 123452:
        return 1  # reached by: f1(17636)
    return 0

def f2(x: int) -> int:
    if by_finally(x) * 7 == 123452:
        return 1  # reached by: f2(17636)
    return 0

def f3(x: int) -> int:
    if by_finally_value(x) * 7 == 123452:
        return 1  # reached by: f3(17636)
    return 0

def f4(x: int) -> int:
    if by_guard(x) * 7 == 123452:
        return 1  # reached by: f4(17636)
    return 0

def none(x: int) -> int | None:
    with Lock():
        return None if x < 5 else x

def f5(x: int) -> int:
    if none(x) is not None:
        return 1
    return 0


_seen: list[int] = []
note_seen = _seen.append


def size() -> int:
    with guard():
        return len(_seen)


def is_seen() -> int:
    if size():
        return 1  # reached by: note_seen(7); is_seen()
    return 0


async def later(x: int) -> int:
    try:
        return x
    finally:
        note()


async def awaited(x: int) -> int:
    if await later(x) * 7 == 123452:
        return 1  # reached by: import asyncio; asyncio.run(awaited(17636))
    return 0


def parts(x: int):
    try:
        yield 1
        return x
    finally:
        note()


def delegating(x: int):
    found = yield from parts(x)
    if found * 7 == 123452:
        yield 5  # reached by: list(delegating(17636))
