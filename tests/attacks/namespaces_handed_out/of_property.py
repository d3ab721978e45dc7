from __future__ import annotations
from typing import Any


class G4:
    def __init__(self) -> None:
        self._n = 0

    @property
    def state(self) -> dict[str, Any]:
        return self.__dict__

    def check(self) -> int:
        if self._n < 0:
            return 1  # reached by: a = G4(); a.state["_n"] = -1; a.check()
        return 0
