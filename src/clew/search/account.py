"""What a search has spent of its budget, in units that are the same on a busy machine."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import field

from clew.records import dataclass
from clew.search.request import STEP_WORK, Budget
from clew.search.trace import Run
from clew.verdict.reasons import Reason

SEARCHED = 0.5  # the share of the budget for the search, before proofs within smaller bounds
SHRINKING = 40_000  # operations for making the inputs of a function's cases plainer

CALLS = 2 / 3  # what a call of the interpreter costs, in steps of the solver

# What things cost, in steps of the solver.
_RUN, _DECISION, _PROBE, _SIDE = 500, 150, 1_500, 50


@dataclass(slots=True)
class Account:
    """engine_work: steps of the engine since it was made; ends: when the safety net closes, in seconds of processor
    time; ran: work done outside the solver; fell: work when a goal fell last; closed: when the tree was closed for
    inputs of one more size; off_guess: flips to unlikely types; shrinking: operations executed to make inputs plainer;
    probe: the price of a plain run, once it is known.
    """

    budget: Budget
    engine_work: Callable[[], int]
    ends: float = math.inf
    runs: int = 0
    plain: int = 0
    solves: int = 0
    ran: int = 0
    fell: int = 0
    closed: int = 0
    off_guess: int = 0
    shrinking: int = 0
    probe: int = 0
    before: int = field(init=False)  # the work of the engine for others

    def __post_init__(self) -> None:
        self.before = self.engine_work()

    def run(self, run: Run) -> None:
        self.runs += 1
        self.ran += _RUN + STEP_WORK * (run.steps + run.looked) + _DECISION * len(run.decisions)

    def affordable(self, calls: Callable[[], int]) -> int:
        """How many plain runs what is left of the work allows, one at least as long as there is any.

        calls: how many the interpreter makes in one.
        """
        if not self.probe:
            self.probe = max(_PROBE, int(calls() * CALLS) // _PROBE * _PROBE)
        return max(0, -(-(self.allowed() - self.work()) // self.probe))

    def probes(self, count: int) -> None:
        """Plain runs."""
        self.plain += count
        self.ran += count * self.probe

    def asked(self, queries: int, sides: int) -> None:
        """What was asked outside the search, and how many sides were looked at."""
        self.solves += queries
        self.ran += sides * _SIDE

    def work(self) -> int:
        """What was done so far."""
        return self.ran + self.engine_work() - self.before

    def goal_fell(self) -> None:
        self.fell = self.work()

    def size_closed(self) -> None:
        self.closed = self.work()

    def allowed(self) -> int:
        """The work that may be done: all of it while there is progress, which is four times what it took until a goal
        fell last, or twice what it took until larger inputs were excluded.

        The search has half of it, and ends when the second half of that brings nothing.
        """
        budget = self.budget
        if not budget.unrewarded:
            return budget.work
        return min(budget.work, max(budget.unrewarded, 4 * self.fell, 2 * self.closed))

    def used(self) -> float:
        """The share of the budget that is spent."""
        budget = self.budget
        return max(self.runs / budget.paths, self.solves / budget.solves, self.work() / self.allowed())

    def late(self) -> bool:
        return time.process_time() > self.ends

    def spent(self, share: float) -> Reason | None:
        """Why this share of the budget is spent, or None."""
        budget = self.budget
        if self.runs >= budget.paths * share:
            return Reason("budget", f"{self.runs} runs were not enough", "--paths")
        if self.solves >= budget.solves * share:
            return Reason("budget", f"{self.solves} solver queries were not enough", "--paths")
        if self.work() > budget.work * share:
            return Reason("budget", "its share of the units of work was not enough", "--work")
        if self.work() > self.allowed() * max(share, SEARCHED):
            return Reason("budget", "its goals no longer fell, and it was given up", "--effort thorough")
        if self.late():
            return Reason("budget", f"not settled within {budget.seconds:g} s", "--seconds")
        return None
