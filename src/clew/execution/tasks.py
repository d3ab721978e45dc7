"""What runs inside a host process: import the project instrumented once, then settle one unit per fork."""

from __future__ import annotations

import contextlib
import enum
import inspect
import random
import re
import sys
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field, replace
from typing import Any

from clew.analysis.ahead import AheadOf, Arm, ahead_of, may_return
from clew.analysis.purity import called_often
from clew.analysis.structure import structurally_dead
from clew.analysis.type_flow import dead_goals
from clew.analysis.value_flow import dead_by_values
from clew.execution import taint
from clew.execution.bodies import constants_of, receives, statements
from clew.execution.changes import aliasing_matters
from clew.execution.codegen import Sites
from clew.execution.declared import declared_types, globals_of
from clew.execution.deepening import Size
from clew.execution.explore import Attempt, Explorer
from clew.execution.faults import is_ours
from clew.execution.fuzzing import DeafMachine, Fuzzer, PlainBuilder, Probe
from clew.execution.guard import SideEffectBlocked
from clew.execution.host_process import Emit
from clew.execution.inputs import Builder, BuiltArguments, ConstructionFailed
from clew.execution.iteration import Stream, send_all
from clew.execution.library import step_into_library
from clew.execution.linking import MOST_LINKS
from clew.execution.loader import Project, goal_index, load_project
from clew.execution.machine import Machine
from clew.execution.mentions import Mentions
from clew.execution.mutation import Mutator
from clew.execution.readymade import CannotBuild, realise
from clew.execution.recipes import Case, Collection, Dictionary, Literal, Name, Recipe
from clew.execution.request import Bounds, Budget, Exploration, KeptQuery, Request, Setup
from clew.execution.seeds import LARGEST, seed_assignments
from clew.execution.shapes import (
    ANY,
    AnyShape,
    BoolShape,
    BytesShape,
    ClassName,
    DictShape,
    EnumShape,
    FloatShape,
    IntShape,
    ListShape,
    LiteralShape,
    NoneShape,
    ObjectShape,
    RecordShape,
    SetShape,
    Shape,
    StrShape,
    TupleShape,
    UnionShape,
    VariadicTupleShape,
    parts,
)
from clew.execution.sharing import may_share, same_objects
from clew.execution.signatures import Catalogue, ParameterShape
from clew.execution.snapshot import Snapshot
from clew.execution.summaries import Summaries
from clew.execution.trace import Approximation, Decision, ModelError, StepLimit
from clew.execution.tree import Model
from clew.execution.typing_names import typing_names
from clew.execution.verification import Verifier, stated
from clew.execution.vocabulary import vocabulary_of
from clew.execution.widening import shapes_asked_for, widened
from clew.frontend.module import Module, Unit, native_parts
from clew.ir import tree as ir
from clew.logic.evaluate import evaluate
from clew.logic.terms import Term, variables
from clew.records import dataclass
from clew.semantics.shadow import Tracked
from clew.solver.chain import SolverChain, SolverSettings, build_solver
from clew.solver.protocol import Solver
from clew.source.spans import Span
from clew.verdict import Assumption, Infeasible, Raising, Reason, Unknown

HOLDING = (DictShape, ListShape, RecordShape, SetShape, TupleShape, VariadicTupleShape)
PLAIN = (BoolShape, BytesShape, FloatShape, IntShape, LiteralShape, NoneShape, StrShape, UnionShape, *HOLDING)
LINKED_RUNS = 200  # and solver queries, for inputs that only assignments to attributes make
LINKED_SEEDS = 6  # choices of the first assignment
SEEDS = 8  # assignments tried before the first decision is flipped
SENT = AnyShape((IntShape(), NoneShape(), FloatShape(), StrShape(), BoolShape()))
BODIES: tuple[tuple[Recipe, ...], ...] = (
    (Name("builtins", "list"),),
    (Name("builtins", "int"), Literal("x")),
    (Name("operator", "getitem"), Dictionary("dict", ()), Literal(0)),
    (Name("operator", "truediv"), Literal(1), Literal(0)),
)  # calls that return, or raise ValueError, KeyError, ZeroDivisionError
FRESH = 400  # assignments that plain runs start from
PLAIN_STEPS = 150_000  # operations of all plain runs of a function
PROBE_STEPS = 2_000  # and of one of them
PATIENCE = 10  # times the steps for a query that gave up, where calls went by summaries
CONSUMED = 12  # items drawn from a generator under test


@dataclass(slots=True)
class Prepared:
    """A host's module, imported and instrumented, with all that its tasks share."""

    project: Project
    module: types.ModuleType
    sites: Sites
    machine: Machine
    snapshot: Snapshot
    catalogue: Catalogue
    mentions: Mentions


