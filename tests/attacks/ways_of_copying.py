"""How objects of a class are copied is registered with the library, perhaps by the module itself."""

from __future__ import annotations

import copy
import copyreg


class Point:
    def __init__(self, x: int) -> None:
        self.x = x


def moved(x: int) -> Point:
    return Point(x + 1)


def register() -> None:
    copyreg.pickle(Point, lambda point: (moved, (point.x,)))


def differs(x: int) -> int:
    point = Point(x)
    if copy.copy(point).x != point.x:
        return 1  # reached by: register(); differs(3) [supposing process-state]
    return 0


def differs_deeply(x: int) -> int:
    points = [Point(x)]
    if copy.deepcopy(points)[0].x != x:
        return 1  # reached by: register(); differs_deeply(3) [supposing process-state]
    return 0
