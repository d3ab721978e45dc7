"""Runs of the function under test: arguments built from an assignment, the call, and the use of what comes back."""

from __future__ import annotations

import contextlib
import itertools
import os
import random
import sys
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Any, Final

from clew import workers
from clew.concolic.building import Builder, ConstructionFailed
from clew.concolic.caller import Caller
from clew.concolic.consumers import MOST_ACTS, MOST_WAITS
from clew.concolic.earlier import earlier_seeds
from clew.concolic.entry import Entry
from clew.concolic.fuzzing import DeafMachine, Fuzzer, PlainBuilder, Probe
from clew.concolic.object_states import Arguments, Facts, ObjectStates, Seen, facts_of
from clew.concolic.prepared import Prepared
from clew.concolic.recording import HOPELESS
from clew.concolic.usage import Usage
from clew.concolic.world import Around, World
from clew.effects.bodies import constants_of
from clew.frontend.module import Unit
from clew.inputs.documents import documents
from clew.inputs.linking import MOST_LINKS
from clew.inputs.mutation import Mutator
from clew.inputs.readymade import CannotBuild
from clew.inputs.recipes import ACCESS, Access, Case
from clew.inputs.seeds import LARGEST, seed_assignments, sized_assignments, with_texts
from clew.inputs.shapes import (
    EnumShape,
    ObjectShape,
)
from clew.inputs.sized import called_assignments
from clew.inputs.vocabulary import vocabulary_of
from clew.logic.evaluate import evaluate
from clew.logic.terms import Term, variables
from clew.records import dataclass
from clew.search.deepening import Size
from clew.search.request import Bounds
from clew.search.session import Attempt, Sight, end_of
from clew.search.trace import PERISHES, Breached, ModelError, StepLimit
from clew.search.tree import Model
from clew.verdict.reasons import Reason
from clew.workers.host_process import Emit
from clew.workers.runs import RUNS, End, Passes

LINKED_SEEDS = 6  # choices of the first assignment
SEEDS = 8  # assignments tried before the first decision is flipped
FRESH = 400  # assignments that plain runs start from
PLAIN_STEPS = 150_000  # operations of all plain runs of a function
MOST_IDLE = 10  # runs that waited for what never came
PROBE_STEPS = 2_000  # and of one of them
ENDURANCE = 10  # times the operations of a run, for one that was stopped
BASES = 4  # inputs with which other consumers are tried


_CLOCKS: Final = os.path.dirname(workers.__file__)  # where signals are handled


@contextlib.contextmanager
def counted_calls() -> Iterator[list[int]]:
    """How many calls are made meanwhile, as the first item, those of our own clocks left out."""
    calls, before = [0], sys.getprofile()

    def count(frame: types.FrameType, event: str, argument: object) -> None:
        calls[0] += event in ("call", "c_call") and not frame.f_code.co_filename.startswith(_CLOCKS)

    sys.setprofile(count)
    try:
        yield calls
    finally:
        sys.setprofile(before)


