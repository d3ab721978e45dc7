"""What is done to engines."""
from __future__ import annotations

from motors import Engine, _handlers, _items


def start(cls: type[Engine]) -> None:
    cls._running = True


def add(s: str) -> None:
    _items.append(s)


def install(e: Engine, s: str) -> None:
    e._parts.append(s)


class Driver:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def drain(self) -> None:
        self._engine._oil -= 5


class Turbo(Engine):
    def __init__(self) -> None:
        super().__init__()
        self._oil = 101


def twice(n: int) -> int:
    return 2 * n


_handlers["twice"] = twice
