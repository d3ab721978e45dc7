from __future__ import annotations
import io


class C:
    def __init__(self) -> None:
        self._o = io.StringIO("a")

    def put(self) -> None:
        for _ in self._o:
            break

    def check(self) -> int:
        if self._o.tell():
            return 1  # reached by: c = C(); c.put(); c.check()
        return 0
