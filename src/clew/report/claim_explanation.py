"""How the verdict on one claim came about, told from the report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from clew.ir.contract import CONTRACTS
from clew.report.claim_list import details
from clew.report.claims import ClaimReport
from clew.report.explanation import printed
from clew.report.frame import Mark, Signs
from clew.report.record import Report, UnitReport
from clew.report.telling import Lines, Part, Sentence, shown_words, told_reason
from clew.report.terminal import BOUNDED, INFEASIBLE, OPEN, WRONG
from clew.report.wording import COMMAND
from clew.source.settings import Settings
from clew.verdict.claims import Proved, Refuted
from clew.verdict.verdicts import NoneWithin, Unknown


def explain_claim(
    report: Report,
    unit: UnitReport,
    claim: ClaimReport,
    lines: Sequence[str],
    width: int,
    signs: Signs,
    given_in: str = COMMAND,
) -> Iterator[Text]:
    """given_in: where settings are."""
    yield Text(claim.id, style="bold")
    yield Text(f"  {unit.file}, line {claim.span.line}", style="dim")
    word, style = _word(claim)
    place = Lines((Mark(claim.span, "~", style),))
    parts = (Sentence(claimed(claim), word, style), place, *told_claim(claim, unit, report.settings, given_in))
    yield from printed(parts, lines, width, signs)
    yield Text()


def claimed(claim: ClaimReport) -> str:
    """What is said not to happen, or to hold."""
    begins = f"no {claim.exception} begins at {claim.text or 'this place'}"
    return claim.words if claim.exception in CONTRACTS else begins


def told_claim(claim: ClaimReport, unit: UnitReport, settings: Settings, given_in: str = COMMAND) -> Iterator[Part]:
    """Behind what is claimed.  given_in: where settings are."""
    match claim.verdict:
        case Refuted():
            for text in details(claim):
                yield Sentence(text)
        case Proved() | NoneWithin() as verdict:
            scope = verdict.scope if isinstance(verdict, NoneWithin) else ()
            if verdict.because and verdict.because != (claim.span,):
                yield Sentence("these lines exclude it on every way there:")
                yield Lines(tuple(Mark(span, "^", _word(claim)[1]) for span in verdict.because))
            yield Sentence(shown_words(scope, verdict.method))
            for assumption in verdict.assumptions:
                yield Sentence(f"assuming ({assumption.id}): {assumption.text}")
        case Unknown(reason):
            yield from told_reason(reason, unit, settings, "", given_in)


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
