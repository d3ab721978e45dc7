"""Lambdas of modules and classes that change what the module keeps."""
from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable
from typing import Any

_a: list[int] = []
_b: list[int] = []
_c: list[int] = []
_d: list[int] = []
_e: list[int] = []
_f = 0
_g = 0
_h = 0
_i = 0
_j = 0
_k = 0
_l = 0
_m = 0
_n: list[int] = []
_o: list[int] = []
_p: list[int] = []
_q = 0
_r = 0
_s: list[int] = []

wa = lambda x: _a.append(x)  # noqa


class KB:
    put = lambda self, x: _b.append(x)  # noqa


wc = {"a": lambda x: _c.append(x)}
wd = [lambda: _d for _ in range(2)]


def we(x: int, g: Callable[[int], None] = lambda x: _e.append(x)) -> None:
    g(x)


if len(__name__) > 0:
    def wf(x: int) -> None:
        global _f
        _f = x
else:
    def wf(x: int) -> None:
        pass

try:
    def wg(x: int) -> None:
        global _g
        _g = x
finally:
    pass

with contextlib.suppress(ValueError):
    def wh(x: int) -> None:
        global _h
        _h = x

for _name in ("a",):
    def wi(x: int) -> None:
        global _i
        _i = x

match 1:
    case 1:
        def wj(x: int) -> None:
            global _j
            _j = x


class KK:
    if True:
        def put(self, x: int) -> None:
            global _k
            _k = x

    class In:
        @staticmethod
        def put(x: int) -> None:
            global _l
            _l = x

    @property
    def val(self) -> int:
        return _m

    @val.setter
    def val(self, x: int) -> None:
        global _m
        _m = x

    n = property(lambda self: _n)
    o = functools.partialmethod(lambda self, x: _o.append(x), 3)
    p = classmethod(lambda cls: _p)


def deco(f: Callable[..., int]) -> Callable[..., int]:
    @functools.wraps(f)
    def g(*a: Any) -> int:
        global _q
        _q += 1
        return f(*a)
    return g


@deco
def wq(x: int) -> int:
    return x


def wr(x: int) -> Any:
    class Desc:
        def __get__(self, o: object, t: type) -> int:
            global _r
            _r = x
            return x

    class Own:
        d = Desc()
    return Own().d


ws = (lambda f: lambda x: f(x))(_s.append)


def ra() -> int:
    if _a:
        return 1  # reached by: wa(1); ra()
    return 0


def rb() -> int:
    if _b:
        return 1  # reached by: KB().put(1); rb()
    return 0


def rc() -> int:
    if _c:
        return 1  # reached by: wc["a"](1); rc()
    return 0


def rd() -> int:
    if _d:
        return 1  # reached by: wd[0]().append(1); rd()
    return 0


def re_() -> int:
    if _e:
        return 1  # reached by: we(1); re_()
    return 0


def rf() -> int:
    if _f:
        return 1  # reached by: wf(1); rf()
    return 0


def rg() -> int:
    if _g:
        return 1  # reached by: wg(1); rg()
    return 0


def rh() -> int:
    if _h:
        return 1  # reached by: wh(1); rh()
    return 0


def ri() -> int:
    if _i:
        return 1  # reached by: wi(1); ri()
    return 0


def rj() -> int:
    if _j:
        return 1  # reached by: wj(1); rj()
    return 0


def rk() -> int:
    if _k:
        return 1  # reached by: KK().put(1); rk()
    return 0


def rl() -> int:
    if _l:
        return 1  # reached by: KK.In.put(1); rl()
    return 0


def rm() -> int:
    if _m:
        return 1  # reached by: KK().val = 1; rm()
    return 0


def rn() -> int:
    if _n:
        return 1  # reached by: KK().n.append(1); rn()
    return 0


def ro() -> int:
    if _o:
        return 1  # reached by: KK().o(); ro()
    return 0


def rp() -> int:
    if _p:
        return 1  # reached by: KK.p().append(1); rp()
    return 0


def rq() -> int:
    if _q > 1:
        return 1  # reached by: wq(1); wq(1); rq()
    return 0


def rr() -> int:
    if _r:
        return 1  # reached by: wr(1); rr()
    return 0


def rs() -> int:
    if _s:
        return 1  # reached by: ws(1); rs()
    return 0
