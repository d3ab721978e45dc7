"""What stays proved of objects whose public attributes are anybody's."""

from __future__ import annotations


class Meter:
    """What only counts itself makes nothing else uncertain."""

    debug = False

    def __init__(self) -> None:
        self.calls = 0
        self._total = 0

    def add(self, n: int) -> None:
        self.calls += 1
        self._total += abs(n)

    def total(self) -> int:
        if self._total < 0:
            return -1  # infeasible within method-calls assuming construction
        if self.calls < 0 or self.debug:
            return -2  # not infeasible
        return self._total


class Hidden:
    """Only its own methods set what it holds."""

    def __init__(self, n: int) -> None:
        self._n = abs(n)

    def negative(self) -> bool:
        if self._n < 0:
            return True  # infeasible assuming construction
        return False

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True  # covered
        return isinstance(other, Hidden) and self._n == other._n