@dataclass(slots=True)
class Runner:
    """Runs the entry under an assignment, and keeps what the runs show of inputs.

    sizes_tried: of inputs, since the code asks for them; cuts: facts that are bounds, with name and value; guesses:
    variables for types that nothing states, or only as an abstract class (True); sizes: what measures inputs, by
    variable; likely: the values of choices of types that are the likeliest; linkable: objects were made that more can
    be done to (see `Builder`), roots: those; inside: objects inside of others that may have been used before; bases:
    inputs with which the function under test waits; around: what its runs ask of the world; unmade: how making an
    argument failed last.  of_run: operations of a run, when so many were stopped.
    """

    prepared: Prepared
    entry: Entry
    bounds: Bounds
    emit: Emit
    of_run: Callable[[int], int]
    seed: int = 0
    sizes_tried: Sequence[int] = ()
    cuts: dict[Term, tuple[str, int]] = field(default_factory=dict)
    guesses: dict[str, bool] = field(default_factory=dict)
    sizes: dict[str, Size] = field(default_factory=dict)
    likely: dict[str, int] = field(default_factory=dict)
    linkable: bool = False
    roots: dict[str, None] = field(default_factory=dict)
    inside: dict[str, None] = field(default_factory=dict)
    bases: list[Model] = field(default_factory=list)
    around: Around = field(default_factory=Around)
    unmade: str = ""
    stopped: int = 0
    fuzzer: Fuzzer | None = None
    caller: Caller = field(init=False)

    def __post_init__(self) -> None:
        self.caller = Caller(self.prepared, self.entry, Usage(self.prepared, self.entry, self.bounds))

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
        yield from _consumed(self.bases)
        yield from _linked(self.inside, self.roots, random.Random(f"links:{self.seed}:{self.entry.unit.id}"))

    def earlier_seeds(self) -> Iterator[Model]:
        """Functions called before, with the plainest arguments and with those of seeds."""
        plain = list(earlier_seeds(self.caller.changers()))
        yield from plain
        for model, before in zip(self.seeds(self.entry.unit), itertools.cycle(plain)):
            yield {**model, **before}

    def world_seeds(self) -> Iterator[Model]:
        """What arguments make the function ask for, then the usual values for that."""
        constants, catalogue = constants_of(self.entry.unit.function), self.prepared.catalogue
        own = seed_assignments(self.entry.parameters, constants, catalogue, self.bounds, SEEDS, self.seed)
        yield from own
        asked = self.around.parameters()
        found = seed_assignments(asked, constants, catalogue, self.bounds, SEEDS, self.seed)
        for arguments, around in zip(itertools.cycle(own), found):
            yield {**arguments, **around}

    def called_seeds(self, counts: Sequence[int]) -> Iterator[Model]:
        """Objects on which a method was called that often."""
        receiver = self.receiver()
        objects = [("self", receiver)] if receiver is not None else []
        named = [(p.name, p.shape) for p in self.entry.parameters if p.kind not in ("*", "**")]
        yield from called_assignments([*objects, *named], counts, self.prepared.catalogue)

    def object_states(self, models: Iterable[Mapping[str, Any]], probes: int, bound: int) -> ObjectStates | None:
        """What calls do to the receiver, with the arguments of these inputs; None where callers can do nothing to it.

        bound: the calls that were searched before.
        """
        receiver = self.receiver()
        if not isinstance(receiver, ObjectShape):
            return None
        arguments = Arguments(frozenset(p.name for p in self.entry.parameters))
        for model in ({}, *models):
            arguments.learn(model)
        own: dict[int, tuple[int, str]] = {}
        deaf: Any = DeafMachine(self.prepared.machine)
        builder = PlainBuilder(deaf, self.prepared.catalogue, self.bounds, {})
        for number, cls in enumerate(receiver.classes):
            for which, change in enumerate(builder.possible_changes(cls, "self", 0)):
                arguments.steps.setdefault((number, which), {(): None})
                if change.how == "call" and change.name == self.caller.own_name and self.entry.callee.certain:
                    own[number] = which, change.name
        if not arguments.steps:
            return None
        return ObjectStates(self.watched, arguments, own, probes, bound)

    def watched(self, model: Model) -> Seen | None:
        """A plain run that shows the receiver."""
        states: list[Facts] = []
        self.caller.watches = lambda receiver: states.append(facts_of(receiver))
        try:
            found = self.plain(model)
        finally:
            self.caller.watches = None
        return Seen(found.goals, states[0], states[-1]) if found is not None and found.ended and states else None

    def fuzz(self, probes: int, open_goals: set[str]) -> Iterator[Model]:
        """Assignments that reach open goals, found by plain runs."""
        if self.fuzzer is None:
            catalogue, unit = self.prepared.catalogue, self.entry.unit
            vocabulary = vocabulary_of(unit, self.entry.module, catalogue)
            constants, receiver = vocabulary.constants(), self.receiver()
            filled = (*self.entry.parameters, *self.around.parameters())
            given = (filled, constants, catalogue, self.bounds)
            fresh = seed_assignments(*given, FRESH, self.seed + 1, receiver=receiver, largest=LARGEST)
            module, limit = self.entry.module, self.bounds.text
            texts = documents(unit.function, module, catalogue, vocabulary, limit, self.seed)
            tried = with_texts(fresh, filled, texts)
            mutator = Mutator(vocabulary, self.bounds.text, random.Random(f"{self.seed}:{unit.id}"))
            self.fuzzer = Fuzzer(self.plain, mutator, tried, PLAIN_STEPS)
        for found in self.fuzzer.round(probes, open_goals):
            yield found.assignment

    def calls_of_plain(self) -> int:
        """What the interpreter does in a plain run, in calls: libraries count that execute no operation of ours.

        Not where the world is an input: there a library is what reads it, and nothing but many plain runs gets past it.
        """
        if self.bounds.world:
            return 0
        with counted_calls() as calls:
            self.plain({})
        return calls[0]

    def plain(self, model: Model) -> Probe | None:
        return self.probe(model, min(PROBE_STEPS, self.of_run(self.stopped)))

    def probe(self, model: Model, most: int) -> Probe | None:
        """A run in which nothing is followed; None where there is no such input, or it would not come back, or too many
        runs did not.

        most: operations.
        """
        machine = self.prepared.machine
        if machine.waited >= MOST_IDLE:
            return None
        if RUNS.ahead(lambda passes: self._probe(model, most, passes)) is not None:
            machine.waited += HOPELESS
            return None
        return self._probe(model, most)

    def _probe(self, model: Model, most: int, passes: Passes | None = None) -> Probe | None:
        """passes: as in `_attempt`."""
        prepared, machine = self.prepared, self.prepared.machine
        prepared.snapshot.restore()
        machine.begin()
        if passes is not None:
            machine.reports(passes)
        machine.plain = True
        deaf: Any = DeafMachine(machine)
        builder = PlainBuilder(deaf, prepared.catalogue, self.bounds, model)
        machine.max_steps = most
        world = World(deaf, builder) if self.bounds.world else None
        try:
            if world is not None:
                world.make(self.around.asked)
            with RUNS.one(machine), machine.not_waiting():
                case = self.caller.call(builder)
        except (CannotBuild, ConstructionFailed, ModelError, Breached):
            return None
        except StepLimit:
            case = None
        finally:
            machine.plain = False
            machine.rest()
            if world is not None:
                world.close()
            self.emit.guard.drain()
        features = frozenset((site, count.bit_length()) for site, count in machine.visits.copy().items())
        assignment = {**model, **builder.values}
        hits, run = frozenset(machine.run.hits), machine.run
        sight = Sight(assignment, hits, case, end_of(run))
        steps = run.steps + run.looked + 20
        return Probe(assignment, builder.layout, hits, features, steps, run.stopped is None, sight)

    def glance(self, model: Model) -> Sight | None:
        """A plain run of the usual length, if it ends."""
        found = self.probe(model, self.of_run(self.stopped))
        return found.sight if found is not None and found.ended else None

    def endure(self, model: Model) -> tuple[str, ...]:
        """The goals that the input reaches in a longer run, in which nothing is followed; none if that does not end
        either.
        """
        found = self.probe(model, ENDURANCE * self.of_run(0))
        return tuple(sorted(found.goals)) if found is not None and found.ended else ()

    def receiver(self) -> ObjectShape | EnumShape | None:
        return self.caller.receiver_shape() if self.entry.needs_receiver else None

    def attempt(self, model: Model) -> Attempt:
        """A run that is followed; one that would not come back stops before the operation that does not."""
        most = self.of_run(self.stopped)
        end = RUNS.ahead(lambda passes: self._attempt(model, most, passes))
        return self._attempt(model, most) if end is None else self._attempt(model, end.passed - 1, end=end)

    def _attempt(self, model: Model, most: int, passes: Passes | None = None, end: End | None = None) -> Attempt:
        """most: operations.  passes: is told after each how many there were; end: of the scout, which came so far."""
        prepared, machine = self.prepared, self.prepared.machine
        prepared.snapshot.restore()
        machine.begin()
        machine.max_steps = most
        if passes is not None:
            machine.reports(passes)
        if not self.bounds.earlier:
            machine.others_act(at_start=True)
        shared, known = machine.shared.attributes, self.linkable
        builder = Builder(machine, prepared.catalogue, self.bounds, model, linkable=known, shared=shared)
        machine.inputs = builder.values
        world = machine.world = World(machine, builder) if self.bounds.world else None
        usage = self.caller.usage
        machine.callbacks = usage.callbacks()
        case: Case | None = None
        failure: Reason | None = None
        usage.case = None
        try:
            machine.step(0)  # none may be left
            with RUNS.one(machine), machine.not_waiting():
                case = self.caller.call(builder)
        except CannotBuild as error:
            failure = Reason("cannot-build-input", str(error), None, self.entry.unit.span)
        except ConstructionFailed as error:
            # There is no such input, but what failed is a call like any other, and may have reached the function
            # under test.
            self.caller.failed(error.error)
            self.unmade = f"{error}"
            given = error.arguments
            if error.how == "call" or error.how in ACCESS.values():
                access = None if error.how == "call" else typing.cast(Access, error.how)
                inputs = error.receiver, given.arg_recipes, given.kwarg_recipes
                case = Case(self.entry.module, self.entry.unit.qualname, *inputs, access=access, via=error.what)
        except ModelError as error:
            failure = Reason("model-diverged", str(error), None, machine.place())
        except StepLimit:
            case = usage.case
            if end is not None and machine.run.stopped != PERISHES:
                machine.perishes(end.dies)
            self.stopped += 1
        except Breached:
            case = None  # these are no inputs
        machine.rest()
        self.around.ran(machine, world)
        if world is not None:
            world.close()
            case = replace(case, world=tuple(world.given.values())) if case is not None else None
        machine.open_frames.pop(id(usage.frame), None)
        machine.doubt_dropped()
        usage.frame = None
        if usage.waited and len(self.bases) < BASES and not self.bounds.links:
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
                self.guesses[cut.variable] = cut.stated
                machine.run.guessed |= not cut.stated
        for blocked in self.emit.guard.drain():
            machine.approximate("side-effect-blocked", f"{blocked.what} was refused")
        # Objects that end later, in `__del__`, may hit goals while this is looked at.
        run = replace(machine.run, hits=dict(machine.run.hits))
        return Attempt(run, {**model, **builder.values}, case, failure)


def _consumed(bases: Iterable[Model]) -> Iterator[Model]:
    """What else is done to what waits, or is drawn from, with these inputs."""
    for base in bases:
        for count in range(1, MOST_WAITS):
            for act in range(MOST_ACTS):
                yield {**base, "consumer?waits": count, "consumer?act": act}


def _linked(inside: Iterable[str], roots: Iterable[str], rng: random.Random) -> Iterator[Model]:
    """Small graphs of objects, and calls of internal methods.  inside, roots: objects, of which more may come."""
    for inner in list(inside):
        for first in range(LINKED_SEEDS):
            yield {f"{inner}?calls": 1, f"{inner}?call0": first}
    for count in range(1, MOST_LINKS + 1):
        for first in range(LINKED_SEEDS):
            for root in list(roots):
                for kind in ("link", "call"):
                    others = {f"{root}?{kind}{i}": rng.randrange(LINKED_SEEDS) for i in range(1, count)}
                    yield {f"{root}?{kind}s": count, f"{root}?{kind}0": first, **others}
