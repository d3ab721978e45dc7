"""`getattr(o, "__dict__")` and its like."""

from __future__ import annotations

from operator import attrgetter


class Vat:
    def __init__(self) -> None:
        self._n = 0

    def get(self) -> int:
        if self._n == 5:
            return 1  # reached by: (v := Vat()); fill(v, 5); v.get()
        return 0


def fill(v: Vat, n: int) -> None:
    getattr(v, "__dict__")["_n"] = n


class Urn:
    def __init__(self) -> None:
        self._n = 0

    def get(self) -> int:
        if self._n == 5:
            return 1  # reached by: (v := Urn()); pour(v, 5); v.get()
        return 0


def pour(v: Urn, n: int) -> None:
    attrgetter("__dict__")(v)["_n"] = n
