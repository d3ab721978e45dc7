"""Private variables that only `setup.py` beside changes, which nothing here imports."""

from __future__ import annotations

_limit = 3
_names: list[str] = []
_hooks: dict[str, int] = {}
_ready = False


class Worker:
    _speed = 1
    _jobs: list[str] = []

    def fast(self) -> bool:
        if self._speed > 5:
            return True  # reached by: w.speed(); Worker().fast() [supposing module-state]
        return False

    def waiting(self) -> int:
        if self._jobs:
            return len(self._jobs)  # reached by: w.job(); Worker().waiting() [supposing module-state]
        return 0


def _rate() -> int:
    return 1


def limit(value: int) -> int:
    if _limit != 3:
        return -1  # reached by: w.raise_limit(); limit(1) [supposing module-state]
    return min(value, 3)


def known(name: str) -> bool:
    if name in _names:
        return True  # reached by: w.register("a"); known("a") [supposing module-state]
    return False


def hooked() -> int:
    found = 0
    for value in _hooks.values():
        found += value  # reached by: w.hook(); hooked() [supposing module-state]
    return found


def ready() -> bool:
    if _ready:
        return True  # reached by: w.start(); ready() [supposing module-state]
    return False


def rate() -> int:
    if _rate() > 1:
        return 2  # reached by: w.patch(); rate() [supposing module-state]
    return 1


def doubled(value: int) -> int:
    found = limit(value)
    if found > 3:
        return -1  # reached by: w.replace(); doubled(1) [supposing module-state]
    return found * 2
