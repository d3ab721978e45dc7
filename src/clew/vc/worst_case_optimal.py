"""AlgFM: one query for each block that no earlier test passed (after Hoenicke, Leino, Podelski, Schäf and Wies 2009).

Worst-case optimal: when every block is infeasible nothing can be decided with fewer queries than blocks.  Only blocks
of the *effectual set* are asked for (`effectual`), since they cover all others.
"""

from __future__ import annotations

import time

from clew.logic.terms import or_
from clew.solver.protocol import GaveUp, Sat
from clew.vc.effectual import effectual_goals, settle_the_rest
from clew.vc.queries import Condition
from clew.vc.task import UNREACHED, Covering, Limits, Task


def worst_case_optimal(task: Task, limits: Limits) -> Covering:
    started = time.perf_counter()
    covering = Covering()
    condition = Condition(task, limits, covering)
    for goal in (*effectual_goals(task), *task.goals):
        if goal in covering.covered or goal in covering.infeasible or goal in covering.unknown:
            continue
        if settle_the_rest(task, covering, goal):
            continue
        answer = condition.ask(or_(*(condition.reach(label) for label in condition.clones(goal))))
        if isinstance(answer, Sat):
            condition.cover(answer)
        elif isinstance(answer, GaveUp):
            covering.unknown[goal] = answer.reason
        else:
            covering.infeasible[goal] = UNREACHED
    covering.statistics.seconds = time.perf_counter() - started
    return covering
