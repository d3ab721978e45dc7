"""Attributes, caches and variables of private functions."""
from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any


class A:
    def __init__(self) -> None:
        self._n = 0

    @functools.cached_property
    def now(self) -> int:
        self._n += 1
        return self._n

    def reset(self) -> None:
        self.__dict__.pop("now", None)

    def big(self) -> bool:
        if self._n == 2:
            return True  # reached by: o = A(); o.now; o.reset(); o.now; o.big()
        return False


@functools.lru_cache
def _conf(name: str) -> dict[str, int]:
    return {"n": 0}


def conf(name: str) -> dict[str, int]:
    return _conf(name)


def conf_set(name: str) -> bool:
    if _conf(name)["n"] == 51:
        return True  # reached by: conf("a")["n"] = 51; conf_set("a")
    return False


@functools.lru_cache
def _kind(a: float, b: float) -> str:
    return type(a).__name__


def kind(a: int, b: int) -> str:
    k = _kind(a, b)
    if k == "float":
        return "float"  # reached by: fkind(1.0, 2.0); kind(1, 2)
    if k == "bool" and a is not True and a is not False:
        return "bool"  # reached by: kind(True, 0); kind(1, 0)
    return k


def fkind(a: float, b: float) -> str:
    k = _kind(a, b)
    if k == "int" and isinstance(a, float):
        return "int!"  # reached by: kind(3, 4); fkind(3.0, 4.0)
    return k


@functools.cache
def _box() -> list[int]:
    return []


def box_add(n: int) -> None:
    _box().append(n)


def box_has() -> bool:
    if _box():
        return True  # reached by: box_add(1); box_has()
    return False


def box_clear() -> None:
    _box.cache_clear()


def box_new() -> bool:
    b = _box()
    box_clear()
    if _box() is not b:
        return True  # reached by: box_new()
    return False


def _acc(n: int, xs: list[int] = [], *, d: dict[int, int] = {}) -> int:
    xs.append(n)
    d[n] = d.get(n, 0) + 1
    return d[n] * 100 + len(xs)


def acc(n: int) -> int:
    r = _acc(n)
    if r == 202:
        return 1  # reached by: acc(1); acc(1)
    if r > 100 and r % 100 == 5:
        return 2  # reached by: [acc(i) for i in range(70, 75)]
    return 0


def _mk() -> tuple[Callable[[int], None], Callable[[], int]]:
    v = [0]

    def put(n: int) -> None:
        v[0] = n

    def get(w: list[int] = v) -> int:
        return w[0]
    return put, get


_put, _get = _mk()


def put(n: int) -> None:
    _put(n)


def got() -> bool:
    if _get() == 51:
        return True  # reached by: put(51); got()
    return False


def _gen() -> Iterator[int]:
    n = 0
    while True:
        yield n
        n += 1


_ids = _gen()


def new_id() -> int:
    i = next(_ids)
    if i == 3:
        return -1  # reached by: [new_id() for _ in range(4)]
    return i


def calls(n: int) -> int:
    calls.__dict__["n"] = calls.__dict__.get("n", 0) + 1
    if calls.__dict__["n"] == 3:
        return 3  # reached by: calls(1); calls(1); calls(1)
    return 0


def doc() -> bool:
    if doc.__doc__ == "x":
        return True  # reached by: set_doc("x"); doc()
    return False


def set_doc(t: str) -> None:
    doc.__doc__ = t


class K:
    def m(self) -> bool:
        if getattr(K.m, "on", False):
            return True  # reached by: turn_on(); K().m()
        return False


def turn_on() -> None:
    K.m.on = True  # type: ignore


def _flag() -> bool:
    return getattr(_flag, "on", False)


def flag() -> bool:
    if _flag():
        return True  # reached by: set_flag(); flag()
    return False


def set_flag() -> None:
    class X:
        _flag.on = True  # type: ignore


_part = functools.partial(dict, a=0)


def part() -> bool:
    if _part()["a"] == 51:
        return True  # reached by: set_part(51); part()
    return False


def set_part(n: int) -> None:
    _part.keywords["a"] = n


class Sing:
    _inst: Any = None

    @staticmethod
    def get() -> Any:
        class Impl:
            global _impl_made
            _impl_made = True
            n = 0
        if Sing._inst is None:
            Sing._inst = Impl()
        return Sing._inst


_impl_made = False


def made() -> bool:
    return bool(_impl_made)


def sing_n() -> bool:
    if Sing.get().n == 51:
        return True  # reached by: Sing.get().n = 51; sing_n()
    return False
