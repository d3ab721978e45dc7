"""The assertions of one test, with names for what does not fit on a line.

    assert merged(ys, 2) == [1, 2]  # observed

    expected = ["a value that is too long", "to stand behind the call"]
    assert merged(xs, ys) == expected  # observed
    expected_xs = ["another one of that kind", "which `xs` is after the call"]
    assert xs == expected_xs  # observed

No name is bound twice, none hides what the test has made, and what is written out once has one name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import field
from itertools import chain, count
from typing import Final

from clew.records import dataclass
from clew.regexes import regex
from clew.testgen.expressions import snake
from clew.testgen.layout import fits, layout

OBSERVED: Final = "observed"
SINGLETONS: Final = frozenset({"None", "True", "False", "..."})
_LONG: Final = 30  # a longer value gets a name before the call does
_WORD: Final = regex(r"[^\W\d]\w*")


@dataclass(slots=True)
class Assertions:
    """taken: names that the test has; known: by their texts, the names of values that are compared with."""

    taken: set[str] = field(default_factory=set)
    known: dict[str, str] = field(default_factory=dict)

    @staticmethod
    def beside(texts: Iterable[str]) -> Assertions:
        """texts: of the other lines of the test."""
        return Assertions({word for text in texts for word in _WORD.findall(text)})

    def equal(self, left: str, right: str) -> list[str]:
        """`assert left == right`, or `is` for what there is only once."""
        return self.compare(left, right, "is" if right in SINGLETONS else "==")

    def compare(self, left: str, right: str, operator: str) -> list[str]:
        right = self.known.get(right, right)
        if fits(f"assert {left} {operator} {right}", 1, OBSERVED):
            return layout(f"assert {left} {operator} {right}", 1, OBSERVED)
        lines: list[str] = []
        if operator == "==" and len(right) > _LONG:
            name = self.name("expected", left)
            lines.extend(layout(f"{name} = {right}", 1))
            self.known[right] = name
            right = name
        if not fits(f"assert {left} {operator} {right}", 1, OBSERVED):
            name = self.name("result", left)
            lines.extend(layout(f"{name} = {left}", 1))
            left = name
        return [*lines, *layout(f"assert {left} {operator} {right}", 1, OBSERVED)]

    def result(self, call: str) -> tuple[str, list[str]]:
        """A name for what a call gives, and the line that binds it."""
        name = self.name("result", "")
        return name, layout(f"{name} = {call}", 1)

    def name(self, wanted: str, left: str) -> str:
        """left: what is compared, of which a second name tells."""
        words = snake(left.rpartition(".")[2]).strip("_") if re.fullmatch(r"[\w.]+", left) else wanted
        names = chain([wanted, f"{wanted}_{words}"], (f"{wanted}_{number}" for number in count(2)))
        name = next(each for each in names if each not in self.taken and each != f"{wanted}_{wanted}")
        self.taken.add(name)
        return name
