"""Keeps what others import when they need it."""
from __future__ import annotations

value = 0
loaded = False
items: list[int] = []


def step() -> None:
    global value
    value = value + 1


def put(n: int) -> None:
    items.append(n)


def load() -> None:
    global loaded
    loaded = True


def get() -> int:
    return value


class Counter:
    total = 0


def bump() -> None:
    Counter.total += 1
