"""What is private to a module and also a default of a field, a member, an attribute of a class."""
from __future__ import annotations

import contextlib
import enum
import functools
from dataclasses import dataclass, field
from typing import NamedTuple

_a: list[int] = []
_b: list[int] = []
_c: list[int] = []
_d: list[int] = []
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
    xs: dict[str, int] = field(default_factory=dict, metadata={"store": _b})


class EC(enum.Enum):
    A = _c


class NTD(NamedTuple):
    xs: list[int] = _d


shared_f = _f
tab_g = {"g": _g}
tup_h = (1, (_h,))


class KI:
    def __init__(self, xs: list[int]) -> None:
        self.xs = xs

    def put(self, x: int) -> None:
        self.xs.append(x)


obj_i = KI(_i)
_obj_j = KI(_j)
_all_k = [_k, [2]]
_by_l = {"l": _l}
cm_m = contextlib.nullcontext(_m)
part_n = functools.partial(map, _n.append)
_alias_o = _o
both_p = [_p] * 2


def wa() -> None:
    DA().xs.append(1)


def wc() -> None:
    EC.A.value.append(1)


def wd() -> None:
    NTD().xs.append(1)


def wf() -> None:
    shared_f["a"] = 1


def wg() -> None:
    tab_g["g"].append(1)


def wh() -> None:
    tup_h[1][0].append(1)


def wi() -> None:
    obj_i.put(1)


def wj() -> None:
    _obj_j.put(1)


def wk(i: int) -> None:
    _all_k[i].append(1)


def wl(k: str) -> None:
    if k in _by_l:
        _by_l[k].append(1)


def wm() -> None:
    with cm_m as x:
        x.append(1)


def wn() -> None:
    for _ in part_n([1]):
        pass


def wo() -> None:
    _alias_o.append(1)


def wp() -> None:
    for p in both_p:
        p.append(1)


def ra() -> int:
    if _a:
        return 1  # reached by: wa(); ra()
    return 0


def rc() -> int:
    if _c:
        return 1  # reached by: wc(); rc()
    return 0


def rd() -> int:
    if _d:
        return 1  # reached by: wd(); rd()
    return 0


def rf() -> int:
    if _f:
        return 1  # reached by: wf(); rf()
    return 0


def rg() -> int:
    if _g:
        return 1  # reached by: wg(); rg()
    return 0


def rh() -> int:
    if _h:
        return 1  # reached by: wh(); rh()
    return 0


def ri() -> int:
    if _i:
        return 1  # reached by: wi(); ri()
    return 0


def rj() -> int:
    if _j:
        return 1  # reached by: wj(); rj()
    return 0


def rk() -> int:
    if _k:
        return 1  # reached by: wk(0); rk()
    return 0


def rl() -> int:
    if _l:
        return 1  # reached by: wl("l"); rl()
    return 0


def rm() -> int:
    if _m:
        return 1  # reached by: wm(); rm()
    return 0


def rn() -> int:
    if _n:
        return 1  # reached by: wn(); rn()
    return 0


def ro() -> int:
    if _o:
        return 1  # reached by: wo(); ro()
    return 0


def rp() -> int:
    if _p:
        return 1  # reached by: wp(); rp()
    return 0
