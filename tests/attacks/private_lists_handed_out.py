"""Private lists that methods hand out by other ways than returning them."""
from __future__ import annotations
import copy, functools, itertools, operator, heapq, weakref, contextlib, dataclasses, types
from collections import deque, ChainMap, OrderedDict
from collections.abc import Callable, Iterator, Generator, Iterable
from contextlib import contextmanager
from typing import Any, cast, Optional


class C00:
    def __init__(self, xs: list[int]) -> None:
        self._xs00: list[int] = list(xs)
        self._n00 = len(xs)

    def get(self) -> list[int]:
        return self._xs00 or []

    def check(self) -> int:
        if len(self._xs00) != self._n00:
            return 1  # reached by: (o := C00([1]), o.get().append(1), o.check())
        return 0


class C01:
    def __init__(self, xs: list[int]) -> None:
        self._xs01: list[int] = list(xs)
        self._n01 = len(xs)

    def get(self, d: list[int]) -> list[int]:
        return max(self._xs01, d)

    def check(self) -> int:
        if len(self._xs01) != self._n01:
            return 1  # reached by: (o := C01([1]), o.get([]).append(1), o.check())
        return 0


class C02:
    def __init__(self, xs: list[int]) -> None:
        self._xs02: list[int] = list(xs)
        self._n02 = len(xs)

    def get(self) -> list[int]:
        return next(iter([self._xs02]))

    def check(self) -> int:
        if len(self._xs02) != self._n02:
            return 1  # reached by: (o := C02([1]), o.get().append(1), o.check())
        return 0


class C03:
    def __init__(self, xs: list[int]) -> None:
        self._xs03: list[int] = list(xs)
        self._n03 = len(xs)

    def get(self) -> list[int]:
        return getattr(self, '_xs03')

    def check(self) -> int:
        if len(self._xs03) != self._n03:
            return 1  # reached by: (o := C03([1]), o.get().append(1), o.check())
        return 0


class C04:
    def __init__(self, xs: list[int]) -> None:
        self._xs04: list[int] = list(xs)
        self._n04 = len(xs)

    def get(self) -> list[int]:
        return vars(self)['_xs04']

    def check(self) -> int:
        if len(self._xs04) != self._n04:
            return 1  # reached by: (o := C04([1]), o.get().append(1), o.check())
        return 0


class C05:
    def __init__(self, xs: list[int]) -> None:
        self._xs05: list[int] = list(xs)
        self._n05 = len(xs)

    def get(self) -> list[int]:
        return operator.attrgetter('_xs05')(self)

    def check(self) -> int:
        if len(self._xs05) != self._n05:
            return 1  # reached by: (o := C05([1]), o.get().append(1), o.check())
        return 0


class C06:
    def __init__(self, xs: list[int]) -> None:
        self._xs06: list[int] = list(xs)
        self._n06 = len(xs)

    def get(self) -> Callable[[int], None]:
        return self._xs06.append

    def check(self) -> int:
        if len(self._xs06) != self._n06:
            return 1  # reached by: (o := C06([1]), o.get()(1), o.check())
        return 0


class C07:
    def __init__(self, xs: list[int]) -> None:
        self._xs07: list[int] = list(xs)
        self._n07 = len(xs)

    def get(self) -> Callable[[int], None]:
        return functools.partial(self._xs07.append)

    def check(self) -> int:
        if len(self._xs07) != self._n07:
            return 1  # reached by: (o := C07([1]), o.get()(1), o.check())
        return 0


class C08:
    def __init__(self, xs: list[int]) -> None:
        self._xs08: list[int] = list(xs)
        self._n08 = len(xs)

    def get(self) -> Callable[[], int]:
        return lambda: self._xs08.pop()

    def check(self) -> int:
        if len(self._xs08) != self._n08:
            return 1  # reached by: (o := C08([1]), o.get()(), o.check())
        return 0


