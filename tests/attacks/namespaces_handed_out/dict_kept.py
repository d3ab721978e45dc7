from __future__ import annotations


class H4:
    def __init__(self, inner: dict[str, int]) -> None:
        self._inner = inner
        self._inner.clear()

    def check(self) -> int:
        if self._inner:
            return 1  # reached by: d = {}; h = H4(d); d["a"] = 1; h.check()
        return 0
