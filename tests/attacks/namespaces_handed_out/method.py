from __future__ import annotations
from typing import Any


class F28:
    def __init__(self) -> None:
        self._n = 0

    def state(self) -> dict[str, Any]:
        return vars(self)

    def check(self) -> int:
        if self._n < 0:
            return 1  # reached by: a = F28(); a.state()["_n"] = -1; a.check()
        return 0
