"""Fields of frozen dataclasses that functions of the module set all the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

_set = object.__setattr__


@dataclass(frozen=True)
class Plain:
    a: int

    def __post_init__(self) -> None:
        if self.a < 0:
            raise ValueError


@dataclass(frozen=True)
class Alias:
    b: int

    def __post_init__(self) -> None:
        if self.b < 0:
            raise ValueError


@dataclass(frozen=True)
class Space:
    c: int

    def __post_init__(self) -> None:
        if self.c < 0:
            raise ValueError


@dataclass(frozen=True)
class Made:
    d: int

    def __post_init__(self) -> None:
        if self.d < 0:
            raise ValueError

    @staticmethod
    def of(n: int) -> Made:
        made = Made(0)
        object.__setattr__(made, "d", n)
        return made


@dataclass(frozen=True)
class New:
    e: int

    def __post_init__(self) -> None:
        if self.e < 0:
            raise ValueError

    @classmethod
    def of(cls, n: int) -> New:
        made = cls.__new__(cls)
        object.__setattr__(made, "e", n)
        return made


@dataclass(frozen=True)
class Updated:
    f: int

    def __post_init__(self) -> None:
        if self.f < 0:
            raise ValueError


class Guarded:
    def __init__(self, n: int) -> None:
        object.__setattr__(self, "size", abs(n))

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(name)


def lower(x: Plain) -> None:
    object.__setattr__(x, "a", x.a - 1)


def lower_by_alias(x: Alias) -> None:
    _set(x, "b", x.b - 1)


def lower_in_space(x: Space) -> None:
    x.__dict__["c"] -= 1


def update(x: Updated, n: int) -> None:
    vars(x).update(f=n)


def resize(x: Guarded, n: int) -> None:
    setting = object.__setattr__
    setting(x, "size", n)


def of_plain(x: Plain) -> int:
    if x.a < 0:
        return 1  # reached by: x = Plain(0); lower(x); of_plain(x)
    return 0


def of_alias(x: Alias) -> int:
    if x.b < 0:
        return 1  # reached by: x = Alias(0); lower_by_alias(x); of_alias(x)
    return 0


def of_space(x: Space) -> int:
    if x.c < 0:
        return 1  # reached by: x = Space(0); lower_in_space(x); of_space(x)
    return 0


def of_made(x: Made) -> int:
    if x.d < 0:
        return 1  # reached by: of_made(Made.of(-1))
    return 0


def of_new(x: New) -> int:
    if x.e < 0:
        return 1  # reached by: of_new(New.of(-1))
    return 0


def of_updated(x: Updated) -> int:
    if x.f < 0:
        return 1  # reached by: x = Updated(0); update(x, -1); of_updated(x)
    return 0


def of_guarded(x: Guarded) -> int:
    if x.size < 0:
        return 1  # reached by: x = Guarded(0); resize(x, -1); of_guarded(x)
    return 0
