"""Promises of one function are asked one after the other, and none after one that is broken."""

from __future__ import annotations

from dataclasses import replace

from clew.frontend.module import Unit
from clew.ir.contract import ENSURE, INVARIANT
from clew.report.claims import ClaimReport
from clew.verdict.claims import Proved, Refuted
from clew.verdict.conclude import conclude_unasked


def asked_in_order(unit: Unit | None, claims: tuple[ClaimReport, ...]) -> tuple[ClaimReport, ...]:
    """A promise that comes after one that is broken is not asked then, so nothing is proved of it."""
    if unit is None or unit.contract is None:
        return claims
    places = [clause.span for clause in unit.contract.ensures]

    def place(claim: ClaimReport) -> int:
        if claim.kind == ENSURE and claim.span in places:
            return places.index(claim.span)
        return len(places) if claim.kind == INVARIANT else -1

    broken = min((place(c) for c in claims if place(c) >= 0 and isinstance(c.verdict, Refuted)), default=len(places))
    return tuple(
        replace(c, verdict=conclude_unasked(c.span)) if place(c) > broken and isinstance(c.verdict, Proved) else c
        for c in claims
    )
