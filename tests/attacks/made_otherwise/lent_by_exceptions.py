from __future__ import annotations

from typing import Any


class C:
    def __init__(self) -> None:
        self._xs: list[int] = []

    def fail(self) -> None:
        raise ValueError from KeyError(self._xs)

    def check(self) -> int:
        if self._xs:
            return 1  # reached by: c = C(); caught(c).__cause__.args[0].append(1); c.check()
        return 0


def caught(c: C) -> Any:
    try:
        c.fail()
    except ValueError as e:
        return e


class D:
    def __init__(self) -> None:
        self._ys: list[int] = []

    def get(self) -> Any:
        return getattr(self, "zz", self._ys)

    def check(self) -> int:
        if self._ys:
            return 1  # reached by: c = D(); c.get().append(1); c.check()
        return 0


class E:
    def __init__(self) -> None:
        self._zs: list[int] = []

    def get(self) -> Any:
        return self._zs.__iadd__([])

    def check(self) -> int:
        if self._zs:
            return 1  # reached by: c = E(); c.get().append(1); c.check()
        return 0
