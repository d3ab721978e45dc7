from __future__ import annotations


class C:
    def __init__(self) -> None:
        self._xs: list[int] = []
        self._e = ValueError(self._xs)

    def get(self) -> object:
        raise self._e

    def check(self) -> int:
        if self._xs:
            return 1  # reached by: w.go()
        return 0
