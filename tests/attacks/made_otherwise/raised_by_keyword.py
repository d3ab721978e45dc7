from __future__ import annotations


class C:
    def __init__(self, s: str) -> None:
        self._n = -1
        if s:
            raise Err(obj=self)
        self._n = 0

    def state(self) -> int:
        if self._n < 0:
            return 1  # reached by: w.go()
        return 0


class Err(Exception):
    def __init__(self, obj: C) -> None:
        self.obj = obj
