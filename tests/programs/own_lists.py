"""Private lists that nobody else has: proofs about them stay."""


class Copied:
    def __init__(self, values: list[int]) -> None:
        self._values = [abs(v) for v in values[:2]]

    def values(self) -> list[int]:
        return list(self._values)

    def longest(self) -> int:
        return len(self._values)

    def many(self) -> int:
        if len(self._values) > 2:
            return 1  # infeasible
        return 0  # covered


class Counted:
    made = 0

    def __init__(self, start: int) -> None:
        Counted.made += 1
        self._start = max(start, 0)

    def negative(self) -> int:
        if self._start < 0:
            return 1  # infeasible
        return 0  # covered

    def first(self) -> int:
        if Counted.made == 0:
            return 1  # not infeasible
        return 0  # covered


class Given:
    def __init__(self, values: list[int]) -> None:
        if not values:
            raise ValueError
        self._values = values

    def empty(self) -> int:
        if not self._values:
            return 1  # not infeasible
        return 0  # covered


class Stored:
    def __init__(self, values: list[int]) -> None:
        self._values = values

    def both(self) -> int:
        if self._values and not self._values:
            return 1  # infeasible
        return 0  # covered


class HandedOut:
    def __init__(self) -> None:
        self._values = [1]
        self._copied = [1]

    def values(self) -> list[int]:
        return self._values

    def copied(self) -> list[int]:
        return self._copied[:]

    def negative(self) -> int:
        if self._values[0] < 0:
            return 1  # not infeasible
        return 0  # covered

    def own(self) -> int:
        if self._copied[0] < 0:
            return 1  # infeasible
        return 0  # covered
