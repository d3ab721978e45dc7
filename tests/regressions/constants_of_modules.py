"""What constants of the module hold is known without a run, unless code of the module changes them."""

import re
from enum import IntEnum
from typing import NamedTuple

NUMERALS = (("X", 10), ("V", 5), ("I", 1))
PATTERN = re.compile("^[XVI]{0,40}$")
LIMIT = 3
NAME = "clew"
NOTHING = ()
CHANGED = (1, 2)
LISTED = [1, 2, 3]


class Level(IntEnum):
    LOW = 1

    def __gt__(self, other):
        return True


LEVEL = Level.LOW


class Odd(NamedTuple("Odd", [("a", int)])):
    def __iter__(self):
        return iter(())

    def __len__(self):
        return 0


ODD = Odd(1)


def change():
    global CHANGED
    CHANGED = ()


def after_a_pattern(s: str):
    if not PATTERN.search(s):
        return 3
    for letters, value in NUMERALS:
        if value > 10:
            return 1  # infeasible
        if s == letters:
            return value
    if LIMIT > 5:
        return 2  # infeasible
    return 0


def never_empty(s: str):
    if not PATTERN.search(s):
        return 3
    for _ in NUMERALS:
        pass
    if len(NAME) != 4:
        return 1  # infeasible
    for _ in NOTHING:
        return 2  # infeasible
    return 0


def changed_elsewhere(s: str):
    change()
    for _ in CHANGED:
        return 1
    return 0  # not infeasible


def compares_its_own_way(s: str):
    if LEVEL > 100:
        return 1  # not infeasible
    return 0


def iterates_its_own_way(s: str):
    for _ in ODD:
        return 1
    if not ODD:
        return 2  # not infeasible
    return 0


def shadowed(LIMIT: int):
    if LIMIT > 5:
        return 1  # not infeasible
    return 0


def grown(s: str):
    LISTED.append(4)
    if len(LISTED) == 4:
        return 1  # not infeasible
    return 0
