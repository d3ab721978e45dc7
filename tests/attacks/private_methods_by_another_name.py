"""A private method that the module has under a public name, or in a table."""

from __future__ import annotations


class Cup:
    def __init__(self, n: int = 0) -> None:
        self._n = 0

    def _put(self, n: int) -> None:
        self._n = n

    def get(self) -> int:
        if self._n == 5:
            return 1  # reached by: (c := Cup()); putter(c, 5); c.get()
        return 0


putter = Cup._put


class Mug:
    def __init__(self, n: int = 0) -> None:
        self._n = 0

    def _fill(self, n: int) -> None:
        self._n = n

    def get(self) -> int:
        if self._n == 5:
            return 1  # reached by: (m := Mug()); ACTIONS["fill"](m, 5); m.get()
        return 0


ACTIONS = {"fill": Mug._fill}
