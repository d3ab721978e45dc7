"""Runs of the function under test: arguments built from an assignment, the call, and the use of what comes back."""

from __future__ import annotations

import contextlib
import functools
import inspect
import keyword
import random
import sys
import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from clew.analysis.ahead import may_return
from clew.concolic import class_state
from clew.concolic.building import Builder, BuiltArguments, ConstructionFailed, Receiver
from clew.concolic.callbacks import Callbacks
from clew.concolic.consumers import MOST_ACTS, MOST_WAITS, Consumer, Target, thrown_classes
from clew.concolic.driving import drive
from clew.concolic.entry import Entry, mangled
from clew.concolic.fuzzing import DeafMachine, Fuzzer, PlainBuilder, Probe
from clew.concolic.iteration import Stream, send_all
from clew.concolic.lookahead import goals_of_thrown
from clew.concolic.prepared import Prepared
from clew.effects import object_graph
from clew.effects.bodies import constants_of
from clew.effects.faults import is_ours
from clew.effects.raw_attribute import raw_attribute
from clew.frontend.module import Unit
from clew.inputs.documents import documents
from clew.inputs.known_classes import receiver_shape
from clew.inputs.linking import MOST_LINKS
from clew.inputs.mutation import Mutator
from clew.inputs.readymade import CannotBuild, realise
from clew.inputs.recipes import Case, Collection, Dictionary, Literal, Name, Recipe
from clew.inputs.seeds import LARGEST, seed_assignments, sized_assignments, with_texts
from clew.inputs.shapes import (
    AnyShape,
    BoolShape,
    EnumShape,
    FloatShape,
    IntShape,
    NoneShape,
    ObjectShape,
    StrShape,
    VariadicTupleShape,
)
from clew.inputs.sized import called_assignments
from clew.inputs.vocabulary import vocabulary_of
from clew.logic.evaluate import evaluate
from clew.logic.terms import Term, variables
from clew.records import dataclass
from clew.search.deepening import Size
from clew.search.request import Bounds
from clew.search.session import Attempt
from clew.search.trace import Approximation, ModelError, Run, StepLimit, Stop
from clew.search.tree import Model
from clew.semantics.shadow import Tracked
from clew.verdict.assumptions import Assumption
from clew.verdict.reasons import Reason
from clew.verdict.verdicts import Raising
from clew.workers.guard import SideEffectBlocked
from clew.workers.host_process import Emit

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
ENDURANCE = 10  # times the operations of a run, for one that was stopped
CONSUMED = 12  # items drawn from a generator under test, and followed
MOST_CONSUMED = 400  # and drawn at all
BASES = 4  # inputs with which other consumers are tried
MOST_DRAWING = 20_000  # operations for those


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
    linkable: bool = False  # objects were made that more can be done to, see `Builder`
    roots: dict[str, None] = field(default_factory=dict)  # the objects that may have been
    inside: dict[str, None] = field(default_factory=dict)  # the objects inside of others that may have been used before
    sizes_tried: Sequence[int] = ()  # of inputs, since the code asks for them
    fuzzer: Fuzzer | None = None
    case: Case | None = None  # of the run that is going on
    inner: Mapping[int, frozenset[str]] | None = None
    bases: list[Model] = field(default_factory=list)  # inputs with which the function under test waits
    waited: bool = False  # whether the function under test has waited in this run
    called_back: Callbacks | None = None
    thrown: frozenset[str] | None = None  # the goals that an exception thrown into it may lead to
    own_sites: tuple[int, ...] | None = None  # of the unit, where it matters whether it was entered
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

    def bound_of(self, fact: Term) -> tuple[str, int] | None:
        """The name and value of the bound that a fact stands for."""
        return self.cuts.get(fact)

    def limits(self) -> dict[str, int]:
        """The bounds on inputs, by name."""
        return self.bounds.limits()

    def seeds(self, unit: Unit) -> Iterator[Model]:
        """Plain and boundary values, with the constants of the body."""
        yield {}
        constants = constants_of(unit.function)
        catalogue = self.prepared.catalogue
        yield from seed_assignments(self.entry.parameters, constants, catalogue, self.bounds, SEEDS, self.seed)
        yield from sized_assignments(
            self.entry.parameters, self.sizes_tried, constants, catalogue, self.bounds, self.receiver()
        )

    def linked_seeds(self) -> Iterator[Model]:
        """Small graphs of objects, and calls of internal methods, after a run that shows which objects there are."""
        yield {}
        for base in self.bases:
            for count in range(1, MOST_WAITS):
                for act in range(MOST_ACTS):
                    yield {**base, "consumer?waits": count, "consumer?act": act}
        for inner in list(self.inside):
            for first in range(LINKED_SEEDS):
                yield {f"{inner}?calls": 1, f"{inner}?call0": first}
        rng = random.Random(f"links:{self.seed}:{self.entry.unit.id}")
        for count in range(1, MOST_LINKS + 1):
            for first in range(LINKED_SEEDS):
                for root in list(self.roots):
                    for kind in ("link", "call"):
                        others = {f"{root}?{kind}{i}": rng.randrange(LINKED_SEEDS) for i in range(1, count)}
                        yield {f"{root}?{kind}s": count, f"{root}?{kind}0": first, **others}

    def called_seeds(self, counts: Sequence[int]) -> Iterator[Model]:
        """Objects on which a method was called that often."""
        receiver = self.receiver()
        objects = [("self", receiver)] if receiver is not None else []
        named = [(p.name, p.shape) for p in self.entry.parameters if p.kind not in ("*", "**")]
        yield from called_assignments([*objects, *named], counts, self.prepared.catalogue)

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
            module, limit = self.entry.module, self.bounds.text
            texts = documents(unit.function, module, catalogue, vocabulary, limit, self.seed)
            tried = with_texts(fresh, self.entry.parameters, texts)
            mutator = Mutator(vocabulary, self.bounds.text, random.Random(f"{self.seed}:{unit.id}"))
            self.fuzzer = Fuzzer(self.probe, mutator, tried, PLAIN_STEPS)
        for found in self.fuzzer.round(probes, open_goals):
            yield found.assignment

    def probe(self, model: Model, most: int = PROBE_STEPS) -> Probe | None:
        """A run in which nothing is followed; None where there is no such input.  most: operations."""
        prepared, machine = self.prepared, self.prepared.machine
        prepared.snapshot.restore()
        machine.begin()
        machine.plain = True
        builder = PlainBuilder(DeafMachine(machine), prepared.catalogue, self.bounds, model)
        limit, machine.max_steps = machine.max_steps, min(machine.max_steps, most)
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

    def endure(self, model: Model) -> tuple[str, ...]:
        """The goals that the input reaches in a longer run, in which nothing is followed; none if that does not end
        either.
        """
        machine = self.prepared.machine
        limit, machine.max_steps = machine.max_steps, ENDURANCE * machine.max_steps
        try:
            found = self.probe(model, machine.max_steps)
        finally:
            machine.max_steps = limit
        return () if found is None or machine.run.stopped is not None else tuple(sorted(found.goals))

    def receiver(self) -> ObjectShape | EnumShape | None:
        return self.receiver_shape() if self.entry.needs_receiver else None

    def attempt(self, model: Model) -> Attempt:
        prepared, machine = self.prepared, self.prepared.machine
        prepared.snapshot.restore()
        machine.begin()
        class_state.lose(machine, machine.shared)
        builder = Builder(machine, prepared.catalogue, self.bounds, model, shared=machine.shared)
        machine.inputs = builder.values
        machine.callbacks = self.callbacks()
        case: Case | None = None
        failure: Reason | None = None
        self.case = None
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
            if error.how in ("call", "get", "set"):
                case = Case(
                    self.entry.module,
                    self.entry.unit.qualname,
                    error.receiver,
                    given.arg_recipes,
                    given.kwarg_recipes,
                    property_access=error.how != "call",
                    via=error.what,
                )
        except ModelError as error:
            failure = Reason("model-diverged", str(error), None, machine.place())
        except StepLimit:
            case = self.case
        if self.waited and len(self.bases) < BASES and not self.bounds.links:
            self.bases.append({**model, **builder.values})
            self.linkable = True
        self.sizes.update(builder.sizes)
        self.likely.update(builder.likely)
        self.linkable = self.linkable or builder.linkable
        self.roots.update(builder.roots)
        self.inside.update(builder.inside)
        for cut in builder.cuts:
            self.cuts[cut.fact] = (cut.bound, cut.limit)
            if cut.bound == "types" and not cut.variable.endswith("?class"):  # subclasses are no guess
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
        receiver: Receiver | None = None
        first: tuple[Tracked, ...] = ()
        if entry.needs_receiver:
            receiver = self.build_receiver(builder)
            first = (receiver.built.tracked,)
        elif unit.binding == "class":
            cls = self.receiving_class(builder)
            first = (Tracked(cls, None),)
        arguments = builder.arguments(entry.parameters, aliasing=entry.aliasing, receiver=receiver)
        recipe = None
        if receiver is not None:
            recipe = arguments.arg_recipes[0]
            arguments = replace(arguments, args=arguments.args[1:], arg_recipes=arguments.arg_recipes[1:])
        case = Case(entry.module, unit.qualname, recipe, arguments.arg_recipes, arguments.kwarg_recipes)
        callee = entry.callee
        if callee.read or unit.binding in ("property", "setter", "deleter"):
            case = _with(case, property_access=True)
        if callee.path:
            case = _with(case, via=Name(entry.module, unit.qualname + callee.path), unbound=receiver is not None)
        elif unit.binding == "class" and first[0].value is not entry.owner:
            case = self.through_subclass(case, first[0].value)
        if receiver is not None and self.overridden(type(first[0].value)):
            case = _with(case, unbound=True)
        self.case = case
        function = callee.function
        if unit.binding in ("static", "class"):
            function = getattr(function, "__func__", function)
        before = self.entries()
        cached = isinstance(callee.function, functools.cached_property) and self.own_name in raw_attribute(
            first[0].value, "__dict__", ()
        )
        machine.setup = self.waited = False
        self.entered = True
        given = [*first, *arguments.args, *arguments.kwargs.values()]
        remains = given
        machine.run.passed = len(machine.run.hits)
        try:
            if callee.bound_late and receiver is not None and not self.case.unbound:
                name = mangled(self.own_name, entry.owner)
                machine.not_outside(first[0].value, name)
                result = Tracked(*machine.attr(*first[0], name))
                if not callee.read:
                    result = machine.call(result, arguments.args, arguments.kwargs)
            else:
                result = machine.call(Tracked(function, None), (*first, *arguments.args), arguments.kwargs)
            remains = [*given, result]
            self.outlived(remains)
            self.use(case, result, builder, [g.value for g in given])
        except RecursionError:
            machine.approximate("budget", "the recursion goes deeper than a run may")
        except SideEffectBlocked as error:
            machine.approximate("side-effect-blocked", str(error))
        except ModelError:
            raise
        except Stop:
            raise
        except BaseException as error:  # tests throw any of them into what waits
            if is_ours(error):
                raise ModelError(f"{type(error).__name__}: {error}") from error
            self.failed(error)
            remains = [*given, Tracked(error, None)]
        self.outlived(remains)
        if not callee.certain and not cached and self.entries() == before:
            self.not_entered()
        return self.case

    def build_receiver(self, builder: Builder) -> Receiver:
        """The object that the method is called on, with the name that tests give it."""
        shape = self.receiver_shape()
        built = builder.object(shape, "self", 0) if isinstance(shape, ObjectShape) else builder.build(shape, "self")
        name = self.entry.owner.__name__.lower()
        taken = keyword.iskeyword(name) or any(p.name == name for p in self.entry.parameters)
        return Receiver(shape, f"{name}_" if taken else name, built)

    @property
    def own_name(self) -> str:
        return self.entry.unit.qualname.rpartition(".")[2]

    def entries(self) -> int:
        """How often statements of the unit were executed in this run; not counted where it must be its function that is
        called.
        """
        if self.entry.callee.certain:
            return 0
        if self.own_sites is None:
            places, number = self.prepared.sites.places, self.entry.number
            self.own_sites = tuple(site for site, place in enumerate(places) if place.function == number)
        visits = self.prepared.machine.visits
        return sum(visits.get(site, 0) for site in self.own_sites)

    def not_entered(self) -> None:
        """What the decorators made of the function did not call it."""
        unit, callee, machine = self.entry.unit, self.entry.callee, self.prepared.machine
        if callee.wrapped:
            text = f"`{unit.qualname}` is called by that name only, which is bound to something made from it"
            machine.suppose(Assumption("by-name", text))
            return
        kind = type(callee.function).__name__
        text = f"calling what its decorators made of `{unit.qualname}`, a {kind}, did not call the function"
        machine.approximate("unmodelled-call", text)

    def overridden(self, cls: type) -> bool:
        """Has a class of receivers something else under the name of the unit?"""
        owner = self.entry.owner
        name = mangled(self.own_name, owner)
        return inspect.getattr_static(cls, name, None) is not inspect.getattr_static(owner, name)

    def outlived(self, remains: list[Tracked]) -> None:
        """Functions defined inside that the caller, or the module, can still call: how often, and with what, nobody
        knows.
        """
        machine, inner = self.prepared.machine, self.inner_goals()
        if not inner:
            return
        for value in object_graph.reachable([*remains, *self.kept_by_modules()]):
            if value is object_graph.TOO_MANY:
                goals, name = frozenset[str]().union(*inner.values()), "a function defined inside"
            else:
                code = value.__code__ if isinstance(value, types.FunctionType) else raw_attribute(value, "gi_code")
                number = machine.by_code.get(code) if code is not None else None
                if number is None or number not in inner:
                    continue
                goals, name = inner[number], self.prepared.sites.functions[number].name
            text = f"{name} can be called after the end, and was called at most once then"
            if not any(a.text == text for a in machine.run.approximations):
                position = len(machine.run.decisions)
                machine.run.approximations.append(Approximation("bound", text, self.entry.unit.span, position, goals))

    def kept_by_modules(self) -> Iterator[Tracked]:
        """The variables of the project's modules, and the attributes of their classes."""
        catalogue = self.prepared.catalogue
        for name in catalogue.modules:
            module = vars(sys.modules[name]) if name in sys.modules else {}
            yield from (Tracked(v, None) for n, v in list(module.items()) if not n.startswith("__") and n != "_clew")
        for cls in catalogue.classes():
            yield from (Tracked(v, None) for n, v in list(vars(cls).items()) if not n.startswith("__"))

    def callbacks(self) -> Callbacks:
        """What code that is not followed may call of the project's functions."""
        if self.called_back is None:
            self.called_back = self.prepared.callbacks.within(self.inner_goals())
        return self.called_back

    def inner_goals(self) -> Mapping[int, frozenset[str]]:
        """By number of a function defined inside the unit: its goals, and those of what is inside it."""
        if self.inner is None:
            functions, unit = self.prepared.sites.functions, self.entry.unit
            found: dict[int, set[str]] = {
                n: set()
                for n, f in enumerate(functions)
                if f.module == self.entry.module and f.span != unit.span and f.span.inside(unit.span)
            }
            for site in self.prepared.sites.places:
                for number, goals in found.items():
                    if site.function in found and functions[site.function].span.inside(functions[number].span):
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

    def receiving_class(self, builder: Builder) -> type:
        """What a class method is called on: where its text uses that, subclasses are tried as well."""
        classes = self.entry.receiving_classes(self.prepared.catalogue.classes())
        if len(classes) == 1:
            return classes[0]
        which, kind = builder.choose("cls?class", len(classes))
        builder.decide(kind, which)
        return classes[which]

    def through_subclass(self, case: Case, cls: type) -> Case:
        """The call of a class method on a subclass; past what that has itself under the name, as `super()` does."""
        if self.overridden(cls):
            recipe = Name(cls.__module__, cls.__qualname__)
            function = Name(case.module, f"{case.qualname}.__func__")
            return _with(case, via=function, args=(recipe, *case.args))
        return _with(case, via=Name(cls.__module__, f"{cls.__qualname__}.{mangled(self.own_name, self.entry.owner)}"))

    def receiver_shape(self) -> ObjectShape | EnumShape:
        assert self.entry.owner_name is not None
        return receiver_shape(self.prepared.catalogue, self.entry.owner, self.entry.owner_name)

    def use(self, case: Case, result: Tracked, builder: Builder, given: list[Any]) -> None:
        """What the caller would do with the result; `self.case` says so before it is done, since it may raise.

        given: what the function was called with.
        """
        machine, flags = self.prepared.machine, self.entry.unit.function.flags
        value = result.value
        if self.bounds.links and self.driven_otherwise(case, value, builder, given):
            return
        if isinstance(value, types.GeneratorType) and self.entry.receives:
            sent = builder.build(VariadicTupleShape(SENT), "sent", 0, 1)
            assert isinstance(sent.recipe, Collection)
            self.case = _with(case, sent=(Literal(None), *sent.recipe.items))
            send_all(machine, value, sent.tracked, lambda item: self.waits([*given, item]))
        elif isinstance(value, contextlib._GeneratorContextManager):
            self.within(case, value, builder, given)
        elif isinstance(value, types.GeneratorType | Stream):
            self.case = _with(case, consume=0)
            self.draw(case, result, given)
        elif isinstance(value, types.CoroutineType):
            self.case = _with(case, awaited=True)
            drive(machine, value, lambda: self.waits(given))
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

    def driven_otherwise(self, case: Case, value: Any, builder: Builder, given: list[Any]) -> bool:
        """Close it, throw into it, or change what it was given, after so many items; False: use it as usual."""
        kinds = (types.GeneratorType, types.CoroutineType, contextlib._GeneratorContextManager)
        if not isinstance(value, kinds) or case.via is not None or case.property_access:
            return False

        def tell(told: Case) -> None:
            self.case = told

        unit, module = self.entry.unit, vars(self.prepared.module)
        consumer = Consumer(
            builder, self.prepared.catalogue, case, value, tell, lambda item: self.waits([*given, item])
        )
        return consumer.go(self.targets(case, given), thrown_classes(unit.function, module))

    def targets(self, case: Case, given: list[Any]) -> list[Target]:
        """The arguments that others may change while the function waits."""
        names = {p.name: p.shape for p in self.entry.parameters}
        found: list[Target] = []
        positional = list(given[: len(given) - len(case.kwargs)])
        if case.receiver is not None:
            found.append(Target(None, "receiver", Tracked(positional[0], None), None))
        positional = positional[-len(case.args) :] if case.args else []
        for place, (value, (name, shape)) in enumerate(zip(positional, names.items(), strict=False)):
            found.append(Target(place, name, Tracked(value, None), shape))
        for (key, _), value in zip(case.kwargs, given[len(given) - len(case.kwargs) :], strict=True):
            found.append(Target(key, key, Tracked(value, None), names.get(key)))
        return found

    def waits(self, remains: list[Any]) -> None:
        """The function under test waits at a `yield` or `await`.

        Whoever resumes it may have changed what it can reach, and may throw any exception into it instead, as the end
        of a generator and cancelling do.
        """
        machine = self.prepared.machine
        if not self.waited:
            self.waited = True
            if goals := self.thrown_goals():
                text = "what is thrown into it while it waits was not followed"
                position = len(machine.run.decisions)
                machine.run.approximations.append(Approximation("bound", text, self.entry.unit.span, position, goals))
        machine.lend(remains)
        if self.inner_goals():
            self.callbacks().given_away(machine, [*remains, *(kept.value for kept in self.kept_by_modules())])

    def thrown_goals(self) -> frozenset[str]:
        """The goals that an exception thrown into the function may lead to, or into one defined inside."""
        if self.thrown is None:
            self.thrown = goals_of_thrown(self.prepared, self.entry.unit)
        return self.thrown

    def draw(self, case: Case, generator: Tracked, given: list[Any]) -> None:
        """Draw all items.  Of many only the first are followed; the others are drawn for the goals they reach."""
        machine = self.prepared.machine
        items = enumerate(machine.iterate(generator), 1)
        for count, item in items:
            self.waits([*given, item.value])
            if count == CONSUMED:
                break
        else:
            return
        machine.approximate("bound", f"only {CONSUMED} items drawn from the generator were followed")
        run, shown, ended = machine.run, CONSUMED, False
        rest = machine.run = Run(hits=dict(run.hits))
        rest.steps = max(run.steps, machine.max_steps - MOST_DRAWING)
        reached = len(rest.hits)
        try:
            for count, _ in items:
                if len(rest.hits) > reached:
                    reached, shown = len(rest.hits), count
                if count == MOST_CONSUMED:
                    break
            else:
                ended = True
            self.case = _with(case, consume=0 if ended else shown)
        except StepLimit:
            self.case = _with(case, consume=shown)
            rest.hits = dict.fromkeys(list(rest.hits)[:reached], 0)
        finally:
            machine.run = run
            for goal in rest.hits:
                run.hits.setdefault(goal, len(run.decisions))
            run.passed = len(run.hits)

    def within(self, case: Case, manager: Any, builder: Builder, given: list[Any]) -> None:
        """Enter and leave a context manager, around a call that returns or raises."""
        which, term = builder.choose("within?kind", len(BODIES))
        builder.decide(term, which)
        body = BODIES[which]
        self.case = _with(case, within=body)
        function, *arguments = map(realise, body)
        with manager as value:
            self.waits([*given, value])
            function(*arguments)


def _with(case: Case, **changes: Any) -> Case:
    return replace(case, **changes)
