"""What all searches for the goals of one unit share: its budget, its solvers, and what is known before any run."""

from __future__ import annotations

import enum
import itertools
import time
from collections.abc import Callable, Iterable
from dataclasses import field, replace

from clew.analysis.purity import called_often
from clew.analysis.reachable_goals import Branch
from clew.analysis.sizes import Sizes
from clew.concolic.assumed_state import assumed_state, reached_state
from clew.concolic.block_form import Blocks
from clew.concolic.entry import Entry
from clew.concolic.prepared import Prepared
from clew.concolic.reachability import (
    branch_of_decision,
    branch_of_test,
    module_of,
    outside_of_finally,
    reachable_from,
)
from clew.concolic.reservations import Reservations
from clew.concolic.runner import Runner
from clew.concolic.shared_state import shared_state
from clew.concolic.summaries import Summaries
from clew.effects.bodies import longest_text
from clew.frontend.module import Module, Unit
from clew.goals.criteria import DEF_USE
from clew.inputs.sized import sizes_for, to_try, with_room
from clew.inputs.stand_ins import admitted_classes
from clew.ir import tree as ir
from clew.records import dataclass
from clew.search.account import Account
from clew.search.explorer import Engines, Explorer, Inquiry
from clew.search.request import Bounds, Budget, Found, KeptQuery, Request
from clew.search.trace import Decision
from clew.search.tree import Model
from clew.search.ways import ShapeWays
from clew.solver.chain import SolverChain, SolverSettings, build_solver
from clew.solver.protocol import Solver
from clew.solver.watching import Watch, watcher
from clew.verdict.assumptions import Assumption
from clew.workers.host_process import Emit
from clew.workers.runs import RUNS

LEAST_SECONDS = 1.5  # for one more search after the first; the guard leaves room for them
LEAST_CHANCE = 250_000  # work without a reward, for a search after others that brought nothing
LINKED_RUNS = 200  # and solver queries, for inputs that only assignments to attributes, or internal methods, make
PATIENCE = 10  # times the steps for a query that gave up, where calls went by summaries


