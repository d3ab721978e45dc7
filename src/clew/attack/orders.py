"""What is to be attacked, and what came of it: the plain data between the command and the guarded process."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from clew.inputs.recipes import Case, Name, Recipe
from clew.records import dataclass
from clew.source.spans import Span


@dataclass(frozen=True, slots=True)
class Prey:
    """A function some of whose goals nothing is said to reach.

    unit: its id; class_path, binding: as in `frontend.module.Unit`; constants: numbers and texts its code mentions;
    goals: the ids of those goals, nested functions' included; doomed: of goals that only failing runs are said to
    reach; cases: found for it, to be mutated.
    """

    unit: str
    qualname: str
    class_path: str | None
    binding: str
    constants: tuple[int | float | str, ...]
    goals: frozenset[str]
    doomed: frozenset[str]
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class Order:
    """Attack these, each by so many runs.  drawn: as in `Setup`."""

    module: str
    preys: tuple[Prey, ...]
    runs: int
    seed: int
    drawn: tuple[tuple[Name, tuple[Recipe, ...]], ...]


@dataclass(frozen=True, slots=True)
class Trial(Order):
    """Try small changes of these: text, file: of the module; places: of the functions in it, by the id of the unit."""

    text: str
    file: str
    places: Mapping[str, Span]


Part: TypeAlias = tuple[int, str]
"""Of the objects of a call the receiver (0) or an argument (from 1 on), and a form for what of it a test looks at."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A call of the unit reached goals of its prey, or ended normally after doomed ones.

    asserting: what a test has to say of the objects of the call, which it would not say by itself, for it to tell the
    goals apart, where these are changes of a function: their places, and forms (`{}`, `{}.size`).
    """

    unit: str
    goals: tuple[str, ...]
    case: Case
    asserting: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class Withstood:
    """The attack on a unit is over, after so many runs."""

    unit: str
    runs: int
