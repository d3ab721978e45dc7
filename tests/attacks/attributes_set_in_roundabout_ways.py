"""Private attributes set by `setattr` with starred arguments, or by its name."""

from __future__ import annotations


class Cup:
    def __init__(self) -> None:
        self._n = 0

    def get(self) -> int:
        if self._n == 5:
            return 1  # reached by: (c := Cup()); put(c, 5); c.get()
        return 0


def put(c: Cup, n: int) -> None:
    args = (c, "_n", n)
    setattr(*args)


class Kept:
    _limit = 0


def put_on_class(names: list[str], n: int) -> None:
    for name in names:
        args = (Kept, name, n)
        setattr(*args)


def limit() -> int:
    if Kept._limit == 5:
        return 1  # reached by: put_on_class(["_limit"], 5); limit()
    return 0
