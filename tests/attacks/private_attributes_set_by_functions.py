"""Private attributes that public functions set of whatever they are given."""
from __future__ import annotations

import contextlib
import functools
from typing import Any


class N:
    def __init__(self) -> None:
        self._n = 0


class A(N):
    def big(self) -> bool:
        if self._n == 51:
            return True  # reached by: set_a(a := A(), 51); a.big()
        return False


def set_a(o: Any, n: int) -> None:
    o._n = n


class B:
    def __init__(self) -> None:
        self._p = 0

    def big(self) -> bool:
        if self._p == 51:
            return True  # reached by: set_b(b := B(), 51); b.big()
        return False


def set_b(o: object, n: int) -> None:
    o._p = n


class C:
    def __init__(self) -> None:
        self._q = 0

    def big(self) -> bool:
        if self._q == 51:
            return True  # reached by: set_c(b := C(), {"_q": 51}); b.big()
        return False


def set_c(o: object, d: dict[str, int]) -> None:
    for k, v in d.items():
        setattr(o, k, v)


class D:
    def __init__(self) -> None:
        self._r = 0

    def big(self) -> bool:
        if self._r == 51:
            return True  # reached by: set_d(b := D(), [51]); b.big()
        return False


def set_d(o: Any, xs: list[int]) -> None:
    for o._r in xs:
        pass


class E:
    def __init__(self) -> None:
        self._s = 0

    def big(self) -> bool:
        if self._s == 51:
            return True  # reached by: set_e(b := E(), 51); b.big()
        return False


def set_e(o: Any, n: int) -> None:
    with contextlib.nullcontext(n) as o._s:
        pass


class F:
    def __init__(self) -> None:
        self._t = 0

    def big(self) -> bool:
        if self._t == 51:
            return True  # reached by: set_f(b := F(), 51); b.big()
        return False


def set_f(o: Any, n: int) -> None:
    vars(o)["_t"] = n


class G:
    def __init__(self) -> None:
        self._u = 0

    def big(self) -> bool:
        if self._u == 51:
            return True  # reached by: set_g(b := G(), 51); b.big()
        return False


def set_g(o: Any, n: int) -> None:
    (o._u, x) = n, 1


class H:
    def __init__(self) -> None:
        self._v = 0

    def big(self) -> bool:
        if self._v == 51:
            return True  # reached by: set_h(b := H(), 51); b.big()
        return False


def set_h(o: Any, n: int) -> None:
    o.__dict__.update({"_v": n})


class I:
    def __init__(self) -> None:
        self._w = 0

    def big(self) -> bool:
        if self._w == 51:
            return True  # reached by: set_i(b := I(), 51); b.big()
        return False


def set_i(o: Any, n: int) -> None:
    functools.partial(setattr, o)("_w", n)


class J:
    def __init__(self) -> None:
        self._x = 0

    def __setstate__(self, d: dict[str, int]) -> None:
        self._x = d["x"] + 1

    def big(self) -> bool:
        if self._x == 51:
            return True  # reached by: (j := J()).__setstate__({"x": 50}); j.big()
        return False


class K:
    def __init__(self) -> None:
        self.__y = 0

    def big(self) -> bool:
        if self.__y == 51:
            return True  # reached by: set_k(k := K(), 51); k.big()
        return False


def set_k(o: Any, n: int) -> None:
    o._K__y = n


class L:
    def __init__(self) -> None:
        self._z = 0

    def big(self) -> bool:
        if self._z == 51:
            return True  # reached by: set_l(k := L(), 51); k.big()
        return False


def set_l(o: Any, n: int) -> None:
    def put(x: Any = o) -> None:
        x._z = n
    put()


class M:
    def __init__(self) -> None:
        self._aa = 0

    def big(self) -> bool:
        if self._aa == 51:
            return True  # reached by: M2(51).big()
        return False


class M2(M):
    def __init__(self, n: int) -> None:
        self._aa = n


class O:
    def __init__(self) -> None:
        self._bb = 0

    def big(self) -> bool:
        if self._bb == 51:
            return True  # reached by: make_o(51).big()
        return False


def make_o(n: int) -> O:
    o = O.__new__(O)
    o._bb = n
    return o


class P:
    def __init__(self) -> None:
        self._cc = 0

    def big(self) -> bool:
        try:
            if self._cc == 51:
                return True
        except AttributeError:
            return True  # reached by: del_p(p := P()); p.big()
        return False


def del_p(o: P) -> None:
    del o._cc
