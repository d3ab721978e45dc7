"""Properties that change their object, read where no expression `o.name` stands."""

from __future__ import annotations

import functools
from typing import Any, Protocol, runtime_checkable


class Counted:
    __match_args__ = ("name",)

    def __init__(self) -> None:
        self._n = 0

    @property
    def name(self) -> str:
        self._n += 1
        return "b"


_shown = Counted()
_matched = Counted()
_placed = Counted()
_asked = Counted()


def show() -> str:
    return "{0.name}".format(_shown)


def shown() -> int:
    if _shown._n * 7 == 14:
        return 1  # reached by: show(); show(); shown()
    return 0


def match_it() -> int:
    match _matched:
        case Counted(name="b"):
            return 1
    return 0


def matched() -> int:
    if _matched._n * 7 == 14:
        return 1  # reached by: match_it(); match_it(); matched()
    return 0


def place() -> int:
    match _placed:
        case Counted("b"):
            return 1
    return 0


def placed() -> int:
    if _placed._n * 7 == 14:
        return 1  # reached by: place(); place(); placed()
    return 0


def ask(k: str) -> bool:
    return hasattr(_asked, k)


def asked() -> int:
    if _asked._n * 7 == 14:
        return 1  # reached by: ask("name"); ask("name"); asked()
    return 0


@runtime_checkable
class Named(Protocol):
    name: str


_tested = Counted()


def test_it() -> bool:
    return isinstance(_tested, Named)


def tested() -> int:
    if _tested._n * 7 == 14:
        return 1  # reached by: test_it(); test_it(); tested()
    return 0


class Lazy:
    def __init__(self) -> None:
        self.uses: list[int] = []

    @functools.cached_property
    def value(self) -> int:
        self.uses.append(1)
        return 5


_lazy = Lazy()


def look(o: Any = None) -> bool:
    return hasattr(_lazy, "value")


def looked() -> int:
    if len(_lazy.uses) * 7 == 7:
        return 1  # reached by: look(); looked()
    return 0
