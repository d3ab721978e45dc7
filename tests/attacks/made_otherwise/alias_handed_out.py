from __future__ import annotations
from typing import Any, Callable, Iterator, Iterable, Generator, Optional


class C:
    def __init__(self) -> None:
        self._xs: list[int] = []

    def go(self) -> Any:
        xs: list[int] = []
        self._xs = xs
        return xs.append

    def check(self) -> int:
        if self._xs:
            return 1  # reached by: c = C(); c.go()(1); c.check()
        return 0
