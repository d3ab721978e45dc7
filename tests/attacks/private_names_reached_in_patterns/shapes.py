"""A private list that a class pattern reaches by its position, the value of a member, and a limit of the process."""

import enum


class Line:
    __match_args__ = ("_ends",)

    def __init__(self) -> None:
        self._ends: list[int] = []

    def is_drawn(self) -> int:
        if self._ends:
            return 1  # reached by: import pen; line = Line(); pen.draw(line); line.is_drawn()
        return 0


class Color(enum.Enum):
    RED = 1
    BLUE = 2

    def is_odd(self) -> int:
        if self.value > 2:
            return 1  # reached by: import pen; pen.paint(Color.RED); Color.RED.is_odd()
        return 0


def has_text(n: int) -> int:
    try:
        str(10**5000)
    except ValueError:
        return 0
    return 1  # reached by: import pen; pen.allow_all_digits(); has_text(1)


class Half:
    def __init__(self, n: int) -> None:
        if n < 0:
            raise ValueError("n")
        self._n = n

    def __del__(self) -> None:
        if not hasattr(self, "_n"):
            return None  # reached by: half(-1)
        self.close()

    def close(self) -> None:
        self._n = 0


def half(n: int) -> int:
    try:
        Half(n)
    except ValueError:
        return 0
    return 1
