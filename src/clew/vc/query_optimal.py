"""AlgVSTTE: ask for paths that cover many new blocks at once (after Bertolini, Schäf and Schweitzer 2012).

Helper counters: each block of the effectual set not covered yet counts 1 when it is passed.  The greedy strategy asks
for at least k of them, halves k when there is no such path, and is done when there is none for k = 1.  Few queries
find few, rich tests; each query is harder, since it reasons about a sum.
"""

from __future__ import annotations

import time

from clew.logic.terms import ONE, ZERO, Term, add, ge, integer, ite, or_
from clew.solver.protocol import GaveUp, Sat
from clew.vc.effectual import effectual_goals, settle_the_rest
from clew.vc.queries import Condition
from clew.vc.task import Covering, Limits, Task


def query_optimal(task: Task, limits: Limits) -> Covering:
    started = time.perf_counter()
    covering = Covering()
    condition = Condition(task, limits, covering)
    effectual = effectual_goals(task)
    for wanted in (effectual, tuple(task.goals)):
        # The second round asks for what an infeasible effectual block left without its test.
        gave_up = _cover(condition, wanted, covering)
        covering.settle(wanted, gave_up)
    covering.statistics.seconds = time.perf_counter() - started
    return covering


def _cover(condition: Condition, wanted: tuple[str, ...], covering: Covering) -> str:
    """Cover all of the wanted goals that can be; a reason when the solver gave up."""
    count = 0
    while True:
        left = [g for g in wanted if g not in covering.covered and g not in covering.infeasible]
        left = [g for g in left if not settle_the_rest(condition.task, covering, g)]
        if not left:
            return ""
        count = min(count or len(left), len(left))
        answer = condition.ask(ge(_number_passed(condition, left), integer(count)))
        if isinstance(answer, Sat):
            condition.cover(answer)
            continue
        if count == 1:
            return answer.reason if isinstance(answer, GaveUp) else ""
        count //= 2


def _number_passed(condition: Condition, goals: list[str]) -> Term:
    counters = [or_(*(condition.reach(label) for label in condition.clones(goal))) for goal in goals]
    return add(*(ite(counter, ONE, ZERO) for counter in counters))
