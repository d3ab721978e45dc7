"""What methods leave behind that raise."""
from __future__ import annotations
from collections.abc import Callable, Iterator, Iterable
from dataclasses import dataclass, field
from typing import Any, ClassVar, NoReturn


def w_try(f: Callable[..., object], *a: Any) -> None:
    try:
        f(*a)
    except Exception:
        pass


class Parser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._failed = False

    def _fail(self, why: str) -> NoReturn:
        self._failed = True
        raise ValueError(why)

    def expect(self, c: str) -> None:
        if not self._text.startswith(c):
            self._fail("expected " + c)
        self._text = self._text[len(c):]

    def check(self) -> int:
        if self._failed:
            return 1  # reached by: (p := Parser('a'), w_try(p.expect, 'b'), p.check())
        return 0


class Abstract:
    def __init__(self) -> None:
        self._calls = 0

    def run(self) -> int:
        self._calls += 1
        raise NotImplementedError

    def check(self) -> int:
        if self._calls:
            return 1  # reached by: (p := Abstract(), w_try(p.run), p.check())
        return 0


class Machine:
    def __init__(self) -> None:
        self._state = "new"

    def start(self) -> None:
        if self._state != "new":
            self._state = "broken"
            raise RuntimeError("already started")
        self._state = "on"

    def check(self) -> int:
        if self._state == "broken":
            return 1  # reached by: (m := Machine(), m.start(), w_try(m.start), m.check())
        return 0


class Closed:
    def __init__(self) -> None:
        self._err: Exception | None = None

    def fail(self, e: Exception) -> None:
        self._err = e
        raise e

    def check(self) -> int:
        if self._err is not None:
            return 1  # reached by: (m := Closed(), w_try(m.fail, ValueError()), m.check())
        return 0


class Once:
    def __init__(self) -> None:
        self._done = False

    def stop(self) -> None:
        self._done = True
        raise StopIteration

    def check(self) -> int:
        if self._done:
            return 1  # reached by: (m := Once(), w_try(m.stop), m.check())
        return 0


class It:
    def __init__(self) -> None:
        self._end = False

    def __iter__(self) -> It:
        return self

    def __next__(self) -> int:
        self._end = True
        raise StopIteration

    def check(self) -> int:
        if self._end:
            return 1  # reached by: (m := It(), list(m), m.check())
        return 0


class Lookup:
    def __init__(self) -> None:
        self._misses = 0

    def __getitem__(self, k: str) -> int:
        self._misses += 1
        raise KeyError(k)

    def check(self) -> int:
        if self._misses == 2:
            return 1  # reached by: (m := Lookup(), w_try(lambda: m['a']), w_try(lambda: m['a']), m.check())
        return 0


class Half:
    last: ClassVar[list[Half]] = []

    def __init__(self, n: int) -> None:
        self._ok = False
        Half.last.append(self)
        if n < 0:
            raise ValueError
        self._ok = True

    def check(self) -> int:
        if not self._ok:
            return 1  # reached by: (w_try(Half, -1), Half.last[-1].check())
        return 0


class HalfCb:
    def __init__(self, f: Callable[[HalfCb], None]) -> None:
        self._m = 0
        f(self)
        self._m = 1

    def check(self) -> int:
        if self._m == 0:
            return 1  # reached by: HalfCb(lambda o: (o.check(), None)[1])
        return 0


class Again:
    def __init__(self, cap: int) -> None:
        self._cap = cap
        self._used: list[int] = []

    def add(self, x: int) -> None:
        if len(self._used) >= self._cap:
            raise OverflowError
        self._used.append(x)

    def check(self) -> int:
        if len(self._used) > self._cap:
            return 1
        if self._cap < 0:
            return 2
        return 0


class Tx:
    def __init__(self) -> None:
        self._log: list[int] = []
        self._sum = 0

    def apply(self, xs: list[int]) -> None:
        for x in xs:
            self._log.append(x)
            if x < 0:
                raise ValueError(x)
            self._sum += x

    def check(self) -> int:
        if sum(self._log) != self._sum:
            return 1  # reached by: (t := Tx(), w_try(t.apply, [-1]), t.check())
        return 0


class Tx2:
    def __init__(self) -> None:
        self._bal = 0
        self._n = 0

    def dep(self, x: int) -> None:
        self._n += 1
        if x <= 0:
            raise ValueError
        self._bal += x

    def check(self) -> int:
        if self._n > self._bal:
            return 1  # reached by: (t := Tx2(), w_try(t.dep, -1), t.check())
        return 0


class Lock:
    def __init__(self) -> None:
        self._held = False

    def __enter__(self) -> None:
        self._held = True

    def __exit__(self, *a: object) -> None:
        self._held = False

    def bad(self) -> None:
        self.__enter__()
        raise RuntimeError
        self.__exit__()

    def check(self) -> int:
        if self._held:
            return 1  # reached by: (t := Lock(), w_try(t.bad), t.check())
        return 0


class SwapFail:
    def __init__(self) -> None:
        self._a = 0
        self._b = 0

    def both(self, s: str, t: str) -> None:
        self._a = int(s)
        self._b = int(t)

    def check(self) -> int:
        if self._a != 0 and self._b == 0:
            return 1  # reached by: (t := SwapFail(), w_try(t.both, '1', 'x'), t.check())
        return 0


class Check:
    def __init__(self) -> None:
        self._v = 1

    def set(self, v: int) -> None:
        self._v = v
        assert v > 0, "positive"

    def check(self) -> int:
        if self._v <= 0:
            return 1  # reached by: (t := Check(), w_try(t.set, 0), t.check())
        return 0


class SetProp:
    def __init__(self) -> None:
        self._v = 1

    @property
    def v(self) -> int:
        return self._v

    @v.setter
    def v(self, x: int) -> None:
        self._v = x
        if x < 0:
            raise ValueError

    def check(self) -> int:
        if self._v < 0:
            return 1  # reached by: (t := SetProp(), w_try(setattr, t, 'v', -1), t.check())
        return 0
