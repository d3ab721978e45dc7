from __future__ import annotations


class G12:
    def __init__(self) -> None:
        self._n = 0
        self.set = self.__setattr__

    def check(self) -> int:
        if self._n < 0:
            return 1  # reached by: a = G12(); a.set("_n", -1); a.check()
        return 0
