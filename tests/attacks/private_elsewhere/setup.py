"""Changes what another module of the project holds."""

from __future__ import annotations

import limits
from limits import Worker


def raise_limit() -> None:
    limits._limit = 10


def register(name: str) -> None:
    limits._names.append(name)


def hook() -> None:
    limits._hooks["a"] = 1


def start() -> None:
    setattr(limits, "_ready", True)


def speed() -> None:
    Worker._speed = 9


def job() -> None:
    Worker._jobs.append("a")


def patch() -> None:
    limits._rate = lambda: 5


def replace() -> None:
    limits.limit = lambda value: 100