class C09:
    def __init__(self, xs: list[int]) -> None:
        self._xs09: list[int] = list(xs)
        self._n09 = len(xs)

    def get(self) -> Iterator[list[int]]:
        yield self._xs09

    def check(self) -> int:
        if len(self._xs09) != self._n09:
            return 1  # reached by: (o := C09([1]), next(o.get()).append(1), o.check())
        return 0


class C10:
    def __init__(self, xs: list[int]) -> None:
        self._xs10: list[int] = list(xs)
        self._n10 = len(xs)

    def get(self, f: Callable[[list[int]], None]) -> None:
        f(self._xs10)

    def check(self) -> int:
        if len(self._xs10) != self._n10:
            return 1  # reached by: (o := C10([1]), o.get(lambda l: l.append(1)), o.check())
        return 0


class C11:
    def __init__(self, xs: list[int]) -> None:
        self._xs11: list[int] = list(xs)
        self._n11 = len(xs)

    def get(self) -> None:
        raise KeyError(self._xs11)

    def check(self) -> int:
        if len(self._xs11) != self._n11:
            return 1  # reached by: (o := C11([1]), w_exc(o), o.check())
        return 0


class C12:
    def __init__(self, xs: list[int]) -> None:
        self._xs12: list[int] = list(xs)
        self._n12 = len(xs)

    def get(self) -> list[int]:
        return cast(list[int], self._xs12)

    def check(self) -> int:
        if len(self._xs12) != self._n12:
            return 1  # reached by: (o := C12([1]), o.get().append(1), o.check())
        return 0


class C13:
    def __init__(self, xs: list[int]) -> None:
        self._xs13: list[int] = list(xs)
        self._n13 = len(xs)

    def get(self) -> list[int]:
        for x in (self._xs13,):
            return x
        return []

    def check(self) -> int:
        if len(self._xs13) != self._n13:
            return 1  # reached by: (o := C13([1]), o.get().append(1), o.check())
        return 0


class C14:
    def __init__(self, xs: list[int]) -> None:
        self._xs14: list[int] = list(xs)
        self._n14 = len(xs)

    def get(self) -> list[int]:
        a, *b = [0, self._xs14]
        return b[0]

    def check(self) -> int:
        if len(self._xs14) != self._n14:
            return 1  # reached by: (o := C14([1]), o.get().append(1), o.check())
        return 0


class C15:
    def __init__(self, xs: list[int]) -> None:
        self._xs15: list[int] = list(xs)
        self._n15 = len(xs)

    def get(self) -> list[int]:
        match self:
            case object(_xs15=q):
                return q
        return []

    def check(self) -> int:
        if len(self._xs15) != self._n15:
            return 1  # reached by: (o := C15([1]), o.get().append(1), o.check())
        return 0


class C16:
    def __init__(self, xs: list[int]) -> None:
        self._xs16: list[int] = list(xs)
        self._n16 = len(xs)

    def get(self) -> list[int]:
        return [y for y in [self._xs16]][0]

    def check(self) -> int:
        if len(self._xs16) != self._n16:
            return 1  # reached by: (o := C16([1]), o.get().append(1), o.check())
        return 0


class C17:
    def __init__(self, xs: list[int]) -> None:
        self._xs17: list[int] = list(xs)
        self._n17 = len(xs)

    def get(self) -> list[int]:
        return {1: self._xs17}.get(1, [])

    def check(self) -> int:
        if len(self._xs17) != self._n17:
            return 1  # reached by: (o := C17([1]), o.get().append(1), o.check())
        return 0


def _set(o: Any, i: int) -> None:
    o._n62 = i


def w_exc(o: Any, *a: Any) -> None:
    try:
        o.get(*a)
    except KeyError as e:
        if e.args:
            e.args[0].append(7)
    except ZeroDivisionError:
        pass


def w_send(g: Generator[int, int, None]) -> None:
    next(g)
    try:
        g.send(77)
    except StopIteration:
        pass
