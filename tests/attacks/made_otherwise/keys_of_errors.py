from __future__ import annotations


class C:
    def __init__(self) -> None:
        self._o = Box()
        self._t = (self._o, 1)

    def get(self) -> object:
        return {}[self._t]

    def check(self) -> int:
        if self._o.v:
            return 1  # reached by: w.go()
        return 0


class Box:
    def __init__(self) -> None:
        self.v: list[int] = []
