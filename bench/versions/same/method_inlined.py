class Counter:
    def __init__(self) -> None:
        self._count = 0

    def _bump(self, by):
        self._count += by

    def add(self, by: int) -> int:
        if by > 0:
            self._bump(by)
        return self._count


# ---- after


class Counter:
    def __init__(self) -> None:
        self._count = 0

    def add(self, by: int) -> int:
        self._count += max(by, 0)
        return self._count
