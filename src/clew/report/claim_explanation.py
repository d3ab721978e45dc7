"""How the verdict on one claim came about, told from the report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from clew.ir.contract import CONTRACTS
from clew.report.claim_list import details
from clew.report.claims import ClaimReport
from clew.report.explanation import METHODS, effort, indented
from clew.report.frame import Mark, Signs, frame
from clew.report.record import Report, UnitReport
from clew.report.terminal import BOUNDED, INFEASIBLE, OPEN, WRONG
from clew.report.wording import advice, scope_words
from clew.verdict.claims import Proved, Refuted
from clew.verdict.verdicts import NoneWithin, Unknown


def explain_claim(
    report: Report, unit: UnitReport, claim: ClaimReport, lines: Sequence[str], width: int, signs: Signs
) -> Iterator[Text]:
    yield Text(claim.id, style="bold")
    yield Text(f"  {unit.file}, line {claim.span.line}", style="dim")
    word, style = _word(claim)
    begins = f"no {claim.exception} begins at {claim.text or 'this place'}"
    claimed = claim.words if claim.exception in CONTRACTS else begins
    yield Text.assemble("  ", (word, style), f" {claimed}")
    yield from indented(frame([Mark(claim.span, "~", style)], lines, width - 4, signs))
    match claim.verdict:
        case Refuted():
            for text in details(claim):
                yield Text(f"  {text}")
        case Proved() | NoneWithin() as verdict:
            scope = verdict.scope if isinstance(verdict, NoneWithin) else ()
            if verdict.because and verdict.because != (claim.span,):
                yield Text("  these lines exclude it on every way there:")
                yield from indented(frame([Mark(s, "^", style) for s in verdict.because], lines, width - 4, signs))
            yield Text(f"  shown {scope_words(scope)}, {METHODS.get(verdict.method, 'by ' + verdict.method)}")
            for assumption in verdict.assumptions:
                yield Text(f"  assuming ({assumption.id}): {assumption.text}")
        case Unknown(reason):
            yield Text(f"  {reason.code}: {reason.text}")
            if hint := advice(reason, report.settings):
                yield Text(f"  {hint}")
            yield Text(f"  {effort(unit)}", style="dim")
    yield Text()


def _word(claim: ClaimReport) -> tuple[str, str]:
    match claim.verdict:
        case Proved():
            return "proved", INFEASIBLE
        case Refuted():
            return "refuted", WRONG
        case NoneWithin():
            return "bounded", BOUNDED
        case Unknown():
            return "unknown", OPEN
