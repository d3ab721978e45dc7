"""A private method in a table, in a module with so much data that not all of it is looked at."""

ROWS = [[i] for i in range(3000)]


class P:
    def __init__(self) -> None:
        self._n = 0

    def _bump(self) -> None:
        self._n = 7

    table = {"a": _bump}

    def check(self) -> int:
        if self._n == 7:
            return 1  # reached by: (o := P(), o.table['a'](o), o.check()) [supposing construction]
        return 0
