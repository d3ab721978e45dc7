"""Proofs about functions with preconditions, which are clauses or assertions: they say nothing where no input meets
these, nor of what is promised where nothing returns.

That some input does is shown by a replayed call, and by nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from clew.checking.script import Replayed
from clew.frontend.module import Unit
from clew.goals.goal import Place
from clew.ir import tree as ir
from clew.ir.contract import ENSURE, INVARIANT, MET, RETURNS
from clew.ir.guards import CLAIM
from clew.search.request import Exploration
from clew.settling.confirmation import Candidate
from clew.settling.work import ModuleWork
from clew.source.diagnostics import Diagnostic
from clew.source.spans import Span
from clew.verdict.evidence import Evidence, Known, proof
from clew.verdict.reasons import Reason

CONTRADICTORY = "no input meets the preconditions"
NOT_MET = "no call is known that meets the preconditions"
NEVER_RETURNS = "it never returns, so that nothing is kept"


def met_in(candidates: Iterable[Candidate]) -> set[str]:
    """The qualified names of functions whose preconditions a test met."""
    return {name for c in candidates if isinstance(c.replay, Replayed) for name in c.replay.met}


def vacuity(work: ModuleWork, unit: Unit, exploration: Exploration) -> Reason | None:
    """Why proofs about the function count for nothing, if they do.

    Assertions are code as well: what is proved behind those that no call is known to keep is so, whoever keeps them.
    """
    requires = () if unit.contract is None else unit.contract.requires
    if unit.qualname in work.met:
        return None
    known = {goal.outcome: exploration.known.get(goal.id) for goal in unit.goals if goal.kind == CLAIM}
    if MET in known:
        excluded = _for_all(known[MET]) and not _by_guesses(known[MET])
    else:
        excluded = bool(requires and unit.goals) and all(_for_all(exploration.known.get(g.id)) for g in unit.goals)
    place = requires[0].span if requires else _first_asserted(unit)
    if excluded:
        return Reason("contract-contradictory", CONTRADICTORY, None, place)
    return Reason("contract", NOT_MET, None, place) if requires else None


def _first_asserted(unit: Unit) -> Span:
    asked = (s.span for s in unit.function.body if isinstance(s, ir.If) and any(map(_asks, s.orelse)))
    return next(asked, unit.span)


def _asks(statement: ir.Statement) -> bool:
    return isinstance(statement, ir.Raise) and statement.asks


def _by_guesses(known: Known | None) -> bool:
    """Of arguments whose types nothing states, others than those that were tried may well be meant."""
    shown = proof(known)
    return shown is not None and any(a.kind == "guessed-types" for a in shown.assumptions)


def unkept(unit: Unit, known: Mapping[Place, Known]) -> Mapping[Place, Known]:
    """What is known, without proofs of promises that no call ever comes to keep."""
    ends = [known[g.place] for g in unit.goals if g.outcome == RETURNS]
    if not (ends and all(map(_for_all, ends))):
        return known
    why = Reason("contract", NEVER_RETURNS, None, unit.span)
    promises = {g.place for g in unit.goals if g.outcome in (ENSURE, INVARIANT)}
    return {place: weakened(each, why) if place in promises else each for place, each in known.items()}


def _for_all(known: Known | None) -> bool:
    shown = proof(known)
    return shown is not None and not shown.scope


def weakened(known: Known, why: Reason | None) -> Known:
    """Without the proof, where there is a reason."""
    if why is None or not isinstance(known, Evidence) or known.shown == "reached":
        return known
    return known.missing(why)


def problem(work: ModuleWork, why: Reason | None) -> tuple[Diagnostic, ...]:
    if why is None or why.code != "contract-contradictory":
        return ()
    return (Diagnostic(why.code, why.text, work.target.file, why.place, "warning"),)
