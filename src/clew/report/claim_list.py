"""The claims of a run for a person: what is refuted, most certain and most surprising first, then what is open."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from rich.text import Text

from clew.ir.contract import CONTRACTS
from clew.report.claims import ClaimReport, rank
from clew.report.concise import problem_line
from clew.report.finding import NOTE, Finding
from clew.report.finding_list import STYLES
from clew.report.frame import Mark, Signs, frame
from clew.report.printing import print_lines
from clew.report.record import Report
from clew.report.terminal import OPEN, problem_lines
from clew.report.wording import COMMAND, INTERRUPTED, count, leaning_words, reason_words, seconds_words
from clew.source.settings import Settings
from clew.verdict.claims import Proved, Refuted
from clew.verdict.verdicts import NoneWithin, Unknown

WIDEST = 110
MOST_OPEN: Final = 12  # claims without an answer that are shown one by one


def ranked(report: Report) -> Report:
    """Findings in the order in which they are worth reading."""
    claims = report.claims

    def key(finding: Finding) -> tuple[object, ...]:
        claim = claims.get(finding.goals[0]) if finding.goals else None
        return (1, finding.file, finding.span) if claim is None else (0, *rank(finding, claim))

    return replace(report, findings=tuple(sorted(report.findings or (), key=key)))


# ---------------------------------------------------------------- full


def print_claims(report: Report, sources: Mapping[str, Sequence[str]], running: str | None, proofs: bool) -> None:
    """running: the command that runs the tests; empty where it is not known, None where none were written.

    proofs: show what is proved, too.
    """
    print_lines(sys.stdout, lambda width, signs: claim_lines(report, sources, width, signs, running, proofs))


def claim_lines(
    report: Report,
    sources: Mapping[str, Sequence[str]],
    width: int,
    signs: Signs,
    running: str | None = "",
    proofs: bool = False,
) -> Iterator[Text]:
    width = min(width, WIDEST)
    for problem in report.problems:
        yield from problem_lines(problem, sources.get(problem.file, ()), width, signs)
        yield Text()
    claims = report.claims
    for finding in report.findings or ():
        claim = claims.get(finding.goals[0]) if finding.goals else None
        yield from _finding(finding, claim, sources.get(finding.file, ()), width, signs, running is not None)
        yield Text()
    for line in proof_lines(report) if proofs else ():
        yield Text(line)
    yield from _open(report, signs)
    yield Text(summary(report))
    if running and any(isinstance(c.verdict, Refuted) for c in claims.values()):
        yield Text(f"see them fail: {running}")
    if report.interrupted:
        yield Text(INTERRUPTED, style=OPEN)


def _finding(
    finding: Finding, claim: ClaimReport | None, lines: Sequence[str], width: int, signs: Signs, written: bool
) -> Iterator[Text]:
    """written: is there a file with the test?"""
    place = f"{finding.file}:{finding.span.line}: "
    said = said_of(finding, claim)
    style = STYLES[finding.level]
    yield Text.assemble((place, "bold"), (f"{finding.rule} ", style), said)
    if finding.span.end_line == finding.span.line:
        for line in frame([Mark(finding.span, "~", style)], lines, width - 4, signs):
            yield Text.assemble("    ", line)
    for text in details(claim, test=written):
        yield Text("    " + text)
    if finding.why_note:
        yield Text(f"    a note: {finding.why_note}", style="dim")
    if finding.silenced is not None:
        yield Text(f"    silenced: {finding.silenced or 'no reason given'}", style="dim")


def said_of(finding: Finding, claim: ClaimReport | None) -> str:
    """What is found, without the call, which is one of the `details`."""
    if claim is None or not isinstance(claim.verdict, Refuted):
        return finding.text
    return finding.text.removesuffix(f"; {claim.verdict.call}")


def details(claim: ClaimReport | None, test: bool = True) -> Iterator[str]:
    """The call that refutes a claim, what its operands are, and the name of the test, where that is asked for."""
    if claim is None or not isinstance(claim.verdict, Refuted):
        return
    refuted = claim.verdict
    yield f"call:  {refuted.call}"
    if refuted.parts:
        yield f"where: {', '.join(f'{name} = {value}' for name, value in refuted.parts)}"
    if not refuted.certain:
        yield "the types of some arguments are stated nowhere, and were guessed"
    if test and refuted.test:
        yield f"test:  {refuted.test}"


def _open(report: Report, signs: Signs) -> Iterator[Text]:
    """The claims without an answer: the first, and how many more for which reason."""
    left = [(unit, claim) for unit in report.units for claim in unit.claims if _why(claim)]
    for unit, claim in left[:MOST_OPEN]:
        yield Text.assemble(
            (f"{unit.file}:{claim.span.line}: ", "bold"), ("unknown: ", OPEN), open_words(claim, report.settings)
        )
    if len(left) > MOST_OPEN:
        codes = Counter(code for _, claim in left[MOST_OPEN:] for code in [_why(claim)])
        counted = ", ".join(f"{code} ×{n}" for code, n in sorted(codes.items(), key=lambda item: (-item[1], item[0])))
        yield Text(f"{signs.gap} {len(left) - MOST_OPEN} more unknown: {counted}", style="dim")
    if left:
        yield Text()


def _why(claim: ClaimReport) -> str:
    """The code of the reason why it is open; empty where it is not."""
    match claim.verdict:
        case Unknown(reason):
            return reason.code
        case NoneWithin():
            return "bound"
    return ""


def open_words(claim: ClaimReport, settings: Settings, given_in: str = COMMAND) -> str:
    """What is not known, and why; empty where there is an answer.  given_in: where settings are."""
    subject = claim.words if claim.exception in CONTRACTS else f"{claim.exception} of {claim.text or 'this'}"
    match claim.verdict:
        case NoneWithin(scope, assumptions):
            return f"{subject}: none {leaning_words(scope, assumptions)}"
        case Unknown(reason):
            return f"{subject}: {reason_words(reason, settings, given_in)}"
    return ""


def summary(report: Report) -> str:
    silenced = sum(f.silenced is not None for f in report.findings or () if f.goals)
    proved, refuted, left = report.totals.claims
    notes = sum(f.level == NOTE and f.silenced is None for f in report.findings or ())
    apart = [f"{n} {what}" for n, what in ((notes, "a note only"), (silenced, "silenced")) if n]
    quiet = f" ({', '.join(apart)})" if apart else ""
    said = f"{count(proved + refuted + left, 'claim')}: {proved} proved, {refuted} refuted{quiet}, {left} unknown"
    return f"{said} in {count(len(report.units), 'function')}; {seconds_words(report.seconds)}"


# ---------------------------------------------------------------- one line each


def show_concise(report: Report, proofs: bool = False, given_in: str = COMMAND) -> str:
    """Refuted claims in their order, then those without an answer."""
    lines = [problem_line(problem) for problem in report.problems]
    claims = report.claims
    for f in report.findings or ():
        silenced = " [silenced]" if f.silenced is not None else ""
        guess = " (guessed types)" if f.goals and _is_guess(claims.get(f.goals[0])) else ""
        lines.append(f"{f.file}:{f.span.line}:{f.span.column + 1}: {f.level}: {f.rule} {f.text}{guess}{silenced}")
    for unit in report.units:
        for claim in unit.claims:
            if _why(claim):
                at = f"{unit.file}:{claim.span.line}:{claim.span.column + 1}"
                lines.append(f"{at}: unknown: {open_words(claim, report.settings, given_in)}")
    shown = proof_lines(report) if proofs else ()
    return "".join(line + "\n" for line in [*lines, *shown, summary(report)])


def _is_guess(claim: ClaimReport | None) -> bool:
    return claim is not None and isinstance(claim.verdict, Refuted) and not claim.verdict.certain


def proof_lines(report: Report) -> Iterator[str]:
    """What is proved, one line each, with what the proof leans on."""
    for unit in report.units:
        for claim in unit.claims:
            if isinstance(claim.verdict, Proved):
                said = leaning_words((), claim.verdict.assumptions)
                at = f"{unit.file}:{claim.span.line}:{claim.span.column + 1}"
                yield f"{at}: proved: {claim.words}: {said} ({claim.verdict.method})"
