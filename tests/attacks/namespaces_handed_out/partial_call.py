from __future__ import annotations
import functools


class G11:
    def __init__(self) -> None:
        self._n = 0
        self.set = functools.partial(setattr, self)

    def check(self) -> int:
        if self._n < 0:
            return 1  # reached by: a = G11(); a.set("_n", -1); a.check()
        return 0
