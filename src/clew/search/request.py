"""What a host is asked to settle, and what comes of it: the plain data between the command and `concolic.tasks`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field, replace
from typing import Final

from clew.inputs.recipes import Case, Name, Recipe
from clew.ir.contract import MET
from clew.ir.guards import CLAIM
from clew.records import dataclass
from clew.source.spans import Span
from clew.verdict.evidence import Evidence, Known
from clew.verdict.reasons import Reason


@dataclass(frozen=True, slots=True)
class Setup:
    """module: dotted name; folders: the project's; steps: operations of one run.

    lowered: modules as the caller has read and changed them, by name, pickled, where that is possible; reading takes
    ten times as long.
    given: is its text to be run, whatever the file has?  several: are functions to be settled that will ask the same of
    the whole project, so that it is found out once for all?  beside: files in no such folder that may use the module.
    drawn: what makes objects of classes, in the place of their constructors.  first: modules to import before.
    """

    module: str
    folders: tuple[str, ...]
    steps: int
    lowered: tuple[tuple[str, bytes], ...] = ()
    given: bool = False
    several: bool = False
    beside: tuple[str, ...] = ()
    drawn: tuple[tuple[Name, tuple[Recipe, ...]], ...] = ()
    first: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Bounds:
    """length: of containers; text: of strings; depth: of objects in objects; method_calls: on one before it is used.

    links: assignments to attributes of one, by which it comes to hold itself or other objects; with these, internal
    methods are called too.  earlier: are functions called before the one under test?  world: is what the code asks of
    its surroundings an input, too?  idle: no methods are called on the receiver before, which nobody looks at, or
    which is new.
    """

    length: int = 8
    text: int = 32
    depth: int = 3
    method_calls: int = 2
    links: int = 0
    earlier: bool = False
    world: bool = False
    idle: bool = False

    def limits(self) -> dict[str, int]:
        """By name, as verdicts show them."""
        return {"len": self.length, "text": self.text, "depth": self.depth, "method-calls": self.method_calls}


UNREWARDED: Final = {"quick": 1_000_000, "normal": 4_000_000, "thorough": 0}  # work, by effort; 0: all there is
STEP_WORK: Final = 50  # what an operation costs, in steps of the solver
PLAIN: Final = 40  # plain runs that a search may make for each of its runs
LEAST_PART: Final = 4  # parts of the unrewarded work; a search takes some to begin with
RUNS: Final = 20  # that do not end use up the work on a function
LEAST_STEPS: Final = 2_000
HALVINGS: Final = 3  # of what a run may execute, one for each that did not end


@dataclass(frozen=True, slots=True)
class Budget:
    """paths: runs; solves: solver queries; seconds: the safety net; loop: how often a decision is followed in one run.

    work: in units of which a machine does one to three millions a second (see `Account.work`).  off_guess: queries
    spent on other types than the most likely ones for arguments without annotation.  doom: queries spent on whether a
    goal that was reached only by runs that failed can be passed by one that ends normally.  steps: operations of one
    run.  plain: plain runs of one search.  unrewarded: work after which goals have to have fallen for more to be done;
    0: it is done all the same.
    """

    paths: int
    solves: int
    seconds: float
    loop: int
    off_guess: int = 60
    doom: int = 0
    work: int = 30_000_000
    steps: int = 200_000
    unrewarded: int = 0
    plain: int = 80_000

    def of_run(self, stopped: int = 0) -> int:
        """How many operations a run may execute: one without an end is to leave most of the work to others, and where
        so many were stopped, more are likely.
        """
        share = self.work // (RUNS * STEP_WORK)
        return min(self.steps, max(LEAST_STEPS, share >> min(stopped, HALVINGS)))

    def part(self, parts: int) -> Budget:
        """What a further search gets: one of so many parts."""
        unrewarded = self.unrewarded // min(parts, LEAST_PART)
        return replace(self, work=self.work // parts, unrewarded=unrewarded, doom=0)

    def stopped(self, code: str, text: str) -> Reason:
        """What is said of a run that executed so many, with the setting that allows more."""
        return Reason(code, text, "--steps") if self.of_run() == self.steps else Reason(code, text, "--work")


@dataclass(frozen=True, slots=True)
class Request:
    """Settle the goals of one unit (and of the functions nested in it).

    calls: `inline`, `summarise` or `auto`, see `concolic.summaries`.  keep_queries: send every query as `KeptQuery`;
    cross_check: ask a second engine about every contradiction.  dump: `runs` or `tree`, send these as `Dumped`, or
    `shapes` and do nothing else.  strays: send also a case for each exception that leaves the unit, where no goal
    foresaw it.  maximal: send also cases that reach as many goals as go together.  noted: the goals are told apart by
    what no input reaches.  scouted: the run from which on a scout goes ahead of each (`workers.runs`), 0: of none.
    """

    unit: str
    goals: frozenset[str]
    bounds: Bounds
    budget: Budget
    solver_steps: int
    types: str = "annotated"
    seed: int = 0
    calls: str = "inline"
    keep_queries: bool = False
    cross_check: bool = False
    dump: str = ""
    strays: bool = False
    maximal: bool = False
    noted: bool = False
    scouted: int = 0

    @property
    def claimed(self) -> bool:
        """Is an answer wanted about some goal?  Where claims are asked for and there is none, goals only drive the
        search for exceptions that no claim foresees.
        """
        return not self.strays or any(map(is_claim, self.goals))


def is_claim(goal: str) -> bool:
    """By its id: is it what a verdict is given of, and no place that others lean on?"""
    return f":{CLAIM}:" in goal and not goal.endswith(f":{MET}")


@dataclass(frozen=True, slots=True)
class KeptQuery:
    """What an engine was asked, with its answer, as SMT-LIB text; number: from 1, in the order of asking."""

    unit: str
    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Dumped:
    """What a search did, as text (`run_text`, `tree_text`)."""

    text: str


@dataclass(frozen=True, slots=True)
class Found:
    """A case and the goals it was the first to reach.

    path: the tests of the module that its inputs decided, as they went.  ended: the class of the exception that left
    the function, "" where it ended normally, None where that is not known for certain.  certain: False where the run
    asked for the identity of equal constants, of which another compilation may make one.
    """

    case: Case
    goals: tuple[str, ...]
    path: tuple[tuple[Span, bool], ...] = ()
    ended: str | None = None
    certain: bool = True


@dataclass(frozen=True, slots=True)
class Settled:
    """The proofs there are by now; they take the place of those sent before, some of which may not have lasted.

    guessed: as in `Exploration`.
    """

    proofs: dict[str, Evidence]
    guessed: bool


@dataclass(slots=True)
class Exploration:
    """known: of the goals not reached; doomed: that what passes them fails, for some of those that were.

    runs, solves: how much was done; queries: those that reached the engine.  unstated: and nothing
    states some of them, not even by an abstract class.  guessed: types of inputs may have been
    tried that nothing states.
    """

    known: dict[str, Known] = field(default_factory=dict)
    doomed: dict[str, Evidence] = field(default_factory=dict)
    runs: int = 0
    solves: int = 0
    queries: int = 0
    solver_seconds: float = 0.0
    guessed: bool = True
    unstated: bool = True

    @staticmethod
    def unknown(goals: Iterable[str], reason: Reason) -> Exploration:
        return Exploration(dict.fromkeys(goals, reason))
