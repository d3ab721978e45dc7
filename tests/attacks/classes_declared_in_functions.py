"""Subclasses that functions declare."""

from __future__ import annotations


class A:
    def __init__(self, n: int = 0) -> None:
        self._n = 0

    def get(self) -> int:
        if self._n == 5:
            return 1  # reached by: (a := make()); a.get()
        return 0


def make() -> A:
    class B(A):
        _n = 5

        def __init__(self) -> None:
            pass

    return B()


class Base:
    def _limit(self) -> int:
        return 3

    def is_wide(self) -> bool:
        if self._limit() > 4:
            return True  # reached by: widened(Base).is_wide()
        return False


class Middle(Base):
    pass


def widened(cls: type[Base]) -> Base:
    return type("Wide", (Middle,), {"_limit": lambda self: 5})()


def is_wide(b: Base) -> bool:
    if b._limit() > 4:
        return True  # reached by: is_wide(widened(Base))
    return False
