from __future__ import annotations


class F29:
    def __init__(self) -> None:
        self._n = 0
        self.state = self.__dict__

    def check(self) -> int:
        if self._n < 0:
            return 1  # reached by: a = F29(); a.state["_n"] = -1; a.check()
        return 0
