"""What one run tells the search: its decisions in order, the goals it hit, and where its model is incomplete."""

from __future__ import annotations

import types
from collections import Counter
from dataclasses import field
from typing import Final, TypeAlias

from clew.logic.terms import Term
from clew.records import dataclass
from clew.semantics.shadow import Concretized
from clew.source.spans import Span
from clew.verdict.assumptions import Assumption
from clew.verdict.verdicts import Raising

Feature: TypeAlias = "str | tuple[int, bool, int]"
"""A goal, or a test's site, an outcome and how often it had it."""


@dataclass(frozen=True, slots=True)
class Told:
    """A question that can tell classes apart was asked of something in an input.

    root: the parameter it is part of; base: the class that the annotation names; asked: the class it was asked about.
    """

    root: str
    base: type
    asked: type | None = None


class Stop(BaseException):
    """Ends a run from inside: not an outcome of the user's code, and not to be caught by it."""


WAITS: Final = "waits"  # how a run was stopped that did nothing any more
PERISHES: Final = "perishes"  # how one was that would not have come back
DIES: Final = "dies"  # how one was that would have ended its process


class StepLimit(Stop):
    """More operations than a run may execute, or it waits for what never comes."""


class Waits(Stop):
    """A coroutine asked something of the event loop."""


class Breached(BaseException):
    """A contract is broken, which ends the run.  outside: by the inputs themselves, so that they are none.

    caller: the frame of the project whose call breaks it.
    """

    def __init__(self, kind: str, outside: bool, caller: types.FrameType | None) -> None:
        super().__init__(kind)
        self.outside = outside
        self.caller = caller


class ModelError(Exception):
    """A shadow disagreed with CPython: a fault of ours."""


@dataclass(frozen=True, slots=True)
class Decision:
    """In this run `condition` had the value `outcome`.

    condition: None where it depends on the inputs in a way that was `lost`.  site: where.  occurrence: how often the
    site had been decided in this run before.  facts: what `assume` recorded since the last decision.  direct: the
    outcome is that of the branch at the site itself, not of something found out on the way to it. setup: made while the
    input was built, before the function under test was called.  raising: true where an exception was raised.  ends: the
    outcome behind which the execution ends at once, with an exception that nobody sees.  by_recursion: the site was
    visited that often since a function calls itself, not since a loop goes round.
    """

    condition: Term | None
    outcome: bool
    site: int
    occurrence: int
    facts: tuple[Term, ...]
    lost: Concretized | None = None
    direct: bool = False
    setup: bool = False
    raising: bool = False
    ends: bool | None = None
    by_recursion: bool = False

    @property
    def bound(self) -> str:
        """The name of the bound on how often the site is visited."""
        return "recursion" if self.by_recursion else "loop"


@dataclass(frozen=True, slots=True)
class Approximation:
    """UNDER: from decision number `position` on, the run stands for fewer executions than its decisions say.

    goals: those it matters to; None: all.
    """

    code: str
    text: str
    place: Span
    position: int
    goals: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class TypeTest:
    """The code asked for a type.  guessed: of something whose type may be a guess."""

    site: int
    question: str
    answer: str
    guessed: bool


@dataclass(slots=True)
class Run:
    """hits: goal id → how many decisions had been made when it was first hit; visits: of each site, how many."""

    decisions: list[Decision] = field(default_factory=list)
    hits: dict[str, int] = field(default_factory=dict)
    visits: dict[int, int] = field(default_factory=dict)
    approximations: list[Approximation] = field(default_factory=list)
    assumptions: dict[str, Assumption] = field(default_factory=dict)
    steps: int = 0
    type_tests: set[TypeTest] = field(default_factory=set)
    guessed: bool = False  # nothing states the types of some inputs
    asked: dict[type, None] = field(default_factory=dict)  # the classes that `isinstance` was asked about
    told: set[Told] = field(default_factory=set)  # what of the inputs was asked what class it is
    stopped: str | None = None  # a reason code: the run did not end by itself
    raised: Raising | None = None  # what left the function under test; None also where the end is not known
    # Tests whose outcome followed: site, outcome, and the site that had decided the same before (-1: it is a constant).
    implied: set[tuple[int, bool, int]] = field(default_factory=set)
    summaries: set[str] = field(default_factory=set)  # names of the functions whose calls went by one
    merging: bool = False  # it asked whether equal constants are one object
    breach: str | None = None  # the kind of the clause of a contract that ended it
    cut: bool = False  # it made more decisions than are kept
    looked: int = 0  # as much work as so many operations, spent on what objects hold that were handed to others
    passed: int = 0  # of the hits, how many came before something was yielded to a caller

    def features(self) -> frozenset[Feature]:
        """What sets this run apart from others: its goals, and how often each test had each outcome, roughly."""
        counts = Counter((d.site, d.outcome) for d in self.decisions if d.direct and not d.setup)
        return frozenset(self.hits) | {(site, outcome, roughly(count)) for (site, outcome), count in counts.items()}


def roughly(count: int) -> int:
    """The largest of 1, 2, 3, 4, 6, 8, 12, 16, 24, ... that is not above the count."""
    power = 1 << (count.bit_length() - 1)
    return power + power // 2 if count >= power + power // 2 and power > 1 else power
