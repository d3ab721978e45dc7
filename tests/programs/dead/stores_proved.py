"""Values that are stored, and that no feasible path leads to a read of: CLEW105 where pairs are goals."""

from __future__ import annotations

DEBUG = False


def read_by_others_only(n: int) -> int:
    m = n * 2  # CLEW105 warning
    if n > 3:
        m = n
    if n > 2 and n != 3:
        return m
    return 0


def exception_that_does_not_come(n: int) -> int:
    m = n * 2  # CLEW105 warning
    try:
        m = n + 1
    except ValueError:
        pass  # CLEW101 note
    return m


def on_one_path(n: int, b: bool) -> int:
    m = n * 2
    if n > 3:
        m = n
    if n > 2 and (n != 3 or b):
        return m
    return 0


def by_a_setting(n: int) -> int:
    m = n * 2
    if not DEBUG:
        m = n
    return m


def by_what_is_never_reached(n: int) -> int:
    m = n * 2
    if n > 3 and n < 2:  # CLEW104 warning
        return m  # CLEW101 warning
    return n


def first_value(n: int) -> str:
    text = ""  # CLEW105 note
    if n > 3:
        text = "more"
    if n <= 3:
        text = "less"
    return text + "!"
