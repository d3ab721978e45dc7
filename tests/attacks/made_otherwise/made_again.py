from __future__ import annotations


class C:
    def __init__(self) -> None:
        self._n = -1 if hasattr(self, "_n") else 0

    def check(self) -> int:
        if self._n < 0:
            return 1  # reached by: c = C(); restart(c); c.check()
        return 0


def restart(c: C) -> None:
    c.__init__()