@dataclass(slots=True)
class Searches:
    """One unit, and what the searches for its goals share."""

    prepared: Prepared
    request: Request
    emit: Emit
    module: Module
    entry: Entry
    settings: SolverSettings = field(init=False)
    keep: Callable[[str], None] | None = field(init=False)  # gets the text of every query
    watch: Watch | None = field(init=False)  # sees every query with its answer
    chains: list[SolverChain] = field(init=False)
    branch_of_decision: Callable[[Decision, bool], Branch | None] = field(init=False)
    branch_of_test: Callable[[int, bool], Branch | None] = field(init=False)
    state: tuple[Assumption, ...] = field(init=False)  # what is supposed of what modules keep
    ends: float = field(init=False)  # of the safety net, which is one for all searches
    sizes: Sizes = field(init=False)
    reserved: Reservations = field(init=False)
    bounds: Bounds = field(init=False)  # those of the request, with room for the sizes that the code asks for
    chances: list[Account] = field(default_factory=list)  # of searches that only ever cover
    doors: list[Account] = field(default_factory=list)  # of those through callers

    def __post_init__(self) -> None:
        self.ends = time.process_time() + self.request.budget.seconds
        RUNS.scouted = self.request.scouted
        request, unit, emit = self.request, self.entry.unit, self.emit
        self.sizes = sizes_for(unit, self.module.name, self.prepared.catalogue)
        self.bounds = with_room(request.bounds, self.sizes)
        numbers = itertools.count(1)
        keep = (lambda text: emit(KeptQuery(unit.id, next(numbers), text))) if request.keep_queries else None
        self.watch = watcher(keep, request.cross_check)
        self.keep = keep
        self.settings = SolverSettings(steps=request.solver_steps, seed=request.seed, watch=self.watch)
        self.chains = [build_solver(self.settings)]
        self.reserved = Reservations(self.prepared, self.entry, tuple(self.units()))
        self.branch_of_decision = branch_of_decision(self.prepared, unit, request.goals)
        self.branch_of_test = branch_of_test(self.prepared, request.goals)
        ahead = reachable_from(self.prepared, self.branch_of_decision)
        self.prepared.machine.reachable = ahead
        self.prepared.machine.ahead_of_failure = outside_of_finally(self.prepared, unit, ahead)
        kept = reached_state(self.prepared, self.entry)
        self.state = assumed_state(self.prepared, self.entry, kept)
        self.prepared.machine.shared = shared_state(self.prepared, kept)
        self.prepared.machine.flags = lambda: _has_flags(self.prepared)
        own, functions = {(self.module.name, u.span) for u in self.units()}, self.prepared.sites.functions
        self.prepared.machine.catching = frozenset(
            n for n in self.prepared.catching if (functions[n].module, functions[n].span) not in own
        )
        self.prepared.machine.summaries = _summaries(self.prepared, unit, request, self.chains[0])

    def units(self) -> list[Unit]:
        """The unit, and those inside of it."""
        return [u for u in self.module.units if any(g.id in self.request.goals for g in u.goals)]

    def left(self) -> float:
        """Seconds of the safety net."""
        return self.ends - time.process_time()

    def rest(self, part: int) -> Budget:
        """For one more search, which gets one of so many parts of the solver's work."""
        return replace(self.request.budget.part(part), seconds=max(LEAST_SECONDS, self.left()))

    def chance(self, part: int, before: Iterable[Account]) -> Budget:
        """The same for a search that only ever covers: each of its kind that brought nothing leaves half as much."""
        budget = self.rest(part)
        fruitless = sum(account.fell == 0 for account in before)
        least = min(budget.unrewarded, LEAST_CHANCE)
        return replace(budget, unrewarded=max(budget.unrewarded >> fruitless, least))

    def few(self, doom: int) -> Budget:
        """For runs that only ever cover."""
        budget = self.rest(12)
        return replace(budget, paths=min(budget.paths, LINKED_RUNS), solves=min(budget.solves, LINKED_RUNS), doom=doom)

    def wanted(self) -> dict[str, int]:
        """The bounds that were asked for."""
        request = self.request
        return {**request.bounds.limits(), "loop": request.budget.loop, "recursion": request.bounds.depth}

    def runner(self, entry: Entry, bounds: Bounds, prepared: Prepared | None = None) -> Runner:
        """prepared: where it is not the one of the task."""
        tried, known = to_try(self.sizes), prepared or self.prepared
        names = known.name_closure
        idle = entry.is_receiver_idle(names) or entry.is_receiver_new(known.catalogue, names)
        bounds = replace(bounds, idle=idle)
        return Runner(known, entry, bounds, self.emit, self.request.budget.of_run, self.request.seed, tried)

    def patient(self) -> Solver:
        """For queries about many paths at once."""
        if len(self.chains) == 1:
            self.chains.append(build_solver(replace(self.settings, steps=PATIENCE * self.request.solver_steps)))
        return self.chains[1]

    def explorer(
        self,
        runner: Runner,
        targets: frozenset[str],
        budget: Budget,
        seeds: Iterable[Model],
        doomable: frozenset[str] = frozenset(),
        blocks: Blocks | None = None,
        found: Callable[[Found], None] | None = None,
    ) -> Explorer:
        """blocks: asked for what they settle; found: takes the cases, where they are not sent as they are."""
        prepared, unit = self.prepared, self.entry.unit
        for chain in self.chains:
            chain.forget_models()
        inquiry = Inquiry(
            targets,
            seeds,
            budget,
            assumptions=(*runner.entry.assumptions(), *self.state),
            doomable=doomable,
            wanted=self.wanted(),
            least={"text": max(longest_text(unit.function), 1)},
            claimed=self.request.claimed,
            noted=targets if self.request.noted else _of_definitions(unit).intersection(targets),
        )
        engines = Engines(
            self.chains[0],
            work=lambda: sum(chain.work() for chain in self.chains),
            patient=None if prepared.machine.summaries is None else self.patient,
        )
        if blocks is not None:
            engines = replace(engines, verify=blocks.settle, at_once=blocks.settle_at_once)
        own = self.module.name
        ways = ShapeWays(
            prepared.sites, self.branch_of_decision, self.branch_of_test, lambda site: module_of(prepared, site) == own
        )
        return Explorer(runner, ways, inquiry, engines, found or self.emit)


def _has_flags(prepared: Prepared) -> bool:
    """Asked of all texts of the project, so only where an operation depends on it."""
    return any(issubclass(cls, enum.IntFlag) for cls in admitted_classes(prepared.catalogue))


def _of_definitions(unit: Unit) -> frozenset[str]:
    """Goals that only notes tell apart."""
    return frozenset(goal.id for goal in unit.goals if goal.kind == DEF_USE)


def _summaries(prepared: Prepared, unit: Unit, request: Request, solver: SolverChain) -> Summaries | None:
    if request.calls == "inline":
        return None
    goals: dict[int, set[str]] = {}
    for site in prepared.sites.places:
        goals.setdefault(site.function, set()).update(site.goals.values())

    def lowered(number: int) -> ir.Function | None:
        info = prepared.sites.functions[number]
        found = prepared.catalogue.functions.get((info.module, info.qualname))
        return found if found is not None and found.span == info.span else None

    return Summaries(
        prepared.machine,
        solver,
        solver.work,
        lowered,
        prepared.name_closure.changed,
        lambda number: request.goals.isdisjoint(goals.get(number, ())),
        called_often(unit.function, 3),
        request.calls == "auto",
    )
