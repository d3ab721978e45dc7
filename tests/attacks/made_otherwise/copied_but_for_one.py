from __future__ import annotations
import copy


class C:
    def __init__(self) -> None:
        self._n = 0

    def __getstate__(self) -> object:
        d = self.__dict__.copy()
        del d["_n"]
        return d

    def check(self) -> int:
        if not hasattr(self, "_n"):
            return 1  # reached by: copy.copy(C()).check()
        return 0
