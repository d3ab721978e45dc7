from __future__ import annotations
import copy


class C:
    __slots__ = ("_n",)

    def __init__(self) -> None:
        self._n = 0

    def __getstate__(self) -> object:
        return (None, {"_n": -1})

    def check(self) -> int:
        if self._n < 0:
            return 1  # reached by: copy.copy(C()).check()
        return 0
