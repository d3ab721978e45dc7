"""Frozen objects, changed by their own methods."""
from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True)
class Key:
    name: str

    def rename(self, s: str) -> None:
        object.__setattr__(self, "name", s)


MAIN = Key("main")
OTHER = Key("other")


def main_name() -> int:
    if MAIN.name != "main":
        return 1  # reached by: MAIN.rename("x"); main_name() [supposing module-state]
    return 0


@dataclass(frozen=True)
class Lazy:
    n: int
    total: int = -1

    def get(self) -> int:
        if self.total < 0:
            object.__setattr__(self, "total", self.n * 2)
        return self.total


LAZY = Lazy(4)


def lazy(x: int) -> int:
    if LAZY.total > x > 0:
        return 1  # reached by: LAZY.get(); lazy(3)
    return 0


def lazy2() -> int:
    before = LAZY.total
    LAZY.get()
    if before == 8:
        return 1  # reached by: lazy2(); lazy2()
    return 0


def force(k: Key, s: str) -> None:
    object.__setattr__(k, "name", s)


def other() -> int:
    if OTHER.name == "zzz":
        return 1  # reached by: force(OTHER, "zzz"); other() [supposing module-state]
    return 0


class Once:
    __slots__ = ("v",)

    def __init__(self, v: int) -> None:
        object.__setattr__(self, "v", v)

    def __setattr__(self, k: str, v: object) -> None:
        raise AttributeError(k)

    def force(self, v: int) -> None:
        object.__setattr__(self, "v", v)


ONCE = Once(1)


def once() -> int:
    if ONCE.v == 7:
        return 1  # reached by: ONCE.force(7); once()
    return 0
