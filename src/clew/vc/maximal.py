"""Inputs each of which meets as many goals as go together, for suites of few tests.

A goal that no input has met yet is joined by one after the other of those that what was joined so far allows, until
none is left: a maximal satisfiable subset of the conditions (Goldberg, Wang and Zimmerman 1994).  Which subset that is
depends on the order, so several are tried, and whoever takes the inputs chooses among all of them.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Final

from clew.logic.evaluate import Value
from clew.logic.terms import FALSE
from clew.solver.protocol import Sat
from clew.vc.cubes import Goal
from clew.vc.together import Together

ORDERS: Final = 3
"""That of the source, in which the true side of a test comes before the false one, and others by chance."""
MOST_GOALS: Final = 500
MOST_QUERIES: Final = 20_000


def maximal_inputs(together: Together) -> list[Mapping[str, Value]]:
    """None where there are too many goals.  together: about these, nothing asked of it yet."""
    goals = [goal for goal, condition in together.goals.items() if condition is not FALSE]
    if len(goals) > MOST_GOALS:
        return []
    search = _Search(together, {goal: together.asked.add(together.goals[goal]) for goal in goals})
    found: list[Mapping[str, Value]] = []
    for number in range(ORDERS):
        order = random.Random(number).sample(goals, len(goals)) if number else goals
        found += search.cover(order)
    return found


class _Search:
    def __init__(self, together: Together, numbers: Mapping[Goal, int]) -> None:
        """numbers: of the conditions, as they are assumed."""
        self.together = together
        self.numbers = numbers
        self.excluded: set[Goal] = set()
        self.queries = 0

    def cover(self, order: Sequence[Goal]) -> list[Mapping[str, Value]]:
        """Inputs that meet all goals that any input meets, as far as the queries go."""
        left = {goal: None for goal in order if goal not in self.excluded}
        found: list[Mapping[str, Value]] = []
        while left and self.queries < MOST_QUERIES:
            first = next(iter(left))
            inputs = self.joined(first, left)
            met = frozenset[Goal]() if inputs is None else frozenset(self.together.met(inputs))
            if inputs is None or first not in met:
                self.excluded.add(first)
                del left[first]
                continue
            found.append(inputs)
            left = {goal: None for goal in left if goal not in met}
        return found

    def joined(self, first: Goal, left: Mapping[Goal, None]) -> Mapping[str, Value] | None:
        """Inputs for a goal and those that go with it; None where there are none for itself."""
        chosen = [self.numbers[first]]
        inputs = self.solved(chosen)
        if inputs is None:
            return None
        met = frozenset(self.together.met(inputs))
        for goal in left:
            if goal is first or self.queries >= MOST_QUERIES:
                continue
            more = inputs if goal in met else self.solved([*chosen, self.numbers[goal]])
            if more is not None:
                chosen.append(self.numbers[goal])
                if more is not inputs:
                    inputs, met = more, frozenset(self.together.met(more))
        return inputs

    def solved(self, assumed: Sequence[int]) -> Mapping[str, Value] | None:
        self.queries += 1
        answer = self.together.asked.solve(assumed)
        if not isinstance(answer, Sat):
            return None
        return self.together.inputs_of(answer.model)
