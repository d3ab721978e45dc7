"""What runs inside a host process: import the project instrumented once, then settle one unit per fork."""

from __future__ import annotations

import enum
import itertools
import time
import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from clew.analysis.ahead import Arm
from clew.analysis.purity import called_often
from clew.analysis.sizes import Sizes
from clew.analysis.structure import structurally_dead
from clew.analysis.type_flow import dead_goals
from clew.analysis.value_flow import dead_by_values
from clew.concolic.assumed_state import assumed_state, reached_state
from clew.concolic.entry import Entry, guesses_types
from clew.concolic.lifetimes import ends_of_life
from clew.concolic.lookahead import ahead_of_place, arms_of, doomable_statements, lookahead, module_of
from clew.concolic.prepared import Prepared
from clew.concolic.reservations import Reservations, doubted, of_blocks
from clew.concolic.runner import Runner
from clew.concolic.shared_state import OTHERS, shared_state
from clew.concolic.summaries import Summaries
from clew.effects.bodies import longest_text
from clew.effects.kept_state import NAMESPACES
from clew.frontend.module import Module, Unit, native_parts
from clew.inputs.declared import declared_types, globals_of
from clew.inputs.inhabitants import Widening, told_from_the_start
from clew.inputs.linking import MOST_LINKS
from clew.inputs.shape_facts import has_objects
from clew.inputs.shapes import (
    AnyShape,
    BoolShape,
    BytesShape,
    DictShape,
    FloatShape,
    IntShape,
    ListShape,
    LiteralShape,
    NoneShape,
    RecordShape,
    SetShape,
    Shape,
    StrShape,
    TupleShape,
    UnionShape,
    VariadicTupleShape,
    parts,
    union_of,
)
from clew.inputs.signatures import ParameterShape
from clew.inputs.sized import calls_to_try, sizes_for, to_try, with_room
from clew.inputs.widening import shapes_asked_for, widened
from clew.ir import tree as ir
from clew.records import dataclass
from clew.search.explorer import Engines, Explorer, Inquiry
from clew.search.request import Bounds, Budget, Dumped, Exploration, KeptQuery, Request, Settled
from clew.search.trace import Decision, Told
from clew.search.tree import Model
from clew.search.ways import ShapeWays
from clew.solver.chain import SolverChain, SolverSettings, build_solver
from clew.solver.protocol import Solver
from clew.solver.watching import Watch, watcher
from clew.source.spans import Span
from clew.verdict.assumptions import Assumption, of_changed
from clew.verdict.evidence import Evidence, Known, doubt, proof, proofs
from clew.verdict.reasons import Reason
from clew.workers.host_process import Emit

if TYPE_CHECKING:
    from clew.concolic.verification import Verifier
    from clew.search.explorer import Verified

HOLDING = (DictShape, ListShape, RecordShape, SetShape, TupleShape, VariadicTupleShape)
PLAIN = (BoolShape, BytesShape, FloatShape, IntShape, LiteralShape, NoneShape, StrShape, UnionShape, *HOLDING)
LINKED_RUNS = 200  # and solver queries, for inputs that only assignments to attributes, or internal methods, make
MOST_WIDENINGS = 3  # searches with ever more classes of values
LEAST_SECONDS = 1.5  # for one more search after the first; the guard leaves room for them
PATIENCE = 10  # times the steps for a query that gave up, where calls went by summaries


def explore_unit(prepared: Prepared, request: Request, emit: Emit) -> Exploration:
    """Search the paths of one unit and settle the goals asked for.  emit: takes what is found on the way."""
    module = prepared.project.modules[prepared.module.__name__]
    unit = next(u for u in module.units if u.id == request.unit)
    try:
        entry = Entry.of(prepared, unit, request.types)
    except (AttributeError, KeyError) as error:
        reason = Reason("cannot-build-input", f"{unit.qualname} is not found in its module: {error}", None, unit.span)
        return Exploration.unknown(request.goals, reason)
    return _Task(prepared, request, emit, module, entry).settled()


