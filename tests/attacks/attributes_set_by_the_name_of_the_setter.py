"""`methodcaller("__setattr__", …)` and its like."""

from __future__ import annotations

from operator import attrgetter, methodcaller


class Mug:
    def __init__(self) -> None:
        self._n = 0

    def get(self) -> int:
        if self._n == 5:
            return 1  # reached by: (m := Mug()); put(m, 5); m.get()
        return 0


def put(m: Mug, n: int) -> None:
    setter = methodcaller("__setattr__", "_n", n)
    setter(m)


class Jug:
    def __init__(self) -> None:
        self._n = 0

    def get(self) -> int:
        if self._n == 5:
            return 1  # reached by: (j := Jug()); pour(j, 5); j.get()
        return 0


def pour(j: Jug, n: int) -> None:
    attrgetter("__setattr__")(j)("_n", n)


class Vat:
    def __init__(self) -> None:
        self._n = 0

    def get(self) -> int:
        if self._n == 5:
            return 1  # reached by: (v := Vat()); fill(v, 5); v.get()
        return 0


def fill(v: Vat, n: int) -> None:
    getattr(v, "__setattr__")("_" + "n", n)
