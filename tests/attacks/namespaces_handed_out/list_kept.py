from __future__ import annotations


class H5:
    def __init__(self, xs: list[int]) -> None:
        self._xs = xs
        del self._xs[:]

    def check(self) -> int:
        if len(self._xs) > 0:
            return 1  # reached by: d = []; h = H5(d); d += [1]; h.check()
        return 0
