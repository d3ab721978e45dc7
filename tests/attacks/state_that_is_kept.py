"""Private variables of modules: grown, shared, drawn from, and set in a context."""
from __future__ import annotations

import bisect
import heapq
import io
import itertools
import random
from collections import deque
from collections.abc import Callable, Iterator
from contextvars import ContextVar

_a: list[int] = []
_b: list[int] = []
_c = 0
_d = 0
_e: list[int] = [3, 1]
_f: dict[str, int] = {"x": 0}
_g: list[int] = [0]
_h = 0
_i = iter([1, 2, 3])
_j = itertools.count()
_k = bytearray(b"\0")
_l: list[list[int]] = [[]]
_m: dict[str, dict[str, int]] = {"in": {}}
_n = 0
_o: list[int] = []
_p: list[int] = []
_q: set[int] = set()
_r: ContextVar[int] = ContextVar("_r", default=0)
_s = [1, 2, 3]
_t = 0
_u: list[int] = []
_v = io.StringIO()
_w: tuple[list[int], int] = ([], 0)
_x: deque[int] = deque(maxlen=2)
_y: list[int] = []
_z = random.Random(1)


def grow_a(xs: list[int]) -> None:
    deque(map(_a.append, xs), maxlen=0)


def read_a() -> int:
    if _a:
        return 1  # reached by: grow_a([1]); read_a()
    return 0


def grow_b(xs: list[int]) -> None:
    sorted(xs, key=lambda x: _b.append(x) or x)


def read_b() -> int:
    if len(_b) == 2:
        return 2  # reached by: grow_b([1, 2]); read_b()
    return 0


def loop_c(xs: list[int]) -> None:
    global _c
    for _c in xs:
        pass


def read_c() -> int:
    if _c == 4:
        return 4  # reached by: loop_c([4]); read_c()
    return 0


def match_d(v: list[int]) -> None:
    global _d
    match v:
        case [_d, *_]:
            pass


def read_d() -> int:
    if _d == 5:
        return 5  # reached by: match_d([5]); read_d()
    return 0


def shuffle_e(x: int) -> None:
    bisect.insort(_e, x)


def read_e() -> int:
    if len(_e) > 2:
        return 1  # reached by: shuffle_e(5); read_e()
    return 0


def target_f(xs: list[int]) -> None:
    for _f["x"] in xs:
        pass


def read_f() -> int:
    if _f["x"] == 2:
        return 2  # reached by: target_f([2]); read_f()
    return 0


def comp_g(xs: list[int]) -> int:
    return sum(1 for _g[0] in xs)


def read_g() -> int:
    if _g[0] == 2:
        return 2  # reached by: comp_g([2]); read_g()
    return 0


def unpack_h(xs: list[int]) -> None:
    global _h
    *rest, _h = xs


def read_h() -> int:
    if _h == 3:
        return 3  # reached by: unpack_h([3]); read_h()
    return 0


def read_i(n: int) -> int:
    if n in _i:
        return 1
    if next(_i, None) is None:
        return 2  # reached by: read_i(3); read_i(9)
    return 0


def read_j() -> int:
    if next(_j) > 1:
        return 2  # reached by: read_j(); read_j(); read_j()
    return 0


def view_k(n: int) -> None:
    memoryview(_k)[0] = n


def read_k() -> int:
    if _k[0] == 7:
        return 7  # reached by: view_k(7); read_k()
    return 0


def first_l() -> list[int]:
    for x in _l:
        return x
    return []


def read_l() -> int:
    if _l[0]:
        return 7  # reached by: first_l().append(1); read_l()
    return 0


def values_m() -> Iterator[dict[str, int]]:
    yield from _m.values()


def read_m() -> int:
    if "k" in _m["in"]:
        return 7  # reached by: next(values_m())["k"] = 1; read_m()
    return 0


class Body:
    global _n
    _n = 1

    def make(self) -> None:
        class Inner:
            global _n
            _n = 9


def read_n() -> int:
    if _n == 9:
        return 9  # reached by: Body().make(); read_n()
    return 0


def heap_o(x: int) -> None:
    heapq.heappush(_o, x)


def read_o() -> int:
    if _o and _o[0] == 3:
        return 7  # reached by: heap_o(3); read_o()
    return 0


def default_p(x: int, into: list[int] = _p) -> None:
    into += [x]


def read_p() -> int:
    if _p:
        return 7  # reached by: default_p(3); read_p()
    return 0


def union_q(x: set[int]) -> None:
    global _q
    y = _q
    y |= x


def read_q() -> int:
    if _q:
        return 7  # reached by: union_q({3}); read_q()
    return 0


def set_r(x: int) -> None:
    _r.set(x)


def read_r() -> int:
    if _r.get() == 3:
        return 7  # reached by: set_r(3); read_r()
    return 0


def pick_s(i: int) -> Callable[[int], None]:
    return (_s.append, _s.remove)[i]


def read_s() -> int:
    if len(_s) == 4:
        return 4  # reached by: pick_s(0)(1); read_s()
    return 0


def walrus_t(xs: list[int]) -> bool:
    global _t
    return any((_t := x) > 5 for x in xs)


def read_t() -> int:
    if _t == 8:
        return 8  # reached by: walrus_t([1, 8]); read_t()
    return 0


def keep_u() -> Callable[[], list[int]]:
    return lambda: _u


def read_u() -> int:
    if _u:
        return 8  # reached by: keep_u()().append(1); read_u()
    return 0


def write_v(t: str) -> None:
    print(t, file=_v)


def read_v() -> int:
    if _v.getvalue() == "q\n":
        return 8  # reached by: write_v("q"); read_v()
    return 0


def parts_w(x: int) -> None:
    a, b = _w
    a.append(x + b)


def read_w() -> int:
    if _w[0]:
        return 8  # reached by: parts_w(1); read_w()
    return 0


def read_x(n: int) -> int:
    _x.append(n)
    if len(_x) > 2:
        return 3
    if _x[0] != n:
        return 4  # reached by: read_x(1); read_x(2)
    return 0


def star_y(*xs: int) -> None:
    _y[len(_y):] = xs


def read_y() -> int:
    if _y == [1, 2]:
        return 8  # reached by: star_y(1, 2); read_y()
    return 0


def read_z() -> int:
    x = _z.randrange(3)
    y = _z.randrange(3)
    if x == y:
        return 1  # reached by: [read_z() for _ in range(50)]
    return 0
