"""What each function of a report is judged by, as plain sentences: for JUnit and for the summary of a CI job.

A function fails for what makes the exit code 1: goals that are open or doomed, findings that are warnings.  Notes, and
claims without an answer, are remarks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from clew.records import dataclass
from clew.report.claim_list import open_words
from clew.report.finding import NOTE, WARNING, Finding
from clew.report.finding_list import proof_of
from clew.report.record import GoalReport, Report, UnitReport
from clew.report.wording import doomed_words, headline, leaning_words, reason_words
from clew.source.diagnostics import Diagnostic
from clew.verdict.verdicts import Unknown

Sources: TypeAlias = Mapping[str, Sequence[str]]

NO_FUNCTION: Final = ""
"""The name under which findings and problems of a file are judged that belong to no function of it."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A function, or what belongs to none in its file.  name: qualified.  failures: with their lines, `line 8: …`.

    remarks: what does not make it fail; errors: why it could not be analysed.
    """

    file: str
    name: str
    failures: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
    seconds: float = 0.0


def judged(report: Report, sources: Sources) -> list[Judged]:
    """The functions in the order of the report, then what belongs to none, by the file."""
    found = [_unit(report, unit, sources.get(unit.file, ())) for unit in report.units]
    files = [f.file for f in report.findings or () if not f.unit and f.silenced is None]
    files += [d.file for d in report.diagnostics]
    return [*found, *(_outside(report, file) for file in dict.fromkeys(files))]


def _unit(report: Report, unit: UnitReport, lines: Sequence[str]) -> Judged:
    findings = [f for f in report.findings or () if f.unit == unit.id]
    failures = [*_findings(findings, WARNING)]
    if report.findings is None:
        failures += [text for goal in unit.goals for text in _goal(goal, report, lines)]
    remarks = [*_findings(findings, NOTE), *_problems(unit.diagnostics, "warning")]
    remarks += [f"line {c.span.line}: {text}" for c in unit.claims if (text := open_words(c, report.settings))]
    errors = tuple(_problems(unit.diagnostics, "error"))
    return Judged(unit.file, unit.id.partition("::")[2], tuple(failures), tuple(remarks), errors, unit.seconds)


def _outside(report: Report, file: str) -> Judged:
    findings = [f for f in report.findings or () if not f.unit and f.file == file]
    problems = [problem for problem in report.diagnostics if problem.file == file]
    remarks = (*_findings(findings, NOTE), *_problems(problems, "warning"))
    return Judged(file, NO_FUNCTION, tuple(_findings(findings, WARNING)), remarks, tuple(_problems(problems, "error")))


def _findings(findings: Iterable[Finding], level: str) -> Iterator[str]:
    """Those that no comment silences."""
    for f in findings:
        if f.level == level and f.silenced is None:
            said = proof_of(f)
            yield f"line {f.span.line}: {f.rule} {f.text}" + (f"; {said}" if said else "")


def _problems(problems: Iterable[Diagnostic], severity: str) -> Iterator[str]:
    for problem in problems:
        if problem.severity == severity:
            yield f"line {problem.span.line}: {problem.text}" if problem.span is not None else problem.text


def _goal(goal: GoalReport, report: Report, lines: Sequence[str]) -> Iterator[str]:
    at = f"line {goal.span.line}"
    if goal.doom is not None:
        leaning = leaning_words(goal.doom.scope, goal.doom.assumptions)
        yield f"{at}: doomed: {doomed_words(goal, lines)}; {leaning}"
    if isinstance(goal.verdict, Unknown):
        yield f"{at}: {headline(goal, lines)}: {reason_words(goal.verdict.reason, report.settings)}"
