"""Objects whose class the project changes: what made them is another class."""

from __future__ import annotations


class Shut:
    def __init__(self) -> None:
        self._n = -1

    def become(self) -> None:
        self.__class__ = Door  # type: ignore[assignment]


class Door:
    def __init__(self) -> None:
        self._n = 0

    def check(self) -> int:
        if self._n < 0:
            return 1  # reached by: s = Shut(); s.become(); s.check()
        return 0


def door(d: Door) -> int:
    if d._n < 0:
        return 1  # reached by: s = Shut(); s.become(); door(s)
    return 0
