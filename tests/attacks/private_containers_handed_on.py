"""Private containers of a module that are defaults of inner functions, or inside what `fromkeys` makes."""
import collections
import dataclasses
import functools
from collections import defaultdict
from typing import Any


@dataclasses.dataclass
class Conf:
    level: int = 0
    names: list[str] = dataclasses.field(default_factory=list)


_v16: Any = []


def w16(n: int) -> None:
    def f() -> Any:
        return _v16
        yield
    def h() -> Any:
        x = yield from f()
        x.append(n)
    list(h())


def r16() -> int:
    if _v16:
        return 1  # reached by: w16(1); r16()
    return 0


_v17: Any = []


def w17(n: int) -> None:
    f = lambda: (yield _v17)
    next(f()).append(n)


def r17() -> int:
    if _v17:
        return 1  # reached by: w17(1); r17()
    return 0


_v18: Any = []


def w18(n: int) -> None:
    [lambda x=_v18: x][0]().append(n)


def r18() -> int:
    if _v18:
        return 1  # reached by: w18(1); r18()
    return 0


_v19: Any = []


def w19(n: int) -> None:
    functools.partial(lambda x=_v19: x)().append(n)


def r19() -> int:
    if _v19:
        return 1  # reached by: w19(1); r19()
    return 0


_v20: Any = []


def w20(n: int) -> None:
    sorted([1], key=lambda k, x=_v20: x.append(n) or 0)


def r20() -> int:
    if _v20:
        return 1  # reached by: w20(1); r20()
    return 0


_v21: Any = []


def w21(n: int) -> None:
    [f() for f in [lambda x=_v21: x.append(n)]]


def r21() -> int:
    if _v21:
        return 1  # reached by: w21(1); r21()
    return 0


_v22: Any = {}


def w22(n: int) -> None:
    (lambda x=_v22: x)()['a'] = n


def r22() -> int:
    if _v22:
        return 1  # reached by: w22(1); r22()
    return 0


_v23: Any = set()


def w23(n: int) -> None:
    (lambda x=_v23: x)().add(n)


def r23() -> int:
    if _v23:
        return 1  # reached by: w23(1); r23()
    return 0


_v24: Any = Conf()


def w24(n: int) -> None:
    (lambda x=_v24: x)().level = n


def r24() -> int:
    if _v24.level == 1:
        return 1  # reached by: w24(1); r24()
    return 0


_v25: Any = Conf()


def w25(n: int) -> None:
    def f(x: Conf = _v25) -> None:
        x.level = n
    f()


def r25() -> int:
    if _v25.level == 1:
        return 1  # reached by: w25(1); r25()
    return 0


_v26: Any = Conf()


def w26(n: int) -> None:
    dict.fromkeys('a', _v26)['a'].level = n


def r26() -> int:
    if _v26.level == 1:
        return 1  # reached by: w26(1); r26()
    return 0


_v27: Any = []


def w27(n: int) -> None:
    collections.OrderedDict.fromkeys('a', _v27)['a'].append(n)


def r27() -> int:
    if _v27:
        return 1  # reached by: w27(1); r27()
    return 0


_v28: Any = []


def w28(n: int) -> None:
    defaultdict.fromkeys('a', _v28)['a'].append(n)


def r28() -> int:
    if _v28:
        return 1  # reached by: w28(1); r28()
    return 0


_v29: Any = []


def w29(n: int) -> None:
    {}.fromkeys('a', _v29)['a'].append(n)


def r29() -> int:
    if _v29:
        return 1  # reached by: w29(1); r29()
    return 0


_v30: Any = []


def w30(n: int) -> None:
    def f(a: int, /, x: list[int] = _v30, *, y: int = 1) -> list[int]:
        return x
    f(1, y=2).append(n)


def r30() -> int:
    if _v30:
        return 1  # reached by: w30(1); r30()
    return 0


_v31: Any = []


def w31(n: int) -> None:
    async def f() -> list[int]:
        return _v31
    import asyncio
    asyncio.run(f()).append(n)


def r31() -> int:
    if _v31:
        return 1  # reached by: w31(1); r31()
    return 0


