"""Functions of built-in annotations; classes that a file which is not imported here declares are values of them."""

from typing import Any


def is_shown_otherwise(s: str) -> int:
    if f"{s}" != s:
        return 1  # reached by: import modes; modes.shown()
    return 0


def is_empty_but_long(xs: list[int]) -> int:
    if not xs and len(xs) == 1:
        return 1  # reached by: import modes; is_empty_but_long(modes.Shy([1]))
    return 0


def differs_from_itself(d: dict[str, int]) -> int:
    if d != d:
        return 1  # reached by: import modes; differs_from_itself(modes.Deep())
    return 0


def has_fields(pair: tuple[int, int]) -> int:
    if type(pair) is not tuple:
        return 1  # reached by: import modes; has_fields(modes.Pair(1, 2))
    return 0


def divides(n: int) -> int:
    if n:
        try:
            return 10 // n
        except ZeroDivisionError:
            return 1  # reached by: import modes; divides(modes.Level.NONE)
    return 0


def local_one(n: int) -> int:
    if n + 1 == n:
        return 1  # reached by: local_one(sticky(3))
    return 0


def sticky(n: int) -> Any:
    class Sticky(int):
        def __add__(self, other: int) -> int:
            return self

    return Sticky(n)


def ends_never(s: str, n: int) -> int:
    if n > 3 and n < 2:
        return len(s)
    return 0
