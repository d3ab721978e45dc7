"""Settle the goals of one function: run, flip a decision, solve, run again, until every goal is reached or the tree of
paths is closed, or the budget ends.

What it gives is plain data: for each goal reached, the case that reached it (still to be replayed); for each other goal
a verdict.  A goal that no run reached is infeasible when every side of every decision was run, proved contradictory, or
shown to lead to no open goal; the bounds and assumptions that entered are named with it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING

from clew.analysis.ahead import Arm
from clew.execution.codegen import Sites
from clew.execution.deepening import (
    NO_LIMITS,
    Closed,
    Deepening,
    Size,
    Witnesses,
    best_bounds,
    extent_of,
    levels,
    levels_of_ints,
    rank_of,
)
from clew.execution.doom import Doom, DoomFrontier
from clew.execution.inhabitants import Told
from clew.execution.recipes import Case
from clew.execution.request import Budget, Exploration, Found
from clew.execution.search import Frontier
from clew.execution.shrinking import shrink
from clew.execution.trace import Decision, Run
from clew.execution.tree import (
    Diverged,
    Model,
    Node,
    PathTree,
    Scope,
    Side,
    Within,
    condition_of,
    cut_of,
    narrow,
    prefix_of,
)
from clew.frontend.goal import OUTCOMES
from clew.logic.evaluate import Environment
from clew.logic.terms import Term
from clew.records import dataclass
from clew.solver.parts import solve_flip
from clew.solver.protocol import DISAGREE, GaveUp, Sat, Solver, Unsat
from clew.source.spans import Span
from clew.verdict import Assumption, Doomed, Infeasible, Raising, Reason, Unknown, Verdict, smaller

if TYPE_CHECKING:
    from clew.execution.verification import Verified

PATIENCE = 12  # queries that bring nothing before plain runs are tried; twice as many each time
FIRST_TOLD = 100_000  # units of work after which the proofs there are by now are looked for; each time twice as many
ENDURED = 3  # runs that were stopped are run once more, for longer
SHRINKING = 40_000  # operations for making the inputs of a function's cases plainer
BEYOND = 100  # queries that bring nothing once all that is left lies beyond the bound on repetitions
MISFITS = ("TypeError", "AttributeError")  # how a value of the wrong type fails
PROBES = 300  # plain runs in a round that finds nothing
FIRST_PROBES = 80  # and in the one before the first query

SEARCHED = 0.5  # the share of the budget for the search, before proofs within smaller bounds
GLANCE = 0.02  # and for a first look at what is easily reached
LOOK = 0.3  # and for that where calls go by summaries
DEEPENED = 0.8  # and for those without a limit on ints

# What things cost, in steps of the solver.
_RUN, _STEP, _DECISION, _PROBE, _SIDE = 500, 20, 150, 1_500, 50


def _another_way(run: Run, place: Span | None) -> Reason:
    """Why a run did not go where it was sent: something before was not followed, or the model is wrong."""
    if run.approximations:
        cause = run.approximations[0]
        return Reason(cause.code, f"the run made for it went another way after {cause.text}", None, cause.place)
    lost = next((d.lost for d in run.decisions if d.lost is not None), None)
    if lost is not None:
        return Reason(lost.code, f"the run made for it went another way after {lost.text}", None, lost.span)
    return Reason("model-diverged", "the run made for it went another way", None, place)


def _end_of(run: Run) -> str | None:
    if run.stopped is not None or run.approximations:
        return None
    return run.raised.name if run.raised is not None else ""


LONGEST_PATH = 60  # tests of a path condition that are kept for the reader


@dataclass(frozen=True, slots=True)
class Attempt:
    """One run of the function.  model: every input variable with the value it had.

    case: what repeats it (None where the input turned out not to exist); failure: why it says nothing.
    """

    run: Run
    model: Model
    case: Case | None
    failure: Reason | None = None


@dataclass(slots=True)
class Explorer:
    """attempt: one run under an assignment of the input variables.  bounds: facts that stand for a bound, with its name
    and value.

    targets: the goals to settle.  seeds: assignments to try first.  fuzz: assignments, found by so many plain runs,
    that reach an open goal.  arms: what the side of a test leads to, by the shape of its function alone.  others: those
    of the goals that inputs of other classes reach.  own_site: is the place in the module under test?  doomable: the
    goals after which, by the function's shape, it may still end normally.  patient: makes a solver for queries that
    gave up, asked where summaries put many paths into one.  wanted: the bounds that were asked for.  settled: takes the
    proofs there are by now, whatever was said before.  endure: what a longer run reaches, in which nothing is followed,
    if it ends.
    """

    attempt: Callable[[Model], Attempt]
    solver: Solver
    sites: Sites
    targets: frozenset[str]
    seeds: Iterable[Model]
    ahead: Callable[[Decision, bool], Arm | None]
    bound_of: Callable[[Term], tuple[str, int] | None]
    assumptions: tuple[Assumption, ...]
    budget: Budget
    emit: Callable[[Found], None]
    guessed: Callable[[Term], bool]
    fuzz: Callable[[int, set[str]], Iterator[Model]] = field(default=lambda probes, open_goals: iter(()))
    arms: Callable[[int, bool], Arm | None] = lambda site, outcome: None
    own_site: Callable[[int], bool] = lambda site: True
    implied: set[tuple[int, bool, int]] = field(default_factory=set)
    summaries: set[str] = field(default_factory=set)
    patient: Callable[[], Solver] | None = None
    doomable: frozenset[str] = frozenset()
    verify: Callable[[frozenset[str], bool], Verified | None] = lambda goals, normal: None
    others: Callable[[frozenset[str]], set[str]] = lambda goals: set()
    wanted: Mapping[str, int] = field(default_factory=dict)
    settled: Callable[[dict[str, Infeasible]], None] = lambda proofs: None
    endure: Callable[[Model], Sequence[str]] = lambda model: ()
    sent: dict[str, Infeasible] = field(default_factory=dict)  # what `settled` was given last
    tell_at: int = FIRST_TOLD  # the work after which it is given more
    within: dict[str, Infeasible] = field(default_factory=dict)  # proofs of the block form that name a bound
    unended: dict[str, tuple[Model, Case]] = field(default_factory=dict)  # by goal: a run that was stopped after it
    doom: Doom = field(init=False)
    tree: PathTree = field(init=False)
    reached: set[str] = field(default_factory=set)
    supposed: dict[str, Assumption] = field(default_factory=dict)
    failures: dict[str, Reason] = field(default_factory=dict)
    divergence: Reason | None = None
    solver_work: Callable[[], int] = field(default=lambda: 0)
    guesses: Callable[[], bool] = lambda: False  # of types, on the way to the arguments
    ran: int = 0  # work done in runs
    type_tests: dict[int, set[str]] = field(default_factory=dict)
    asked: dict[type, None] = field(default_factory=dict)
    told: set[Told] = field(default_factory=set)
    misfit: bool = False  # the most likely types made a run fail as wrong types do
    unprovable: Reason | None = None  # why nothing may be called infeasible
    shrinking: int = 0  # operations executed to make inputs plainer
    likely: Callable[[Term], bool | None] = lambda condition: None
    sizes: Mapping[str, Size] = field(default_factory=dict)
    limits: Mapping[str, int] = field(default_factory=dict)
    least: Mapping[str, int] = NO_LIMITS
    witnesses: Witnesses = field(default_factory=Witnesses)
    tried: list[Closed] = field(default_factory=list)
    solves: int = 0
    strange: int = 0  # flips to unlikely types
    patience: int = PATIENCE

    def __post_init__(self) -> None:
        self.tree = PathTree(self.guessed, self.likely)
        self.doom = Doom(set(self.doomable), self.leads)

    def explore(self) -> Exploration:
        result = Exploration()
        open_goals = set(self.targets)
        frontier = Frontier(self.sites, self.ahead, self.budget.loop, open_goals, self.unlikely)
        ends = time.process_time() + self.budget.seconds
        for model in self.seeds:
            if not open_goals:
                break
            self.run_once(dict(model), frontier, open_goals)
        self.run_fuzzed(frontier, open_goals, FIRST_PROBES)
        self.tell(result, frontier, open_goals)
        # The block form takes long to set up, and it has no summaries: what they settle at once would cost it a search
        # over all their paths.
        spent = self.search(frontier, open_goals, ends, LOOK if self.summaries else GLANCE)
        self.within = self.verified(result, frontier, open_goals, spent)
        if open_goals:
            open_goals -= self.others(frozenset(open_goals))
        self.tell(result, frontier, open_goals)
        spent = self.search(frontier, open_goals, ends, SEARCHED, result)
        if open_goals - self.within.keys() and (spent is not None or self.incomplete()):
            self.tell(result, frontier, open_goals)
            if self.sound():
                self.deepen(frontier, open_goals, ends)
                self.tell(result, frontier, open_goals)
            spent = self.search(frontier, open_goals, ends, 1.0, result)
        self.tell(result, frontier, open_goals)
        self.settle_doom(open_goals, ends, result)
        result.runs, result.solves = self.tree.runs, self.solves
        for goal in sorted(open_goals):
            result.verdicts[goal] = self.best_verdict(goal, frontier, spent)
        self.settle_unended(open_goals, result)
        return result

    def best_verdict(self, goal: str, frontier: Frontier, spent: Reason | None) -> Verdict:
        """By the tree or by the block form, whichever says more."""
        verdict, proof = self.verdict(goal, frontier, spent), self.within.get(goal)
        match verdict:
            case Unknown(reason) if proof is not None:
                return replace(proof, beyond=reason)
            case Infeasible(scope) if proof is not None and smaller(scope, self.wanted):
                return verdict if smaller(proof.scope, self.wanted) else proof
        return verdict

    # ------------------------------------------------------------ what is known on the way

    def tell(self, result: Exploration, frontier: Frontier, open_goals: set[str]) -> None:
        """Send the proofs there are by now, so that they outlive this process."""
        self.tell_at = 2 * max(self.work(), FIRST_TOLD)
        found = {goal: v for goal, v in result.verdicts.items() if isinstance(v, Infeasible)}
        unsettled = Reason("budget", "not settled")
        for goal in sorted(open_goals - self.unended.keys()):
            verdict = self.best_verdict(goal, frontier, unsettled)
            if isinstance(verdict, Infeasible):
                found[goal] = verdict
        self.say(found)

    def say(self, proofs: dict[str, Infeasible]) -> None:
        if proofs != self.sent:
            self.sent = proofs
            self.settled(proofs)

    def settle_unended(self, open_goals: set[str], result: Exploration) -> None:
        """Goals that only runs reached which were stopped are reached, whatever else was found.

        A run that ends when it gets more time makes a test of them.
        """
        runs: dict[int, tuple[Model, Case]] = {}
        for goal in sorted(open_goals & self.unended.keys()):
            model, case = self.unended[goal]
            text = "a run reached it, but had not ended when it was stopped, and a test has to end"
            result.verdicts[goal] = Unknown(Reason("timeout", text, "--steps"))
            runs.setdefault(id(model), (model, case))
        for model, case in list(runs.values())[:ENDURED]:
            hits = open_goals.intersection(self.endure(model))
            if hits:
                self.emit(Found(case, tuple(sorted(hits))))

    def verified(
        self, result: Exploration, frontier: Frontier, open_goals: set[str], spent: Reason | None
    ) -> dict[str, Infeasible]:
        """What the block form settles; given are the proofs within bounds, for goals that nothing else settles.

        Where an input does not reach what it should, the proofs are not believed either.
        """
        asked = frozenset(goal for goal in open_goals if not self.closed(goal, frontier, spent))
        if not asked:
            return {}
        found = self.verify(asked, False)
        if found is None:
            return {}
        self.ran += found.work
        if not self.confirmed(found, frontier, open_goals):
            return {}
        within: dict[str, Infeasible] = {}
        for goal, proof in sorted(found.proofs.items()):
            verdict = Infeasible(proof.scope, self.assumptions, proof.because, proof.method)
            if proof.scope:
                within[goal] = verdict
            else:
                result.verdicts[goal] = verdict
                open_goals.discard(goal)
        return within

    def closed(self, goal: str, frontier: Frontier, spent: Reason | None) -> bool:
        """Does the tree as it is show that nothing reaches the goal, without a bound?"""
        verdict = self.verdict(goal, frontier, spent)
        return isinstance(verdict, Infeasible) and not verdict.scope

    def confirmed(self, found: Verified, frontier: Frontier | DoomFrontier, open_goals: set[str]) -> bool:
        """Run the inputs that were found.  Do they do what they should?"""
        agrees = True
        for model, goals in found.models:
            self.run_once(dict(model), frontier, open_goals)
            agrees = agrees and self.reached.issuperset(goals)
        return agrees

    def search(
        self,
        frontier: Frontier,
        open_goals: set[str],
        ends: float,
        share: float,
        result: Exploration | None = None,
    ) -> Reason | None:
        """Flip decisions, the most promising first; gives what ended it, if not the lack of decisions.

        It ends when this share of the budget is spent, unless the last goal was found in the second half of that.
        """
        stale, beyond, fruitful = 0, 0, 0.0
        while open_goals:
            if stale >= self.patience:
                self.patience, stale = 2 * self.patience, 0
                self.run_fuzzed(frontier, open_goals)
            if result is not None and self.work() > self.tell_at:
                self.tell(result, frontier, open_goals)
            side = frontier.pop()
            if side is None:
                if self.incomplete() and self.run_fuzzed(frontier, open_goals):
                    continue
                break
            if not frontier.excursion and not frontier.within_bounds(side):
                beyond += 1
                if beyond > BEYOND:  # within the bounds nothing is left to try
                    frontier.put_back(side)
                    break
            stale += 1
            before = len(open_goals)
            if self.unlikely(side):
                self.strange += 1
            if self.strange > self.budget.foreign:
                frontier.put_back(side)
                break
            reason = self.spent(ends, max(share, min(1.0, 2 * fruitful)))
            if reason is not None:
                frontier.put_back(side)
                return reason
            self.solves += 1
            model = self.solve(side)
            if model is not None:
                self.run_once(model, frontier, open_goals, side)
            if len(open_goals) < before:
                stale = beyond = 0
                fruitful = self.used()
        return None

    def used(self) -> float:
        """The share of the budget that is spent."""
        budget = self.budget
        return max(self.tree.runs / budget.paths, self.solves / budget.solves, self.work() / budget.work)

    def spent(self, ends: float, share: float) -> Reason | None:
        """Why this share of the budget is spent, or None."""
        budget = self.budget
        if self.tree.runs >= budget.paths * share:
            return Reason("budget", f"{self.tree.runs} runs were not enough", "--paths")
        if self.solves >= budget.solves * share:
            return Reason("budget", f"{self.solves} solver queries were not enough", "--paths")
        if self.work() > budget.work * share:
            return Reason("budget", f"{budget.work:,} units of work were not enough", "--work")
        if time.process_time() > ends:
            return Reason("budget", f"not settled within {budget.seconds:g} s", "--seconds")
        return None

    def deepen(self, frontier: Frontier, open_goals: set[str], ends: float) -> None:
        """Close the tree within smaller bounds, with what is left of the budget."""

        def run(model: Model, side: Side) -> None:
            self.run_once(model, frontier, open_goals, side if side.state != "run" else None)

        share = DEEPENED
        deepening = Deepening(
            self.tree,
            self.solver,
            self.sizes,
            self.budget.loop,
            self.bound_of,
            matters=lambda side, goal: self.leads(side, goal) and not self.unlikely(side),
            counts=lambda node: bool(self.type_tests) or self.misfit or not node.foreign,
            run=run,
            prove=self.closes,
            spent=lambda: self.spent(ends, share) is not None,
            count=self.counted,
            open_goals=open_goals,
        )
        series = levels(self.limits, self.sizes, self.least)
        closed = deepening.go(series)
        share = 1.0
        if any(self.bounded(goal, deepening.tried) is not None for goal in open_goals):
            deepening.go(series[closed:])
        elif any(size.bound == "int" for size in self.sizes.values()):
            first = max(self.witnesses.largest_int(), 2)
            deepening.go(levels_of_ints(self.limits, self.sizes, first, self.least))
        self.tried = deepening.tried

    def counted(self, queries: int, walked: int) -> None:
        """What was done outside runs and the solver."""
        self.solves += queries
        self.ran += walked * _SIDE

    def bounded(self, goal: str, tried: Sequence[Closed]) -> Within | None:
        return best_bounds(goal, tried, self.witnesses, self.budget.loop)

    def closes(self, side: Side) -> None:
        self.solve(side)

    def sound(self) -> bool:
        """May anything be called infeasible?"""
        return self.divergence is None and not self.failures and self.unprovable is None

    def settle_doom(self, open_goals: set[str], ends: float, result: Exploration) -> None:
        """Which of the goals reached are passed by no execution that ends normally."""
        doom, left = self.doom, self.budget.doom
        frontier = DoomFrontier(doom, self.budget.loop)
        if doom.open_goals():
            frontier.revive(self.tree.all_sides())
            self.verified_doom(result, frontier, open_goals)
        spent = False
        while doom.open_goals():
            side = frontier.pop()
            if side is None:
                break
            spent = left == 0 or self.tree.runs >= 2 * self.budget.paths or self.work() > 2 * self.budget.work
            spent = spent or time.process_time() > ends
            if spent:
                break
            left -= 1
            self.solves += 1
            model = self.solve(side)
            if model is not None:
                self.run_once(model, frontier, open_goals, side)
        for goal in doom.open_goals():
            if goal in self.reached:
                verdict = self.proof(goal, doom.matters, frontier, Reason("budget", "not settled") if spent else None)
                raisings = tuple(doom.raisings[goal])
                if isinstance(verdict, Infeasible) and not self.guessed_wrong(raisings):
                    result.doomed[goal] = Doomed(raisings, verdict.scope, verdict.assumptions)

    def verified_doom(self, result: Exploration, frontier: DoomFrontier, open_goals: set[str]) -> None:
        """Executions that pass a goal and end normally, or the proof that there are none, by the block form."""
        doom = self.doom
        found = self.verify(frozenset(doom.open_goals()) & self.reached, True)
        if found is None:
            return
        self.ran += found.work
        self.confirmed(found, frontier, open_goals)
        passed = {goal for _, goals in found.models for goal in goals}
        if passed & set(doom.open_goals()):
            return  # an input that should have ended normally did not
        for goal, proof in sorted(found.proofs.items()):
            if not proof.scope and goal in doom.behind:
                result.doomed[goal] = Doomed(tuple(doom.raisings[goal]), (), self.assumptions)
                del doom.behind[goal]

    def guessing(self) -> bool:
        """Were there values whose types nothing states?"""
        return self.guesses() or any(a.id == "guessed-types" for a in self.assumptions)

    def guessed_wrong(self, raisings: Iterable[Raising]) -> bool:
        """Do they say that the types tried were not the right ones, where nothing states the types?"""
        return self.guessing() and any(r.name in MISFITS and not r.explicit for r in raisings)

    def run_fuzzed(self, frontier: Frontier, open_goals: set[str], probes: int = PROBES) -> bool:
        """A round of plain runs; what they reach is followed.  True where that brought something."""
        if not open_goals:
            return False
        self.ran += probes * _PROBE
        before = len(open_goals)
        for model in self.fuzz(probes, open_goals):
            self.run_once(dict(model), frontier, open_goals)
        return len(open_goals) < before

    def work(self) -> int:
        """What was done so far: counted, so that it is the same on a busy machine."""
        return self.ran + self.solver_work()

    def incomplete(self) -> bool:
        """Did something happen in the runs that was not followed?"""
        return bool(self.tree.open_leaves) or any(side.state == "open" for side in self.tree.all_sides())

    # ------------------------------------------------------------ one run

    def run_once(
        self, model: Model, frontier: Frontier | DoomFrontier, open_goals: set[str], aimed: Side | None = None
    ) -> None:
        attempt = self.attempt(model)
        run, model = attempt.run, attempt.model
        self.ran += _RUN + _STEP * run.steps + _DECISION * len(run.decisions)
        wrong = self.disagreement(run, model)
        if attempt.failure is not None and attempt.failure.code == "model-diverged":
            wrong = attempt.failure
        if wrong is not None:
            self.divergence = self.divergence or wrong
        try:
            fresh = self.tree.insert(run, model)
        except Diverged as error:
            fresh = []
            self.tree.last = self.tree.root
            self.tree.trail = [self.tree.root]
            if error.lost is not None:  # how often something is asked may rest on what was lost
                self.leave_open(Reason(error.lost.code, f"depends on {error.lost.text}", None, error.lost.span))
            elif not run.approximations and not self.tree.open_leaves:  # what was approximated need not repeat itself
                self.divergence = self.divergence or Reason("model-diverged", str(error))
        self.doom.saw(run, self.tree.trail)
        self.implied |= run.implied
        self.summaries |= run.summaries
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
                frontier.push(side, depth)
        if run.stopped is not None:
            self.leave_open(Reason(run.stopped, "a run executed more operations than allowed", "--steps"))
        for approximation in run.approximations:
            reason = Reason(approximation.code, approximation.text, None, approximation.place)
            self.leave_open(reason, approximation.goals, approximation.position)
        if run.raised is not None and run.raised.name in MISFITS and not self.tree.last.foreign:
            self.misfit = True
        self.asked.update(run.asked)
        known = len(self.told)
        self.told |= run.told
        if self.sent and len(self.told) > known:
            self.settled(self.sent)  # some of it may have to be shown for more values now
        for site, answer in run.type_tests:
            self.type_tests.setdefault(site, set()).add(answer)
        for id, assumption in run.assumptions.items():
            self.supposed.setdefault(id, assumption)
        if attempt.failure is not None:
            self.failures.setdefault(attempt.failure.text, attempt.failure)
            return
        if self.sent and self.doubts() is not None:
            self.say({})  # what was proved rested on what turns out not to be so
        if attempt.case is None or wrong is not None:
            return
        if run.stopped is not None:
            for goal in run.hits.keys() - self.reached:
                self.unended.setdefault(goal, (model, attempt.case))
            return
        self.measure(run, model)
        found = tuple(sorted(g for g in run.hits if g in open_goals))
        new = tuple(sorted(g for g in run.hits if g not in self.reached))
        self.reached.update(run.hits)
        if new:
            if aimed is not None:
                frontier.rewarded(aimed)
            open_goals.difference_update(found)
            best = self.plainest(attempt, frozenset(new))
            assert best.case is not None
            self.emit(Found(best.case, new, self.path_of(best.run), _end_of(best.run), not best.run.merging))

    def plainest(self, attempt: Attempt, wanted: frozenset[str]) -> Attempt:
        """A run with inputs a reader would rather see, as long as they reach the same goals."""
        best = attempt

        def keeps(model: Model) -> Model | None:
            nonlocal best
            again = self.attempt(model)
            self.shrinking += again.run.steps + 1
            ended = again.case is not None and again.failure is None and again.run.stopped is None
            if not ended or not wanted <= again.run.hits.keys():
                return None
            best = again
            return again.model

        if self.shrinking < SHRINKING:
            shrink(attempt.model, keeps, self.is_text)
        return best

    def is_text(self, name: str) -> bool:
        size = self.sizes.get(f"{name}#len")
        return size is not None and size.bound == "text"

    def measure(self, run: Run, model: Model) -> None:
        """How large the inputs were, for proofs within smaller bounds."""
        extent = extent_of(model, self.sizes)
        rank = rank_of(extent)
        self.witnesses.add(run.hits, extent, self.tree.last.rounds)
        node: Node | None = self.tree.last
        while node is not None:
            if node.extent is None or rank < rank_of(node.extent):
                node.smallest, node.extent = model, extent
            node = node.parent

    def path_of(self, run: Run) -> tuple[tuple[Span, bool], ...]:
        path: list[tuple[Span, bool]] = []
        for decision in run.decisions:
            if decision.direct and not decision.setup and self.own_site(decision.site):
                path.append((self.sites.places[decision.site].span, decision.outcome))
                if len(path) == LONGEST_PATH:
                    break
        return tuple(path)

    def leave_open(self, reason: Reason, goals: frozenset[str] | None = None, position: int | None = None) -> None:
        if self.divergence is None:
            self.tree.leaf_open(reason, goals, position)

    def disagreement(self, run: Run, model: Model) -> Reason | None:
        """Every decision's term must have, under the inputs, the value that CPython computed."""
        values = Environment(model)
        for decision in run.decisions:
            if decision.condition is not None and values.value(decision.condition) != decision.outcome:
                place = self.sites.places[decision.site].span if decision.site >= 0 else None
                return Reason("model-diverged", "the model of an operation disagrees with CPython here", None, place)
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
                places = {self.sites.places[sites[i]].span for i in core if i < len(sites) and sites[i] >= 0}
                here = self.span(side)
                side.core = tuple(sorted(places | ({here} if here else set())))
                cut = (self.bound_of(prefix[index]) for index in core if index < len(prefix))
                # The types are an assumption of their own.
                side.bounds = tuple(sorted({bound for bound in cut if bound is not None and bound[0] != "types"}))
            case GaveUp(why):
                side.state = "open"
                setting = None if why == DISAGREE else "--solver-steps"
                side.reason = Reason("solver-gave-up", f"the solver gave up: {why}", setting, self.span(side))
        return None

    def span(self, side: Side) -> Span | None:
        decision = side.node.decision
        return self.sites.places[decision.site].span if decision is not None and decision.site >= 0 else None

    # ------------------------------------------------------------ what remains

    def verdict(self, goal: str, frontier: Frontier, budget: Reason | None) -> Verdict:
        verdict = self.proof(goal, self.leads, frontier, budget)
        if isinstance(verdict, Unknown) and (within := self.bounded(goal, self.tried)) is not None:
            bounded = self.proof(goal, self.leads, frontier, budget, within)
            return replace(bounded, beyond=verdict.reason) if isinstance(bounded, Infeasible) else verdict
        return verdict

    def doubts(self) -> Reason | None:
        """Why nothing may be proved by the runs made so far."""
        if self.divergence is not None:
            return self.divergence
        if self.failures:
            return next(iter(self.failures.values()))
        if self.unprovable is not None:
            return self.unprovable
        if self.guessing():
            if self.misfit:
                text = "arguments of the types tried made it fail with a TypeError or AttributeError"
                return Reason("types", text, "an annotation")
            for site, answers in sorted(self.type_tests.items()):
                if len(answers) == 1:
                    text = "a question for a type here had one answer for all types tried"
                    return Reason("types", text, "an annotation", self.sites.places[site].span)
        return None

    def proof(
        self,
        goal: str,
        matters: Callable[[Side, str], bool],
        frontier: Frontier | DoomFrontier,
        budget: Reason | None,
        within: Within | None = None,
    ) -> Verdict:
        """That no execution reaches the goal, or passes it and ends normally, if every side that matters to that is
        closed.

        within: inputs no larger than the level, and so many rounds.  What was not followed behind the goal matters to
        how an execution ends, not to whether it reaches the goal.
        """
        ends = matters != self.leads
        if (doubt := self.doubts()) is not None:
            return Unknown(doubt)
        obstacles: list[tuple[int, Reason]] = []
        here = next((p.span for p in self.sites.places if goal in p.goals.values()), None)
        nearest: tuple[Span, tuple[Span, ...]] | None = None  # the last test before the goal that never leads there
        bounds: dict[str, int] = {}
        because: set[Span] = set()

        def obstacle(cut: Scope | None, order: int, reason: Reason) -> None:
            if cut is None:
                obstacles.append((order, reason))
            else:
                narrow(bounds, cut)

        for side, cut in self.tree.sides_within(within):
            decision = side.node.decision
            assert decision is not None
            if not matters(side, goal):
                continue
            leads = self.leads_to(decision, side.outcome, goal)
            if self.unlikely(side):  # left to the assumption on the types of arguments without annotation
                continue
            if side.state == "open":
                assert side.reason is not None
                obstacle(cut, 3 - leads, side.reason)
            elif side.state == "waiting":
                if cut is None and not frontier.within_bounds(side):
                    narrow(bounds, ((decision.bound, self.budget.loop),))
                else:
                    obstacle(cut, 3 - leads, budget or Reason("budget", "not settled"))
            elif side.state == "pruned":  # it led to nothing that was looked for then
                obstacle(cut, 2, Reason("budget", "a way there was left out", "--paths"))
            elif side.state == "infeasible":
                narrow(bounds, side.bounds)
                if leads == 2 or (decision.direct and self.guards(decision.site, side.outcome, goal)):
                    because.update(side.core)
                elif here is not None and side.core and decision.direct and self.own_site(decision.site):
                    at = self.sites.places[decision.site].span
                    if at < here and (nearest is None or at > nearest[0]):
                        nearest = at, side.core
        for node, reason, goals in self.tree.open_leaves:
            if (ends or goals is None or goal in goals) and (self.type_tests or self.misfit or not node.foreign):
                obstacle(cut_of(node, within), 2, reason)
        if obstacles:
            return Unknown(min(obstacles, key=lambda o: (o[0], o[1].place or Span(0, 0, 0, 0), o[1].code))[1])
        for site, outcome, decider in sorted(self.implied):
            places = tuple(self.sites.places[n].span for n in (site, decider) if n >= 0)
            if self.guards(site, not outcome, goal):
                because.update(places)
            elif here is not None and places[0] < here and (nearest is None or places[0] > nearest[0]):
                nearest = (places[0], places) if self.own_site(site) else nearest
        if not because and nearest is not None:
            because.update(nearest[1])
        assumptions = (*self.assumptions, *(self.supposed[id] for id in sorted(self.supposed)))
        scope, places, summaries = tuple(sorted(bounds.items())), tuple(sorted(because)), tuple(sorted(self.summaries))
        return Infeasible(scope, assumptions, places, "exhaustion", summaries)

    def unlikely(self, side: Side) -> bool:
        """Does the side give an argument without annotation another type than the most likely one, and may that be left
        out?

        Code that asks for types is meant for more than one.
        """
        return not self.type_tests and not self.misfit and self.tree.foreign(side)

    def leads(self, side: Side, goal: str) -> bool:
        assert side.node.decision is not None
        return self.leads_to(side.node.decision, side.outcome, goal) > 0

    def guards(self, site: int, outcome: bool, goal: str) -> bool:
        """Is the goal this side of the test, or inside its arm, or reached only by way of it?"""
        if self.sites.places[site].goals.get(OUTCOMES[outcome]) == goal:
            return True
        arm, other = self.arms(site, outcome), self.arms(site, not outcome)
        if arm is None or other is None:
            return False
        return goal in arm.inside or (goal in arm.reachable and goal not in other.reachable)

    def leads_to(self, decision: Decision, outcome: bool, goal: str) -> int:
        """2: the goal is the side's own outcome or inside its arm; 1: the goal may lie ahead; 0: it does not."""
        if decision.direct and self.sites.places[decision.site].goals.get(OUTCOMES[outcome]) == goal:
            return 2
        ahead = self.ahead(decision, outcome)
        if ahead is None:
            return 1
        return 2 if decision.direct and goal in ahead.inside else int(goal in ahead.reachable)
