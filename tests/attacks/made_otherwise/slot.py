from __future__ import annotations


class C:
    __slots__ = ("_n",)

    def __init__(self) -> None:
        self._n = 0

    def check(self) -> int:
        if self._n < 0:
            return 1  # reached by: c = C(); setn(c, -1); c.check()
        return 0


def setn(c: C, n: int) -> None:
    C._n.__set__(c, n)
