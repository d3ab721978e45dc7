"""An engine, to which a file does things that nothing here imports."""
from __future__ import annotations

from collections.abc import Callable

_items: list[str] = []
_handlers: dict[str, Callable[[int], int]] = {}


class Engine:
    _running = False

    def __init__(self) -> None:
        self._oil = 5
        self._parts: list[str] = []

    def running(self) -> bool:
        if self._running:
            return True  # reached by: import workshop; workshop.start(Engine); Engine().running()
        return False

    def dry(self) -> bool:
        if self._oil == 0:
            return True  # reached by: import workshop; (e := Engine()); workshop.Driver(e).drain(); e.dry()
        return False

    def parts(self) -> bool:
        if self._parts:
            return True  # reached by: import workshop; (e := Engine()); workshop.install(e, "x"); e.parts()
        return False

    def turbo(self) -> bool:
        if self._oil > 100:
            return True  # reached by: import workshop; workshop.Turbo().turbo()
        return False


def items() -> int:
    if _items:
        return 1  # reached by: import workshop; workshop.add("x"); items()
    return 0


def handle(name: str, n: int) -> int:
    h = _handlers.get(name)
    if h is not None:
        return h(n)  # reached by: import workshop; handle("twice", 3)
    return 0
