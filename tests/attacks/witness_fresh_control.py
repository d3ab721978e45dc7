"""Consumers of generators and context managers, and functions that fail."""

import contextlib
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any


def leave() -> int:
    raise SystemExit(3)


def failing(manager: Callable[[list[str]], contextlib.AbstractContextManager[None]]) -> None:
    with manager([]):
        raise ValueError


def passing(manager: Callable[[list[str]], contextlib.AbstractContextManager[None]]) -> None:
    with manager([]):
        pass


def sending(function: Callable[[], Generator[float, float | None, str]]) -> None:
    made = function()
    next(made)
    made.send(2.0)
    with contextlib.suppress(StopIteration):
        made.send(None)


def leaving(function: Callable[[Iterable[str]], Iterator[int]]) -> None:
    made: Any = function(["1", "2"])
    next(made)
    made.close()


def throwing(function: Callable[[Iterable[str]], Iterator[int]]) -> None:
    made: Any = function(["1", "2"])
    next(made)
    with contextlib.suppress(StopIteration):
        made.throw(KeyError())


def broken() -> Iterator[str]:
    yield "1"
    raise OSError


def missing(attempt: int) -> bool:
    raise FileNotFoundError


def refused(attempt: int) -> bool:
    raise ConnectionRefusedError
