"""The findings of a run for a person (framed, with why), as one line each, and as annotations of a GitHub workflow."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rich.text import Text

from clew.report.concise import problem_line
from clew.report.finding import NOTE, WARNING, Finding
from clew.report.frame import Mark, Signs, frame
from clew.report.printing import print_lines
from clew.report.record import Report
from clew.report.terminal import OPEN, WRONG, problem_lines
from clew.report.wording import INTERRUPTED, count, leaning_words, lines_words, seconds_words
from clew.source.spans import Span

WIDEST = 110
STYLES = {WARNING: WRONG, NOTE: OPEN}


def shown(report: Report, *, strict: bool, bounded: bool, silenced: bool) -> Report:
    """The report with the findings that were asked for.

    What holds only within bounds may be contradicted beyond them.
    """
    findings = [
        replace(f, level=WARNING) if strict and f.rule.startswith("CLEW1") else f
        for f in report.findings or ()
        if (bounded or not f.scope) and (silenced or f.silenced is None)
    ]
    return replace(report, findings=tuple(findings))


def without_silenced(report: Report) -> Report:
    """As people read it; for machines a comment that silences is a state of the finding."""
    return replace(report, findings=tuple(f for f in report.findings or () if f.silenced is None))


# ---------------------------------------------------------------- full


def print_findings(report: Report, sources: Mapping[str, Sequence[str]]) -> None:
    print_lines(sys.stdout, lambda width, signs: finding_lines(report, sources, width, signs))


def finding_lines(report: Report, sources: Mapping[str, Sequence[str]], width: int, signs: Signs) -> Iterator[Text]:
    width = min(width, WIDEST)
    for problem in report.diagnostics:
        yield from problem_lines(problem, sources.get(problem.file, ()), width, signs)
        yield Text()
    for finding in report.findings or ():
        yield from _finding(finding, sources.get(finding.file, ()), width, signs)
        yield Text()
    yield Text(summary(report))
    if report.interrupted:
        yield Text(INTERRUPTED, style=OPEN)


def _finding(finding: Finding, lines: Sequence[str], width: int, signs: Signs) -> Iterator[Text]:
    style = STYLES[finding.level]
    place = f"{finding.file}:{finding.span.line}: "
    yield Text.assemble((place, "bold"), (f"{finding.rule} ", style), finding.text)
    marks = [Mark(span, "~", style) for span in _each_line(finding.span, lines)]
    marks += [Mark(span, "^", "cyan") for span in finding.because if span.line]
    for line in frame(marks, lines, width - 4, signs):
        yield Text.assemble("    ", line)
    for text in details(finding):
        yield Text("    " + text, style="dim")


def _each_line(span: Span, lines: Sequence[str]) -> list[Span]:
    """A place of several lines, as one mark for its first line and, where it is longer, one for its last."""
    if span.end_line == span.line:
        return [span]
    first = Span(span.line, span.column, span.line, len(lines[span.line - 1].encode()) if lines else span.column + 1)
    start = len(lines[span.end_line - 1]) - len(lines[span.end_line - 1].lstrip()) if lines else 0
    return [first, Span(span.end_line, start, span.end_line, span.end_column)]


def details(finding: Finding) -> Iterator[str]:
    """What is to be said below a finding: where it fails, what the proof leans on, why it is a note."""
    for raising in finding.raises:
        if raising.place is not None:
            yield f"{raising.name} is raised in {raising.module}.{raising.function}, line {raising.place.line}"
    if said := proof_of(finding):
        yield said
    if finding.why_note:
        yield f"a note: {finding.why_note}"
    if finding.silenced is not None:
        yield f"silenced: {finding.silenced or 'no reason given'}"


def proof_of(finding: Finding) -> str:
    """Scope and assumptions of its proof; empty for what a call shows."""
    shown = finding.unit and finding.rule.startswith("CLEW1")
    return leaning_words(finding.scope, finding.assumptions) if shown else ""


def summary(report: Report) -> str:
    findings = [f for f in report.findings or () if f.silenced is None]
    warnings = sum(f.level == WARNING for f in findings)
    said = count(warnings, "finding") if warnings else "no findings"
    notes = len(findings) - warnings
    if notes:
        said += f", {count(notes, 'note')}"
    units = f"in {count(len(report.units), 'function')}"
    unknown = report.totals.unknown
    left = f"; {count(unknown, 'goal')} not settled (`clew cover` says why)" if unknown else ""
    return f"{said} {units}{left}; {seconds_words(report.seconds)}"


# ---------------------------------------------------------------- one line each


def show_concise(report: Report) -> str:
    lines = [problem_line(problem) for problem in report.diagnostics]
    for f in report.findings or ():
        because = lines_words(f.because)
        why = f" ({because})" if because else ""
        if said := proof_of(f):
            why += f"; {said}"
        silenced = " [silenced]" if f.silenced is not None else ""
        lines.append(f"{f.file}:{f.span.line}:{f.span.column + 1}: {f.level}: {f.rule} {f.text}{why}{silenced}")
    return "".join(line + "\n" for line in [*lines, summary(report)])


def show_github(report: Report) -> str:
    """Workflow commands: one annotation per finding."""
    lines = []
    for f in without_silenced(report).findings or ():
        kind = "warning" if f.level == WARNING else "notice"
        text = "%0A".join([f.text, *details(f)]).replace("\n", "%0A")
        at = f"file={f.file},line={f.span.line},endLine={f.span.end_line},col={f.span.column + 1}"
        lines.append(f"::{kind} {at},title={f.rule}::{text}")
    return "".join(line + "\n" for line in lines)