def prepare(setup: Setup, machine_of: Callable[[Sites, int], Machine] = Machine) -> Prepared:
    """machine_of: makes the machine; another one than usual where the machine itself is to be watched."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 6_000))
    sites = Sites()
    machine = machine_of(sites, setup.steps)
    project, module = load_project(setup.module, setup.folders, sites, machine)
    names = tuple(project.modules)
    step_into_library(project, sites)
    loaded = [sys.modules[name] for name in names if name in sys.modules]
    lowered = {(m.name, u.qualname): u.function for m in project.modules.values() for u in m.units}
    catalogue = Catalogue(names, lowered, typing_names(project.modules.values()))
    mentions = Mentions.of(project.modules.values(), loaded)
    return Prepared(project, module, sites, machine, Snapshot.take(loaded), catalogue, mentions)


def explore_unit(prepared: Prepared, request: Request, emit: Emit) -> Exploration:
    """Search the paths of one unit and settle the goals asked for.  emit: takes what is found on the way."""
    module = prepared.project.modules[prepared.module.__name__]
    unit = next(u for u in module.units if u.id == request.unit)
    refused = prepared.project.refused.get(unit.id)
    try:
        entry = Entry.of(prepared, unit, request.types)
    except (AttributeError, KeyError) as error:
        reason = Reason("cannot-build-input", f"{unit.qualname} is not found in its module: {error}", None, unit.span)
        return Exploration.unknown(request.goals, reason)
    keep = (lambda number, text: emit(KeptQuery(unit.id, number, text))) if request.keep_queries else None
    solver_settings = SolverSettings(steps=request.solver_steps, seed=request.seed, keep_query=keep)
    solver = build_solver(solver_settings)
    chains = [solver]

    def patient() -> Solver:
        """For queries about many paths at once."""
        if len(chains) == 1:
            chains.append(build_solver(replace(solver_settings, steps=PATIENCE * request.solver_steps)))
        return chains[1]

    settled = _settled_by_types(prepared, entry) if request.types == "annotated" else {}
    dead = set(structurally_dead(unit.function))
    dropped = {g.id for g in unit.goals if (g.span, g.kind, g.outcome) in dead} | settled.keys()
    plain = _not_followed(prepared, unit, request.goals - dropped)
    targets = request.goals - dropped - plain.keys()
    ahead = _ahead(prepared, unit, request.goals)
    prepared.machine.summaries = _summaries(prepared, unit, request, solver)
    arms = _arms(prepared, request.goals)

    def explorer_of(
        runner: Runner, targets: frozenset[str], budget: Budget, seeds: Iterable[Model], doomable: frozenset[str]
    ) -> Explorer:
        assumptions = (*runner.entry.assumptions(), *_assumed_state(prepared, unit))
        return Explorer(
            attempt=runner.attempt,
            solver=solver,
            sites=prepared.sites,
            targets=targets,
            seeds=seeds,
            ahead=ahead,
            bound_of=runner.cuts.get,
            assumptions=assumptions,
            budget=budget,
            emit=emit,
            guessed=runner.guessed,
            likely=runner.expected,
            fuzz=runner.fuzz,
            solver_work=lambda: sum(chain.work() for chain in chains),
            guesses=lambda: bool(runner.guesses),
            arms=arms,
            own_site=lambda site: _module_of(prepared, site) == module.name,
            patient=None if prepared.machine.summaries is None else patient,
            doomable=doomable,
            sizes=runner.sizes,
            limits=runner.bounds.limits(),
        )

    runner = Runner(prepared, entry, request.bounds, {}, emit, request.seed)
    doomable = _doomable(module.units, request.goals)
    explorer = explorer_of(runner, targets, request.budget, runner.seeds(unit), doomable)
    explorer.verify = _verifier(prepared, entry, module, request).settle
    if refused is not None:
        explorer.divergence = Reason("unmodelled-operation", f"{unit.qualname}: {refused}", None, unit.span)
    if lasting := _not_put_back(prepared, unit):
        text = f"{lasting} keeps what one run leaves in it for the next"
        explorer.unprovable = Reason("nondeterministic", text, None, unit.span)
    unread = [p.name for p in entry.parameters if p.unread]
    if unread:
        text = f"the annotation of {', '.join(unread)} could not be evaluated, so its types are guesses"
        explorer.unprovable = Reason("types", text, "an annotation", unit.span)
    result = explorer.explore()
    asked = shapes_asked_for(explorer.asked, prepared.catalogue.classes())
    wider = tuple(replace(p, shape=widened(p.shape, asked)) for p in entry.parameters)
    if asked and (left := _of_types(result)) and refused is None and not unread and wider != entry.parameters:
        widely = Runner(prepared, replace(entry, parameters=wider), request.bounds, {}, emit, request.seed)
        budget = replace(request.budget, work=solver.work() + request.budget.work // 2, doom=0)
        again = explorer_of(widely, left, budget, widely.seeds(unit), frozenset())
        again.reached |= explorer.reached
        found = again.explore()
        for goal in left:
            if goal in again.reached:
                del result.verdicts[goal]
            elif isinstance(found.verdicts.get(goal), Infeasible):
                result.verdicts[goal] = found.verdicts[goal]
    if runner.linkable and (left := frozenset(result.verdicts)):
        linked = Runner(prepared, entry, replace(request.bounds, links=MOST_LINKS), {}, emit, request.seed)
        again = explorer_of(linked, left, _for_links(request.budget, solver.work()), linked.linked_seeds(), frozenset())
        again.reached |= explorer.reached
        again.explore()
        for goal in left & again.reached:
            del result.verdicts[goal]
    result.verdicts |= {goal: verdict for goal, verdict in settled.items() if goal in request.goals}
    result.verdicts |= {goal: Unknown(reason) for goal, reason in plain.items()}
    if not runner.entered:
        why = f"no arguments were made with which it is entered: {runner.unmade or 'every way failed'}"
        _never_entered(result, Reason("cannot-build-input", why, None, unit.span))
    if runner.guesses and not any(a.id == "guessed-types" for a in entry.assumptions()):
        _supposing_guesses(result, unit.span)
    for statistics in (chain.statistics() for chain in chains):
        result.queries += statistics.queries
        result.solver_seconds += statistics.seconds
    return result


def _verifier(prepared: Prepared, entry: Entry, module: Module, request: Request) -> Verifier:
    machine, functions = prepared.machine, prepared.sites.functions

    def span_of(value: Any) -> Span | None:
        number = machine.by_code.get(value.__code__) if isinstance(value, types.FunctionType) else None
        return functions[number].span if number is not None and functions[number].module == module.name else None

    certain = stated(entry.parameters) and not entry.untyped
    rounds, depth = request.budget.loop, request.bounds.depth
    return Verifier(module, entry.unit, prepared.module, span_of, entry.parameters, rounds, depth, certain)


def _of_types(result: Exploration) -> frozenset[str]:
    """The goals that only arguments of types not tried could reach."""
    verdicts = result.verdicts.items()
    return frozenset(g for g, v in verdicts if isinstance(v, Unknown) and v.reason.code == "types")


def _for_links(budget: Budget, spent: int) -> Budget:
    """For trying what only assignments to attributes make.  spent: the work of the solver so far, which counts on."""
    paths, solves = min(budget.paths, LINKED_RUNS), min(budget.solves, LINKED_RUNS)
    return replace(budget, paths=paths, solves=solves, work=spent + budget.work // 6, doom=0)


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
        prepared.mentions.changed,
        lambda number: request.goals.isdisjoint(goals.get(number, ())),
        called_often(unit.function, 3),
        request.calls == "auto",
    )


def _settled_by_types(prepared: Prepared, entry: Entry) -> dict[str, Infeasible]:
    """Goals that the declared classes of the parameters exclude by themselves."""
    unit = entry.unit
    written = frozenset(name for m in prepared.project.modules.values() for u in m.units for name in u.function.globals)
    declared = declared_types(entry.parameters, prepared.catalogue)
    global_value = globals_of(prepared.module, written)
    plain, nested = all(_plain(p) for p in entry.parameters), any(_nested(p.shape) for p in entry.parameters)
    if entry.needs_receiver:
        plain = False
    dead = dead_by_values(unit.function, declared, global_value, plain, nested)
    dead |= dead_goals(unit.function, declared, global_value)
    types = tuple(a for a in entry.assumptions() if a.id in ("types", "construction"))
    return {
        g.id: Infeasible((), types, dead[place], "types")
        for g in unit.goals
        if (place := (g.span, g.kind, g.outcome)) in dead
    }


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


def _assumed_state(prepared: Prepared, unit: Unit) -> tuple[Assumption, ...]:
    """That other calls have not changed the variables of the module before."""
    mentions = prepared.mentions
    relied_on = (mentions.changed & mentions.reached(unit.function)) | _import_variables(unit)
    names = sorted(relied_on & vars(prepared.module).keys())
    if not names:
        return ()
    text = f"the module's variables are as its import left them: {', '.join(names)}"
    return (Assumption("module-state", text, unit.span),)


def _not_put_back(prepared: Prepared, unit: Unit) -> str | None:
    """Something the unit may use that cannot be put back between two runs: a generator, an open file."""
    reached = prepared.mentions.reached(unit.function)
    for entry in prepared.snapshot.unrestorable:
        if not reached.isdisjoint(re.findall(r"\w+", entry.partition(":")[0])):
            return entry
    return None


def _import_variables(unit: Unit) -> frozenset[str]:
    """`__spec__`, `__name__`, …: what they are depends on how the module was imported."""
    read = (
        s.value.name
        for s in statements(unit.function.body)
        if isinstance(s, ir.Assign) and isinstance(s.value, ir.Global)
    )
    return frozenset(name for name in read if name.startswith("__") and name.endswith("__"))


def _not_followed(prepared: Prepared, unit: Unit, goals: frozenset[str]) -> dict[str, Reason]:
    """The goals that have no place in the instrumented text: those inside what is run as it stands."""
    placed = {goal for site in prepared.sites.places for goal in site.goals.values()}
    parts = [
        part
        for u in prepared.project.modules[prepared.module.__name__].units
        if _inside(u.span, unit.span)
        for part in native_parts(u.function)
    ]
    found: dict[str, Reason] = {}
    for u in prepared.project.modules[prepared.module.__name__].units:
        for goal in u.goals:
            if goal.id in goals and goal.id not in placed:
                around = [part.reason for part in parts if _inside(goal.span, part.span)]
                text = f"{around[0] if around else 'this part'} is run, not followed"
                found[goal.id] = Reason("unmodelled-operation", text, None, unit.span)
    return found


# ---------------------------------------------------------------- the function under test


@dataclass(frozen=True, slots=True)
class Entry:
    """A unit as something to call.  function: looked up in its class for a method; owner: that class."""

    unit: Unit
    module: str
    function: Any
    owner: Any
    owner_name: ClassName | None
    parameters: tuple[ParameterShape, ...]
    aliasing: bool  # whether it can matter that two arguments are one object
    receives: bool  # whether a generator makes use of what it is sent
    untyped: bool  # whether arguments may break their annotations

    @staticmethod
    def of(prepared: Prepared, unit: Unit, types: str) -> Entry:
        """types: `annotated`, or `any` for arguments that may break their annotations."""
        name = prepared.module.__name__
        owner: Any = None
        owner_name = None
        if unit.class_path is not None:
            owner = prepared.module
            for part in unit.class_path.split("."):
                owner = getattr(owner, part)
            owner_name = ClassName(name, unit.class_path)
        own = unit.qualname.rpartition(".")[2]
        raw = (
            inspect.getattr_static(owner, _mangled(own, owner)) if owner is not None else getattr(prepared.module, own)
        )
        function: Any = raw
        if isinstance(raw, property):
            function = {"setter": raw.fset, "deleter": raw.fdel}.get(unit.binding, raw.fget)
        skip = 1 if unit.binding in ("method", "property", "setter", "deleter", "class") else 0
        target = getattr(function, "__func__", function)
        target = getattr(target, "func", target) if not callable(target) else target
        parameters = prepared.catalogue.signature(target, unit.function, owner, skip)
        if types == "any":
            parameters = tuple(replace(p, shape=_anything(p.shape)) for p in parameters)
        return Entry(
            unit,
            name,
            function,
            owner,
            owner_name,
            parameters,
            aliasing_matters(unit.function, prepared.catalogue.changing(), same_objects(parameters)),
            receives(unit.function),
            types == "any",
        )

    @property
    def needs_receiver(self) -> bool:
        return self.owner is not None and self.unit.binding in ("method", "property", "setter", "deleter")

    def assumptions(self) -> tuple[Assumption, ...]:
        found = []
        if any(p.annotation is not None for p in self.unit.function.parameters) and not self.untyped:
            found.append(
                Assumption("types", "arguments have their annotated types (no unknown subclasses)", self.unit.span)
            )
        shapes = [s for p in self.parameters for s in parts(p.shape)]
        guessed = [f"{p.name}: {_likely(p.shape)}" for p in self.parameters if isinstance(p.shape, AnyShape)]
        if guessed:
            text = f"arguments whose class is not stated have the most likely one: {', '.join(guessed)}"
            found.append(Assumption("guessed-types", text, self.unit.span))
        elif any(isinstance(s, AnyShape) for s in shapes):
            text = "parts of arguments whose type is not stated have the most likely one"
            found.append(Assumption("guessed-types", text, self.unit.span))
        if self.needs_receiver or any(isinstance(s, ObjectShape) for s in shapes):
            text = "objects are made by their constructors and changed by their public methods"
            found.append(Assumption("construction", text, self.unit.span))
        if self.aliasing and may_share(self.parameters):
            text = "no changeable object occurs twice within the arguments, other than as two whole ones of one type"
            found.append(Assumption("no-sharing", text, self.unit.span))
        return tuple(found)


def _anything(shape: Shape) -> Shape:
    """What the annotation says first, then everything else that is tried where there is none."""
    stated = shape.candidates if isinstance(shape, AnyShape) else (shape,)
    return AnyShape(tuple(dict.fromkeys((*stated, *ANY.candidates))))


def _likely(shape: AnyShape) -> str:
    first = shape.candidates[0]
    return first.cls.qualname if isinstance(first, ObjectShape) else type(first).__name__.removesuffix("Shape").lower()


def _mangled(name: str, owner: Any) -> str:
    if name.startswith("__") and not name.endswith("__"):
        return f"_{owner.__name__.lstrip('_')}{name}"
    return name


@dataclass(slots=True)
class Runner:
    """Runs the entry under an assignment; collects which facts are bounds."""

    prepared: Prepared
    entry: Entry
    bounds: Bounds
    cuts: dict[Term, tuple[str, int]]
    emit: Emit
    seed: int = 0
    guesses: set[str] = field(default_factory=set)
    sizes: dict[str, Size] = field(default_factory=dict)
    likely: dict[str, int] = field(default_factory=dict)
    linkable: bool = False  # objects were made whose attributes may be linked
    roots: dict[str, None] = field(default_factory=dict)  # the objects that may have been
    fuzzer: Fuzzer | None = None
    case: Case | None = None  # of the run that is going on
    inner: Mapping[int, frozenset[str]] | None = None
    never_return: dict[tuple[str, str], bool] = field(default_factory=dict)  # functions asked about so far
    entered: bool = False  # whether some run got as far as the call
    unmade: str = ""  # how making an argument failed last

    def guessed(self, condition: Term) -> bool:
        return any(v.data in self.guesses for v in variables(condition))

    def expected(self, condition: Term) -> bool | None:
        """The value of a condition for the most likely types, where it is about nothing else."""
        names = [str(v.data) for v in variables(condition)]
        known = self.likely
        return bool(evaluate(condition, known)) if names and all(name in known for name in names) else None

    def seeds(self, unit: Unit) -> Iterator[Model]:
        """Plain and boundary values, with the constants of the body."""
        yield {}
        constants = constants_of(unit.function)
        catalogue = self.prepared.catalogue
        yield from seed_assignments(self.entry.parameters, constants, catalogue, self.bounds, SEEDS, self.seed)

    def linked_seeds(self) -> Iterator[Model]:
        """Small graphs of objects, after a run that shows which objects there are."""
        yield {}
        rng = random.Random(f"links:{self.seed}:{self.entry.unit.id}")
        for count in range(1, MOST_LINKS + 1):
            for first in range(LINKED_SEEDS):
                for root in list(self.roots):
                    others = {f"{root}?link{i}": rng.randrange(LINKED_SEEDS) for i in range(1, count)}
                    yield {f"{root}?links": count, f"{root}?link0": first, **others}

    def fuzz(self, probes: int, open_goals: set[str]) -> Iterator[Model]:
        """Assignments that reach open goals, found by plain runs."""
        if self.fuzzer is None:
            catalogue, unit = self.prepared.catalogue, self.entry.unit
            vocabulary = vocabulary_of(unit.function, self.entry.module, catalogue.functions)
            constants, receiver = vocabulary.constants(), self.receiver()
            fresh = seed_assignments(
                self.entry.parameters,
                constants,
                catalogue,
                self.bounds,
                FRESH,
                self.seed + 1,
                receiver=receiver,
                largest=LARGEST,
            )
            mutator = Mutator(vocabulary, self.bounds.text, random.Random(f"{self.seed}:{unit.id}"))
            self.fuzzer = Fuzzer(self.probe, mutator, iter(fresh), PLAIN_STEPS)
        for found in self.fuzzer.round(probes, open_goals):
            yield found.assignment

    def probe(self, model: Model) -> Probe | None:
        """A run in which nothing is followed; None where there is no such input."""
        prepared, machine = self.prepared, self.prepared.machine
        prepared.snapshot.restore()
        machine.begin()
        machine.plain = True
        builder = PlainBuilder(DeafMachine(machine), prepared.catalogue, self.bounds, model)
        limit, machine.max_steps = machine.max_steps, min(machine.max_steps, PROBE_STEPS)
        try:
            self.call(builder)
        except (CannotBuild, ConstructionFailed, ModelError):
            return None
        except StepLimit:
            pass
        finally:
            machine.max_steps, machine.plain = limit, False
            self.emit.guard.drain()
        features = frozenset((site, count.bit_length()) for site, count in machine.visits.items())
        assignment = {**model, **builder.values}
        return Probe(assignment, builder.layout, frozenset(machine.run.hits), features, machine.run.steps + 20)

    def receiver(self) -> ObjectShape | EnumShape | None:
        return self.receiver_shape() if self.entry.needs_receiver else None

    def attempt(self, model: Model) -> Attempt:
        prepared, machine = self.prepared, self.prepared.machine
        prepared.snapshot.restore()
        machine.begin()
        builder = Builder(machine, prepared.catalogue, self.bounds, model)
        machine.inputs = builder.values
        case: Case | None = None
        failure: Reason | None = None
        try:
            case = self.call(builder)
        except CannotBuild as error:
            failure = Reason("cannot-build-input", str(error), None, self.entry.unit.span)
        except ConstructionFailed as error:
            # There is no such input, but what failed is a call like any other, and may have reached the function
            # under test.
            self.failed(error.error)
            self.unmade = f"{error}"
            given = error.arguments
            case = Case(
                self.entry.module,
                self.entry.unit.qualname,
                error.receiver,
                given.arg_recipes,
                given.kwarg_recipes,
                via=error.what,
            )
        except ModelError as error:
            failure = Reason("model-diverged", str(error), None, machine.place())
        except StepLimit:
            pass
        self.sizes.update(builder.sizes)
        self.likely.update(builder.likely)
        self.linkable = self.linkable or builder.linkable
        self.roots.update(builder.roots)
        for cut in builder.cuts:
            self.cuts[cut.fact] = (cut.bound, cut.limit)
            if cut.bound == "types":
                self.guesses.add(cut.variable)
        for blocked in self.emit.guard.drain():
            machine.approximate("side-effect-blocked", f"{blocked.what} was refused")
        return Attempt(machine.run, {**model, **builder.values}, case, failure)

    def call(self, builder: Builder) -> Case | None:
        """Build receiver and arguments, call, and use up what comes back.

        Exceptions of the user's code are outcomes.
        """
        entry, machine = self.entry, self.prepared.machine
        unit = entry.unit
        receiver = None
        first: tuple[Tracked, ...] = ()
        if entry.needs_receiver:
            assert entry.owner_name is not None
            shape = self.receiver_shape()
            receiver = (
                builder.object(shape, "self", 0) if isinstance(shape, ObjectShape) else builder.build(shape, "self")
            )
            first = (receiver.tracked,)
        elif unit.binding == "class":
            first = (Tracked(entry.owner, None),)
        arguments = builder.arguments(entry.parameters, aliasing=entry.aliasing)
        recipe = receiver.recipe if receiver is not None else None
        case = Case(entry.module, unit.qualname, recipe, arguments.arg_recipes, arguments.kwarg_recipes)
        if unit.binding in ("property", "setter", "deleter"):
            case = _with(case, property_access=True)
        self.case = case
        function = entry.function
        if unit.binding in ("static", "class"):
            function = getattr(function, "__func__", function)
        machine.setup = False
        self.entered = True
        machine.run.passed = len(machine.run.hits)
        try:
            result = machine.call(Tracked(function, None), (*first, *arguments.args), arguments.kwargs)
            self.outlived([result, *first, *arguments.args, *arguments.kwargs.values()])
            self.use(case, result, builder)
        except RecursionError:
            machine.approximate("budget", "the recursion goes deeper than a run may")
        except SideEffectBlocked as error:
            machine.approximate("side-effect-blocked", str(error))
        except ModelError:
            raise
        except (Exception, SystemExit, KeyboardInterrupt, GeneratorExit) as error:
            if is_ours(error):
                raise ModelError(f"{type(error).__name__}: {error}") from error
            self.failed(error)
        return self.case

    def outlived(self, remains: list[Tracked]) -> None:
        """Functions defined inside that the caller, or the module, can still call: how often, and with what, nobody
        knows.
        """
        machine, inner = self.prepared.machine, self.inner_goals()
        if not inner:
            return
        held = [Tracked(v, None) for n, v in vars(self.prepared.module).items() if not n.startswith("__")]
        for value in taint.reachable([*remains, *held]):
            if value is taint.TOO_MANY:
                goals, name = frozenset[str]().union(*inner.values()), "a function defined inside"
            else:
                code = value.__code__ if isinstance(value, types.FunctionType) else getattr(value, "gi_code", None)
                number = machine.by_code.get(code) if code is not None else None
                if number is None or number not in inner:
                    continue
                goals, name = inner[number], self.prepared.sites.functions[number].name
            text = f"{name} can be called after the end, and was called at most once then"
            position = len(machine.run.decisions)
            machine.run.approximations.append(Approximation("bound", text, self.entry.unit.span, position, goals))

    def inner_goals(self) -> Mapping[int, frozenset[str]]:
        """By number of a function defined inside the unit: its goals, and those of what is inside it."""
        if self.inner is None:
            functions, unit = self.prepared.sites.functions, self.entry.unit
            found: dict[int, set[str]] = {
                n: set()
                for n, f in enumerate(functions)
                if f.module == self.entry.module and _inside(f.span, unit.span)
            }
            for site in self.prepared.sites.places:
                for number, goals in found.items():
                    if site.function in found and (
                        site.function == number or _inside(functions[site.function].span, functions[number].span)
                    ):
                        goals.update(site.goals.values())
            self.inner = {n: frozenset(goals) for n, goals in found.items() if goals}
        return self.inner

    def failed(self, error: BaseException) -> None:
        """An exception left the function under test."""
        machine, sites = self.prepared.machine, self.prepared.sites
        thrown: object = machine.thrown
        explicit = thrown is error or thrown is type(error)
        explicit = explicit and not isinstance(error, AssertionError)
        if machine.at < 0:
            machine.run.raised = Raising(type(error).__name__, "", "", None, explicit)
            return
        site = sites.places[machine.at]
        function = sites.functions[site.function]
        key = (function.module, function.qualname)
        if key not in self.never_return:
            lowered = self.prepared.catalogue.functions.get(key)
            self.never_return[key] = lowered is not None and lowered.span not in may_return(lowered)
        always = self.never_return[key]
        missing = self.missing(error)
        machine.run.raised = Raising(type(error).__name__, *key, site.span, explicit, always, missing)

    def missing(self, error: BaseException) -> bool:
        """An attribute that an object of the class under test should have had from its constructor."""
        if not isinstance(error, AttributeError) or self.entry.owner is None:
            return False
        cls = type(error.obj)
        return isinstance(error.obj, self.entry.owner) and "__init__" in vars(cls) and "__getattr__" not in vars(cls)

    def receiver_shape(self) -> ObjectShape | EnumShape:
        """The class itself, unless it is abstract, and its concrete subclasses, whose instances run the method too."""
        assert self.entry.owner_name is not None
        if issubclass(self.entry.owner, enum.Enum) and self.entry.owner.__members__:
            return EnumShape(self.entry.owner_name, tuple(self.entry.owner.__members__))
        abstract = inspect.isabstract(self.entry.owner)
        alternatives = tuple(
            ClassName(c.__module__, c.__qualname__)
            for c in self.prepared.catalogue.classes()
            if c is not self.entry.owner and issubclass(c, self.entry.owner) and not inspect.isabstract(c)
        )
        return ObjectShape(self.entry.owner_name, alternatives, abstract)

    def use(self, case: Case, result: Tracked, builder: Builder) -> None:
        """What the caller would do with the result; `self.case` says so before it is done, since it may raise."""
        machine, flags = self.prepared.machine, self.entry.unit.function.flags
        value = result.value
        if isinstance(value, types.GeneratorType) and self.entry.receives:
            sent = builder.build(VariadicTupleShape(SENT), "sent", 0, 1)
            assert isinstance(sent.recipe, Collection)
            self.case = _with(case, sent=(Literal(None), *sent.recipe.items))
            send_all(machine, value, sent.tracked)
        elif isinstance(value, contextlib._GeneratorContextManager):
            self.within(case, value, builder)
        elif isinstance(value, types.GeneratorType | Stream):
            self.case = _with(case, consume=0)
            for count, _ in enumerate(machine.iterate(result), 1):
                if count == CONSUMED:
                    self.case = _with(case, consume=CONSUMED)
                    machine.approximate("bound", f"only {CONSUMED} items were drawn from the generator")
                    break
        elif isinstance(value, types.CoroutineType):
            self.case = _with(case, awaited=True)
            self.drive(value)
        elif isinstance(value, types.FunctionType) and value.__code__ in machine.by_code:
            info = self.prepared.sites.functions[machine.by_code[value.__code__]]
            if info.qualname.startswith(self.entry.unit.qualname + ".<locals>."):
                lowered = self.prepared.catalogue.functions.get((info.module, info.qualname))
                arguments: BuiltArguments = builder.arguments(
                    self.prepared.catalogue.signature(value, lowered), "result."
                )
                if not arguments.kwargs:
                    self.case = _with(case, follow=(arguments.arg_recipes,))
                    machine.call(result, arguments.args, {})
        elif flags:
            kind = type(value).__name__
            machine.approximate("unmodelled-call", f"the {kind} it returns runs its body later, and was not used")

    def within(self, case: Case, manager: Any, builder: Builder) -> None:
        """Enter and leave a context manager, around a call that returns or raises."""
        which, term = builder.choose("within?kind", len(BODIES))
        builder.decide(term, which)
        body = BODIES[which]
        self.case = _with(case, within=body)
        function, *arguments = map(realise, body)
        with manager:
            function(*arguments)
        self.prepared.machine.approximate("bound", "what is done within the context manager was not followed")

    def drive(self, coroutine: types.CoroutineType[Any, Any, Any]) -> None:
        """Run a coroutine to its end, as an event loop does while nothing it waits for is outstanding."""
        try:
            for _ in range(CONSUMED):
                if coroutine.send(None) is not None:
                    break
        except StopIteration:
            return
        coroutine.close()
        self.prepared.machine.approximate("unmodelled-call", "it waits for something outside")


def _inside(inner: Span, outer: Span) -> bool:
    start, end = (inner.line, inner.column), (inner.end_line, inner.end_column)
    return inner != outer and (outer.line, outer.column) <= start and end <= (outer.end_line, outer.end_column)


def _with(case: Case, **changes: Any) -> Case:
    return replace(case, **changes)


# ---------------------------------------------------------------- what lies ahead


def _ahead(prepared: Prepared, unit: Unit, goals: frozenset[str]) -> Any:
    """What lies ahead of a side of a decision; None outside the unit, or where the unit may be entered twice."""
    module = prepared.project.modules[prepared.module.__name__]
    index = goal_index(module)
    known: AheadOf = ahead_of(unit.function, lambda kind, span, outcome: index.get((kind, span, outcome)))
    own = {g.id for g in unit.goals}
    once = goals <= own and not _may_reenter(prepared, unit)
    numbers = {n for n, f in enumerate(prepared.sites.functions) if f.span == unit.span and f.module == module.name}

    def ahead(decision: Decision, outcome: bool) -> Arm | None:
        if decision.site < 0 or decision.setup or not once:
            return None
        site = prepared.sites.places[decision.site]
        if site.function not in numbers:
            return None
        if decision.direct:
            return known.arms.get((site.span, outcome))
        if site.kind == "statement":
            reachable = known.points.get(site.span)
            return None if reachable is None else Arm(reachable, reachable)
        return None

    return ahead


def _never_entered(result: Exploration, reason: Reason) -> None:
    """That no arguments were found says nothing of those that exist."""
    for goal, verdict in result.verdicts.items():
        if isinstance(verdict, Infeasible) and verdict.method != "types":
            result.verdicts[goal] = Unknown(reason)


def _supposing_guesses(result: Exploration, span: Span) -> None:
    """What was given to constructors and methods on the way had types that nothing states."""
    guess = Assumption("guessed-types", "arguments whose class is not stated have the most likely one", span)
    for goal, verdict in result.verdicts.items():
        if isinstance(verdict, Infeasible):
            result.verdicts[goal] = replace(verdict, assumptions=(*verdict.assumptions, guess))
    for goal, doomed in result.doomed.items():
        result.doomed[goal] = replace(doomed, assumptions=(*doomed.assumptions, guess))


def _module_of(prepared: Prepared, site: int) -> str:
    return prepared.sites.functions[prepared.sites.places[site].function].module


def _arms(prepared: Prepared, goals: frozenset[str]) -> Callable[[int, bool], Arm | None]:
    """What the sides of a test lead to, by the shape of the function it is in; for explanations, not for proofs."""
    module = prepared.project.modules[prepared.module.__name__]
    index = goal_index(module)
    arms: dict[tuple[Span, bool], Arm] = {}
    for unit in module.units:
        if any(g.id in goals for g in unit.goals):
            arms |= ahead_of(unit.function, lambda kind, span, outcome: index.get((kind, span, outcome))).arms

    def of(site: int, outcome: bool) -> Arm | None:
        here = _module_of(prepared, site) == module.name
        return arms.get((prepared.sites.places[site].span, outcome)) if here else None

    return of


def _doomable(units: tuple[Unit, ...], goals: frozenset[str]) -> frozenset[str]:
    """The statements after which their function may, by its shape, still end normally."""
    found: set[str] = set()
    for unit in units:
        own = [g for g in unit.goals if g.kind == "statement" and g.id in goals]
        if own:
            spans = may_return(unit.function)
            found.update(g.id for g in own if g.span in spans)
    return frozenset(found)


def _may_reenter(prepared: Prepared, unit: Unit) -> bool:
    """Could a call made during the unit enter it again?

    By names, over the whole project: a closure of "is called as".
    """
    own = unit.qualname.rpartition(".")[2]
    if own.startswith("__") or "generator" in unit.function.flags or "async" in unit.function.flags:
        return True
    return own in prepared.mentions.reached(unit.function)
