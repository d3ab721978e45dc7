"""Members of classes that are known by other names than their functions, and what they change."""

from __future__ import annotations

import functools
from collections import deque
from collections.abc import Callable
from typing import Any


class Acc:
    def __init__(self) -> None:
        self.n = 0

    def add(self, v: int) -> None:
        self.n += v

    push = add


_acc = Acc()


def put(v: int) -> None:
    _acc.push(v)


def got() -> int:
    if _acc.n * 7 == 861:
        return 1  # reached by: put(123); got()
    return 0


class Registry(dict[str, Callable[[int], int]]):
    register = dict.__setitem__


_registry = Registry()


def command(name: str) -> Callable[[Any], Any]:
    def keep(f: Callable[[int], int]) -> Callable[[int], int]:
        _registry.register(name, f)
        return f

    return keep


def dispatch(name: str, n: int) -> int:
    f = _registry.get(name)
    if f is not None:
        return f(n)  # reached by: command("a")(abs); dispatch("a", 1)
    return 0


class Stack(list[int]):
    push = list.append


_stack = Stack()


def stack(v: int) -> None:
    _stack.push(v)


def stacked() -> int:
    if len(_stack) == 1:
        return 1  # reached by: stack(123); stacked()
    return 0


class Shifting:
    def __init__(self) -> None:
        self.n = 0

    def shift(self, v: int) -> None:
        self.n += v

    __lshift__ = shift


_shifting = Shifting()


def shift(v: int) -> None:
    _shifting << v


def shifted() -> int:
    if _shifting.n * 7 == 861:
        return 1  # reached by: shift(123); shifted()
    return 0


def _bump(o: Any, v: int) -> None:
    o.k = v


class Bumped:
    k = 0
    raise_it = _bump
    one = functools.partialmethod(_bump, 123)


_bumped = Bumped()
_once = Bumped()


def bump(v: int) -> None:
    _bumped.raise_it(v)


def bumped() -> int:
    if _bumped.k * 7 == 861:
        return 1  # reached by: bump(123); bumped()
    return 0


def once() -> None:
    _once.one()


def was_once() -> int:
    if _once.k * 7 == 861:
        return 1  # reached by: once(); was_once()
    return 0


class Queue(deque[int]):
    put = deque.append
    size = deque.__len__


_queue = Queue()


def enqueue(v: int) -> None:
    _queue.put(v)


def queued() -> int:
    if _queue.size() == 1:
        return 1  # reached by: enqueue(123); queued()
    return 0
