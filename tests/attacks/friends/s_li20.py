from __future__ import annotations

import abc
import asyncio
import collections
import contextlib
import contextvars
import copy
import enum
import functools
import json
import re
import sched
import threading
import weakref
from dataclasses import dataclass, field
from typing import Any, Callable, Iterator, NamedTuple


class Sink:
    __hash__ = object.__hash__

    def __init__(self) -> None:
        self._n = 0
        self._rows: list[int] = []

    def add(self, n: int) -> int:
        self._n += n
        self._rows.append(n)
        return self._n


class Wrap:
    def __init__(self, inner: Sink) -> None:
        self.inner = inner
        self._inner = inner

    def push(self, n: int) -> None:
        self._inner.add(n)

    def __enter__(self) -> Sink:
        return self._inner

    def __exit__(self, *a: object) -> None:
        pass

    def __iadd__(self, n: int) -> Wrap:
        self._inner.add(n)
        return self

    def __getitem__(self, n: int) -> int:
        return self._inner.add(n)

    def __str__(self) -> str:
        return str(self._inner.add(1))

    def __eq__(self, o: object) -> bool:
        self._inner.add(1)
        return False

    def key(self, n: int) -> int:
        return self._inner.add(n)

    def __iter__(self) -> Iterator[int]:
        yield self._inner.add(1)

    @property
    def value(self) -> int:
        return self._inner.add(1)

    @value.setter
    def value(self, n: int) -> None:
        self._inner.add(n)

    @value.deleter
    def value(self) -> None:
        self._inner.add(1)


# abc
_s0 = Sink()


class Ab0(abc.ABC):
    def run(self) -> int:
        return self.step()

    @abc.abstractmethod
    def step(self) -> int: ...


class Im0(Ab0):
    def step(self) -> int:
        return _s0.add(1)


def used0() -> bool:
    if _s0._rows:
        return True  # reached by: Im0().run(); used0()
    return False


def total0_() -> int:
    if _s0._n != 0:
        return 1  # reached by: Im0().run(); total0_()
    return 0


# global_alias
_s1 = Sink()


_cur1: Sink | None = None


def select1() -> None:
    global _cur1
    _cur1 = _s1


def put1() -> None:
    if _cur1 is not None:
        _cur1.add(1)


def used1() -> bool:
    if _s1._rows:
        return True  # reached by: select1(); put1(); used1()
    return False


def total1_() -> int:
    if _s1._n != 0:
        return 1  # reached by: select1(); put1(); total1_()
    return 0


# list_alias
_s2 = Sink()


_list2: list[Sink] = []


def attach2() -> None:
    _list2.append(_s2)


def put2() -> None:
    for s in _list2:
        s.add(1)


def used2() -> bool:
    if _s2._rows:
        return True  # reached by: attach2(); put2(); used2()
    return False


def total2_() -> int:
    if _s2._n != 0:
        return 1  # reached by: attach2(); put2(); total2_()
    return 0