@dataclass(frozen=True, slots=True)
class Wide:
    """parameters: with the other inhabitants; inside: what widens those of constructors, where that matters; open: why
    these are not all."""

    parameters: tuple[ParameterShape, ...]
    inside: Widening | None
    open: str


@dataclass(slots=True)
class _Task:
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
    ahead: Callable[[Decision, bool], Arm | None] = field(init=False)
    arms: Callable[[int, bool], Arm | None] = field(init=False)
    state: tuple[Assumption, ...] = field(init=False)  # what is supposed of what modules keep
    ends: float = field(init=False)  # of the safety net, which is one for all searches
    sizes: Sizes = field(init=False)
    reserved: Reservations = field(init=False)
    bounds: Bounds = field(init=False)  # those of the request, with room for the sizes that the code asks for

    def __post_init__(self) -> None:
        self.ends = time.process_time() + self.request.budget.seconds
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
        self.ahead = lookahead(self.prepared, unit, request.goals)
        self.arms = arms_of(self.prepared, request.goals)
        self.prepared.machine.ahead = ahead_of_place(self.prepared, unit, request.goals)
        kept = reached_state(self.prepared, self.entry)
        self.state = assumed_state(self.prepared, self.entry, kept)
        self.prepared.machine.shared = shared_state(self.prepared, kept)
        classes = self.prepared.catalogue.classes()
        self.prepared.machine.flags = any(issubclass(cls, enum.IntFlag) for cls in classes)
        own, functions = {(self.module.name, u.span) for u in self.units()}, self.prepared.sites.functions
        self.prepared.machine.catching = frozenset(
            n for n in self.prepared.catching if (functions[n].module, functions[n].span) not in own
        )
        self.prepared.machine.summaries = _summaries(self.prepared, unit, request, self.chains[0])

    def settled(self) -> Exploration:
        request, entry, unit = self.request, self.entry, self.entry.unit
        annotated = request.types == "annotated"
        by_types = _settled_by_types(self.prepared, entry, self.state) if annotated else {}
        dead = set(structurally_dead(unit.function))
        dropped = {g.id for g in unit.goals if g.place in dead} | by_types.keys()
        native = _not_followed(self.prepared, unit, request.goals - dropped)
        runner = self.runner(entry, self.bounds)
        targets = request.goals - dropped - native.keys()
        doomable = doomable_statements(self.module.units, request.goals)
        verify = _by_block_form(self.prepared, entry, self.module, request, self.left, self.watch, self.keep)
        explorer = self.explorer(runner, targets, request.budget, runner.seeds(unit), doomable, verify)
        explorer.others = partial(self.look_at_inhabitants, explorer)
        reserved = self.reserved
        explorer.doubts.divergence, explorer.doubts.unprovable = reserved.refused(), reserved.unprovable()

        def complete(result: Exploration) -> Exploration:
            """With what no search was needed for, and without what its proofs must not be believed in."""
            reserved.of_runs(result)
            result.known |= {goal: shown for goal, shown in by_types.items() if goal in request.goals}
            result.known |= native
            reserved.of_proofs(runner, result)
            return result

        def guesses() -> bool:
            return bool(runner.guesses or reserved.unread() or guesses_types(entry))

        def settled(known: Mapping[str, Known], final: bool = False) -> None:
            # What was shown for the plain values only is not yet shown for the others that the annotations admit.
            plain_only = (
                not final and _widened(self.entry, self.prepared.catalogue.classes(), explorer.session.told) is not None
            )
            shown = {goal: each for goal, each in known.items() if not plain_only or of_blocks(each)}
            self.emit(Settled(proofs(complete(Exploration(shown)).known), guesses()))

        settled({})
        explorer.herald.settled = settled
        explorer.session.log = [] if request.dump == "runs" else None
        explorer.session.strays = set() if request.strays else None
        result = explorer.explore()
        if request.dump:
            self.emit(Dumped(_dump(explorer, request)))
        self.try_other_types(explorer, result)
        self.try_inhabitants(explorer, result)
        settled(result.known, final=True)
        if runner.linkable:
            self.try_links(explorer, result, runner.bases)
        self.try_calls(explorer, result)
        self.try_earlier_calls(explorer, result)
        complete(result)
        if annotated:
            self.suppose_guesses(explorer, result)
        result.guessed = guesses()
        for statistics in (chain.statistics() for chain in self.chains):
            result.queries += statistics.queries
            result.solver_seconds += statistics.seconds
        return result

    def units(self) -> list[Unit]:
        """The unit, and those inside of it."""
        return [u for u in self.module.units if any(g.id in self.request.goals for g in u.goals)]

    def suppose_guesses(self, explorer: Explorer, result: Exploration) -> None:
        """What nothing refuted, and the likeliest classes of the arguments exclude by themselves."""
        entry = self.entry
        defaults = {p.name for p in entry.unit.function.parameters if p.has_default}
        likely = tuple(_likeliest(p, p.name in defaults) for p in entry.parameters)
        if likely == entry.parameters or self.reserved.unread():
            return
        shown = _settled_by_types(self.prepared, replace(entry, parameters=likely), self.state)
        guesses = tuple(a for a in entry.assumptions() if a.kind == "guessed-types")
        for goal in result.known.keys() & shown.keys():
            fits = explorer.standing.fits(goal) or explorer.doubts.of_types() is None
            found = proof(result.known[goal])
            if (found is None or found.scope) and fits and goal not in explorer.session.unended:
                result.known[goal] = replace(shown[goal], assumptions=(*shown[goal].assumptions, *guesses))

    # ------------------------------------------------------------ further searches

    def try_other_types(self, explorer: Explorer, result: Exploration) -> None:
        """Search again, with the classes the code asked for among those of the arguments."""
        entry, request = self.entry, self.request
        asked = shapes_asked_for(explorer.session.asked, self.prepared.catalogue.classes())
        wider = tuple(replace(p, shape=widened(p.shape, asked)) for p in entry.parameters)
        left = _of_types(result)
        if not asked or not left or wider == entry.parameters:
            return
        if self.reserved.refused() is not None or self.reserved.unread():
            return
        runner = self.runner(replace(entry, parameters=wider), self.bounds)
        budget = self.rest(self.chains[0].work() + request.budget.work // 2)
        again = self.explorer(runner, left, budget, runner.seeds(entry.unit))
        again.session.reached |= explorer.session.reached
        found = again.explore()
        for goal in left:
            if goal in again.session.reached:
                del result.known[goal]
            elif (shown := proof(found.known.get(goal))) is not None:
                result.known[goal] = shown

    def look_at_inhabitants(self, explorer: Explorer, goals: frozenset[str]) -> set[str]:
        """Those of the goals that a few runs reach with other values that the annotations admit."""
        wide = _widened(self.entry, self.prepared.catalogue.classes(), explorer.session.told)
        if wide is None or self.reserved.refused() is not None:
            return set()
        again, _ = self.with_inhabitants(wide, goals, explorer.session.reached, self.few(0))
        return again.session.reached & goals

    def try_inhabitants(self, explorer: Explorer, result: Exploration) -> None:
        """Search again, with the other values that the annotations admit, where something asked which ones these are.

        What was shown for the plain values only is then shown for all, or not at all.
        """
        told, before = set(explorer.session.told), None
        for _ in range(MOST_WIDENINGS):
            wide = _widened(self.entry, self.prepared.catalogue.classes(), told)
            proved = {g for g, shown in proofs(result.known).items() if not of_blocks(shown)}
            left = frozenset(proved | result.doomed.keys())
            if wide is None or wide == before or not left or self.reserved.refused() is not None:
                return
            before = wide
            full = self.rest(self.chains[0].work() + self.request.budget.work // 2)
            budget = self.few(self.request.budget.doom) if wide.open else replace(full, doom=self.request.budget.doom)
            again, found = self.with_inhabitants(wide, left, explorer.session.reached, budget, frozenset(result.doomed))
            for goal in proved:
                del result.known[goal]
                if goal not in again.session.reached:
                    result.known[goal] = found.known[goal]
            for goal in result.doomed.keys() - found.doomed.keys():
                del result.doomed[goal]
            told |= again.session.told
        reason = Reason("types", "arguments of ever more classes would have to be tried", "an annotation")
        doubted(result, reason)

    def few(self, doom: int) -> Budget:
        """For runs that only ever cover."""
        budget = self.rest(self.chains[0].work() + self.request.budget.work // 12)
        return replace(budget, paths=min(budget.paths, LINKED_RUNS), solves=min(budget.solves, LINKED_RUNS), doom=doom)

    def with_inhabitants(
        self,
        wide: Wide,
        goals: frozenset[str],
        reached: set[str],
        budget: Budget,
        doomable: frozenset[str] = frozenset(),
    ) -> tuple[Explorer, Exploration]:
        """One search with these shapes."""
        prepared, unit = self.prepared, self.entry.unit
        if wide.inside is not None:
            prepared = replace(prepared, catalogue=prepared.catalogue.widened(wide.inside))
        entry = replace(self.entry, parameters=wide.parameters)
        runner = self.runner(entry, self.bounds, prepared)
        again = self.explorer(runner, goals - doomable, budget, runner.seeds(unit), doomable)
        again.session.reached |= reached
        if wide.open:
            again.doubts.unprovable = Reason("types", wide.open, None, unit.span)
        return again, again.explore()

    def try_links(self, explorer: Explorer, result: Exploration, bases: list[Model]) -> None:
        """Search again, with assignments to attributes, calls of internal methods, and other consumers of what waits.

        These runs only ever cover.  bases: inputs with which it waits.
        """
        left = frozenset(result.known)
        if not left:
            return
        runner = self.runner(self.entry, replace(self.bounds, links=MOST_LINKS))
        runner.bases = bases
        why = "what is done to the inside of objects here only finds tests"
        self.only_cover(explorer, result, runner, left, runner.linked_seeds(), why)

    def try_calls(self, explorer: Explorer, result: Exploration) -> None:
        """Search again, with objects on which one method was called as often as the code counts; these runs only ever
        cover.
        """
        left = frozenset(g for g, each in result.known.items() if (shown := proof(each)) is None or shown.scope)
        counts = calls_to_try(self.sizes, self.bounds)
        if not left or not counts:
            return
        runner = self.runner(self.entry, replace(self.bounds, method_calls=max(counts)))
        seeds = list(runner.called_seeds(counts))
        if not seeds:
            return
        self.only_cover(explorer, result, runner, left, seeds, "so many calls here only find tests", len(seeds))

    def try_earlier_calls(self, explorer: Explorer, result: Exploration) -> None:
        """Search again, after calls of the functions that change what this one reads; these runs only ever cover."""
        left = frozenset(goal for goal, each in result.known.items() if _is_of_others(each))
        if not left:
            return
        runner = self.runner(self.entry, replace(self.bounds, earlier=True))
        self.only_cover(explorer, result, runner, left, runner.earlier_seeds(), "earlier calls here only find tests")

    def only_cover(
        self,
        explorer: Explorer,
        result: Exploration,
        runner: Runner,
        left: frozenset[str],
        seeds: Iterable[Model],
        why: str,
        paths: int | None = None,
    ) -> None:
        """One more search, for these goals, whose runs prove nothing.  paths: how many, if not as usual."""
        budget = self.rest(self.chains[0].work() + self.request.budget.work // 6)
        paths = min(budget.paths, LINKED_RUNS) if paths is None else paths
        budget = replace(budget, paths=paths, solves=min(budget.solves, LINKED_RUNS))
        again = self.explorer(runner, left, budget, seeds)
        again.session.reached |= explorer.session.reached
        again.doubts.unprovable = Reason("bound", why)
        again.explore()
        for goal in left & again.session.reached:
            del result.known[goal]

    # ------------------------------------------------------------ parts

    def left(self) -> float:
        """Seconds of the safety net."""
        return self.ends - time.process_time()

    def rest(self, work: int) -> Budget:
        """For one more search.  work: of the solver, what it did so far included."""
        seconds = max(LEAST_SECONDS, self.left())
        return replace(self.request.budget, seconds=seconds, work=work, doom=0)

    def wanted(self) -> dict[str, int]:
        """The bounds that were asked for."""
        request = self.request
        return {**request.bounds.limits(), "loop": request.budget.loop, "recursion": request.bounds.depth}

    def runner(self, entry: Entry, bounds: Bounds, prepared: Prepared | None = None) -> Runner:
        """prepared: where it is not the one of the task."""
        tried = to_try(self.sizes)
        return Runner(prepared or self.prepared, entry, bounds, self.emit, self.request.seed, tried)

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
        verify: Callable[[frozenset[str], bool], Verified | None] = lambda goals, normal: None,
    ) -> Explorer:
        prepared, unit = self.prepared, self.entry.unit
        inquiry = Inquiry(
            targets,
            seeds,
            budget,
            assumptions=(*runner.entry.assumptions(), *self.state),
            doomable=doomable,
            wanted=self.wanted(),
            least={"text": max(longest_text(unit.function), 1)},
        )
        engines = Engines(
            self.chains[0],
            work=lambda: sum(chain.work() for chain in self.chains),
            patient=None if prepared.machine.summaries is None else self.patient,
            verify=verify,
        )
        own = self.module.name
        ways = ShapeWays(prepared.sites, self.ahead, self.arms, lambda site: module_of(prepared, site) == own)
        return Explorer(runner, ways, inquiry, engines, self.emit)


def _widened(entry: Entry, classes: tuple[type, ...], told: set[Told]) -> Wide | None:
    """The entry with what was told; None where there is nothing to add."""
    start = (one for p in entry.parameters for one in told_from_the_start(p.name, p.shape, classes))
    widening = Widening(classes, frozenset({*told, *start}))
    wider = tuple(replace(p, shape=widening.parameter(p.name, p.shape)) for p in entry.parameters)
    own = {p.name: p.shape for p in entry.parameters}
    inside = any(one.root not in own or has_objects(own[one.root]) for one in widening.told)
    why = widening.open(p.shape for p in entry.parameters)
    if not (inside or why or wider != entry.parameters):
        return None
    return Wide(wider, widening if inside else None, why)


def _dump(explorer: Explorer, request: Request) -> str:
    """The search that was made first, of all that are; imported only where it is asked for."""
    from clew.search.run_text import show_runs
    from clew.search.tree_text import show_tree

    session = explorer.session
    if session.log is not None:
        return show_runs(session.log)
    return show_tree(session.tree, explorer.ways, request.goals, session.implied)


def _by_block_form(
    prepared: Prepared,
    entry: Entry,
    module: Module,
    request: Request,
    left: Callable[[], float],
    watch: Watch | None,
    keep: Callable[[str], None] | None,
) -> Callable[[frozenset[str], bool], Verified | None]:
    """Settles goals; imported when there are any that the first runs have left."""
    verifiers: list[Verifier] = []

    def settle(goals: frozenset[str], normal: bool) -> Verified | None:
        if not verifiers:
            verifier = _verifier(prepared, entry, module, request, left)
            verifiers.append(replace(verifier, watch=watch, keep=keep))
        return verifiers[0].settle(goals, normal)

    return settle


def _verifier(
    prepared: Prepared, entry: Entry, module: Module, request: Request, left: Callable[[], float]
) -> Verifier:
    from clew.concolic.verification import Verifier, stated

    machine, functions = prepared.machine, prepared.sites.functions

    def span_of(value: Any) -> Span | None:
        number = machine.by_code.get(value.__code__) if isinstance(value, types.FunctionType) else None
        return functions[number].span if number is not None and functions[number].module == module.name else None

    classes = prepared.catalogue.classes()
    computes = any(_of_others(p, classes) for p in entry.parameters)
    # An `IntFlag` inverts its bits in its own way, and the block form knows ints only.
    certain = stated(entry.parameters) and not entry.untyped and not computes and not machine.flags
    rounds, depth = request.budget.loop, request.bounds.depth
    return Verifier(module, entry.unit, prepared.module, span_of, entry.parameters, rounds, depth, certain, left)


def _of_others(parameter: ParameterShape, classes: tuple[type, ...]) -> bool:
    """Is there a class of the project whose instances the parameter may be, and which computes in its own way?"""
    return next(told_from_the_start(parameter.name, parameter.shape, classes), None) is not None


def _is_of_others(known: Known) -> bool:
    """Is the goal open because other calls may have left something behind?"""
    if (why := doubt(known)) is not None:
        return OTHERS in why.text
    return isinstance(known, Evidence) and of_changed(known.assumptions) is not None


def _of_types(result: Exploration) -> frozenset[str]:
    """The goals that only arguments of types not tried could reach."""
    return frozenset(g for g, each in result.known.items() if (why := doubt(each)) is not None and why.code == "types")


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


def _settled_by_types(prepared: Prepared, entry: Entry, state: tuple[Assumption, ...]) -> dict[str, Evidence]:
    """Goals that the declared classes of the parameters exclude by themselves.

    state: supposed of variables of modules, and said only where one of them was looked at.
    """
    unit = entry.unit
    written = prepared.state.changed()
    declared = declared_types(entry.parameters, prepared.catalogue)
    looked_at: set[str] = set()
    by_computed_name = not NAMESPACES.isdisjoint(prepared.name_closure.reached(unit.function))
    global_value = _unknown if by_computed_name else globals_of(prepared.module, written, looked_at)
    plain, nested = all(_plain(p) for p in entry.parameters), any(_nested(p.shape) for p in entry.parameters)
    if entry.needs_receiver:
        plain = False
    calm = not ends_of_life(prepared, unit)
    dead = dead_by_values(unit.function, declared, global_value, plain, nested, calm)
    dead |= dead_goals(unit.function, declared, global_value)
    types = tuple(a for a in entry.assumptions() if a.kind in ("types", "construction", "invariants"))
    types += state if looked_at else ()
    return {g.id: Evidence("unreached", "types", (), types, dead[g.place]) for g in unit.goals if g.place in dead}


def _unknown(_: str) -> None:
    """What a global names, where code may change any."""


def _likeliest(parameter: ParameterShape, has_default: bool) -> ParameterShape:
    """With the likeliest form where nothing states one, and what it is where it is left out."""
    shape = parameter.shape
    if not isinstance(shape, AnyShape) or shape.stated or (has_default and not parameter.default):
        return parameter
    left_out = (LiteralShape(parameter.default),) if parameter.default else ()
    return replace(parameter, shape=union_of((shape.candidates[0], *left_out)))


def _plain(parameter: ParameterShape) -> bool:
    """Is it always a builtin scalar, or a builtin container of what is plain?"""
    return (
        parameter.kind not in ("*", "**")
        and not parameter.optional
        and not parameter.unread
        and all(isinstance(s, PLAIN) for s in parts(parameter.shape))
    )


def _nested(shape: Shape) -> bool:
    """May it be a container that holds containers?"""
    holders = [s for s in parts(shape) if isinstance(s, HOLDING)]
    return any(isinstance(inner, HOLDING) for holder in holders for inner in list(parts(holder))[1:])


def _not_followed(prepared: Prepared, unit: Unit, goals: frozenset[str]) -> dict[str, Reason]:
    """The goals that have no place in the instrumented text: those inside what is run as it stands."""
    placed = {goal for site in prepared.sites.places for goal in site.goals.values()}
    parts = [
        part
        for u in prepared.project.modules[prepared.module.__name__].units
        if u.span != unit.span and u.span.inside(unit.span)
        for part in native_parts(u.function)
    ]
    found: dict[str, Reason] = {}
    for u in prepared.project.modules[prepared.module.__name__].units:
        for goal in u.goals:
            if goal.id in goals and goal.id not in placed:
                around = [part.reason for part in parts if goal.span != part.span and goal.span.inside(part.span)]
                text = f"{around[0] if around else 'this part'} is run, not followed"
                found[goal.id] = Reason("unmodelled-operation", text, None, unit.span)
    return found
