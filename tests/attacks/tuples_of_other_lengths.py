"""Tuples compare their items before their lengths."""


class Code:
    def __init__(self, n: int) -> None:
        self.n = n

    def __eq__(self, other: object) -> bool:
        if self.n == 123457:
            raise KeyError("no such code")
        return isinstance(other, Code) and other.n == self.n

    def __hash__(self) -> int:
        return 1


def equal(n: int) -> int:
    try:
        return int((Code(n),) == (1, 2))
    except KeyError:
        return 1  # reached by: equal(123457)


def unequal(n: int) -> int:
    try:
        return int((Code(n), 3) != (Code(n),))
    except KeyError:
        return 2  # reached by: unequal(123457)


def among(n: int) -> int:
    try:
        return int((Code(n),) in [(1, 2), (3, 4)])
    except KeyError:
        return 1  # reached by: among(123457)
