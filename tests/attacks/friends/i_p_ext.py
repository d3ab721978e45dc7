from typing import Callable


class Job:
    def __init__(self) -> None:
        self._rows: list[list[int]] = [[0, 0], [0, 0]]
        self._by: dict[str, list[int]] = {"a": [0]}
        self._n = 0

    def label(self) -> str:
        if self._rows[0][0] != 0:
            return "full"  # reached by: j = Job(); go(j); j.label()
        return "empty"

    def label2(self) -> str:
        if self._by["a"][0] != 0:
            return "full"
        return "empty"

    def label3(self) -> str:
        if self._n != 0:
            return "full"
        return "empty"

    def _each(self, f: Callable[[list[int]], None]) -> None:
        for r in self._rows:
            f(r)


def go(j: Job) -> None:
    j._each(zap)


def zap(r: list[int]) -> None:
    r[0] = 1
