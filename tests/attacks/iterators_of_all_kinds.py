"""Iterators that are generators, files, and of classes of the module."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Generator, Iterator


class Ticks:
    def __init__(self, n: int = 0) -> None:
        self.n = n

    def __iter__(self) -> Iterator[int]:
        return self

    def __next__(self) -> int:
        raise StopIteration

    def __len__(self) -> int:
        return self.n


class Call:
    def __init__(self, n: int = 0) -> None:
        self.n = n

    def __call__(self, x: int) -> int:
        self.n += x
        return self.n

    def __bool__(self) -> bool:
        return self.n > 0


def q01(it: Iterator[int]) -> int:
    if not it:
        return 1  # reached by: q01(Ticks())
    return 0


def q02(f: Callable[[int], int]) -> int:
    if not f:
        return 1  # reached by: q02(Call())
    return 0


def q03(f: Callable[[int], int] | None) -> int:
    if f:
        return 0
    if f is not None:
        return 1  # reached by: q03(Call())
    return 2


def q04(it: Iterator[int]) -> int:
    if isinstance(it, Generator):
        return 1  # reached by: q04(x for x in [1])
    if hasattr(it, "__len__"):
        return 2  # reached by: q04(Ticks(2))
    if isinstance(it, enumerate):
        return 3
    return 0


def q05(f: Callable[[list[int]], None]) -> int:
    buf: list[int] = []
    f(buf)
    if buf:
        return 1  # reached by: q05(lambda b: b.append(1))
    return 0


def q06(n: int) -> Iterator[list[int]]:
    buf: list[int] = []
    yield buf
    if buf:
        n += 1  # reached by: g = q06(1); next(g).append(1); next(g, None)
    yield [n]


@contextlib.contextmanager
def q07() -> Iterator[dict[str, int]]:
    state: dict[str, int] = {}
    try:
        yield state
    except ValueError:
        state["err"] = 1  # reached by: w_q07a()
    else:
        if state:
            state.clear()  # reached by: w_q07b()
    finally:
        if "err" in state and len(state) > 1:
            state["both"] = 1  # reached by: w_q07c()


def w_q07a() -> None:
    with q07():
        raise ValueError


def w_q07b() -> None:
    with q07() as s:
        s["a"] = 1


def w_q07c() -> None:
    with q07() as s:
        s["a"] = 1
        raise ValueError


def q08(limit: int) -> Callable[[], int]:
    n = 0

    def inc() -> int:
        nonlocal n
        n += 1
        if n > limit:
            return -1  # reached by: f = q08(1); f(); f()
        if n < 1:
            return -2
        return n

    return inc


def q09(times: int) -> Callable[[Callable[[int], int]], Callable[[int], int]]:
    def deco(f: Callable[[int], int]) -> Callable[[int], int]:
        @functools.wraps(f)
        def wrapper(x: int) -> int:
            err: Exception | None = None
            for _ in range(times):
                try:
                    return f(x)
                except ValueError as e:
                    err = e
            if err is None:
                return -1  # reached by: q09(0)(abs)(1)
            raise err  # reached by: w_q09()

        return wrapper

    return deco


def w_q09() -> None:
    with contextlib.suppress(ValueError):
        q09(2)(chr)(-1)


def q10() -> Generator[int, str | None, int]:
    got = yield 1
    if got is None:
        return 0
    if got == "":
        return 1  # reached by: w_q10('')
    n = yield len(got)
    if n is not None and n == got:
        return 2  # reached by: w_q10('a')
    return 3


def w_q10(s: str) -> None:
    g = q10()
    next(g)
    with contextlib.suppress(StopIteration):
        g.send(s)
        g.send(s)


def q11(xs: list[int]) -> Iterator[int]:
    n = len(xs)
    for x in xs:
        yield x
        if len(xs) != n:
            xs.append(-1)  # reached by: a = [1]; g = q11(a); next(g); a.append(2); next(g)
            return


def q12(xs: list[int]) -> Iterator[int]:
    i = 0
    while i < len(xs):
        x = xs[i]
        yield x
        if xs[i] != x:
            i += 1  # reached by: a = [1]; g = q12(a); next(g); a[0] = 2; next(g, None)
        i += 1


def q13(d: dict[str, int]) -> Iterator[str]:
    for k in d:
        yield k
        if k not in d:
            return  # reached by: a = {'a': 1}; g = q13(a); next(g); a.clear(); next(g, None)


def q14(f: Callable[[], int]) -> int:
    d = {"a": 1}
    x = f()
    if d["a"] != 1:
        return 1
    if x != x:
        return 2
    try:
        y = f()
    except StopIteration:
        return 3  # reached by: q14(iter([1]).__next__)
    if x is None:
        return 4
    if y - x == 1:
        return 5
    return 0


def q15(n: int) -> dict[str, Callable[[], int]]:
    xs: list[int] = []

    def push() -> int:
        xs.append(n)
        if len(xs) > 2:
            return -1  # reached by: o = q15(1); o['push'](); o['push'](); o['push']()
        return len(xs)

    def pop() -> int:
        if not xs:
            return 0
        v = xs.pop()
        if v != n:
            return -1
        return v

    return {"push": push, "pop": pop}


def q16(e: Exception) -> int:
    if not e.args:
        return 1
    if str(e) != str(e.args[0]) and len(e.args) == 1:
        return 2  # reached by: q16(KeyError('x'))
    if e.__cause__ is not None and e.__context__ is None:
        return 3
    return 0


def q17(kind: type[Exception]) -> int:
    try:
        e = kind("x")
    except TypeError:
        return 1  # reached by: q17(UnicodeDecodeError)
    if e.args != ("x",):
        return 2
    if str(e) != "x":
        return 3  # reached by: q17(KeyError)
    return 0


def q18(e: OSError) -> int:
    if e.errno is None:
        return 1
    if e.filename is not None:
        return 2  # reached by: q18(OSError(1, 'a', 'b'))
    if isinstance(e, FileNotFoundError) and e.errno != 2:
        return 3
    if e.errno == 2 and type(e) is OSError:
        return 4
    return 0


def q19(e: StopIteration) -> int:
    if e.value is None:
        return 1
    if e.args == ():
        return 2
    if e.value is not e.args[0]:
        return 3
    return 0


def q20(b: bytes) -> int:
    try:
        hash(b)
    except TypeError:
        return 1
    if b and isinstance(b[0], bytes):
        return 2
    if b[:1] and b[:1] != bytes([b[0]]):
        return 3
    if b and b[0] > 255:
        return 4
    return 0
