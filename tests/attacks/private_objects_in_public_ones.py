"""What is private to a module and also inside of something public."""
from __future__ import annotations

import contextlib
import enum
import functools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

_a: list[int] = []
_b: list[int] = []
_c: list[int] = []
_d: list[int] = []
_e: list[int] = []
_f: dict[str, int] = {}
_g: list[int] = []
_h: list[int] = []
_i: list[int] = []
_j: list[int] = []
_k: list[int] = []
_l: list[int] = []
_m: list[int] = []
_n: list[int] = []
_o: list[int] = []
_p: list[int] = []


@dataclass
class DA:
    xs: list[int] = field(default_factory=lambda: _a)


@dataclass
class DB:
    xs: list[int] = field(default_factory=list, metadata={"store": _b})


class EC(enum.Enum):
    A = _c


class NTD(NamedTuple):
    xs: list[int] = _d


def _mk_e() -> list[int]:
    return _e


made_e = _mk_e()
shared_f = proxy_f = _f
tab_g = {"g": _g}
tup_h = (1, (_h,))


class KI:
    def __init__(self, xs: list[int]) -> None:
        self.xs = xs


obj_i = KI(_i)
it_j = iter([_j])
gen_k = (x for x in [_k])


def cached_l() -> Callable[[], list[int]]:
    @functools.cache
    def get() -> list[int]:
        return _l
    return get


pub_l = cached_l()
cm_m = contextlib.nullcontext(_m)
part_n = functools.partial(map, _n.append)
exc_o = ValueError(_o)


class Base:
    def __init_subclass__(cls, **kw: Any) -> None:
        _p.append(1)


def mk() -> type:
    class S(Base):
        pass
    return S


def ra() -> int:
    if _a:
        return 1  # reached by: DA().xs.append(1); ra()
    return 0


def rb() -> int:
    if _b:
        return 1  # reached by: DB.__dataclass_fields__["xs"].metadata["store"].append(1); rb()
    return 0


def rc() -> int:
    if _c:
        return 1  # reached by: EC.A.value.append(1); rc()
    return 0


def rd() -> int:
    if _d:
        return 1  # reached by: NTD().xs.append(1); rd()
    return 0


def re_() -> int:
    if _e:
        return 1  # reached by: made_e.append(1); re_()
    return 0


def rf() -> int:
    if _f:
        return 1  # reached by: proxy_f["a"] = 1; rf()
    return 0


def rg() -> int:
    if _g:
        return 1  # reached by: tab_g["g"].append(1); rg()
    return 0


def rh() -> int:
    if _h:
        return 1  # reached by: tup_h[1][0].append(1); rh()
    return 0


def ri() -> int:
    if _i:
        return 1  # reached by: obj_i.xs.append(1); ri()
    return 0


def rj() -> int:
    if _j:
        return 1  # reached by: next(it_j).append(1); rj()
    return 0


def rk() -> int:
    if _k:
        return 1  # reached by: next(gen_k).append(1); rk()
    return 0


def rl() -> int:
    if _l:
        return 1  # reached by: pub_l().append(1); rl()
    return 0


def rm() -> int:
    if _m:
        return 1  # reached by: cm_m.__enter__().append(1); rm()
    return 0


def rn() -> int:
    if _n:
        return 1  # reached by: list(part_n([1])); rn()
    return 0


def ro() -> int:
    if _o:
        return 1  # reached by: exc_o.args[0].append(1); ro()
    return 0


def rp() -> int:
    if _p:
        return 1  # reached by: mk(); rp()
    return 0
