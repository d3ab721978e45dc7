"""What is followed, but not by proofs for all inputs yet"""

import dataclasses
import functools


class Shape:
    def __init__(self, size: int) -> None:
        self.size = size

    def around(self) -> int:
        return 3 * self.size


class Framed(Shape):
    def around(self) -> int:
        return super().around() + self.size


def above(size: int) -> int:
    """`super()`"""
    if Framed(size).around() != 4 * size:
        return -1  # open: bound
    return 0


@dataclasses.dataclass
class Point:
    x: int
    y: int


def records_made(n: int) -> int:
    """Dataclasses, made by the function"""
    point = Point(n, 2)
    if point.y != 2:
        return -1  # open: bound
    return point.x


@functools.lru_cache
def cached(n: int) -> int:
    return n + 1


def decorated(n: int) -> int:
    """Functions behind `functools.lru_cache`"""
    if cached(n) <= n:
        return -1  # open: bound
    return 0
