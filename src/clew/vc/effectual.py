"""The effectual set of a procedure (Bertolini, Schäf and Schweitzer 2012): blocks whose tests cover all others.

Every complete path through block b also passes the blocks that dominate or post-dominate b.  Of blocks that imply each
other one is kept, and of the rest those that nothing else implies.
"""

from __future__ import annotations

from clew.analysis.cfg import reachable, successors
from clew.analysis.dominators import EXIT, chain, immediate_dominators, immediate_post_dominators
from clew.vc.task import UNREACHED, Covering, Task


def effectual_goals(task: Task) -> tuple[str, ...]:
    """Goals with an effectual clone, in the order of the source."""
    implied = _implied(task)
    effectual = set()
    for label in implied:
        stronger = [other for other in implied if other != label and label in implied[other]]
        # Among blocks that imply each other the first one stands for all.
        if all(label in implied[other] and other in implied[label] for other in stronger):
            group = [label, *stronger]
            if min(group, key=list(implied).index) == label:
                effectual.add(label)
    return tuple(goal for goal, clones in task.goals.items() if any(label in effectual for label in clones))


def settle_the_rest(task: Task, covering: Covering, goal: str) -> bool:
    """Infeasible without a query: everything that is needed to pass it, or all that leads to or from it, is."""
    graph = successors(task.procedure)
    dead = {label for g in covering.infeasible for label in task.goals[g]}
    entry = task.procedure.entry
    if entry in dead:
        live: set[str] = set()
    else:
        kept = {
            label: tuple(t for t in targets if t not in dead) for label, targets in graph.items() if label not in dead
        }
        forward = reachable(kept, (entry,))
        ends = {label for label in forward if not graph[label]}
        turned: dict[str, list[str]] = {label: [] for label in kept}
        for label, targets in kept.items():
            for target in targets:
                turned[target].append(label)
        live = forward & reachable({label: tuple(s) for label, s in turned.items()}, ends)
    if any(label in live for label in task.goals[goal]):
        return False
    covering.infeasible[goal] = UNREACHED
    return True


def _implied(task: Task) -> dict[str, set[str]]:
    """For each block that can be on a complete path the blocks every such path also passes."""
    graph = successors(task.procedure)
    above = immediate_dominators(graph, task.procedure.entry)
    below = immediate_post_dominators(graph)
    return {
        label: {*chain(above, label), *chain(below, label)} - {EXIT}
        for label in graph
        if label in above and label in below
    }
