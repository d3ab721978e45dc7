from __future__ import annotations
import io


class C:
    def __init__(self) -> None:
        self._xs = io.StringIO()

    def push(self, k: int) -> None:
        print(k, file=self._xs)

    def check(self) -> int:
        if self._xs.getvalue():
            return 1  # reached by: c = C(); c.push(2); c.check()
        return 0
