"""Findings, problems and open goals as diagnostics of the protocol.

What may not hold any more, as something it may lean on has changed, is faded to a hint that says so; what was found of
a function whose lines changed is not there at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from lsprotocol import types
from pygls.workspace import PositionCodec

from clew.following.standing import Settled, View
from clew.report import claim_list, finding_list
from clew.report.claims import ClaimReport
from clew.report.finding import NOTE, Finding
from clew.report.wording import FILE, advice, headline
from clew.server.positions import first_line, range_of
from clew.source.diagnostics import Diagnostic
from clew.source.spans import Span
from clew.verdict.verdicts import Unknown

SOURCE: Final = "clew"
STALE: Final = "stale: something that it may lean on has changed since"
OPEN: Final = "open"
_FADING, _DOOMED = "CLEW101", "CLEW102"
_EDITORS_OWN: Final = frozenset({"syntax", "encoding", "nul", "source", "missing"})
"""What an editor says itself."""


def diagnostics_of(
    view: View, lines: Sequence[str], uri: str, codec: PositionCodec, *, open_goals: bool
) -> list[types.Diagnostic]:
    """lines: of the text that is shown; open_goals: are these asked for?"""
    made = [*_problems(view, lines, codec), *_findings(view, lines, uri, codec)]
    if open_goals:
        made += _open(view, lines, codec)
    return made


def _findings(view: View, lines: Sequence[str], uri: str, codec: PositionCodec) -> Iterator[types.Diagnostic]:
    claims = {c.id: c for function, _ in view.functions for unit in function.claims for c in unit.claims}
    for finding, state in view.findings():
        span = view.span(finding.span)
        if span is None:
            continue
        is_stale = state == "stale"
        severity = types.DiagnosticSeverity.Information if finding.level == NOTE else types.DiagnosticSeverity.Warning
        yield types.Diagnostic(
            range_of(span, lines, codec),
            message=message_of(finding, claims) + (f"\n{STALE}" if is_stale else ""),
            severity=types.DiagnosticSeverity.Hint if is_stale else severity,
            code=finding.rule,
            source=SOURCE,
            tags=[types.DiagnosticTag.Unnecessary] if finding.rule == _FADING and not is_stale else None,
            related_information=list(_because(finding, view, lines, uri, codec)) or None,
        )


def message_of(finding: Finding, claims: dict[str, ClaimReport]) -> str:
    """What is found, and what is to be said below it."""
    claim = claims.get(finding.goals[0]) if finding.goals else None
    if claim is None:
        return "\n".join([finding.text, *finding_list.details(finding)])
    note = [f"a note: {finding.why_note}"] if finding.why_note else []
    return "\n".join([claim_list.said_of(finding, claim), *claim_list.details(claim, test=False), *note])


def _because(
    finding: Finding, view: View, lines: Sequence[str], uri: str, codec: PositionCodec
) -> Iterator[types.DiagnosticRelatedInformation]:
    for place in finding.because:
        span = view.span(place) if place.line else None
        if span is not None:
            location = types.Location(uri, range_of(span, lines, codec))
            what = "raised here" if finding.rule == _DOOMED else "one of the places that contradict each other"
            yield types.DiagnosticRelatedInformation(location, what)


def _problems(view: View, lines: Sequence[str], codec: PositionCodec) -> Iterator[types.Diagnostic]:
    for problem in view.standing.problems:
        if problem.code not in _EDITORS_OWN:
            span = view.span(problem.span) if problem.span is not None else None
            yield types.Diagnostic(
                first_line(lines, codec) if span is None else range_of(span, lines, codec),
                message="\n".join([problem.text, *problem.detail]),
                severity=_severity(problem),
                code=problem.code,
                source=SOURCE,
            )


def _severity(problem: Diagnostic) -> types.DiagnosticSeverity:
    is_error = problem.severity == "error"
    return types.DiagnosticSeverity.Error if is_error else types.DiagnosticSeverity.Warning


def _open(view: View, lines: Sequence[str], codec: PositionCodec) -> Iterator[types.Diagnostic]:
    for function, state in view.functions:
        for place, text in _open_of(function, view) if state == "fresh" else ():
            span = view.span(place)
            if span is not None:
                severity = types.DiagnosticSeverity.Hint
                yield types.Diagnostic(range_of(span, lines, codec), text, severity, OPEN, source=SOURCE)


def _open_of(function: Settled, view: View) -> Iterator[tuple[Span, str]]:
    for goal in function.goals:
        if isinstance(goal.verdict, Unknown):
            reason = goal.verdict.reason
            hint = advice(reason, view.standing.settings, FILE)
            said = f"open: {headline(goal, view.standing.lines)}: {reason.code}: {reason.text}"
            yield goal.span, said + (f"\n{hint}" if hint else "")
