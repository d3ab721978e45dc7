"""`setattr` in a table of the module."""

from __future__ import annotations


class A:
    def __init__(self, n: int = 0) -> None:
        self._n = 0
        self._xs: list[int] = []

    def get(self) -> int:
        if self._n == 5:
            return 1  # reached by: (a := A()); act(a, "set", "_n", 5); a.get()
        return 0


_actions = {"set": setattr, "del": delattr}


def act(a: A, what: str, name: str, n: int) -> None:
    _actions[what](a, name, n)
