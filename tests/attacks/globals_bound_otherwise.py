"""Private variables of modules that are bound in every way there is: imports, classes, handlers, class bodies."""
from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

_a = 0
_b = 0
_c: object = None
_d: object = None
_e: object = None
_f: object = None
_g = 0
_h = 0
_i = 0
_j = 0
_k = 0
_l: list[int] = []
_m = 0
_o = 0
_p = 0
_q = 0
_r = 0
_s: object = None
_t: int | None = 0
_u = 0
_w = 0


def ra_() -> int:
    if _a == 9:
        return 9  # reached by: wa(); ra_()
    return 0


def wa() -> None:
    class X:
        global _a
        _a = 9


def rb() -> int:
    if _b == 2:
        return 9  # reached by: wb([1, 2]); rb()
    return 0


def wb(xs: list[int]) -> None:
    class X:
        global _b
        for _b in xs:
            pass


def rc() -> int:
    if _c is not None:
        return 9  # reached by: wc(); rc()
    return 0


def wc() -> None:
    global _c
    import math as _c


def rd() -> int:
    if _d is not None:
        return 9  # reached by: wd(); rd()
    return 0


def wd() -> None:
    global _d

    class _d:
        pass


def re_() -> int:
    if _e is not None:
        return 9  # reached by: we(); re_()
    return 0


def we() -> None:
    global _e

    def _e() -> None:
        pass


def rf() -> int:
    if _f is not None:
        return 9  # reached by: wf(); rf()
    return 0


def wf() -> None:
    global _f
    with contextlib.nullcontext(5) as _f:
        pass


def rg() -> str:
    try:
        return str(_g)
    except NameError:
        return "gone"  # reached by: wg(); rg()


def wg() -> None:
    global _g
    del _g


def rh() -> str:
    try:
        return str(_h)
    except NameError:
        return "gone"  # reached by: wh(); rh()


def wh() -> None:
    global _h
    try:
        raise KeyError
    except KeyError as _h:  # type: ignore
        pass


def ri() -> int:
    if _i == 3:
        return 9  # reached by: wi({"k": 3}); ri()
    return 0


def wi(d: dict[str, int]) -> None:
    global _i
    match d:
        case {"k": _i}:
            pass


def rj() -> int:
    if _j == 3:
        return 9  # reached by: wj(3); rj()
    return 0


def wj(x: int) -> Callable[[], int]:
    def outer() -> Callable[[], int]:
        def inner() -> int:
            global _j
            _j = x
            return _j
        return inner
    outer()()
    return outer()


def rk() -> int:
    if _k == 3:
        return 9  # reached by: list(wk(3)); rk()
    return 0


def wk(x: int) -> Iterator[int]:
    global _k
    yield 0
    _k = x


def rl() -> int:
    if _l:
        return 9  # reached by: wl(3); rl()
    return 0


def wl(x: int) -> None:
    class X:
        _l.append(x)


def rm() -> int:
    if _m == 4:
        return 9  # reached by: wm(4); rm()
    return 0


def wm(x: int) -> int:
    global _m
    return (lambda: [_m := y for y in [x]])()[0] + _m if False else set_m(x)


def set_m(x: int) -> int:
    global _m
    return sum(_m for _m2 in [x] if (_m := _m2))


def ro() -> int:
    if _o == 4:
        return 9  # reached by: wo.go(4); ro()
    return 0


class Wo:
    def go(self, x: int) -> None:
        global _o
        _o = x if True else 0


wo = Wo()


def rp() -> int:
    if _p == 4:
        return 9  # reached by: wp(4); rp()
    return 0


def wp(x: int) -> None:
    class Meta(type):
        def __init__(cls, *a: object) -> None:
            global _p
            _p = x

    class C(metaclass=Meta):
        pass


def rr() -> int:
    if _r == 4:
        return 9  # reached by: wr(4); rr()
    return 0


def wr(x: int) -> None:
    class C:
        class D:
            global _r
            [_r] = [x]


def rs() -> int:
    if _s is not None:
        return 9  # reached by: ws(); rs()
    return 0


def ws() -> None:
    class C:
        global _s

        def _s(self) -> None:
            pass


def rt() -> int:
    if _t is None:
        return 9  # reached by: wt(); rt()
    return 0


def wt() -> None:
    class C:
        global _t
        if (_t := None) is None:
            x = 1
