"""Plain runs of mutated inputs, which cost a tenth of a followed one and need no model of what the code does.

Coverage-guided, as in AFL: an input that makes some place be visited a new number of times (by powers of two) joins the
corpus that later inputs are mutated from.  One that reaches an open goal is handed to the executor, which follows it
and goes on from there.  Nothing here is evidence for a proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from typing import Any

from clew.concolic.building import MORE_RESULTS, RESULT, Builder
from clew.concolic.machine import Machine
from clew.inputs.input_arguments import BuiltArguments, Receiver
from clew.inputs.input_values import Built
from clew.inputs.mutation import Assignment, Layout, Mutator
from clew.inputs.shapes import ClassName, Shape
from clew.inputs.signatures import ParameterShape
from clew.logic.terms import Term
from clew.records import dataclass
from clew.search.session import Sight
from clew.semantics.shadow import Concretized, Contents, Shadow, Text, Tracked
from clew.verdict.assumptions import Assumption

ROUND_STEPS = 25_000  # operations of a round that finds nothing
TRIES = 3  # finds of a goal that the executor is asked to follow


@dataclass(frozen=True, slots=True)
class Probe:
    """What a plain run showed.

    assignment: every variable's value; features: places with how often they were visited; ended: it was not stopped.
    sight: the same for a search.
    """

    assignment: Assignment
    layout: Layout
    goals: frozenset[str]
    features: frozenset[tuple[int, int]]
    steps: int
    ended: bool
    sight: Sight


class DeafMachine:
    """What a builder talks to when nothing of the input is to be remembered: values without shadows."""

    def charge(self, steps: int) -> None:
        pass

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.run = machine.run

    def decide(self, condition: Term, outcome: bool) -> bool:
        return outcome

    def decide_failure(self, condition: Term, outcome: bool) -> bool:
        return outcome

    def assume(self, condition: Term) -> None:
        pass

    def settle(self, value: Tracked) -> Tracked:
        return Tracked(value.value, None)

    def contents(self, value: Any) -> Contents | None:
        return None

    def keep(self, value: Any, contents: Contents) -> None:
        pass

    def stands_for(self, name: str, base: type) -> None:
        pass

    def holds(self, value: Any, name: str, base: type, keys: frozenset[str] | None = None) -> None:
        pass

    def elements(self, value: Any) -> list[Shadow]:
        return [None] * len(value)

    def call(self, function: Tracked, args: tuple[Tracked, ...], kwargs: dict[str, Tracked]) -> Tracked:
        plain = self.machine.call(
            Tracked(function.value, None),
            tuple(Tracked(a.value, None) for a in args),
            {k: Tracked(v.value, None) for k, v in kwargs.items()},
        )
        return Tracked(plain.value, None)

    def tells(self, error: Exception, operands: tuple[Tracked, ...]) -> None:
        pass

    def approximate(self, code: str, text: str) -> None:
        pass

    def suppose(self, assumption: Assumption) -> None:
        pass

    def watch(self, o: Any, names: Iterable[str], others: bool) -> None:
        pass

    def lost(self, code: str, text: str) -> Concretized:
        return Concretized(code, text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.machine, name)


@dataclass(slots=True)
class PlainBuilder(Builder):
    """Builds values without shadows, and notes what each variable is."""

    layout: Layout = field(default_factory=Layout)
    linkable: bool = True  # which nobody asks of a plain run

    def as_made(self, o: Any) -> dict[str, Any]:
        return {}

    def watch(self, cls: type, o: Any, before: dict[str, Any] | None, given: list[Any]) -> None:
        pass

    def scalar(self, name: str, default: Any) -> Any:
        self.layout.scalars[name] = type(default).__name__
        return Builder.scalar(self, name, default)

    def choose(self, name: str, count: int, default: int = 0) -> tuple[int, Term]:
        self.layout.choices[name] = count
        return Builder.choose(self, name, count, default)

    def choose_candidate(
        self, name: str, count: int, text: str, default: int = 0, stated: bool = False
    ) -> tuple[int, Term]:
        self.layout.choices[name] = count
        return Builder.choose_candidate(self, name, count, text, default, stated)

    def length(self, name: str, limit: int, bound: str, default: int = 0) -> tuple[int, Term]:
        if bound == "len":
            self.layout.lengths[name] = limit
        return Builder.length(self, name, limit, bound, default)

    def text(self, name: str, highest: int, salt: int) -> tuple[list[int], Text]:
        self.layout.texts[name] = highest
        return Builder.text(self, name, highest, salt)

    def instance(self, cls: ClassName, name: str, depth: int) -> Built:
        if depth == 0:
            self.layout.choices[f"{name}?calls"] = self.bounds.method_calls + 1
        return Builder.instance(self, cls, name, depth)

    def callable(self, parameters: tuple[Shape, ...] | None, result: Shape, name: str, depth: int) -> Built:
        self.layout.choices[f"{name}{RESULT}#more"] = MORE_RESULTS + 1
        return Builder.callable(self, parameters, result, name, depth)

    def object(self, shape: Any, name: str, depth: int) -> Built:
        built = Builder.object(self, shape, name, depth)
        return Built(Tracked(built.tracked.value, None), built.recipe)

    def arguments(
        self,
        parameters: tuple[ParameterShape, ...],
        prefix: str = "",
        depth: int = 0,
        aliasing: bool = False,
        receiver: Receiver | None = None,
    ) -> BuiltArguments:
        found = Builder.arguments(self, parameters, prefix, depth, aliasing, receiver)
        return BuiltArguments(
            tuple(Tracked(a.value, None) for a in found.args),
            {k: Tracked(v.value, None) for k, v in found.kwargs.items()},
            found.arg_recipes,
            found.kwarg_recipes,
        )


@dataclass(slots=True)
class Fuzzer:
    """probe: one plain run.  Rounds go on with the corpus of the ones before."""

    probe: Callable[[Assignment], Probe | None]
    mutator: Mutator
    fresh: Iterator[Assignment]
    steps: int  # that all rounds together may execute
    corpus: list[Probe] = field(default_factory=list)
    features: set[tuple[int, int]] = field(default_factory=set)
    tried: int = 0
    failed: dict[str, int] = field(default_factory=dict)  # by goal: finds that came to nothing

    def round(self, probes: int, open_goals: set[str]) -> Iterator[Probe]:
        """Yields what reached a goal that is open at that moment; where that closes it, the round goes on for longer.

        What is yielded is run again by the executor, which may not get there: after a few, such goals are left alone,
        and after one that was stopped, as it may have no end.
        """
        rng = self.mutator.rng
        left, least = probes, self.steps - ROUND_STEPS
        while left > 0 and self.steps > max(least, 0) and open_goals:
            left -= 1
            self.tried += 1
            assignment = next(self.fresh, None) if not self.corpus or self.tried % 5 == 0 else None
            if assignment is None:
                if not any(each.layout.places() for each in self.corpus):
                    return  # there is nothing to mutate
                # Half of the time a recent find: what is new is what leads on.
                recent = self.corpus[-8:] if rng.random() < 0.5 else self.corpus
                parent = rng.choice(recent)
                other = rng.choice(self.corpus)
                assignment = self.mutator.mutate(parent.assignment, parent.layout, other.assignment)
            found = self.probe(assignment)
            if found is None:
                continue
            self.steps -= found.steps
            self.learn(found)
            wanted = {g for g in open_goals & found.goals if self.failed.get(g, 0) < TRIES}
            if wanted:
                yield found
                if not wanted <= open_goals:
                    left, least = max(left, probes // 2), self.steps - ROUND_STEPS
                for goal in wanted & open_goals:
                    self.failed[goal] = self.failed.get(goal, 0) + (1 if found.ended else TRIES)

    def learn(self, found: Probe) -> None:
        if not found.features <= self.features:
            self.features |= found.features
            self.corpus.append(found)
