"""What is said in the end of each goal: by the tests that are left, by what was proved, and by the bounds asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from clew.analysis.structure import structurally_dead
from clew.frontend.module import Unit
from clew.frontend.rebound import rebound_at
from clew.frontend.stores import stores_in
from clew.goals.criteria import DEF_USE
from clew.goals.goal import Goal
from clew.goals.pairs import read_pair
from clew.ir.contract import CONTRACTS
from clew.ir.guards import CLAIM
from clew.report.explained import explained
from clew.report.finding import Finding
from clew.report.record import (
    GoalReport,
    NativeReport,
    UnitReport,
    totals,
)
from clew.search.request import Exploration
from clew.settling.confirmation import WrittenSuite
from clew.settling.joint import known_together
from clew.settling.preconditions import problem, unkept, vacuity, weakened
from clew.settling.work import ModuleWork, MutantWork, PathWork, UnitWork
from clew.source.diagnostics import Diagnostic
from clew.source.spans import Span
from clew.verdict.conclude import conclude, conclude_doomed, conclude_rebound
from clew.verdict.evidence import OVER, Approximation, Evidence, Known, doubt, proof, proofs
from clew.verdict.reasons import Reason
from clew.verdict.scopes import smaller
from clew.verdict.verdicts import Covered


def findings_of(work: ModuleWork) -> list[Finding]:
    """What is dead in a module, and what is wrong with the comments that silence findings."""
    from clew.report.dead_code import find_dead_code

    lines = work.module.text.splitlines()
    units = {unit.id: unit for unit in work.module.units}
    stores = stores_in(work.module, any(goal.kind == DEF_USE for unit in work.module.units for goal in unit.goals))
    found = [
        finding
        for report in work.reports
        for finding in find_dead_code(units[report.id], report, lines, stores.get(report.id, ()))
    ]
    return silenced(work, found, [r for r in work.reports if totals([r]).unknown], "CLEW1")


def silenced(
    work: ModuleWork, found: Sequence[Finding], unsettled: Iterable[UnitReport], looked_for: str
) -> list[Finding]:
    """The findings of a module, and what is wrong with the comments that silence some.

    unsettled: the functions in which something may yet be found; looked_for: as in `silence`.
    """
    from clew.report.silence import silence

    inside = {line for unit in work.module.units for line in _lines(unit.span)}
    mine = {line for report in work.reports for line in _lines(report.span)}
    whole = {unit.id for unit in work.module.units} == {report.id for report in work.reports}
    outside = set(range(1, len(work.module.text.splitlines()) + 1)) - inside if whole else set()
    open_lines = {line for report in unsettled for line in _lines(report.span)}
    settled = (mine - open_lines) | outside
    return silence(found, work.module.text, work.target.file, mine | outside, settled, looked_for)


def _lines(span: Span) -> range:
    return range(span.line, span.end_line + 1)


def settle(work: ModuleWork, entry: UnitWork, suite: WrittenSuite, wanted: Mapping[str, int]) -> Iterable[UnitReport]:
    """The verdicts of a unit and of those nested in it.  wanted: the bounds that were asked for.

    Where one proof is refuted none counts, for what was taken not to happen there may be behind the others too.
    """
    exploration = entry.exploration or Exploration()
    units = [u for u in work.module.units if u is entry.unit or any(g.id in entry.goals for g in u.goals)]
    faults = {unit.id: contradictions(work, unit, exploration, suite) for unit in units}
    if any(faults.values()):
        suite = replace(suite, otherwise={entry.unit.qualname: REFUTED, **suite.otherwise})
    for unit in units:
        own, vacuous = unit is entry.unit, vacuity(work, unit, exploration)
        yield UnitReport(
            id=unit.id,
            file=work.target.file,
            span=unit.span,
            seconds=entry.seconds if own else 0.0,
            cpu_seconds=entry.cpu_seconds if own else 0.0,
            goals=tuple(_as_rebound(work, unit, suite, goals_of(unit, entry, suite, wanted, vacuous))),
            tests=suite.tests.get(unit.qualname, ()),
            lowered=unit.lowered,
            parts=unit.parts,
            natives=tuple(NativeReport(n.reason, n.span) for n in unit.natives),
            diagnostics=(*faults[unit.id], *problem(work, vacuous)),
            memory=entry.memory if own else None,
            runs=exploration.runs if own else 0,
            queries=exploration.queries if own else 0,
            solver_seconds=exploration.solver_seconds if own else 0.0,
            reached_after=reached_after(entry, suite) if own else None,
        )


def _as_rebound(work: ModuleWork, unit: Unit, suite: WrittenSuite, goals: Sequence[GoalReport]) -> Sequence[GoalReport]:
    """Where tests never come to a function, that its name may mean another one says more than how the search ended."""
    own = {goal.id for goal in unit.goals}
    if unit.parent is not None or unit.class_path is not None or not own.isdisjoint(suite.reached):
        return goals
    span = rebound_at(work.module.text, unit.function.name, unit.span.end_line)
    if span is None or any(isinstance(goal.verdict, Covered) for goal in goals):
        return goals
    return [replace(goal, verdict=conclude_rebound(goal.verdict, span)) for goal in goals]


def goals_of(
    unit: Unit, entry: UnitWork, suite: WrittenSuite, wanted: Mapping[str, int], vacuous: Reason | None
) -> Sequence[GoalReport]:
    """In source order.  vacuous: why proofs count for nothing, if they do."""
    dead = structurally_dead(unit.function)
    known = {g.place: weakened(known_of(g, entry, suite, dead.get(g.place)), vacuous) for g in unit.goals}
    known = dict(unkept(unit, known))
    shown = {place: each for place, each in proofs(known).items() if not smaller(each.scope, wanted)}
    known |= explained(unit.function, shown)
    found = [
        GoalReport(
            g.id,
            g.kind,
            g.span,
            g.outcome,
            conclude(known[g.place], wanted),
            conclude_doomed(doomed_of(g, entry, suite), wanted),
        )
        for g in unit.goals
        if g.id not in unit.silent
    ]
    by_id = {g.id: known[g.place] for g in unit.goals}
    for joint in unit.joint:
        g, together = joint.goal, known_together(joint, by_id, suite.covering, suite.reached, wanted)
        found.append(GoalReport(g.id, g.kind, g.span, g.outcome, conclude(together, wanted)))
    for each in entry.by_twins if unit is entry.unit else ():
        g, told = each.goal, weakened(each.known, vacuous)
        otherwise = suite.otherwise.get(unit.qualname)
        if isinstance(told, Evidence) and otherwise is not None:
            told = told.missing(otherwise)
        if g.id in suite.covering:
            told = Evidence("reached", "replay", tests=suite.covering[g.id])
        found.append(GoalReport(g.id, g.kind, g.span, g.outcome, conclude(told, wanted)))
    return sorted(found, key=lambda goal: goal.span[:2])


def reached_after(entry: UnitWork, suite: WrittenSuite) -> float | None:
    """When the last goal that a test covers was first reached."""
    found = zip(entry.cases, entry.times, strict=False)  # no times where the cases come from an earlier run
    return max((time for case, time in found if any(g in suite.covering for g in case.goals)), default=None)


EXCUSED = frozenset({"guessed-types", "module-state", "process-state", "resources", "construction", "by-name"})
"""Assumptions that a test may break: verdicts about other types, another state, another way to call."""


def contradictions(
    work: ModuleWork, unit: Unit, exploration: Exploration, suite: WrittenSuite
) -> tuple[Diagnostic, ...]:
    """A test that reaches what was called infeasible for all inputs, or ends normally after what was called doomed: the
    verdict is corrected, and the fault of ours is not hidden.
    """
    wrong: list[tuple[Goal, str]] = []
    for g in unit.goals:
        known, doomed = exploration.known.get(g.id), exploration.doomed.get(g.id)
        why = None if known is None else doubt(known)
        excused = EXCUSED | {"no-sharing"} if g.id in suite.sharing else EXCUSED
        if g.id in suite.reached and _unexcused(proof(known), excused):
            wrong.append((g, "had called a goal infeasible that a test reaches"))
        elif why is not None and why.code == "contradicted":
            wrong.append((g, "had called a goal infeasible that a plain run reached"))
        elif g.id in suite.passed and _unexcused(doomed, excused):
            wrong.append((g, "had called a goal doomed after which a test ends normally"))
    return tuple(
        Diagnostic("contradiction", f"clew {text}; please report this ({g.id})", work.target.file, g.span, "warning")
        for g, text in wrong
    )


def _unexcused(shown: Evidence | None, excused: frozenset[str] = EXCUSED) -> bool:
    """Does it say, for all inputs, what no test may break?  excused: kinds of assumptions that it may."""
    if shown is None or shown.doubt is not None or shown.scope:
        return False
    return excused.isdisjoint(a.id if a.kind == "no-sharing" else a.kind for a in shown.assumptions)


def is_refutable(known: Known) -> bool:
    """Is it a proof about all calls?  Others may break what it supposes."""
    return _unexcused(proof(known))


NOT_REPLAYED = Reason("not-replayed", "a run of the model reached it, but the replay on CPython did not confirm that")
ALIASED = Reason(
    "not-replayed",
    "a run of the model reached it, but on CPython no value was read that this stored: which objects are one and the "
    "same is not followed",
)
TAKEN = Reason(
    "not-replayed",
    "calls make it fail, but none ends so: a decorator, context manager or `finally` takes the exception",
)
REFUTED = Reason("contradicted", "another proof of this function was refuted by a run; please report this")


def withdraw(asked: Iterable[MutantWork | PathWork]) -> None:
    """One proof of a function was refuted, so none of it counts."""
    for each in asked:
        shown = proof(each.known)
        if shown is not None:
            each.known = shown.missing(REFUTED)


def known_of(goal: Goal, entry: UnitWork, suite: WrittenSuite, dead: tuple[Span, ...] | None) -> Known:
    """A replayed test shows that a goal is reached, whatever else was found of it."""
    if goal.id in suite.covering:
        return Evidence("reached", "replay", tests=suite.covering[goal.id])
    if dead is not None:
        return Evidence("unreached", "structure", because=dead)
    if entry.exploration is None:
        return entry.unexplored
    known, name = entry.exploration.known.get(goal.id), entry.unit.qualname
    if known is None:  # a run of the model reached it, which may have been none of CPython's
        taken = goal.kind == CLAIM and goal.outcome not in CONTRACTS and goal.id in suite.went_on
        is_of_path = goal.kind == DEF_USE and read_pair(goal.outcome or "").is_of_path
        unseen = TAKEN if taken else ALIASED if is_of_path else NOT_REPLAYED
        unsure = Approximation(OVER, suite.refused.get(name, unseen))
        return Evidence("reached", "search", approximations=(unsure,))
    shown = proof(known)
    return known if shown is None or name not in suite.otherwise else shown.missing(suite.otherwise[name])


def doomed_of(goal: Goal, entry: UnitWork, suite: WrittenSuite) -> Evidence | None:
    """Only where no replayed case passed the goal and ended normally."""
    if entry.exploration is None or goal.id not in suite.covering or goal.id in suite.passed:
        return None
    doomed, name = entry.exploration.doomed.get(goal.id), entry.unit.qualname
    return doomed if doomed is None or name not in suite.otherwise else doomed.missing(suite.otherwise[name])
