"""Named tuples by index, and attributes whose property raises an AttributeError.

The first was found by comparing runs of one path (seed 71610, program 8), the second by an adversarial program.
"""

import typing


class Pair(typing.NamedTuple):
    left: int
    right: int = 7


def indexed(x: int):
    if Pair(right=x, left=0)[1] == 5:
        return 1  # covered
    if Pair(x)[0] == 6:
        return 2  # covered
    return 0


def sliced(p: Pair):
    if p[1:] == (9,):
        return 1  # covered
    if p[-2] == 4 and p.left != 4:
        return 2  # infeasible
    if 8 in p:
        return 3  # covered
    return 0


class Attr:
    def __init__(self, v: int) -> None:
        self.v = v

    @property
    def bad(self):
        if self.v == 4:
            raise AttributeError("no")
        return self.v

    def __getattr__(self, name):
        return name + "!"


def property_without_a_value(a: Attr):
    if a.bad == "bad!":
        return 1  # covered
    if a.nope == "nope!" and a.v == 2:
        return 2  # covered
    return 0


class Slot:
    __slots__ = ("a", "b")

    def __init__(self, a: int) -> None:
        self.a = a

    def __getattr__(self, name):
        return self.a + 1


def empty_slot(s: Slot):
    if s.b == 9:
        return 1  # covered
    return 0
