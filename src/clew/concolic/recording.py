"""What a run decides about its inputs, where it goes, and what it leans on."""

from __future__ import annotations

import contextlib
import sys
import types
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from clew.concolic import raising
from clew.effects.environment_effects import though_changed
from clew.logic import terms as t
from clew.logic.terms import Term
from clew.search.sites import Sites
from clew.search.trace import DIES, PERISHES, WAITS, Approximation, Decision, ModelError, Run, StepLimit
from clew.semantics.shadow import Choice, Concretized, Pair, Tracked
from clew.source.spans import NOWHERE, Span
from clew.verdict.assumptions import Assumption
from clew.workers.waiting import IDLE, IDLE_AGAIN, ended_when_idle

MOST_DECISIONS = 4_000  # of a run that are followed
HOPELESS = 2  # runs that waited, for one that would not have come back
HOPELESS_STEPS = 2_000  # what the first of these counts for, and each other four times as much
LONG = 1_000  # rounds of a loop; each of the others costs as much as a statement


class Recorder:
    """Writes the run down.

    at: the site of the statement that runs; direct: its outcome is what is decided now; setup: the arguments are being
    made; visits: of sites; entries, called_from: by number of a function, how often it was entered, and the site from
    which it was last; recursive: functions that were entered while they ran; known, decided_at: conditions decided so
    far, and where; facts: assumed since the last decision; by_code: the numbers of instrumented functions; reachable:
    the goals that may follow a place; ahead_of_failure: the same of the last place before an exception; waited: how
    many runs waited for what never came, or would have perished.
    """

    def __init__(self, sites: Sites, steps: int) -> None:
        self.sites = sites
        self.max_steps = steps
        self.by_code: dict[types.CodeType, int] = {}
        self.reachable: Callable[[int], frozenset[str] | None] = lambda site: None  # the goals that may follow a place
        self.ahead_of_failure: Callable[[int], frozenset[str] | None] = self.reachable
        self.changes_process: Callable[[str], bool] = lambda what: False  # does code of the project?
        self.waited = 0

    def begin(self) -> None:
        """Forget the last run."""
        self.run = Run()
        self.at = -1
        self.direct = False
        self.setup = True
        self.visits = self.run.visits
        self.entries: dict[int, int] = {}  # by number of a function: how often it was entered
        self.called_from: dict[int, int] = {}
        self.recursive: set[int] = set()  # functions that were entered while they ran
        self.known: dict[Term, bool] = {}
        self.decided_at: dict[Term, int] = {}
        self.facts: list[Term] = []
        self.open_frames: dict[int, tuple[types.FrameType, int, int]] = {}  # waiting, with more to do at an early end
        self.assumed: set[Term] = set()

    def charge(self, steps: int) -> None:
        """One operation was as much work as so many.  (The run ends at its next statement.)"""
        self.run.steps += steps

    def looks(self, steps: int) -> None:
        """So much work was spent on objects, of which the program knows nothing."""
        self.run.looked += steps

    def rest(self) -> None:
        """The run is over.  Until the next one, code of the library that is followed may be executed all the same, when
        modules of ours are imported; that must not be stopped.
        """
        self.max_steps = sys.maxsize

    def round(self, visits: int) -> None:
        """A loop goes on, for the so-many-th time; its body need not have a statement (`[x for x in xs]`)."""
        self.step(1 if visits > LONG else 0)

    def step(self, steps: int = 1) -> None:
        """So much more was done; the run ends where that was too much."""
        run = self.run
        run.steps += steps
        if run.steps > self.max_steps:
            run.stopped = run.stopped or "budget"
            raise StepLimit

    def waits(self) -> None:
        """The run waits for what never comes; it counts as a long one, since many would take too long."""
        self.run.stopped = WAITS
        self.run.steps += self.max_steps
        self.waited += 1
        raise StepLimit

    def perishes(self, dies: bool = False) -> None:
        """The run stands before what would take too long; after a few it counts as a long one.  dies: or would end its
        process.
        """
        self.run.stopped = DIES if dies else PERISHES
        self.run.looked += HOPELESS_STEPS << self.waited
        self.waited += HOPELESS

    def operations(self) -> int:
        return self.run.steps

    def stays(self, here: bool) -> None:
        """The run stays in an operation that takes too long.  here: it is left now, else with the next operation."""
        self.perishes()
        self.max_steps = -1
        if here:
            raise StepLimit

    def reports(self, passes: Callable[[int], None]) -> None:
        """From now on it says after each operation how many there were, as only a scout does."""
        mark, step = self.mark, self.step

        def marks(site: int) -> None:
            mark(site)
            passes(self.run.steps)

        def steps(count: int = 1) -> None:
            step(count)
            passes(self.run.steps)

        vars(self).update(mark=marks, step=steps)

    def not_waiting(self) -> contextlib.AbstractContextManager[None]:
        """A run inside ends where it waits."""
        return ended_when_idle(self.waits, IDLE_AGAIN if self.waited else IDLE)

    def mark(self, site: int) -> None:
        """A statement starts."""
        self.at = site
        visits, run = self.visits, self.run
        run.steps += 1
        if run.steps > self.max_steps:
            run.stopped = run.stopped or "budget"
            raise StepLimit
        if site in visits:
            visits[site] += 1
            return
        visits[site] = 1
        for goal in self.sites.places[site].goals.values():
            if goal not in run.hits:
                run.hits[goal] = len(run.decisions)

    def reach(self, site: int, outcome: str | None) -> None:
        goal = self.sites.places[site].goals.get(outcome)
        if goal is not None and goal not in self.run.hits:
            self.run.hits[goal] = len(self.run.decisions)

    def place(self) -> Span:
        return self.sites.places[self.at].span if self.at >= 0 else NOWHERE

    def decide(self, condition: Term, outcome: bool) -> bool:
        if condition.op == "const":
            if condition.data != outcome:
                raise ModelError(f"{self.place()}: the model says {condition.data}, CPython {outcome}")
            if self.direct:
                self.run.implied.add((self.at, outcome, -1))
            return outcome
        known = self.known.get(condition)
        if known is None:
            self._note(condition, outcome)
            self._record(condition, outcome, None)
        elif known != outcome:
            raise ModelError(f"{self.place()}: {condition!r} was {known} and is now {outcome}")
        elif self.direct:
            self.run.implied.add((self.at, outcome, self.decided_at.get(condition, -1)))
        return outcome

    def decide_failure(self, condition: Term, outcome: bool) -> bool:
        """A decision whether an exception is raised; where nobody sees it, no goal lies behind it."""
        if condition.op == "const" or condition in self.known or raising.watched(self):
            return self.decide(condition, outcome)
        self._note(condition, outcome)
        self._record(condition, outcome, None, raising=True, ends=True)
        return outcome

    def _note(self, condition: Term, outcome: bool) -> None:
        self.known[condition] = outcome
        self.known[t.not_(condition)] = not outcome
        self.decided_at[condition] = self.decided_at[t.not_(condition)] = self.at

    def decide_lost(self, lost: Concretized, outcome: bool, raising: bool = False, ends: bool | None = None) -> bool:
        """A decision on something that was not followed."""
        self._record(None, outcome, lost, raising, ends)
        return outcome

    def _record(
        self,
        condition: Term | None,
        outcome: bool,
        lost: Concretized | None,
        raising: bool = False,
        ends: bool | None = None,
    ) -> None:
        facts = tuple(self.facts)
        self.facts.clear()
        if len(self.run.decisions) >= MOST_DECISIONS:  # so long a path is no use to a solver
            if not self.run.cut:
                self.run.cut = True
                self.run.steps = max(self.run.steps, self.max_steps - self.run.steps)  # it may go on as long again
                self.approximate("budget", f"only its first {MOST_DECISIONS:,} decisions were followed")
            self.step()  # an operation may decide without end: `list(range(n))`
            return
        visits = self.visits.get(self.at, 0)
        again = visits > 1 and bool(self.recursive) and self.recurs(visits)
        self.run.decisions.append(
            Decision(condition, outcome, self.at, visits, facts, lost, self.direct, self.setup, raising, ends, again)
        )

    def recurs(self, count: int) -> bool:
        """Were so many visits of the place made by as many calls of a function that calls itself?"""
        number = self.sites.places[self.at].function if self.at >= 0 else -1
        return number in self.recursive and self.entries[number] >= count

    def assume(self, condition: Term) -> None:
        # It does not make a decision of the same condition superfluous: a proof must name the bound that it may be.
        if condition.op != "const" and condition not in self.assumed:
            self.assumed.add(condition)
            self.facts.append(condition)

    def lost(self, code: str, text: str) -> Concretized:
        return Concretized(code, text, self.place())

    def approximate(self, code: str, text: str) -> None:
        self.run.approximations.append(Approximation(code, text, self.place(), len(self.run.decisions)))

    def suppose(self, assumption: Assumption) -> None:
        """Record an assumption this run leans on."""
        if assumption.kind == "process-state" and self.changes_process(assumption.about):
            assumption = though_changed(assumption)
        if assumption.id not in self.run.assumptions:
            self.run.assumptions[assumption.id] = replace(assumption, place=self.place())

    def doubt_from_here(self, text: str) -> None:
        """What follows may go other ways than this run; what can no longer be reached is not concerned."""
        position = len(self.run.decisions)
        self.run.approximations.append(Approximation("bound", text, self.place(), position, self.reachable(self.at)))

    def suspended(self) -> int:
        """A generator is about to wait, with something still to be done if it ends there."""
        frame = sys._getframe(1)
        self.open_frames[id(frame)] = (frame, len(self.run.decisions), self.at)
        return id(frame)

    def resumed(self, frame: int, pair: Pair) -> Pair:
        self.open_frames.pop(frame, None)
        return pair

    def closes(self, generator: Any) -> None:
        """The generator is closed or thrown into, now and here."""
        self.open_frames.pop(id(generator.gi_frame), None)

    def doubt_dropped(self) -> None:
        """Generators that nobody closed do what is left when nothing holds them any more.

        When that is was not followed, since the machine holds other things than CPython does.
        """
        for frame, position, site in self.open_frames.values():
            text = f"when {frame.f_code.co_name}() is dropped, and does what is left to do, was not followed"
            place = self.sites.places[site].span
            self.run.approximations.append(Approximation("bound", text, place, position, self.reachable(site)))

    def settle(self, value: Tracked) -> Tracked:
        shadow = value.shadow
        while isinstance(shadow, Choice):
            self.decide(t.eq(shadow.kind, t.integer(shadow.actual)), True)
            shadow = shadow.inner
        return Tracked(value.value, shadow)
