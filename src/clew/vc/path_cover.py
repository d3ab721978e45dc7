"""AlgPC: all feasible complete paths, one model of the reachability condition after the other (section 5 of the paper).

The paper blocks the path of each model by a clause.  Where several targets of a `goto` are open for the same values a
model stands for several paths, so here all of them are read from it and the clause blocks exactly this set of blocks.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from clew.logic.terms import Term, not_, or_
from clew.solver.protocol import GaveUp, Sat
from clew.vc.queries import Condition
from clew.vc.task import Covering, Limits, Task, Test, Why


def path_cover(task: Task, limits: Limits) -> Covering:
    started = time.perf_counter()
    covering = Covering()
    gave_up = None
    for found in _all_tests(task, limits, covering):
        if isinstance(found, str):
            gave_up = found
        else:
            covering.tests.append(found)
    goal_of = task.goal_of()
    for index, test in enumerate(covering.tests):
        for label in test.path:
            if label in goal_of:
                covering.covered.setdefault(goal_of[label], index)
    for goal in task.goals:
        if goal not in covering.covered:
            if gave_up:
                covering.unknown[goal] = gave_up
            else:
                covering.infeasible[goal] = Why()
    covering.statistics.seconds = time.perf_counter() - started
    return covering


def _all_tests(task: Task, limits: Limits, covering: Covering) -> Iterator[Test | str]:
    """A test for each feasible path; a reason, last, when not all were found."""
    condition = Condition(task, limits, covering)
    entry = condition.reach(condition.condition.entry)
    blocked: list[Term] = []
    seen: set[tuple[str, ...]] = set()
    while len(seen) < limits.paths:
        answer = condition.ask(entry, *blocked)
        if not isinstance(answer, Sat):
            if isinstance(answer, GaveUp):
                yield answer.reason
            return
        reached = condition.reached(answer.model)
        for path in _paths(condition, condition.condition.entry, reached):
            test = condition.test(path, answer.model)
            if test.path not in seen:
                seen.add(test.path)
                yield test
        literals = []
        for label, reach in condition.condition.reach.items():
            literals.append(not_(reach) if label in reached else reach)
        blocked.append(or_(*literals))
    yield "budget"


def _paths(condition: Condition, label: str, reached: frozenset[str]) -> Iterator[tuple[str, ...]]:
    targets = condition.condition.targets[label]
    if not targets:
        yield (label,)
    for target in targets:
        if target in reached:
            for rest in _paths(condition, target, reached):
                yield (label, *rest)
