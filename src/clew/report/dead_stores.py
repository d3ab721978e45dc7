"""Values that are stored and never read (CLEW105), of the stores that may be such (`frontend/stores.py`).

By the shape of the function: no path of the control-flow graph leads from the store to a read before the variable is
assigned again.  Where pairs of definitions and uses were goals (`--criterion def-use`), also by proof: every such path
is taken by no input.  What nothing reads because the code that would is never reached is said of that code.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from clew.analysis.regions import Regions
from clew.frontend.stores import Store
from clew.goals.goal import Place
from clew.report.finding import NOTE, WARNING, Finding
from clew.report.record import GoalReport, UnitReport
from clew.report.surroundings import of_surroundings
from clew.report.wording import quote
from clew.source.spans import Span
from clew.verdict.scopes import within_all
from clew.verdict.verdicts import Covered, Infeasible, NoneWithin

KEEPS: Final = "the variable may be there to keep an object alive"
LOOSE: Final = frozenset({"guessed-types", "module-state", "process-state", "this-python", "set-order"})
"""Kinds of what is not the same elsewhere."""


def dead_stores(
    stores: Iterable[Store], report: UnitReport, regions: Regions, lines: Sequence[str]
) -> Iterator[Finding]:
    goals = {goal.place: goal for goal in report.goals}
    reached = {goal.span for goal in report.goals if isinstance(goal.verdict, Covered)}
    for store in stores:
        here = goals.get(Place(store.span, "statement", None))
        if here is None or here.doomed or not isinstance(here.verdict, Covered):
            continue
        if not _is_carried_out(store, here, report, regions, reached):
            continue
        if store.pairs and reached.isdisjoint(pair.span for pair in store.pairs):
            continue
        proofs = _proofs([goals.get(pair.place) for pair in store.pairs])
        if proofs is None:
            continue
        because = {span for proof in proofs for span in proof.because}
        if of_surroundings(regions, because):
            continue
        why_note = "a first value is often a precaution" if store.initial else KEEPS if store.keeps else ""
        yield Finding(
            rule="CLEW105",
            level=NOTE if why_note else WARNING,
            file=report.file,
            span=store.span,
            text=f"{quote(store.span, lines) or 'this'} stores a value that is never read: {_why(store)}",
            because=tuple(sorted(because)),
            unit=report.id,
            goals=tuple(goals[pair.place].id for pair in store.pairs),
            scope=within_all(proof.scope for proof in proofs),
            assumptions=tuple(dict.fromkeys(a for proof in proofs for a in proof.assumptions)),
            why_note=why_note,
        )


def _is_carried_out(
    store: Store, here: GoalReport, report: UnitReport, regions: Regions, reached: Container[Span]
) -> bool:
    """Did a test come past the store?  One that only comes to it may fail there, so nothing is stored.

    reached: the places that tests came to.
    """
    if store.initial:
        return True
    if not store.guarded and any(here.id in test.covers and test.outcome.kind != "raises" for test in report.tests):
        return True
    blocks = [block.statements for block in regions.blocks]
    return any(first == store.span and second in reached for each in blocks for first, second in pairwise(each))


def _proofs(pairs: Sequence[GoalReport | None]) -> list[Infeasible | NoneWithin] | None:
    """That no pair is feasible; None where one may be, or is not here only."""
    found = []
    for pair in pairs:
        verdict = None if pair is None else pair.verdict
        if not isinstance(verdict, Infeasible | NoneWithin) or any(a.kind in LOOSE for a in verdict.assumptions):
            return None
        found.append(verdict)
    return found


def _why(store: Store) -> str:
    if not store.is_read:
        return f"nothing reads `{store.name}`"
    if not store.pairs:
        return f"`{store.name}` is assigned again, or the call ends, before it is read"
    return f"no input leads from here to where `{store.name}` is read"
