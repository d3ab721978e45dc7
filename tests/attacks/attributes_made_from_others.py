"""Attributes that methods made others from, and that callers then change: public ones, and lists that callers have."""


class Ticker:
    def __init__(self, step: int) -> None:
        self.step = step
        self._count = 0

    def tick(self) -> None:
        self._count += self.step

    def odd(self) -> bool:
        if self.step == 0 and self._count > 0:
            return True  # reached by: t = Ticker(2); t.tick(); t.step = 0; t.odd()
        return False


class Report:
    def __init__(self, rows: list[int]) -> None:
        self.rows = rows
        self._total = 0

    def close(self) -> None:
        self._total = len(self.rows)

    def wrong(self) -> bool:
        if self._total > len(self.rows):
            return True  # reached by: r = Report([1]); r.close(); r.rows.clear(); r.wrong()
        return False


class Kept:
    def __init__(self, rows: list[int]) -> None:
        self._rows = rows
        self._total = 0

    def close(self) -> None:
        self._total = len(self._rows)

    def wrong(self) -> bool:
        if self._total > len(self._rows):
            return True  # reached by: rows = [1]; r = Kept(rows); r.close(); rows.clear(); r.wrong()
        return False


class Unlinked:
    def __init__(self, name: str) -> None:
        self.name = name
        self._count = 0

    def tick(self) -> None:
        self._count += 1

    def odd(self) -> bool:
        if self._count < 0:
            return True
        return False
