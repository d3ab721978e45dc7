"""Lazy imports, and more ways to bind a variable of a module or of a function around."""
from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from types import ModuleType

_json: ModuleType | None = None
_pi: float = 0.0
_sep = ""
_cfg: dict[str, int] | None = None
_b = 0
_c = 0
_d = 0
_e = 0
_f: list[int] = [0, 0]
_g = 0
_h: list[int] = []


def load() -> None:
    global _json
    if _json is None:
        import json as _json


def loaded() -> bool:
    return True if _json else False  # reached by: load(); loaded()


def dumps(x: int) -> str:
    if _json is None:
        return ""
    return _json.dumps(x)  # reached by: load(); dumps(4)


def load_pi() -> None:
    global _pi
    from math import pi as _pi


def has_pi() -> bool:
    if _pi > 3:
        return True  # reached by: load_pi(); has_pi()
    return False


def load_sep() -> str:
    global _sep
    try:
        from os import sep as _sep
    except ImportError:
        _sep = ""
    return _sep


def sep_set() -> bool:
    if _sep == "/":
        return True  # reached by: load_sep(); sep_set()
    return False


async def load_cfg() -> None:
    global _cfg
    async for _cfg in stream():
        pass


async def stream() -> AsyncIterator[dict[str, int]]:
    yield {"a": 1}


def w_cfg() -> bool:
    asyncio.run(load_cfg())
    return cfg_set()


def cfg_set() -> bool:
    if _cfg:
        return True  # reached by: w_cfg()
    return False


async def open_b() -> None:
    global _b
    async with contextlib.aclosing(stream()) as _b:  # type: ignore
        pass


def b_open() -> bool:
    if _b != 0:
        return True  # reached by: w_b()
    return False


def w_b() -> bool:
    asyncio.run(open_b())
    return b_open()


def group_c() -> None:
    global _c
    try:
        raise ExceptionGroup("g", [KeyError(1)])
    except* KeyError as _c:  # type: ignore
        pass


def c_gone() -> bool:
    try:
        return _c == 5
    except NameError:
        return True  # reached by: group_c(); c_gone()


def case_d(x: object) -> None:
    global _d
    match x:
        case {"a": 1, **_d}:  # type: ignore
            pass
        case int() as _d:
            pass


def d_set() -> int:
    if _d == 4:
        return 4  # reached by: case_d(4); d_set()
    if _d == {"z": 1}:
        return 5  # reached by: case_d({"a": 1, "z": 1}); d_set()
    return 0


def nest_e() -> None:
    def inner() -> None:
        class X:
            def m(self) -> None:
                global _e
                _e += 1
        X().m()
    inner()


def e_set() -> int:
    if _e == 1:
        return 4  # reached by: nest_e(); e_set()
    return 0


def with_f() -> None:
    with contextlib.nullcontext(5) as _f[1]:
        pass


def f_set() -> int:
    if _f[1] == 5:
        return 4  # reached by: with_f(); f_set()
    return 0


def lam_g(x: int) -> Callable[[], int]:
    global _g
    return lambda: [_g := x][0]


def g_set() -> int:
    if _g == 5:
        return 4
    return 0


def cls_h(x: int) -> None:
    class X:
        ys = _h
        ys += [x]


def h_set() -> int:
    if _h == [5]:
        return 4  # reached by: cls_h(5); h_set()
    return 0


def nl_class(x: int) -> int:
    n = 0

    def go() -> None:
        nonlocal n

        class n:  # type: ignore
            v = x
    go()
    if n != 0:
        return 1  # reached by: nl_class(1)
    return 0


def nl_body(x: int) -> int:
    n = 0

    class X:
        nonlocal n
        n = x

    if n == 5:
        return 1  # reached by: nl_body(5)
    if hasattr(X, "n"):
        return 2
    return 0


def nl_import(x: int) -> int:
    n: object = 0

    def go() -> None:
        nonlocal n
        import math as n
    if x > 3:
        go()
    if n != 0:
        return 1  # reached by: nl_import(5)
    return 0


def nl_except(x: int) -> int:
    n: object = 0

    def go() -> None:
        nonlocal n
        try:
            raise KeyError
        except KeyError:
            pass
    if x > 3:
        go()
    try:
        return 1 if n == 0 else 2
    except NameError:
        return 3
