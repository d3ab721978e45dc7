"""Private containers that leave by the start of a sum, a map that is drawn from later, a buffer that is read into."""

from __future__ import annotations

import io
from collections.abc import Iterator


class C:
    def __init__(self) -> None:
        self._xs: list[int] = []

    def tot(self, xss: list[list[int]]) -> list[int]:
        return sum(xss, self._xs)

    def check(self) -> int:
        if self._xs:
            return 1  # reached by: c = C(); c.tot([]).append(1); c.check()
        return 0


class D:
    def __init__(self) -> None:
        self._ys: list[int] = []

    def lazily(self, xs: list[int]) -> Iterator[None]:
        return map(self._ys.append, xs)

    def check(self) -> int:
        if self._ys:
            return 1  # reached by: c = D(); list(c.lazily([1])); c.check()
        return 0


class E:
    def __init__(self) -> None:
        self._zs = bytearray(2)

    def push(self, f: io.BytesIO) -> None:
        f.readinto(self._zs)

    def check(self) -> int:
        if self._zs[0]:
            return 1  # reached by: c = E(); c.push(io.BytesIO(b'a')); c.check()
        return 0
