from __future__ import annotations
from typing import Any


class G5:
    def __init__(self) -> None:
        self._n = 0

    def check(self) -> int:
        if self._n < 0:
            return 1  # reached by: a = G5(); state(a)["_n"] = -1; a.check()
        return 0


def state(o: object) -> dict[str, Any]:
    return vars(o)
