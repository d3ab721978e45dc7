from __future__ import annotations


class F19:
    def __init__(self) -> None:
        self._n = 0
        self.it = (setattr(self, "_n", -1) for _ in range(3))

    def check(self) -> int:
        if self._n < 0:
            return 1  # reached by: a = F19(); next(a.it); a.check()
        return 0
