"""Dicts and sets of arguments whose members are objects: which of them are equal is decided by their own methods.

Found by random executions under checked shadows: a key equal to another was made again from other values, after its
constructor had decided something about the first ones.
"""

from dataclasses import dataclass


class Sized:
    def __init__(self, size: int) -> None:
        self.size = size
        self.large = size > 5

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sized) and self.size == other.size

    def __hash__(self) -> int:
        return hash(self.size)


def two_large(given: dict[Sized, int]):
    if len(given) == 2:
        one, other = given
        if one.large and other.large:
            return 1  # covered
        if one.size == other.size:
            return 2  # unknown
        return 3  # covered
    return 0


class Alike:
    def __init__(self, size: int) -> None:
        self.size = size

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return self.size


def equal_by_hash(given: set[Alike]):
    sizes = sorted(one.size for one in given)
    if len(sizes) > 1 and sizes[0] == sizes[1]:
        return 1  # unknown
    if len(sizes) > 1 and sizes[0] + 1 == sizes[1]:
        return 2  # covered
    return 0


class Odd:
    def __init__(self, size: int) -> None:
        self.size = size

    def __eq__(self, other: object) -> bool:
        return self.size != getattr(other, "size", 0)

    def __hash__(self) -> int:
        return self.size % 3


def unequal_when_alike(given: set[Odd]):
    sizes = [one.size for one in given]
    if len(sizes) == 2 and sizes[0] == sizes[1]:
        return 1  # covered
    if len(sizes) == 2 and sizes[0] == sizes[1] + 3:
        return 2  # unknown
    return 0


@dataclass(frozen=True)
class Place:
    x: int
    y: int = 0


def places(given: dict[Place, int]):
    if len(given) == 2:
        one, other = given
        if one.x == other.x and one.y == other.y:
            return 1  # infeasible within len
        if one.x == other.x:
            return 2  # covered
    return 0


def pairs(given: set[tuple[Sized, int]]):
    if len(given) == 2:
        one, other = given
        if one[0].size == other[0].size and one[1] == other[1]:
            return 1  # unknown
        if one[0].size == other[0].size:
            return 2  # covered
    return 0


def order_of_the_hashes(given: set[Sized]):
    if len(given) == 2:
        one, other = given
        if one.size > other.size:
            return 1  # not infeasible
        return 2  # not infeasible
    return 0


def order_of_frozen(given: frozenset[Place]):
    found = [one.x for one in given]
    if len(found) == 2 and found[0] > found[1]:
        return 1  # not infeasible
    return 0


def a_member_that_may_be_a_list(p):
    """That it cannot be hashed is decided with its type (seed 71001, program 312)."""
    members = {True, p}
    if len(members) == 2:
        return 1  # covered
    return 0  # covered
