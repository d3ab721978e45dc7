"""Annotations → recipes of values in which people see what a function computes.

Small numbers and short words, no bool where an int is asked for, nothing infinite.  Values of one call are akin: a
number is found again in a list, a text is another one in capitals or with something behind it, as where functions
compare what they are given.  In some calls all of them are of few kinds, as where functions look for what meets:

    def header_value(headers: dict[str, str], name: str)      header_value({"Ab": "x"}, "aB")
    def distance(edges: dict[tuple[int, int], int], …)        distance({(0, 1): 2, (1, 2): 1}, …)
    def common(first: str, second: str)                       common("aab", "ab")
"""

from __future__ import annotations

import random
import types
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from clew.attack.inhabitants import Family, Inhabitants
from clew.attack.mutants import Mutation
from clew.inputs.recipes import Case, Literal, Recipe

WORDS: Final = ("a", "b", "c", "x", "ab", "Ab", "abc", "A", "Z", " ", "-", "1", "2", "7", "9", "10", "12", "0")
DIGITS: Final = "0123456789"
LENGTHS: Final = (0, 1, 1, 2, 2, 3, 3, 3, 4, 4, 5, 6)
BIG: Final = 1_000_000
SHORT: Final = 2
MOST_PIECES: Final = 4
MOST_CASES: Final = 6
FEW: Final = 0.25  # of all calls have small numbers and short words only, of a few letters
SMALLEST: Final = (0, 0, 1, 1, 2, 2, 3)
LETTERS: Final = "aabA"


class ReadableMutation(Mutation):
    """Of cases, by values such as those below."""

    extreme = (0, 1, 2, 3, 5, -1)
    floats = (0.0, 0.5, 1.5, 2.25, -1.0)
    texts = WORDS

    def near(self, cases: Sequence[Case], names: Sequence[str]) -> Iterator[Case]:
        """With a short text of the function before or behind a text that it is given; the longer ones first."""
        pieces = [text for text in self.constants.get(str, ()) if 0 < len(text) <= SHORT][:MOST_PIECES]
        for case in sorted(cases, key=lambda each: -len(repr(each.args)))[:MOST_CASES]:
            for place, (name, argument) in enumerate(zip(names, case.args, strict=False)):
                if name in self.fixed or not isinstance(argument, Literal) or not isinstance(argument.value, str):
                    continue
                for piece in pieces:
                    for text in (piece + argument.value, argument.value + piece):
                        changed = (*case.args[:place], Literal(text), *case.args[place + 1 :])
                        yield replace(case, args=changed)


class Readable(Inhabitants):
    """Recipes for one call, of readable values."""

    def __init__(
        self, rng: random.Random, module: types.ModuleType, constants: Sequence[object], family: Family
    ) -> None:
        super().__init__(rng, module, constants, family)
        self.numbers = [number for number in self.numbers if abs(number) <= BIG]
        self.separators = [text for text in self.texts if len(text) <= 2]

    def begin(self) -> None:
        super().begin()
        self.ints: list[int] = []  # so far, of this call
        self.words: list[str] = []
        self.are_few = self.rng.random() < FEW

    def of_class(self, kind: type, depth: int) -> Recipe:
        if kind is int:
            return Literal(self.integer())
        if kind is float:
            return Literal(self.number())
        return super().of_class(kind, depth)

    def integer(self) -> int:
        made = self._integer()
        self.ints.append(made)
        return made

    def _integer(self) -> int:
        rng, chance = self.rng, self.rng.random()
        if self.are_few:
            return rng.choice(SMALLEST)
        if chance < 0.25 and self.ints:
            return rng.choice(self.ints) + rng.choice((0, 0, 0, 1, -1))
        if chance < 0.45 and self.numbers:
            return int(rng.choice(self.numbers)) + rng.choice((0, 0, 1, -1))
        if chance < 0.9:
            return rng.choice((rng.randint(0, 4), rng.randint(0, 9), rng.randint(-5, 12)))
        return rng.randint(-100, 1_000)

    def number(self) -> float:
        rng, chance = self.rng, self.rng.random()
        if chance < 0.25 and self.numbers:
            return float(rng.choice(self.numbers)) + rng.choice((0, 0, 0.5, -1))
        return round(rng.uniform(-20, 20) if chance < 0.5 else rng.uniform(0, 10), rng.choice((0, 0, 1, 2, 3)))

    def text(self) -> str:
        made = self._text()
        self.words.append(made)
        return made

    def _text(self) -> str:
        rng = self.rng
        if self.are_few:
            return "".join(rng.choice(LETTERS) for _ in range(rng.randint(0, 4)))
        if self.words and rng.random() < 0.4:
            return self._akin(rng.choice(self.words))
        if rng.random() < 0.15:
            return "".join(rng.choice(DIGITS) for _ in range(rng.randint(1, 4)))
        pieces = [self._piece() for _ in range(rng.choice((0, 1, 1, 2, 2, 3, 4)))]
        between = rng.choice(self.separators) if self.separators and rng.random() < 0.5 else ""
        around = rng.choice((*self.separators, " ")) if rng.random() < 0.15 else ""
        return rng.choice(("", around)) + between.join(pieces) + around

    def _piece(self) -> str:
        return self.rng.choice(self.texts if self.texts and self.rng.random() < 0.35 else WORDS)

    def _akin(self, text: str) -> str:
        """The text itself, or one like it."""
        other = self._piece()
        changed = (text, text.swapcase(), text.upper(), text + other, other + text, text[1:], text[:-1], text[::-1])
        return self.rng.choice(changed)[:40]

    def count(self, most: int = 12) -> int:
        return min(self.rng.choice(LENGTHS), most)

    def items(self, kind: Any, depth: int, hashable: bool = False) -> tuple[Recipe, ...]:
        made = list(super().items(kind, depth, hashable))
        if self.rng.random() < 0.5:
            made = list(dict.fromkeys(made))  # else equal ones are many, among numbers so small
        return tuple(made)
