from __future__ import annotations
import copy


class Doc:
    def __init__(self) -> None:
        self._n = 0

    def __getstate__(self) -> dict[str, int]:
        return {"_n": -1}

    def check(self) -> int:
        if self._n < 0:
            return 1  # reached by: copy.copy(Doc()).check()
        return 0
