from __future__ import annotations
import functools
from collections.abc import Callable
from typing import Any


class G13:
    def __init__(self) -> None:
        self._n = 0

    def setter(self, k: str) -> Callable[[Any], None]:
        return functools.partial(setattr, self, k)

    def check(self) -> int:
        if self._n < 0:
            return 1  # reached by: a = G13(); a.setter("_n")(-1); a.check()
        return 0
