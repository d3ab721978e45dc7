"""Which goals go with which: sets of goals are ints with a bit for each, looked up by proposition.

A *cube* says which propositions are true and which are false.  What contradicts it are the goals with the opposite of
one of its literals, so goals that an input meets, and those that go with others, are found by a few operations on long
ints, however many goals there are (the bitmap index of databases).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import field
from typing import TypeAlias

from clew.records import dataclass

Goal: TypeAlias = Hashable
Cube: TypeAlias = tuple[int, int]
"""Which propositions are true, and which false, a bit for each."""


def contains(cube: Cube, part: Cube) -> bool:
    return cube[0] & part[0] == part[0] and cube[1] & part[1] == part[1]


def literals(cube: Cube) -> Iterator[int]:
    """2 i says that the proposition i is true, 2 i + 1 that it is false."""
    for side, bits in enumerate(cube):
        while bits:
            lowest = bits & -bits
            yield 2 * (lowest.bit_length() - 1) + side
            bits ^= lowest


@dataclass(slots=True)
class OpenCubes:
    """Of the goals that are open, the longest cube first.

    having: by literal, the goals in whose cube it is.
    """

    cubes: Mapping[Goal, Cube]
    ranked: list[Goal] = field(default_factory=list)
    numbers: dict[Goal, int] = field(default_factory=dict)
    open: int = 0
    having: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.ranked = sorted(self.cubes, key=lambda goal: -(self.cubes[goal][0] | self.cubes[goal][1]).bit_count())
        self.numbers = {goal: number for number, goal in enumerate(self.ranked)}
        self.open = (1 << len(self.ranked)) - 1
        for number, goal in enumerate(self.ranked):
            for literal in literals(self.cubes[goal]):
                self.having[literal] = self.having.get(literal, 0) | 1 << number

    def __bool__(self) -> bool:
        return self.open != 0

    def first(self) -> Goal:
        return self.ranked[(self.open & -self.open).bit_length() - 1]

    def close(self, goal: Goal) -> None:
        """Of one without a cube nothing is known here."""
        if goal in self.numbers:
            self.open &= ~(1 << self.numbers[goal])

    def beside(self, cube: Cube) -> int:
        """The goals that do not contradict it; of a cube with all propositions, those that it meets."""
        against = 0
        for literal in literals(cube):
            against |= self.having.get(literal ^ 1, 0)
        return self.open & ~against

    def goals(self, numbers: int) -> Iterator[Goal]:
        while numbers:
            lowest = numbers & -numbers
            yield self.ranked[lowest.bit_length() - 1]
            numbers ^= lowest

    def grown(self, cube: Cube, nogoods: list[Cube]) -> Cube:
        """With those of goals that go with it, one after the other, none of which makes it contain a nogood."""
        true, false = cube
        left = self.beside(cube)
        while left:
            lowest = left & -left
            left ^= lowest
            more_true, more_false = self.cubes[self.ranked[lowest.bit_length() - 1]]
            new = more_true & ~true, more_false & ~false
            if new == (0, 0):
                continue
            both = true | more_true, false | more_false
            if not any(contains(both, each) for each in nogoods):
                true, false = both
                left &= self.beside(new)
        return true, false
