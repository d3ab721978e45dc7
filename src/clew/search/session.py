"""The runs and the queries of one search: each run is put into the tree of paths and looked at for what it hit, asked,
and did not follow; each query is for a model that takes one side.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Final, Protocol

from clew.inputs.recipes import Case
from clew.ir.contract import REQUIRE
from clew.ir.guards import CLAIM
from clew.logic.evaluate import Environment
from clew.logic.terms import Term
from clew.records import dataclass
from clew.search.account import SHRINKING, Account
from clew.search.deepening import Size, Witnesses, extent_of, rank_of
from clew.search.doubts import Doubts
from clew.search.exhaustion import Implied
from clew.search.herald import Herald
from clew.search.observers import EndsAfter
from clew.search.request import Found
from clew.search.shrinking import shrink
from clew.search.trace import DIES, PERISHES, WAITS, Decision, Run, Told
from clew.search.tree import Diverged, Model, Node, PathTree, Side, condition_of, prefix_of
from clew.search.ways import Ways
from clew.solver.parts import solve_flip
from clew.solver.protocol import DISAGREE, GaveUp, Sat, Solver, Unsat
from clew.source.spans import Span
from clew.verdict.assumptions import Assumption
from clew.verdict.reasons import Reason
from clew.verdict.verdicts import Raising

GLANCE_STEPS = 20  # what a plain run counts for among the operations for plainer inputs
LONGEST_PATH = 60  # tests of a path condition that are kept for the reader
MOST_STRAYS = 20
NO_RETURN: Final = {
    WAITS: Reason("timeout", "a call waited for what did not come"),
    PERISHES: Reason("timeout", "an operation takes too long, in a call that reaches it"),
    DIES: Reason("worker-died", "a call that reaches it ends its process"),
}


@dataclass(frozen=True, slots=True)
class Attempt:
    """One run of the function.  model: every input variable with the value it had.

    case: what repeats it (None where the input turned out not to exist); failure: why it says nothing.
    """

    run: Run
    model: Model
    case: Case | None
    failure: Reason | None = None


@dataclass(frozen=True, slots=True)
class Sight:
    """What a plain run showed.  model: with the value of every variable; case, ended: as in `Found`, case as in
    `Attempt`.
    """

    model: Model
    goals: frozenset[str]
    case: Case | None
    ended: str | None


class Subject(Protocol):
    """The function under test, as a search sees it."""

    @property
    def sizes(self) -> Mapping[str, Size]:
        """What measures the inputs, by variable."""
        ...

    @property
    def guesses(self) -> Collection[str]:
        """Variables for types that nothing states, or only as an abstract class, met so far."""
        ...

    def attempt(self, model: Model) -> Attempt:
        """One run under an assignment of the input variables."""
        ...

    def endure(self, model: Model) -> Sequence[str]:
        """What a longer run reaches, in which nothing is followed, if it ends."""
        ...

    def glance(self, model: Model) -> Sight | None:
        """A run in which nothing is followed, if it ends."""
        ...

    def calls_of_plain(self) -> int:
        """How many calls the interpreter makes in a plain run, those of libraries included; 0 where none was made."""
        ...

    def fuzz(self, probes: int, open_goals: set[str]) -> Iterator[Model]:
        """Assignments that reach open goals, found by so many plain runs."""
        ...

    def bound_of(self, fact: Term) -> tuple[str, int] | None:
        """The name and value of the bound that a fact stands for."""
        ...

    def guessed(self, condition: Term) -> bool:
        """Is the decision about the type of an argument without annotation?"""
        ...

    def expected(self, condition: Term) -> bool | None:
        """Its value for the most likely types, where it is about nothing else."""
        ...

    def limits(self) -> Mapping[str, int]:
        """The bounds on inputs, by name."""
        ...


class Agenda(Protocol):
    """The sides that wait."""

    def push(self, side: Side, depth: int) -> None: ...
    def rewarded(self, side: Side) -> None: ...


@dataclass(slots=True)
class Session:
    """found: takes each case with what it is the first to reach.  patient: makes a solver for queries that gave up,
    asked where summaries put many paths into one.

    endings: by goal, what waits for a normal end after it.  reached: goals hit so far; unended: by goal, a run that
    was stopped after it, and why, where nothing can be hoped of a longer one (of `NO_RETURN`); supposed: the
    assumptions of runs; implied: tests whose outcome followed; summaries: the functions whose calls went by one;
    asked, told: what the code asked of types; witnesses: how large inputs were that reached goals; log: keeps all
    runs, where that is wanted; strays: exceptions that left the unit without a goal for that, where these are wanted.
    """

    subject: Subject
    solver: Solver
    ways: Ways
    found: Callable[[Found], None]
    patient: Callable[[], Solver] | None
    tree: PathTree
    doubts: Doubts
    account: Account
    endings: dict[str, EndsAfter]
    herald: Herald
    reached: set[str] = field(default_factory=set)
    unended: dict[str, tuple[Model, Case, Reason | None]] = field(default_factory=dict)
    supposed: dict[str, Assumption] = field(default_factory=dict)
    implied: set[Implied] = field(default_factory=set)
    summaries: set[str] = field(default_factory=set)
    asked: dict[type, None] = field(default_factory=dict)
    told: set[Told] = field(default_factory=set)
    witnesses: Witnesses = field(default_factory=Witnesses)
    log: list[tuple[Run, Model]] | None = None
    strays: set[Raising] | None = None

    # ------------------------------------------------------------ one run

    def run(self, model: Model, agenda: Agenda, open_goals: set[str], aimed: Side | None = None) -> None:
        """aimed: the side that the run was made for."""
        attempt = self.subject.attempt(model)
        run, model = attempt.run, attempt.model
        self.account.run(run)
        if self.log is not None:
            self.log.append((run, model))
        wrong = self.disagreement(run, model)
        if attempt.failure is not None and attempt.failure.code == "model-diverged":
            wrong = attempt.failure
        if wrong is not None:
            self.doubts.diverged(wrong)
        self.grow(run, model, agenda, aimed)
        self.listen(run)
        if attempt.failure is not None:
            self.doubts.failures.setdefault(attempt.failure.text, attempt.failure)
            return
        if self.herald.sent and self.doubts.reason() is not None:
            self.herald.withdraw()
        if attempt.case is None or wrong is not None:
            return
        if run.breach == REQUIRE and self.strays is None:
            return  # no test is to break a precondition, but where that is what is looked for
        if run.stopped is not None:
            for goal in run.hits.keys() - self.reached:
                self.unended.setdefault(goal, (model, attempt.case, NO_RETURN.get(run.stopped)))
            return
        self.measure(run, model)
        new = tuple(sorted(g for g in run.hits if g not in self.reached))
        self.reached.update(run.hits)
        if new:
            if aimed is not None:
                agenda.rewarded(aimed)
            open_goals.difference_update(run.hits)
            best = self.plainest_for(attempt, frozenset(new))
            assert best.case is not None
            self.found(Found(best.case, new, self.path_of(best.run), end_of(best.run), not best.run.merging))
        elif run.raised is not None and not run.raised.explicit:
            self.stray(attempt, run.raised)

    def stray(self, attempt: Attempt, raised: Raising) -> None:
        """An exception has left the unit, where no goal was reached for the first time."""
        if self.strays is None or raised in self.strays or len(self.strays) == MOST_STRAYS:
            return
        self.strays.add(raised)
        best = self.plainest(attempt, frozenset(), raised)
        assert best.case is not None
        self.found(Found(best.case, (), self.path_of(best.run), end_of(best.run), not best.run.merging))

    def grow(self, run: Run, model: Model, agenda: Agenda, aimed: Side | None) -> None:
        """Put the run into the tree, and the sides it leaves on the agenda."""
        try:
            fresh = self.tree.insert(run, model)
        except Diverged as error:
            fresh = []
            self.tree.last = self.tree.root
            self.tree.trail = [self.tree.root]
            if error.lost is not None:  # how often something is asked may rest on what was lost
                self.leave_open(Reason(error.lost.code, f"depends on {error.lost.text}", None, error.lost.span))
            elif not run.approximations and not self.tree.open_leaves:  # what was approximated need not repeat itself
                self.doubts.diverged(Reason("model-diverged", str(error)))
        self.observe(run)
        if aimed is not None and aimed.state == "waiting":
            aimed.state = "open"
            aimed.reason = _another_way(run, self.span(aimed))
        for depth, side in enumerate(fresh, len(run.decisions) - len(fresh)):
            decision = side.node.decision
            assert decision is not None
            if decision.ends == side.outcome:
                side.state = "ended"  # with an exception, and no goal lies behind it
            elif decision.lost is not None:
                side.state = "open"
                side.reason = Reason(decision.lost.code, f"depends on {decision.lost.text}", None, decision.lost.span)
            else:
                agenda.push(side, depth)
        if run.stopped in NO_RETURN:
            self.leave_open(NO_RETURN[run.stopped], self.ways.ahead(self.tree.last))
        elif run.stopped is not None:
            reason = self.account.budget.stopped(run.stopped, "a run executed more operations than allowed")
            self.leave_open(reason, self.ways.ahead(self.tree.last))
        for approximation in run.approximations:
            setting = "--memory" if approximation.code == "worker-died" else None
            reason = Reason(approximation.code, approximation.text, setting, approximation.place)
            self.leave_open(reason, approximation.goals, approximation.position)

    def observe(self, run: Run) -> None:
        """How it ended, after the goals that so far only failing runs hit."""
        trail = self.tree.trail
        for number, (goal, position) in enumerate(run.hits.items()):
            ending = self.endings.get(goal)
            if ending is None:
                continue
            if ending.accepts(run, number):
                del self.endings[goal]
            else:
                ending.failed(run, trail[min(position, len(trail) - 1)])

    def listen(self, run: Run) -> None:
        """What the run says beside its path."""
        self.implied |= run.implied
        self.summaries |= run.summaries
        self.doubts.saw(run, self.tree.last.off_guess)
        self.asked.update(run.asked)
        known = len(self.told)
        self.told |= run.told
        if len(self.told) > known:
            self.herald.again()  # some of it may have to be shown for more values now
        for id, assumption in run.assumptions.items():
            self.supposed.setdefault(id, assumption)

    def plainest_for(self, attempt: Attempt, new: frozenset[str]) -> Attempt:
        """Where claims are looked for, it does not matter what else a call reaches."""
        if self.strays is None:
            return self.plainest(attempt, new)
        claims = frozenset(goal for goal in new if f":{CLAIM}:" in goal)
        raised = None if claims else attempt.run.raised
        return self.plainest(attempt, claims, raised) if claims or raised is not None else attempt

    def plainest(self, attempt: Attempt, wanted: frozenset[str], raised: Raising | None = None) -> Attempt:
        """A run with inputs a reader would rather see, as long as they reach the same goals.

        raised: what they must end with, where that matters.  Else plain runs tell which inputs do, at a tenth of the
        price; one that is followed has the last word.
        """
        best = attempt
        if raised is None and self.account.shrinking < SHRINKING:
            wished = shrink(attempt.model, lambda model: self.still_reaches(model, wanted), self.is_text)
            if wished == attempt.model:
                return attempt
            again = self.subject.attempt(wished)
            if _is_as_good(again, wanted):
                return again

        def keeps(model: Model) -> Model | None:
            nonlocal best
            again = self.subject.attempt(model)
            self.account.shrinking += again.run.steps + again.run.looked + 1
            if not _is_as_good(again, wanted) or (raised and again.run.raised != raised):
                return None
            best = again
            return again.model

        if self.account.shrinking < SHRINKING:
            shrink(attempt.model, keeps, self.is_text)
        return best

    def still_reaches(self, model: Model, wanted: frozenset[str]) -> Model | None:
        """The variables of a plain run that reaches the goals."""
        found = self.subject.glance(model)
        self.account.shrinking += GLANCE_STEPS
        return found.model if found is not None and wanted <= found.goals else None

    def is_text(self, name: str) -> bool:
        size = self.subject.sizes.get(f"{name}#len")
        return size is not None and size.bound == "text"

    def measure(self, run: Run, model: Model) -> None:
        """How large the inputs were, for proofs within smaller bounds."""
        extent = extent_of(model, self.subject.sizes)
        rank = rank_of(extent)
        self.witnesses.add(run.hits, extent, self.tree.last.rounds)
        node: Node | None = self.tree.last
        while node is not None:
            if node.extent is None or rank < rank_of(node.extent):
                node.smallest, node.extent = model, extent
            node = node.parent

    def path_of(self, run: Run) -> tuple[tuple[Span, bool], ...]:
        """The tests of the module that the inputs decided, as they went."""
        path: list[tuple[Span, bool]] = []
        for decision in run.decisions:
            if decision.direct and not decision.setup and self.ways.own(decision.site):
                path.append((self.ways.span(decision.site), decision.outcome))
                if len(path) == LONGEST_PATH:
                    break
        return tuple(path)

    def leave_open(self, reason: Reason, goals: frozenset[str] | None = None, position: int | None = None) -> None:
        if self.doubts.divergence is None:
            self.tree.leaf_open(reason, goals, position)

    def disagreement(self, run: Run, model: Model) -> Reason | None:
        """Every decision's term must have, under the inputs, the value that CPython computed."""
        values = Environment(model)
        for decision in run.decisions:
            if decision.condition is not None and values.value(decision.condition) != decision.outcome:
                text = "the model of an operation disagrees with CPython here"
                return Reason("model-diverged", text, None, self.place(decision))
        return None

    # ------------------------------------------------------------ one query

    def solve(self, side: Side) -> Model | None:
        """A model that takes this side, or None after noting why there is none."""
        node = side.node
        assert node.decision is not None and node.model is not None
        prefix, sites = prefix_of(node)
        wanted = condition_of(node.decision, side.outcome)
        answer = solve_flip(self.solver, prefix, node.model, wanted, wants_core=True)
        if isinstance(answer, GaveUp) and self.summaries and self.patient is not None:
            answer = solve_flip(self.patient(), prefix, node.model, wanted, wants_core=True)
        match answer:
            case Sat(model):
                return model
            case Unsat(core, exact):
                if not exact:
                    side.state = "open"
                    side.reason = Reason("solver-gave-up", "only some values were searched", None, self.span(side))
                    return None
                side.state = "infeasible"
                places = {self.ways.span(sites[i]) for i in core if i < len(sites) and sites[i] >= 0}
                here = self.span(side)
                side.core = tuple(sorted(places | ({here} if here else set())))
                cut = (self.subject.bound_of(prefix[index]) for index in core if index < len(prefix))
                # The types are an assumption of their own.
                side.bounds = tuple(sorted({bound for bound in cut if bound is not None and bound[0] != "types"}))
            case GaveUp(why):
                side.state = "open"
                setting = None if why == DISAGREE else "--solver-steps"
                side.reason = Reason("solver-gave-up", f"the solver gave up: {why}", setting, self.span(side))
        return None

    def span(self, side: Side) -> Span | None:
        return None if side.node.decision is None else self.place(side.node.decision)

    def place(self, decision: Decision) -> Span | None:
        return self.ways.span(decision.site) if decision.site >= 0 else None

    # ------------------------------------------------------------ how it stands

    def off_guess(self, side: Side) -> bool:
        """Does the side give an argument without annotation another type than the most likely one, and may that be left
        out?
        """
        return not self.doubts.all_types and self.tree.off_guess(side)

    def incomplete(self) -> bool:
        """Did something happen in the runs that was not followed?"""
        return bool(self.tree.open_leaves) or any(side.state == "open" for side in self.tree.all_sides())


def _another_way(run: Run, place: Span | None) -> Reason:
    """Why a run did not go where it was sent: something before was not followed, or the model is wrong."""
    if run.approximations:
        cause = run.approximations[0]
        return Reason(cause.code, f"the run made for it went another way after {cause.text}", None, cause.place)
    lost = next((d.lost for d in run.decisions if d.lost is not None), None)
    if lost is not None:
        return Reason(lost.code, f"the run made for it went another way after {lost.text}", None, lost.span)
    return Reason("model-diverged", "the run made for it went another way", None, place)


def _is_as_good(again: Attempt, wanted: frozenset[str]) -> bool:
    """Does the run make a case that reaches the goals, and end?"""
    ended = again.case is not None and again.failure is None and again.run.stopped is None
    return ended and wanted <= again.run.hits.keys()


def end_of(run: Run) -> str | None:
    """How it ended, as in `Found`."""
    if run.stopped is not None or run.approximations:
        return None
    return run.raised.name if run.raised is not None else ""
