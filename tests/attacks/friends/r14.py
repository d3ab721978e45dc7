from typing import Callable


class Cell:
    def __init__(self) -> None:
        self._n = 0

    def _set(self, n: int) -> None:
        self._n = n

    def get(self) -> int:
        if self._n:
            return self._n  # reached by: c = Cell(); setter(c)(3); c.get()
        return 0


def setter(c: Cell) -> Callable[[int], None]:
    return c._set
