from __future__ import annotations

_level = 0


class Counted:
    _total = 0
    _seen: list[int] = []


class App:
    def __init__(self) -> None:
        self._started = 0

    def started(self) -> bool:
        return self._started > 0


app = App()


def step() -> None:
    pass


def _magnitude(x: int) -> int:
    return abs(x)


_measure = _magnitude


def run(x: int) -> int:
    return _measure(x)
