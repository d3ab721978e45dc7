"""A union whose parts were unions answered `is None` by its outer alternative alone, so that a part which may be None counted as one that is not.

Found on packaging.version, as runs that decided differently on one path.
"""

from typing import Any


def part_may_be_none(a: str | bytes | Any):
    if a is None:
        return 1  # covered
    if isinstance(a, int):
        return 2  # covered
    return 3


def two_of_them(letter: str | None, number: str | bytes | Any):
    if letter:
        if number is None:
            return 1  # covered
        if letter == "alpha":
            return 2  # covered
    return 3
