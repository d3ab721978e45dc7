"""Comments that silence findings."""

from __future__ import annotations


def silenced(x: int) -> int:
    if x > 5:
        if x < 3:
            return 1  # clew: ignore[CLEW101] a reason
    return 2


def from_the_line_above(x: int) -> int:
    if x > 5:
        if x < 3:
            # clew: ignore[CLEW104, CLEW101] another reason
            return 1
    return 2


def unknown_rule(x: int) -> int:
    return x  # clew: ignore[CLEW110] no such rule


def no_rule(x: int) -> int:
    return x  # clew: ignore


def nothing_here(x: int) -> int:
    return x  # clew: ignore[CLEW101] was needed once


def in_a_string() -> str:
    return "# clew: ignore[CLEW999]"
