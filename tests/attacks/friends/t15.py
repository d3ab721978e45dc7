class Row:
    def __init__(self) -> None:
        self._cells = {"a": [0]}

    def __getitem__(self, k: str) -> int:
        if self._cells["a"][0]:
            return 1  # reached by: r = Row(); Cursor(r).seek("a").put(3); r["a"]
        return 0


class Cursor:
    def __init__(self, row: Row) -> None:
        self._row = row
        self._cell: list[int] = []

    def seek(self, k: str) -> "Cursor":
        self._cell = self._row._cells[k]
        return self

    def put(self, n: int) -> None:
        self._cell[0] = n
