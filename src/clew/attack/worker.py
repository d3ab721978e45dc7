"""What runs in a guarded process that has the probed module: calls of one function after the other, and what they hit.

Calls follow each other in one process, so that what an earlier one left behind counts as well; whether a hit needs that
is for the replay to find out.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
import itertools
import random
import signal
import time
import types
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeAlias

from clew.attack.building import Workshop, run_to_end
from clew.attack.inhabitants import CannotMake, Family, Inhabitants, mentions, once
from clew.attack.mutants import Mutation
from clew.attack.orders import Hit, Order, Prey, Withstood
from clew.attack.simpler import simplest
from clew.attack.targets import Target, target_of
from clew.checking.breaches import NotAnInput
from clew.checking.worker import Prepared, quietly
from clew.inputs.recipes import Case, Collection, Dictionary, Literal, Name, Recipe
from clew.workers.guard import start_clock
from clew.workers.host_process import Emit
from clew.workers.waiting import IDLE_AGAIN, ended_when_idle

PATIENCE = 0.15  # seconds of the processor for one call
LATE = 3  # calls that do not end before the rest of a function is left alone
DRAWN = 30  # items drawn from a generator at most
ENOUGH = 1.0  # seconds of the processor after which no more calls of a function are made: a safety net
MOST = 20.0  # seconds of the processor for one function: that is killed then
STUCK = 2.0  # the same for one call, which nothing else ends where it stays in an operation of C


class Late(BaseException):
    """A call took too long."""


class Waited(Late):
    """The call did nothing for a while."""


def attack(prepared: Prepared, order: Order, emit: Emit) -> None:
    """Task: sends a `Hit` for each call that reached something new, and `Withstood` after each function."""
    family = Family(prepared.module, dict(order.drawn))
    signal.signal(signal.SIGVTALRM, late)
    with quietly(emit.guard):
        for prey in order.preys:
            start_clock(emit.guard, MOST)
            runs = Hunt(prepared, family, prey, order, emit).go()
            emit(Withstood(prey.unit, runs))


def late(*_: object) -> None:
    raise Late


def _waited() -> None:
    raise Waited


Reached: TypeAlias = tuple[frozenset[str], bool]


class Hunt:
    """The attack on one function."""

    maker: type[Inhabitants] = Inhabitants
    mutation: type[Mutation] = Mutation

    def __init__(self, prepared: Prepared, family: Family, prey: Prey, order: Order, emit: Emit) -> None:
        self.prepared, self.family, self.prey, self.order, self.emit = prepared, family, prey, order, emit
        self.rng = random.Random(f"{order.seed}:{prey.unit}")
        self.left = set(prey.goals)
        self.doomed = set(prey.doomed)
        self.late = 0
        self.waited = False
        self.target = target_of(prepared.module, prey, family)
        fixed = frozenset[str]() if self.target is None else self.target.fixed
        self.inhabitants = self.maker(self.rng, prepared.module, prey.constants, family)
        characters = () if self.target is None else self.inhabitants.characters_of(self.target.function)
        self.mutants = self.mutation(self.rng, (*prey.constants, *characters), fixed)
        self.cases = [c for c in prey.cases if self._is_call_of_it(c)]

    def _is_call_of_it(self, case: Case) -> bool:
        """Not of what calls it, whose arguments are of other types."""
        return self.target is not None and (case.qualname, case.via) == (self.prey.qualname, self.target.via)

    def go(self) -> int:
        """The number of runs that were made."""
        target = self.target
        if target is None:
            return 0
        runs, ends = 0, time.process_time() + ENOUGH
        for number in range(self.order.runs):
            if not (self.left or self.doomed) or self.late >= LATE or time.process_time() > ends:
                break
            try:
                case = self.case(target, number)
            except (CannotMake, RecursionError):
                continue
            runs += 1
            self.call(target, case)
        return runs

    def case(self, target: Target, number: int) -> Case:
        """Half of them are mutants of what was found, before and by this."""
        prey = self.prey
        if self.cases and number % 2:
            return self.mutants.case(self.rng.choice(self.cases), target.names)
        maker = self.inhabitants
        maker.begin()
        receiver = None if target.owner is None else maker.receiver(target.owner)
        args, kwargs = ((), ()) if target.access in ("get", "delete") else maker.arguments(target.function, target.skip)
        case = Case(self.order.module, prey.qualname, receiver, args, kwargs, access=target.access, via=target.via)
        return plainly(case)

    def call(self, target: Target, case: Case) -> None:
        """One call, and what is done with its result; what it hits is sent."""
        state, self.waited = self.rng.getstate(), False
        used, reached = self.run(target, case)
        new = self.news(reached)
        if not new:
            return
        after = self.rng.getstate()

        def same(simpler: Case) -> bool:
            nonlocal used
            self.rng.setstate(state)
            again, now = self.run(target, simpler)
            if new <= self.news(now):
                used = again
                return True
            return False

        if not self.waited:  # else each simpler one would take as long
            simplest(case, same)
        self.rng.setstate(after)
        self.left -= new
        self.doomed -= new
        self.emit(Hit(self.prey.unit, tuple(sorted(new)), used))
        if used.qualname == self.prey.qualname and not used.follow:
            self.cases.append(used)

    def news(self, reached: Reached) -> frozenset[str]:
        hits, ended = reached
        return hits & self.left | (hits & self.doomed if ended else frozenset())

    def run(self, target: Target, case: Case) -> tuple[Case, Reached]:
        """The case with what was done with its result, the goals reached, and whether it ended normally."""
        self.prepared.begin()
        used, ended = case, False
        with limited() as clock:
            try:
                workshop = Workshop()
                receiver = None if case.receiver is None else workshop.build(case.receiver)
                args = [workshop.build(a) for a in case.args]
                kwargs = {k: workshop.build(v) for k, v in case.kwargs}
                result = target.bound(receiver)(*args, **kwargs)
                used, use = self.use_of(case, result)
                use()
                ended = True
            except Late:
                raise
            except NotAnInput:
                self.prepared.begin()
            except BaseException as error:  # user code may raise anything at all
                self.prepared.hits.update(self.prepared.refuted_by(error))
        self.late += clock.passed
        self.waited = clock.waited
        return used, (self.prepared.watched.named(), ended)

    def use_of(self, case: Case, result: Any) -> tuple[Case, Callable[[], object]]:
        """What a caller does with the result, and the case that says so."""
        rng = self.rng
        if isinstance(result, contextlib._GeneratorContextManager):
            body = rng.choice(BODIES)
            return replace(case, within=body), lambda: _enter(result, body)
        if isinstance(result, types.GeneratorType):
            count = rng.choice((0, 0, 1, 2, 3))
            how = rng.choice(("end", "end", "close", "throw", "send"))
            drawn = replace(case, consume=count)
            return drawn, functools.partial(_drive, result, count, how, rng)
        if isinstance(result, types.CoroutineType):
            return replace(case, awaited=True), lambda: run_to_end(result)
        if isinstance(result, types.AsyncGeneratorType):
            return case, lambda: run_to_end(_drain(result))
        if isinstance(result, types.FunctionType):
            maker = Inhabitants(rng, self.prepared.module, self.prey.constants, self.family)
            with contextlib.suppress(CannotMake):
                args, kwargs = maker.arguments(result, 0)
                if not kwargs:
                    given = plainly(replace(case, args=args)).args
                    built = [Workshop().build(a) for a in given]
                    return replace(case, follow=(given,)), lambda: result(*built)
        if inspect.isgenerator(result) or hasattr(type(result), "__next__"):
            return replace(case, consume=DRAWN), lambda: list(itertools.islice(result, DRAWN))
        return case, lambda: None


BODIES: tuple[tuple[Recipe, ...], ...] = (
    (Name("builtins", "list"),),
    (Name("builtins", "int"), Literal("x")),
    (Name("operator", "getitem"), Dictionary("dict", ()), Literal(0)),
    (Name("operator", "truediv"), Literal(1), Literal(0)),
    (Name("builtins", "next"), Collection("iterator", ())),
    (Name("os", "listdir"), Literal("nowhere")),
    (Name("sys", "exit"), Literal(1)),
)
"""What is called within a context manager: calls that return, and that raise exceptions of several kinds."""


def _enter(manager: Any, body: tuple[Recipe, ...]) -> None:
    workshop = Workshop()
    function, *arguments = map(workshop.build, body)
    with manager:
        function(*arguments)


def _drive(generator: Any, count: int, how: str, rng: random.Random) -> None:
    """Draw some items, all of them if count is 0, and end as consumers do."""
    for _ in itertools.islice(generator, count or DRAWN):
        pass
    match how:
        case "close":
            generator.close()
        case "throw":
            generator.throw(rng.choice((ValueError, KeyError, RuntimeError, StopIteration, KeyboardInterrupt))())
        case "send":
            generator.send(rng.choice((0, 1, "", "a", None, True)))
        case _:
            pass


async def _drain(generator: Any) -> None:
    count = 0
    async for _ in generator:
        count += 1
        if count == DRAWN:
            break
    await generator.aclose()


def plainly(case: Case) -> Case:
    """Without names for objects that occur only once."""
    recipes = [r for r in (case.receiver, *case.args, *(v for _, v in case.kwargs)) if r is not None]
    counted: dict[str, int] = {}
    for recipe in recipes:
        for name in mentions(recipe):
            counted[name] = counted.get(name, 0) + 1
    count = lambda name: counted.get(name, 0)  # noqa: E731
    return replace(
        case,
        receiver=None if case.receiver is None else once(case.receiver, count),
        args=tuple(once(a, count) for a in case.args),
        kwargs=tuple((k, once(v, count)) for k, v in case.kwargs),
    )


class _Clock:
    passed = waited = False


@contextlib.contextmanager
def limited() -> Iterator[_Clock]:
    """End the block after a while, as often as it takes: code may catch everything."""
    clock = _Clock()
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE, PATIENCE / 4)
    signal.setitimer(signal.ITIMER_PROF, STUCK)
    try:
        with ended_when_idle(_waited, 2 * IDLE_AGAIN):
            yield clock
    except Late as late:
        clock.passed = True
        clock.waited = isinstance(late, Waited)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.setitimer(signal.ITIMER_PROF, MOST)  # that of the whole function is also a limit of the process
