from __future__ import annotations

import asyncio
import copy


class C:
    def __init__(self) -> None:
        self._xs: list[int] = []
        self._n = 0

    def add(self, x: int) -> None:
        self._xs.append(x)
        self._n += 1

    def check(self) -> int:
        if len(self._xs) != self._n:
            return 1  # reached by: c = C(); dup(c).add(1); c.check()
        return 0


def dup(c: C) -> C:
    return copy.copy(c)
