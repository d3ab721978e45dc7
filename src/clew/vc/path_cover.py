"""AlgPC: all feasible complete paths, one model of the reachability condition after the other (section 5 of the paper).

The paper blocks the path of each model by a clause.  Where several targets of a `goto` are open for the same values a
model stands for several paths, so here all of them are read from it and the clause blocks exactly this set of blocks.
The condition and the clauses are asserted once and stay; a model is checked by running its values along the path, not
by evaluating all clauses so far (paths squared).
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from clew.logic.terms import Term, not_, or_
from clew.semantics.block_run import follow
from clew.solver.protocol import GaveUp, Sat
from clew.vc.queries import Condition
from clew.vc.task import Covering, Limits, Task, Test


def path_cover(task: Task, limits: Limits) -> Covering:
    started = time.perf_counter()
    covering = Covering()
    gave_up = ""
    for found in _all_tests(task, limits, covering):
        if isinstance(found, str):
            gave_up = found
        else:
            covering.tests.append(found)
    covering.take_tests(task.goal_of())
    covering.settle(task.goals, gave_up)
    covering.statistics.seconds = time.perf_counter() - started
    return covering


def _all_tests(task: Task, limits: Limits, covering: Covering) -> Iterator[Test | str]:
    """A test for each feasible path; a reason, last, when not all were found."""
    condition = Condition(task, limits, covering)
    entry = condition.condition.entry
    condition.keep(condition.reach(entry))
    seen: set[tuple[str, ...]] = set()
    while len(seen) < limits.paths:
        answer = condition.ask_again()
        if not isinstance(answer, Sat):
            if isinstance(answer, GaveUp):
                yield answer.reason
            return
        reached = condition.reached(answer.model)
        for path in _paths(condition, entry, reached):
            test = condition.test(path, answer.model)
            if test.path not in seen:
                if not follow(task.machine, test.inputs, test.path, test.havocs):
                    yield "the model does not hold when run"
                    return
                seen.add(test.path)
                yield test
        condition.keep(_other_blocks(condition, reached))
    yield "budget"


def _other_blocks(condition: Condition, reached: frozenset[str]) -> Term:
    """The clause that the blocks reached are others.  Of these, those that a block behind them implies need not be
    named; of the others, those that a block reached leads to."""
    before, targets = condition.before, condition.condition.targets
    literals = []
    for label, reach in condition.condition.reach.items():
        if label in reached:
            if not any(target in reached and len(before[target]) == 1 for target in targets[label]):
                literals.append(not_(reach))
        elif any(source in reached for source in before[label]):
            literals.append(reach)
    return or_(*literals)


def _paths(condition: Condition, label: str, reached: frozenset[str]) -> Iterator[tuple[str, ...]]:
    targets = condition.condition.targets[label]
    if not targets:
        yield (label,)
    for target in targets:
        if target in reached:
            for rest in _paths(condition, target, reached):
                yield (label, *rest)
