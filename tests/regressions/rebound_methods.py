"""Functions made static, or methods of the class, after their definition, as was done before there were decorators.

Found by a run that ended otherwise than CPython's: the function was called with a receiver.
"""

import operator


class Ordered:
    def __init__(self, size: int) -> None:
        self.size = size

    def __make(compare, symbol: str):
        def comparer(self, other: int):
            if symbol == "<" and other == 77:
                return 1  # covered
            return 0

        if symbol == "abc":
            return 2  # covered
        return comparer

    __lt__ = __make(operator.lt, "<")
    __make = staticmethod(__make)

    def of(cls, size: int):
        if cls is not Ordered:
            return None  # infeasible
        if size == 7:
            return cls(7)  # covered
        return cls(size)

    of = classmethod(of)

    def double(self):
        if self.size == 9:
            return 18  # covered
        return 2 * self.size

    double = property(double)
