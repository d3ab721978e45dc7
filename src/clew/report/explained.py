"""Which lines to show for a goal that nothing reaches: those of the test that keeps everything away from it.

A proof knows the contradictions at single tests.  A compound test is explained by its conditions, a block by the test
that guards it, and what is inside a dead statement by that statement.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from clew.analysis.regions import Block, regions_of
from clew.goals.goal import Place
from clew.ir import tree as ir
from clew.report.record import GoalReport
from clew.source.spans import Span
from clew.verdict.verdicts import Infeasible, NoneWithin


def explained(function: ir.Function, goals: Sequence[GoalReport]) -> tuple[GoalReport, ...]:
    """The goals, in the same order, those shown by exhaustion with the best `because` that there is for them."""
    if not any(isinstance(g.verdict, Infeasible | NoneWithin) and g.verdict.method == "exhaustion" for g in goals):
        return tuple(goals)
    block_of = {span: block for block in regions_of(function).blocks for span in block.statements}
    known = {g.place: g.verdict.because for g in goals if isinstance(g.verdict, Infeasible | NoneWithin)}
    for goal in goals:
        place = goal.place
        if goal.kind == "branch" and place in known:
            inner = [p for p in known if p.kind == "condition" and p.span != goal.span and p.span.inside(goal.span)]
            places = {span for p in inner for span in known[p]}
            if places:
                known[place] = tuple(sorted(places))
    result = []
    for goal in goals:
        verdict = goal.verdict
        if isinstance(verdict, Infeasible | NoneWithin) and verdict.method == "exhaustion":
            because = _outer(goal.place, known, block_of)
            verdict = replace(verdict, because=because)
        result.append(replace(goal, verdict=verdict))
    return tuple(result)


def _outer(place: Place, known: dict[Place, tuple[Span, ...]], block_of: dict[Span, Block]) -> tuple[Span, ...]:
    """Of the goal itself, or of the outermost dead thing it is in."""
    around = [s for s in block_of if place.span.inside(s)]
    statement = max(around) if around else None
    best = known[place]
    while statement is not None and (outer := Place(statement, "statement", None)) in known:
        best = known[outer] or best
        block = block_of[statement]
        guard = block.guard
        if guard is not None and guard in known:
            best = known[guard] or best
        statement = block.parent[1] if block.parent is not None else None
    return best
