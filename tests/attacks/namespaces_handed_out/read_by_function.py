from __future__ import annotations
from typing import Any


class G17:
    def __init__(self) -> None:
        self._n = 0

    def state(self) -> dict[str, Any]:
        return vars(self)


def g17(g: G17) -> int:
    if g._n < 0:
        return 1  # reached by: a = G17(); a.state()["_n"] = -1; g17(a)
    return 0
