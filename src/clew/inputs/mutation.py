"""Small random changes to an assignment of input variables, as mutational fuzzers make them.

An assignment is flat (`inputs` lists the kinds of names), so what a variable means is kept beside it: a `Layout`.
Texts are changed as texts, containers by their elements, numbers and choices by value.  Every change comes from the
generator passed in.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import field
from typing import Any, Final

from clew.inputs.seeds import LARGEST, NUMBERS, REALS, TEXTS
from clew.inputs.vocabulary import Vocabulary
from clew.records import dataclass

Assignment = dict[str, Any]

SMALL: Final = tuple(n for n in NUMBERS if abs(n) <= LARGEST)
SEPARATORS: Final = (" ", ",", ".", "-", ":", "/", "=", ";", "\n")
CHARACTERS: Final = "a1 0.-,:/Z_xe+()[]{}\"'=#\n9A@"
DIGITS: Final = (
    "0",
    "1",
    "2",
    "5",
    "9",
    "10",
    "12",
    "29",
    "31",
    "60",
    "99",
    "100",
    "255",
    "256",
    "01",
    "007",
    "2024",
    "65536",
)


@dataclass(slots=True)
class Layout:
    """What the variables of an assignment are.

    scalars: `bool`, `int` or `float`; choices: how many there are; texts: the largest code point; lengths: of
    containers, the most.
    """

    scalars: dict[str, str] = field(default_factory=dict)
    choices: dict[str, int] = field(default_factory=dict)
    texts: dict[str, int] = field(default_factory=dict)
    lengths: dict[str, int] = field(default_factory=dict)

    def places(self) -> list[tuple[str, str]]:
        """(kind, variable), texts and containers more often than scalars: they have more to change."""
        found = [("scalar", name) for name in self.scalars]
        found += [("choice", name) for name, count in self.choices.items() if count > 1]
        found += [("text", name) for name in self.texts] * 3
        return found + [("length", name) for name in self.lengths] * 2


@dataclass(slots=True)
class Mutator:
    """Changes inputs at random, with constants of the code among them.  longest: of texts and containers."""

    vocabulary: Vocabulary
    longest: int
    rng: random.Random

    def mutate(self, assignment: Mapping[str, Any], layout: Layout, other: Mapping[str, Any]) -> Assignment:
        """A changed copy.  other: another assignment worth taking parts from."""
        changed = dict(assignment)
        places = layout.places()
        if not places:
            return changed
        times = 1
        while times < 6 and self.rng.random() < 0.45:
            times += 1
        for _ in range(times):
            kind, name = self.rng.choice(places)
            match kind:
                case "scalar":
                    changed[name] = self.scalar(changed.get(name, 0), layout.scalars[name], changed, layout)
                case "choice":
                    changed[name] = self.rng.randrange(layout.choices[name])
                case "text":
                    peers = [n for n in layout.texts if n != name]
                    peer = read_text(changed, self.rng.choice(peers)) if peers else ""
                    text = self.text(read_text(changed, name), read_text(other, name), peer)
                    write_text(changed, name, text[: self.longest], layout.texts[name])
                case _:
                    self.container(changed, name, layout.lengths[name])
        return changed

    # ------------------------------------------------------------ numbers

    def scalar(self, value: Any, kind: str, assignment: Assignment, layout: Layout) -> Any:
        rng = self.rng
        if kind == "bool":
            return not value
        if kind == "float":
            pool = [*REALS, *(float(n) for n in self.vocabulary.numbers if abs(n) < 2**53)]
            changes = (rng.choice(pool), value + 1, value - 1, value * 2, value / 2, -value, value + rng.random())
            return float(rng.choice(changes)) if rng.random() < 0.6 else float(rng.choice(pool))
        mined = [int(n) for n in self.vocabulary.numbers if abs(n) <= LARGEST]
        peers = [assignment[n] for n, k in layout.scalars.items() if k == "int" and n in assignment]
        value = int(value) if abs(value) <= LARGEST else 0
        match rng.randrange(8):
            case 0:
                return value + rng.choice((1, -1, 2, -2, 10, -10))
            case 1:
                return rng.choice(SMALL)
            case 2 | 3 if mined:
                return rng.choice(mined) + rng.choice((0, 0, 1, -1))
            case 4 if peers:
                return int(rng.choice(peers)) + rng.choice((0, 0, 1, -1))
            case 5:
                return rng.choice((-value, value * 2, value // 2, value * 10))
            case 6:
                return rng.randint(-20, 120)
            case _:
                return rng.randint(0, 9)

    # ------------------------------------------------------------ texts

    def word(self) -> str:
        rng, known = self.rng, self.vocabulary
        match rng.randrange(6):
            case 0 | 1 if known.words:
                return rng.choice(known.words)
            case 2 if known.words:
                return rng.choice("".join(known.words) or "a")
            case 3:
                return rng.choice(DIGITS)
            case 4 if known.whole:
                return rng.choice(known.whole)
            case _:
                return rng.choice(CHARACTERS)

    def text(self, text: str, other: str, peer: str) -> str:
        rng = self.rng
        start = rng.randint(0, len(text))
        end = rng.randint(start, min(len(text), start + 4))
        if self.vocabulary.whole and rng.random() < 0.15:
            return rng.choice(self.vocabulary.whole)
        match rng.randrange(19):
            case 15 | 16 | 17 | 18:
                return self.parts(text)
            case 0 | 1 | 2:
                return text[:start] + self.word() + text[start:]
            case 3:
                return text[:start] + text[end:]
            case 4:
                return text[:end] + text[start:end] + text[end:]
            case 5:
                return text + self.word()
            case 6:
                return self.word() + text
            case 7 if text:
                at = rng.randrange(len(text))
                return text[:at] + self.like(text[at]) + text[at + 1 :]
            case 8:
                return rng.choice(TEXTS)
            case 9:
                return self.word()
            case 10:
                # What was split at a separator has parts alike: several of one kind, joined.
                separator = rng.choice([w for w in self.vocabulary.words if 0 < len(w) <= 3] + [" ", " ", ","])
                return separator.join(self.word() for _ in range(rng.randint(2, 4)))
            case 11:
                return self.renumber(text)
            case 12:
                return peer
            case 13:
                cut = rng.randint(0, len(other))
                return text[:start] + other[cut:]
            case _:
                return "".join(self.word() for _ in range(rng.randint(1, 6)))

    def parts(self, text: str) -> str:
        """One of the parts between separators added, left out, replaced or doubled."""
        rng = self.rng
        known = [w for w in self.vocabulary.words if 0 < len(w) <= 3 and w in text]
        separator = rng.choice([*known, *(c for c in SEPARATORS if c in text)] or [" "])
        parts = text.split(separator)
        at = rng.randint(0, len(parts))
        match rng.randrange(5):
            case 0 | 1:
                parts.insert(rng.choice((at, len(parts))), self.word())
            case 2 if at < len(parts):
                parts[at] = self.word()
            case 3 if at < len(parts):
                parts.insert(at, parts[at])
            case _ if at < len(parts):
                del parts[at]
        return separator.join(parts)

    def like(self, character: str) -> str:
        """Another character, often of the same class."""
        rng = self.rng
        if rng.random() < 0.6:
            if character.isdigit():
                return str(rng.randrange(10))
            if character.isalpha():
                return rng.choice((character.swapcase(), "x", "a", "z"))
        return self.word()

    def renumber(self, text: str) -> str:
        """Another number in the place of one of the runs of digits."""
        runs: list[tuple[int, int]] = []
        for i, c in enumerate(text):
            if c.isdigit():
                if runs and runs[-1][1] == i:
                    runs[-1] = (runs[-1][0], i + 1)
                else:
                    runs.append((i, i + 1))
        if not runs:
            return text + self.rng.choice(DIGITS)
        start, end = self.rng.choice(runs)
        mined = [str(n) for n in self.vocabulary.numbers if isinstance(n, int)]
        return text[:start] + self.rng.choice((*DIGITS, *mined)) + text[end:]

    # ------------------------------------------------------------ containers

    def container(self, assignment: Assignment, name: str, most: int) -> None:
        """Longer by a copy of an element or a fresh one, shorter, or two elements exchanged."""
        rng = self.rng
        count = int(assignment.get(f"{name}#len", 0))
        match rng.randrange(6):
            case 0 | 1 | 2 if count < most:
                assignment[f"{name}#len"] = count + 1
                if count and rng.random() < 0.7:
                    copy_element(assignment, name, rng.randrange(count), count)
            case 3 if count:
                for i in range(rng.randrange(count), count - 1):
                    copy_element(assignment, name, i + 1, i)
                assignment[f"{name}#len"] = count - 1
            case 4 if count > 1:
                copy_element(assignment, name, rng.randrange(count), rng.randrange(count))
            case 5:
                assignment[f"{name}#len"] = rng.randint(0, min(most, 4))


def read_text(assignment: Mapping[str, Any], name: str) -> str:
    length = int(assignment.get(f"{name}#len", 0))
    return "".join(chr(int(assignment.get(f"{name}[{i}]", 97))) for i in range(length))


def write_text(assignment: Assignment, name: str, text: str, highest: int) -> None:
    assignment[f"{name}#len"] = len(text)
    for i, c in enumerate(text):
        assignment[f"{name}[{i}]"] = min(ord(c), highest)


def copy_element(assignment: Assignment, name: str, source: int, target: int) -> None:
    """Everything about one element becomes what it is about another."""
    for old, new in (
        (f"{name}[{source}]", f"{name}[{target}]"),
        (f"{name}.key{source}", f"{name}.key{target}"),
        (f"{name}.value{source}", f"{name}.value{target}"),
    ):
        found = {
            new + v[len(old) :]: x
            for v, x in assignment.items()
            if v == old or (v.startswith(old) and v[len(old)] in "#?[:.(")
        }
        assignment.update(found)
