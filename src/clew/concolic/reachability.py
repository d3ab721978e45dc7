"""What lies ahead of a decision, for the search: the analysis of single functions, asked by the places of a run."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from clew.analysis.reachable_goals import (
    Branch,
    ReachableGoals,
    Waiting,
    may_return,
    reachable_goals,
    reachable_when_waiting,
)
from clew.concolic.prepared import Prepared
from clew.frontend.module import Unit
from clew.goals.goal import ids_by_place
from clew.ir import tree as ir
from clew.ir.walk import nodes
from clew.search.trace import Decision


def branch_of_decision(
    prepared: Prepared, unit: Unit, goals: frozenset[str]
) -> Callable[[Decision, bool], Branch | None]:
    """What lies ahead of a side of a decision; None outside the unit, or where the unit may be entered twice."""
    module = prepared.project.modules[prepared.module.__name__]
    known = cache(lambda: reachable_goals(unit.function, ids_by_place(module.goals)))
    own = {g.id for g in unit.goals}
    once = goals <= own and not _may_reenter(prepared, unit)
    numbers = {n for n, f in enumerate(prepared.sites.functions) if f.span == unit.span and f.module == module.name}

    def branch(decision: Decision, outcome: bool) -> Branch | None:
        if decision.site < 0 or decision.setup or not once:
            return None
        site = prepared.sites.places[decision.site]
        if site.function not in numbers:
            return None
        if decision.direct:
            return known().branch(site.span, outcome)
        if site.kind == "statement":
            reachable = known().point(site.span, raises=decision.raising and outcome)
            return None if reachable is None else Branch(reachable, reachable)
        return None

    return branch


def reachable_from(
    prepared: Prepared, branch_of: Callable[[Decision, bool], Branch | None]
) -> Callable[[int], frozenset[str] | None]:
    """What lies ahead when a place of the unit is reached; None where it is not known, as in `branch_of_decision`."""

    def of(site: int) -> frozenset[str] | None:
        direct = site >= 0 and prepared.sites.places[site].kind != "statement"
        found: frozenset[str] = frozenset()
        for outcome in (True, False):
            branch: Branch | None = branch_of(Decision(None, outcome, site, 0, (), direct=direct), outcome)
            if branch is None:
                return None
            found |= branch.reachable
        return found

    return of


def outside_of_finally(
    prepared: Prepared, unit: Unit, reachable: Callable[[int], frozenset[str] | None]
) -> Callable[[int], frozenset[str] | None]:
    """What lies ahead of the last statement that began before an exception was seen.

    None where that is in a `finally`, which exceptions of other places come through, and at what is no statement.
    """
    final = {
        mark.span
        for node in nodes(unit.function.body)
        if isinstance(node, ir.Try)
        for mark in nodes(node.final)
        if isinstance(mark, ir.Mark)
    }

    def of(site: int) -> frozenset[str] | None:
        place = prepared.sites.places[site]
        return None if place.kind != "statement" or place.span in final else reachable(site)

    return of


def module_of(prepared: Prepared, site: int) -> str:
    return prepared.sites.functions[prepared.sites.places[site].function].module


def branch_of_test(prepared: Prepared, goals: frozenset[str]) -> Callable[[int, bool], Branch | None]:
    """What the sides of a test lead to, by the shape of the function it is in; for explanations, not for proofs."""
    module = prepared.project.modules[prepared.module.__name__]

    @cache
    def known() -> list[ReachableGoals]:
        ids = ids_by_place(module.goals)
        return [reachable_goals(u.function, ids) for u in module.units if any(g.id in goals for g in u.goals)]

    def of(site: int, outcome: bool) -> Branch | None:
        if module_of(prepared, site) != module.name:
            return None
        span = prepared.sites.places[site].span
        found = [branch for each in known() if (branch := each.branch(span, outcome)) is not None]
        return found[-1] if found else None

    return of


def doomable_statements(units: tuple[Unit, ...], goals: frozenset[str]) -> frozenset[str]:
    """The statements after which their function may, by its shape, still end normally."""
    found: set[str] = set()
    for unit in units:
        own = [g for g in unit.goals if g.kind == "statement" and g.id in goals]
        if own:
            spans = may_return(unit.function)
            found.update(g.id for g in own if g.span in spans)
    return frozenset(found)


def _may_reenter(prepared: Prepared, unit: Unit) -> bool:
    """Could a call made during the unit enter it again?

    By names, over the whole project: a closure of "is called as".
    """
    own = unit.qualname.rpartition(".")[2]
    if own.startswith("__") or "generator" in unit.function.flags or "async" in unit.function.flags:
        return True
    return own in prepared.name_closure.reached(unit.function)


def goals_while_waiting(prepared: Prepared, unit: Unit) -> Waiting:
    """The goals that may be reached when something is thrown into the unit, a function inside, or what they wait for.

    Where there are any, functions defined inside may be called on the way.
    """
    module = prepared.project.modules[prepared.module.__name__]
    ids = ids_by_place(module.goals)
    inside = [u for u in module.units if u.span.inside(unit.span)]
    every = [reachable_when_waiting(each.function, ids) for each in inside]
    thrown = frozenset[str]().union(*(each.thrown for each in every))
    if thrown or any(isinstance(n, ir.Try | ir.With) for u in inside for n in nodes(u.function.body)):
        thrown |= {goal.id for u in inside if u.span != unit.span for goal in u.goals}
    return Waiting(thrown, frozenset[str]().union(*(each.delegated for each in every)))
