"""AlgSC: a feasible path through every block that has one (section 5 of the paper).

Each query asks for a normal execution through some block not covered yet; everything on it is covered at once, and
its clones with it (`RemoveClones`).  The first unsatisfiable query proves all that is left infeasible.
"""

from __future__ import annotations

import time

from clew.logic.terms import or_
from clew.solver.protocol import GaveUp, Sat
from clew.vc.queries import Condition
from clew.vc.task import Covering, Limits, Task


def statement_cover(task: Task, limits: Limits) -> Covering:
    started = time.perf_counter()
    covering = Covering()
    condition = Condition(task, limits, covering)
    while uncovered := [goal for goal in task.goals if goal not in covering.covered]:
        some = or_(*(condition.reach(label) for goal in uncovered for label in condition.clones(goal)))
        answer = condition.ask(some)
        if isinstance(answer, Sat):
            condition.cover(answer)
            continue
        covering.settle(uncovered, answer.reason if isinstance(answer, GaveUp) else "")
        break
    covering.statistics.seconds = time.perf_counter() - started
    return covering
