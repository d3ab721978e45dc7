from __future__ import annotations

from collections.abc import Generator
from typing import Any


class C:
    def __init__(self) -> None:
        self._e = ValueError()

    def get(self) -> object:
        raise self._e

    def check(self) -> int:
        if self._e.args:
            return 1  # reached by: c = C(); caught(c).args = (1,); c.check()
        return 0


def caught(c: C) -> Any:
    try:
        c.get()
    except ValueError as e:
        return e


class G:
    def __init__(self) -> None:
        self._n = 0

    def gen(self) -> Generator[int, int, None]:
        self._n = yield 1

    def check(self) -> int:
        if self._n < 0:
            return 1  # reached by: c = G(); g = c.gen(); next(g); send(g, -1); c.check() [supposing construction]
        return 0


def send(g: Any, x: int) -> None:
    try:
        g.send(x)
    except StopIteration:
        pass


class T:
    def __init__(self) -> None:
        self._t = ValueError()

    def get(self) -> object:
        raise self._t

    def check(self) -> int:
        if self._t.__traceback__ is not None:
            return 1  # reached by: c = T(); caughtt(c); c.check()
        return 0


def caughtt(c: T) -> Any:
    try:
        c.get()
    except ValueError as e:
        return e
