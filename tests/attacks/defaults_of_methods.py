"""Private containers that are defaults of methods, fields and lambdas."""
from __future__ import annotations
import asyncio

import collections
import functools
from dataclasses import KW_ONLY, dataclass, field
from typing import NamedTuple


class Conf:
    def __init__(self) -> None:
        self.level = 0
        self.xs: list[int] = []


_a = Conf()
_b: list[int] = []
_c: list[int] = []
_d = Conf()
_e = Conf()
_f: list[int] = []
_g: list[int] = []
_h: list[int] = []
_i: list[int] = []
_j: list[int] = []
_k: list[int] = []


def _flag() -> bool:
    return getattr(_flag, "on", False)


def flag() -> bool:
    if _flag():
        return True  # reached by: set_flag(); flag()
    return False


def set_flag() -> None:
    _flag.on = True  # type: ignore


def wa(n: int) -> None:
    class X:
        _a.level = n


def ra() -> bool:
    if _a.level == 51:
        return True  # reached by: wa(51); ra()
    return False


class MB:
    def put(self, n: int, xs: list[int] = _b) -> None:
        xs.append(n)


def rb() -> bool:
    if _b:
        return True  # reached by: MB().put(1); rb()
    return False


async def wc(n: int, xs: list[int] = _c) -> None:
    xs.append(n)


def rc() -> bool:
    if _c:
        return True  # reached by: asyncio.run(wc(1)); rc()
    return False


@dataclass
class DD:
    conf: Conf = _d


def wd(n: int) -> None:
    DD().conf.level = n


def rd() -> bool:
    if _d.level == 51:
        return True  # reached by: wd(51); rd()
    return False


@dataclass
class DE:
    n: int = 0
    _: KW_ONLY
    conf: Conf = field(default=_e)


def we(n: int) -> None:
    DE().conf.level = n


def re_() -> bool:
    if _e.level == 51:
        return True  # reached by: we(51); re_()
    return False


class DF:
    def m(self) -> list[int]:
        return self.xs

    xs = _f


def wf(o: DF) -> None:
    o.m().append(1)


def rf() -> bool:
    if _f:
        return True  # reached by: wf(DF()); rf()
    return False


NT = collections.namedtuple("NT", "a b", defaults=[_g])


def wg() -> None:
    NT(1).b.append(1)


def rg() -> bool:
    if _g:
        return True  # reached by: wg(); rg()
    return False


class NT2(NamedTuple):
    a: int
    conf: list[int] = _h

    def put(self) -> None:
        self.conf.append(self.a)


def rh() -> bool:
    if _h:
        return True  # reached by: NT2(1).put(); rh()
    return False


@functools.singledispatch
def show(x: object) -> int:
    return 0


@show.register
def _show_int(x: int) -> int:
    _i.append(x)
    return 1


show.register(str, lambda x: _j.append(1))


def ri() -> bool:
    if _i:
        return True  # reached by: show(1); ri()
    return False


def rj() -> bool:
    if _j:
        return True  # reached by: show("a"); rj()
    return False


hooks = sorted([lambda n: _k.append(n), lambda n: None], key=lambda f: 0)


def fire(n: int) -> None:
    for h in hooks:
        h(n)


def rk() -> bool:
    if _k:
        return True  # reached by: fire(1); rk()
    return False
