"""Private attributes that lambdas and class bodies in functions set."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar


class A:
    _n = 0
    bump = lambda self: setattr(A, "_n", 5)  # noqa

    def big(self) -> bool:
        if self._n == 5:
            return True  # reached by: A().bump(); A().big()
        return False


class B:
    _xs: ClassVar[list[int]] = []
    add = lambda self, x: self._xs.append(x)  # noqa

    def big(self) -> bool:
        if self._xs:
            return True  # reached by: B().add(1); B().big()
        return False


class C:
    _xs: ClassVar[list[int]] = []
    all = property(lambda self: self._xs)

    def big(self) -> bool:
        if self._xs:
            return True  # reached by: C().all.append(1); C().big()
        return False


class D:
    def __init__(self) -> None:
        self._n = 0

    bump = lambda self, x: setattr(self, "_n", x)  # noqa

    def big(self) -> bool:
        if self._n == 51:
            return True  # reached by: (d := D()).bump(51); d.big()
        return False


class E:
    def __init__(self) -> None:
        self._n = 0
        self.set = lambda x: self.__dict__.update(_n=x)

    def big(self) -> bool:
        if self._n == 51:
            return True  # reached by: (d := E()).set(51); d.big()
        return False


ops: dict[str, Callable[[Any, int], None]] = {"n": lambda o, x: setattr(o, "_n", x)}


class F:
    def __init__(self) -> None:
        self._n = 0

    def big(self) -> bool:
        if self._n == 51:
            return True  # reached by: ops["n"](f := F(), 51); f.big()
        return False


class G:
    def __init__(self) -> None:
        self._n = 0

    def big(self) -> bool:
        if self._n == 51:
            return True  # reached by: poke(g := G(), 51); g.big()
        return False


def poke(o: object, n: int) -> None:
    if isinstance(o, G):
        class X:
            o._n = n


class H:
    _tab: ClassVar[dict[str, int]] = {}

    def reg(self, k: str) -> None:
        def put(t: dict[str, int] = H._tab) -> None:
            t[k] = 1
        put()

    def has(self) -> bool:
        if self._tab:
            return True  # reached by: H().reg("a"); H().has()
        return False


class I:
    _mod: ClassVar[Any] = None

    def load(self) -> None:
        import math as m
        type(self)._mod = m

    def has(self) -> bool:
        if self._mod is not None:
            return True  # reached by: I().load(); I().has()
        return False


class J:
    def __init__(self) -> None:
        self._n = 0
        self._f: Callable[[], int] = self.one

    def one(self) -> int:
        return 1

    def two(self) -> int:
        return 2

    def flip(self) -> None:
        self._f = self.two if self._n == 0 else self.one
        self._n = 1 - self._n

    def go(self) -> bool:
        if self._f() == 2 and self._n == 0:
            return True
        if self._f() == 2:
            return True  # reached by: (j := J()).flip(); j.go()
        return False


class K:
    def __init__(self) -> None:
        self._m: object = None

    def swap(self, other: K) -> None:
        self.__dict__, other.__dict__ = other.__dict__, self.__dict__

    def put(self) -> None:
        self._m = self

    def bad(self) -> bool:
        if self._m is not None and self._m is not self:
            return True  # reached by: a = K(); a.put(); b = K(); b.swap(a); b.bad()
        return False
