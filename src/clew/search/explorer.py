"""Settle the goals of one function: run, flip a decision, solve, run again, until every goal is reached or the tree of
paths is closed, or the budget ends.

What it gives is plain data: for each goal reached, the case that reached it (still to be replayed); for each other goal
a verdict.  A goal that no run reached is infeasible when every side of every decision was run, proved contradictory, or
shown to lead to no open goal (`exhaustion`); the bounds and assumptions that entered are named with it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field, replace

from clew.inputs.recipes import Case
from clew.records import dataclass
from clew.search.account import SEARCHED, Account
from clew.search.closing import Closing
from clew.search.deepening import NO_LIMITS, Deepening, best_bounds, levels, levels_of_ints
from clew.search.doubts import Doubts
from clew.search.frontier import Frontier
from clew.search.guides import Reachability
from clew.search.herald import FIRST_TOLD, Herald
from clew.search.observers import EndsAfter
from clew.search.request import Budget, Exploration, Found
from clew.search.session import Agenda, Session, Subject
from clew.search.standing import UNSETTLED, Standing
from clew.search.tree import Model, PathTree, Side
from clew.search.ways import ShapeWays
from clew.solver.protocol import Solver
from clew.verdict.assumptions import Assumption
from clew.verdict.evidence import Evidence, proofs
from clew.verdict.reasons import Reason

PATIENCE = 12  # queries that bring nothing before plain runs are tried; twice as many each time
ENDURED = 3  # runs that were stopped are run once more, for longer
BEYOND = 100  # queries that bring nothing once all that is left lies beyond the bound on repetitions
PROBES = 300  # plain runs in a round that finds nothing
FIRST_PROBES = 80  # and in the one before the first query

SOWN = 0.25  # of the work that may bring nothing, for inputs that need no query
GLANCE = 0.02  # and for a first look at what is easily reached
LOOK = 0.3  # and for that where calls go by summaries
DEEPENED = 0.8  # and for those without a limit on ints


@dataclass(frozen=True, slots=True)
class Verified:
    """models: assignments, each with the goals it should reach; proofs: goals that nothing reaches; work: as counted by
    `Account.work`."""

    models: tuple[tuple[Model, tuple[str, ...]], ...] = ()
    proofs: Mapping[str, Evidence] = field(default_factory=dict)
    work: int = 0


@dataclass(frozen=True, slots=True)
class Inquiry:
    """targets: the goals to settle; doomable: those after which, by the function's shape, it may still end normally.

    seeds: assignments to try first; assumptions: what every proof supposes; wanted: the bounds that were asked for;
    least: the sizes that smaller bounds start from, by bound.  claimed: is an answer wanted about the targets?  noted:
    those of the targets that only notes tell apart.
    """

    targets: frozenset[str]
    seeds: Iterable[Model]
    budget: Budget
    assumptions: tuple[Assumption, ...] = ()
    doomable: frozenset[str] = frozenset()
    wanted: Mapping[str, int] = field(default_factory=dict)
    least: Mapping[str, int] = NO_LIMITS
    claimed: bool = True
    noted: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Engines:
    """solver: for one side; work: the steps it took so far.  patient: makes one for queries that gave up.

    verify: what the block form of the function says of goals, of normal ends only where asked; at_once: what it says of
    all together, where variables that no input reaches tell them apart.
    """

    solver: Solver
    work: Callable[[], int] = lambda: 0
    patient: Callable[[], Solver] | None = None
    verify: Callable[[frozenset[str], bool], Verified | None] = lambda goals, normal: None
    at_once: Callable[[frozenset[str]], Verified | None] = lambda goals: None


@dataclass(slots=True)
class Explorer:
    """others: those of the goals that inputs of other classes reach."""

    subject: Subject
    ways: ShapeWays
    inquiry: Inquiry
    engines: Engines
    found: Callable[[Found], None]
    others: Callable[[frozenset[str]], set[str]] = lambda goals: set()
    herald: Herald = field(default_factory=Herald)
    session: Session = field(init=False)
    standing: Standing = field(init=False)
    frontier: Frontier = field(init=False)
    seeds: Iterator[Model] = field(init=False)
    open_goals: set[str] = field(init=False)
    result: Exploration = field(default_factory=Exploration)
    patience: int = PATIENCE

    def __post_init__(self) -> None:
        subject, inquiry, engines = self.subject, self.inquiry, self.engines
        guessed = any(a.kind == "guessed-types" for a in inquiry.assumptions)
        self.session = Session(
            subject,
            engines.solver,
            self.ways,
            self.found,
            engines.patient,
            tree=PathTree(subject.guessed, subject.expected),
            doubts=Doubts(lambda: guessed or bool(subject.guesses), self.ways.span),
            account=Account(inquiry.budget, engines.work),
            endings={goal: EndsAfter(goal, self.ways) for goal in inquiry.doomable},
            herald=self.herald,
        )
        self.standing = Standing(self.session, inquiry.budget.loop, inquiry.assumptions, inquiry.wanted)
        self.open_goals = set(inquiry.targets)
        self.seeds = iter(inquiry.seeds)
        reachable = Reachability(self.ways.branch_of_decision, self.open_goals)
        self.frontier = Frontier(
            self.ways.sites, reachable, inquiry.budget.loop, self.open_goals, self.session.off_guess
        )

    @property
    def account(self) -> Account:
        return self.session.account

    @property
    def doubts(self) -> Doubts:
        return self.session.doubts

    def explore(self) -> Exploration:
        """All phases, one after the other."""
        self.account.ends = time.process_time() + self.inquiry.budget.seconds
        self.run_seeds()
        self.run_fuzzed(FIRST_PROBES)
        self.tell()
        # The block form takes long to set up, and it has no summaries: what they settle at once would cost it a search
        # over all their paths.
        spent = self.search(LOOK if self.session.summaries else GLANCE)
        self.ask_block_form(spent)
        self.look_at_others()
        self.tell()
        spent = self.search(SEARCHED, tell=True)
        if self.open_goals - self.standing.within.keys() and (spent is not None or self.session.incomplete()):
            self.tell()
            if self.doubts.certain() and self.inquiry.claimed and self.may_prove():
                self.deepen()
                self.tell()
            spent = self.search(1.0, tell=True)
        self.tell()
        self.settle_endings()
        self.conclude(spent)
        return self.result

    # ------------------------------------------------------------ phases

    def run_seeds(self) -> bool:
        """The next inputs that need no query, for a part of the work.  True where that brought something."""
        account, before = self.account, len(self.open_goals)
        enough = account.work() + account.allowed() * SOWN
        while (self.open_goals or self.session.strays is not None) and account.spent(1.0) is None:
            model = next(self.seeds, None) if account.work() <= enough else None
            if model is None:
                break
            self.run(dict(model))
        return len(self.open_goals) < before

    def look_at_others(self) -> None:
        """What inputs of other classes reach needs no proof."""
        if self.open_goals and self.inquiry.claimed:
            self.open_goals -= self.others(frozenset(self.open_goals))

    def ask_block_form(self, spent: Reason | None) -> None:
        """What the block form settles."""
        # Not of goals for which the tree as it is shows, without a bound, that nothing reaches them.
        proved = self.standing.proved(self.open_goals)
        asked = frozenset(goal for goal in self.open_goals if goal not in proved or proved[goal].scope)
        found = self.engines.verify(asked, False) if asked else None
        if found is None:
            return
        self.account.ran += found.work
        self.take(found)

    def take(self, found: Verified, agrees: bool | None = None) -> None:
        """Proofs within bounds are kept for goals that nothing else settles.

        agrees: whether the inputs were seen to reach what they should; None where they have to be run.  The proofs are
        not believed either where one does not.
        """
        if not (self.confirmed(found, self.frontier) if agrees is None else agrees):
            return
        for goal, shown in found.proofs.items():
            evidence = replace(shown, assumptions=self.inquiry.assumptions)
            if evidence.scope:
                self.standing.within[goal] = evidence
            else:
                self.result.known[goal] = evidence
                self.open_goals.discard(goal)

    def confirmed(self, found: Verified, agenda: Agenda) -> bool:
        """Run the inputs that were found.  Do they do what they should?"""
        agrees = True
        for model, goals in found.models:
            self.run(dict(model), agenda)
            agrees = agrees and self.session.reached.issuperset(goals)
        return agrees

    def search(self, share: float, tell: bool = False) -> Reason | None:
        """Flip decisions, the most promising first; gives what ended it, if not the lack of decisions.

        It ends when this share of the budget is spent, unless the last goal was found in the second half of that.
        tell: send proofs on the way.
        """
        frontier, account, session = self.frontier, self.account, self.session
        stale, beyond, fruitful = 0, 0, 0.0
        while self.open_goals:
            if stale >= self.patience:
                self.patience, stale = 2 * self.patience, 0
                self.run_fuzzed()
            if tell and account.work() > self.herald.at:
                self.tell()
            side = frontier.pop()
            if side is None:
                if session.incomplete() and (self.run_seeds() or self.run_fuzzed()):
                    continue
                break
            if not frontier.excursion and not frontier.within_bounds(side):
                beyond += 1
                if beyond > BEYOND:  # within the bounds nothing is left to try
                    frontier.put_back(side)
                    break
            stale += 1
            before = len(self.open_goals)
            if session.off_guess(side):
                account.off_guess += 1
            if account.off_guess > self.inquiry.budget.off_guess:
                frontier.put_back(side)
                break
            reason = account.spent(max(share, min(1.0, 2 * fruitful)))
            if reason is not None:
                frontier.put_back(side)
                return reason
            account.solves += 1
            model = session.solve(side)
            if model is not None:
                self.run(model, aimed=side)
            if len(self.open_goals) < before:
                stale = beyond = 0
                fruitful = account.used()
        return None

    def deepen(self) -> None:
        """Close the tree within smaller bounds, with what is left of the budget."""
        session, subject, inquiry = self.session, self.subject, self.inquiry
        limits, loop = subject.limits(), inquiry.budget.loop

        def run(model: Model, side: Side) -> None:
            self.run(model, aimed=side if side.state != "run" else None)

        def prove(side: Side) -> None:
            session.solve(side)

        share = DEEPENED
        deepening = Deepening(
            session.tree,
            self.engines.solver,
            subject.sizes,
            loop,
            subject.bound_of,
            matters=lambda side, goal: self.ways.leads(side, goal) > 0 and not session.off_guess(side),
            counts=lambda node: self.doubts.all_types or not node.off_guess,
            run=run,
            prove=prove,
            spent=lambda: self.account.spent(share) is not None,
            count=self.account.asked,
            closed=self.account.size_closed,
            open_goals=self.open_goals,
        )
        series = levels(limits, subject.sizes, inquiry.least)
        closed = deepening.go(series)
        share = 1.0
        if any(best_bounds(goal, deepening.tried, session.witnesses, loop) is not None for goal in self.open_goals):
            deepening.go(series[closed:])
        elif any(size.bound == "int" for size in subject.sizes.values()):
            first = max(session.witnesses.largest_int(), 2)
            deepening.go(levels_of_ints(limits, subject.sizes, first, inquiry.least))
        self.standing.tried = deepening.tried

    def may_prove(self) -> bool:
        """Is there a goal left of which runs may say that nothing reaches it?"""
        return any(self.doubts.reason(self.standing.fits(goal)) is None for goal in self.open_goals)

    def failing(self) -> list[EndsAfter]:
        """For the goals that runs reached, all of which failed after."""
        endings = self.session.endings
        return [endings[goal] for goal in sorted(endings) if endings[goal].behind]

    def settle_endings(self) -> None:
        """Which of the goals reached are passed by no execution that ends normally."""
        session, account = self.session, self.account
        agenda = Closing(lambda side: any(ending.may_accept(side) for ending in self.failing()))
        if self.failing():
            agenda.revive(session.tree.all_sides())
            self.ask_block_form_of_ends(agenda)
        left = self.inquiry.budget.doom
        while self.failing() and (side := agenda.pop()) is not None:
            if left == 0 or account.spent(2.0) is not None:
                break
            left -= 1
            account.solves += 1
            model = session.solve(side)
            if model is not None:
                self.run(model, agenda, side)
        for ending in self.failing():
            known = self.standing.exhausted(ending) if ending.goal in session.reached else UNSETTLED
            if isinstance(known, Evidence) and not self.doubts.guessed_wrong(ending.raisings):
                self.result.doomed[ending.goal] = replace(known, shown="fails", raisings=tuple(ending.raisings))

    def ask_block_form_of_ends(self, agenda: Agenda) -> None:
        """Executions that pass a goal and end normally, or the proof that there are none, by the block form."""
        found = self.engines.verify(frozenset(e.goal for e in self.failing()) & self.session.reached, True)
        if found is None:
            return
        self.account.ran += found.work
        self.confirmed(found, agenda)
        if any(ending.goal in goals for ending in self.failing() for _, goals in found.models):
            return  # an input that should have ended normally did not
        for ending in self.failing():
            shown = found.proofs.get(ending.goal)
            if shown is not None and not shown.scope:
                evidence = replace(shown, shown="fails", raisings=tuple(ending.raisings))
                self.result.doomed[ending.goal] = replace(evidence, assumptions=self.inquiry.assumptions)
                del self.session.endings[ending.goal]

    def conclude(self, spent: Reason | None) -> None:
        """What is known of each goal that is left."""
        self.result.runs, self.result.solves = self.account.runs, self.account.solves
        self.result.known |= self.standing.known(sorted(self.open_goals), spent)
        self.endure()

    def endure(self) -> None:
        """A run that was stopped makes a test of what it reached, if it ends when it gets more time."""
        runs: dict[int, tuple[Model, Case]] = {}
        for goal in sorted(self.open_goals & self.session.unended.keys()):
            model, case, why = self.session.unended[goal]
            if why is None:
                runs.setdefault(id(model), (model, case))
        for model, case in list(runs.values())[:ENDURED]:
            hits = self.open_goals.intersection(self.subject.endure(model))
            if hits:
                self.found(Found(case, tuple(sorted(hits))))

    # ------------------------------------------------------------ runs

    def run(self, model: Model, agenda: Agenda | None = None, aimed: Side | None = None) -> None:
        before = len(self.open_goals)
        self.session.run(model, agenda or self.frontier, self.open_goals, aimed)
        if len(self.open_goals) < before:
            self.account.goal_fell()

    def run_fuzzed(self, probes: int = PROBES) -> bool:
        """A round of plain runs; what they reach is followed.  True where that brought something."""
        account = self.account
        probes = min(probes, self.inquiry.budget.plain - account.plain)
        if not self.open_goals or probes <= 0:
            return False
        probes = min(probes, account.affordable(self.subject.calls_of_plain))
        if probes == 0:
            return False
        account.probes(probes)
        before = len(self.open_goals)
        for model in self.subject.fuzz(probes, self.open_goals):
            self.run(dict(model))
            if not self.open_goals or self.account.spent(1.0) is not None:
                break
        return len(self.open_goals) < before

    def tell(self) -> None:
        """Send the proofs there are by now."""
        self.herald.at = 2 * max(self.account.work(), FIRST_TOLD)
        self.herald.say(proofs(self.result.known) | self.standing.proved(sorted(self.open_goals)))
