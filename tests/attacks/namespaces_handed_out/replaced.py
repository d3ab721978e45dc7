from __future__ import annotations
from typing import Any


class G6:
    def __init__(self) -> None:
        self._n = 0

    def save(self) -> dict[str, Any]:
        return self.__dict__

    def load(self, d: dict[str, Any]) -> None:
        self.__dict__ = d

    def check(self) -> int:
        if self._n < 0:
            return 1  # reached by: a = G6(); a.load({"_n": -1}); a.check()
        return 0
