"""A first parameter that is assigned, and globals with names that classes mangle."""

from __future__ import annotations

_Gauge__level: int = 0


class Gauge:
    def fill(self, n: int) -> None:
        global __level
        __level = n


def level() -> int:
    if _Gauge__level == 3:
        return 1  # reached by: Gauge().fill(3); level()
    return 0


class Target:
    _hits = 0

    def __init__(self) -> None:
        self._x = 0

    def x(self) -> int:
        if self._x == 1:
            return 1  # reached by: (t := Target()); Helper()(t); t.x()
        return 0

    def hits(self) -> int:
        if self._hits == 1:
            return 1  # reached by: Helper().hit(); Target().hits()
        return 0


class Helper:
    def __call__(self, other: Target) -> None:
        self = other  # type: ignore[assignment]
        self._x = 1

    def hit(self) -> None:
        for self in [Target]:  # type: ignore[assignment]
            self._hits = 1
