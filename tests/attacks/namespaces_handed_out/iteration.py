from __future__ import annotations
from collections.abc import Iterator
from typing import Any


class G3:
    def __init__(self) -> None:
        self._n = 0

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        return iter([("d", self.__dict__)])

    def check(self) -> int:
        if self._n < 0:
            return 1  # reached by: a = G3(); list(a)[0][1]["_n"] = -1; a.check()
        return 0
