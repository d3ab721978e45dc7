"""Many goals at once: each query is for an input that meets as many of them as go together.

The condition of a goal that few ways lead to is a conjunction of propositions or their negations (a *cube*).  Cubes
that do not contradict each other are put together greedily, the longest first, since those are met by chance the least
(the maximal satisfiable subsets of Goldberg, Wang and Zimmerman, 1994).  A solver is asked whether the tests that are
meant allow it; what contradicts each other is remembered, so that no cube with this in it is asked about again, and a
model settles every goal that it meets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Final

from clew.logic.evaluate import Environment, Value
from clew.logic.terms import FALSE, TRUE, Term, by_id, eq, not_, variables
from clew.records import dataclass
from clew.solver.engines.z3_engine import Z3Limits
from clew.solver.protocol import GaveUp, Sat
from clew.solver.supply import Assuming
from clew.vc.cubes import Cube, Goal, OpenCubes, contains, literals
from clew.vc.merged import Merged, Position
from clew.vc.task import Limits

ATTEMPTS: Final = 8
"""Conjunctions of cubes, one after the other, for one goal before it is asked about alone."""


@dataclass(slots=True)
class Together:
    """goals: the condition of each; inputs: the variables that tests are about.

    cubes, others: the goals that are open.  found: inputs, each with the goals that it is the first to meet;
    impossible: goals that no input meets, each with the tests that contradict each other; left: goals about which the
    solver gave up, with what it said.
    """

    merged: Merged
    goals: Mapping[Goal, Term]
    limits: Limits
    queries: int = 0
    found: list[tuple[dict[str, Value], list[Goal]]] = field(default_factory=list)
    impossible: dict[Goal, tuple[Position, ...]] = field(default_factory=dict)
    left: dict[Goal, str] = field(default_factory=dict)
    nogoods: list[Cube] = field(default_factory=list)
    cubes: OpenCubes = field(init=False)
    others: dict[Goal, Term] = field(default_factory=dict)
    propositions: list[Term] = field(default_factory=list)
    inputs: list[Term] = field(default_factory=list)
    asked: Assuming = field(init=False)

    def __post_init__(self) -> None:
        tests = self.merged.tests
        self.propositions = [*tests]
        bits = {each: 1 << i for i, each in enumerate(self.propositions)}
        cubes: dict[Goal, Cube] = {}
        for goal, condition in self.goals.items():
            cube = _cube_of(condition, bits)
            if condition is FALSE:
                self.impossible[goal] = ()
            elif cube is None:
                self.others[goal] = condition
            else:
                cubes[goal] = cube
        self.cubes = OpenCubes(cubes)
        self.inputs = sorted(frozenset[Term]().union(*map(variables, tests.values())) - tests.keys(), key=by_id)
        limits = Z3Limits(self.limits.steps, seed=self.limits.seed)
        self.asked = self.limits.supply.assuming(limits, self.inputs, [eq(each, test) for each, test in tests.items()])
        for each in self.propositions:  # 2 i says that it is true, 2 i + 1 that it is false
            self.asked.add(each)
            self.asked.add(not_(each))

    def settle(self) -> None:
        """Until nothing is open, or the queries are used up."""
        while self.cubes and self.queries < self.limits.queries:
            self.ask_for_cubes(self.cubes.first())
        while self.others and self.queries < self.limits.queries:
            self.ask_for(next(iter(self.others)))

    def ask_for_cubes(self, goal: Goal) -> None:
        own = self.cubes.cubes[goal]
        for attempt in range(ATTEMPTS + 1):
            nogood = next((each for each in self.nogoods if contains(own, each)), None)
            if nogood is not None:
                self.cubes.close(goal)
                self.impossible[goal] = self.because(nogood)
                return
            cube = own if attempt == ATTEMPTS else self.cubes.grown(own, self.nogoods)
            asked = [*literals(cube)]
            self.queries += 1
            answer = self.asked.solve(asked)
            match answer:
                case Sat(model):
                    self.keep(model, goal)
                    return
                case GaveUp(reason):
                    if cube == own:
                        self.cubes.close(goal)
                        self.left[goal] = reason
                        return
                case _:
                    self.nogoods.append(_cube([asked[i] for i in answer.core]))

    def ask_for(self, goal: Goal) -> None:
        """A goal whose condition is no cube."""
        number = self.asked.add(self.others[goal])
        self.queries += 1
        answer = self.asked.solve([number])
        match answer:
            case Sat(model):
                self.keep(model, goal)
            case GaveUp(reason):
                del self.others[goal]
                self.left[goal] = reason
            case _:
                needed = self.merged.needed(self.others.pop(goal))
                self.impossible[goal] = tuple(sorted(self.merged.places[each] for each in needed))
        self.asked.drop(number)

    def keep(self, model: Mapping[str, Value], goal: Goal) -> None:
        """What the inputs meet, by evaluating the tests."""
        inputs = self.inputs_of(model)
        met = self.met(inputs)
        if goal not in met:
            self.left[goal] = "the model does not hold when evaluated"
        for each in (goal, *met):
            self.cubes.close(each)
            self.others.pop(each, None)
        if met:
            self.found.append((inputs, met))

    def inputs_of(self, model: Mapping[str, Value]) -> dict[str, Value]:
        return {str(each.data): model[str(each.data)] for each in self.inputs}

    def met(self, inputs: Mapping[str, Value]) -> list[Goal]:
        """The open goals that inputs meet."""
        values: dict[str, Value] = dict(inputs)
        true = 0
        for number, (each, test) in enumerate(self.merged.tests.items()):  # each is over those before it
            holds = bool(Environment(values).value(test))
            values[str(each.data)] = holds
            true |= holds << number
        every = (1 << len(self.propositions)) - 1
        environment = Environment(values)
        found = [*self.cubes.goals(self.cubes.beside((true, every & ~true)))]
        return found + [goal for goal, condition in self.others.items() if environment.value(condition)]

    def because(self, nogood: Cube) -> tuple[Position, ...]:
        """The tests in a contradiction, and those that their values depend on."""
        named = [self.propositions[number // 2] for number in literals(nogood)]
        found = {p for each in named for p in (each, *self.merged.needed(self.merged.tests[each]))}
        return tuple(sorted(self.merged.places[each] for each in found))


def _cube_of(condition: Term, bits: Mapping[Term, int]) -> Cube | None:
    true = false = 0
    parts = () if condition is TRUE else condition.args if condition.op == "and" else (condition,)
    for part in parts:
        if part in bits:
            true |= bits[part]
        elif part.op == "not" and part.args[0] in bits:
            false |= bits[part.args[0]]
        else:
            return None
    return true, false


def _cube(found: Sequence[int]) -> Cube:
    true = sum(1 << each // 2 for each in found if each % 2 == 0)
    false = sum(1 << each // 2 for each in found if each % 2 == 1)
    return true, false
