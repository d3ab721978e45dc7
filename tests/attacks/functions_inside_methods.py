"""Functions defined inside of methods that change a private attribute, and constructors that look at what they keep."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property


class A1:
    def __init__(self) -> None:
        self._n = 0
        self.down = lambda: setattr(self, "_n", -1)

    def check(self) -> int:
        if self._n < 0:
            return 1  # reached by: a = A1(); a.down(); a.check()
        return 0


class A2:
    def __init__(self) -> None:
        self._n2 = 0

        def down() -> None:
            self._n2 = -1

        self.down = down

    def check(self) -> int:
        if self._n2 < 0:
            return 1  # reached by: a = A2(); a.down(); a.check()
        return 0


class A3:
    def __init__(self) -> None:
        self._n3 = 0
        self.down = lambda: self.__setattr__("_n3", -1)

    def check(self) -> int:
        if self._n3 < 0:
            return 1  # reached by: a = A3(); a.down(); a.check()
        return 0


class B14:
    def __init__(self, xs: list[int]) -> None:
        self._xs = xs
        self._xs.clear()

    def check(self) -> int:
        if self._xs:
            return 1  # reached by: x = []; a = B14(x); x.append(1); a.check()
        return 0


class B8:
    def __init__(self) -> None:
        self._n8 = 0

    @property
    def setter(self) -> Callable[[int], None]:
        return lambda n: setattr(self, "_n8", n)

    def check(self) -> int:
        if self._n8 < 0:
            return 1  # reached by: a = B8(); a.setter(-1); a.check()
        return 0


class B9:
    def __init__(self) -> None:
        self._n9 = 0

    @property
    def setter(self) -> Callable[[int], None]:
        def inner(n: int) -> None:
            self._n9 = n

        return inner

    def check(self) -> int:
        if self._n9 < 0:
            return 1  # reached by: a = B9(); a.setter(-1); a.check()
        return 0


class B10:
    def __init__(self) -> None:
        self._n10 = 0

    @property
    def steps(self) -> Iterator[int]:
        self._n10 = -1
        yield 1
        self._n10 = 0

    def check(self) -> int:
        if self._n10 < 0:
            return 1  # reached by: a = B10(); i = a.steps; next(i); a.check() [supposing construction]
        return 0


class B11:
    def __init__(self) -> None:
        self._n11 = 0

    @cached_property
    def setter(self) -> Callable[[int], None]:
        def inner(n: int) -> None:
            self._n11 = n

        return inner

    def check(self) -> int:
        if self._n11 < 0:
            return 1  # reached by: a = B11(); a.setter(-1); a.check()
        return 0


class B12:
    def __init__(self) -> None:
        self._n12 = 0

    def setter(self) -> Callable[[int], None]:
        def inner(n: int) -> None:
            self._n12 = n

        return inner

    def check(self) -> int:
        if self._n12 < 0:
            return 1  # reached by: a = B12(); a.setter()(-1); a.check()
        return 0


class C1:
    def __init__(self, x: int) -> None:
        self.x = x
        self._check()

    def _check(self) -> None:
        if self.x < 0:
            raise ValueError


def c1(c: C1) -> int:
    if c.x < 0:
        return 1  # reached by: c = C1(1); c.x = -1; c1(c)
    return 0


def check(c: "C2") -> None:
    if c.x < 0:
        raise ValueError


class C2:
    def __init__(self, x: int) -> None:
        self.x = x
        check(self)


def c2(c: C2) -> int:
    if c.x < 0:
        return 1  # reached by: c = C2(1); c.x = -1; c2(c)
    return 0


class C3:
    def __init__(self, x: int) -> None:
        self.x = x
        if self.x < 0:
            raise ValueError


def c3(c: C3) -> int:
    if c.x < 0:
        return 1  # reached by: c = C3(1); c.x = -1; c3(c)
    return 0


class C4:
    def __init__(self, x: int) -> None:
        self.x = x
        self.y = self.x + 1


def c4(c: C4) -> int:
    if c.x == 7 and c.y == 8:
        return 1
    if c.x == c.y:
        return 1  # reached by: c = C4(1); c.x = 2; c4(c)
    return 0
