"""One line per goal that has no test: `file:line:column: kind outcome: verdict: why`, to be searched and jumped to.

Columns count from 1 here, as editors expect.
"""

from __future__ import annotations

from clew.report.record import GoalReport, Report
from clew.report.wording import COMMAND, count, leaning_words, proof_words, reason_words, seconds_words, shares
from clew.source.diagnostics import Diagnostic
from clew.source.spans import Span
from clew.verdict.verdicts import Covered, Infeasible, NoneWithin, Unknown


def show_concise(report: Report, given_in: str = COMMAND) -> str:
    """All lines, in the order of the report, and the totals.  given_in: where settings are."""
    lines = []
    for problem in report.problems:
        lines.append(problem_line(problem))
    for unit in report.units:
        for goal in unit.goals:
            if (why := _why(goal, report, given_in)) is not None:
                what = goal.kind if goal.outcome is None else f"{goal.kind} {goal.outcome}"
                lines.append(f"{unit.file}{_place(goal.span)}: {what}: {why}")
    t = report.totals
    said = ", ".join(f"{number} {word}" for number, word in shares(t))
    lines.append(f"{count(t.goals, 'goal')}: {said}; {count(t.tests, 'test')}; {seconds_words(report.seconds)}")
    return "".join(line + "\n" for line in lines)


def problem_line(problem: Diagnostic) -> str:
    place = "" if problem.span is None else _place(problem.span)
    return f"{problem.file}{place}: {problem.severity}: {problem.text}"


def _why(goal: GoalReport, report: Report, given_in: str) -> str | None:
    match goal.verdict:
        case Infeasible() | NoneWithin() as verdict:
            because = ", ".join(f"{s.line}:{s.column + 1}" for s in verdict.because)
            word = "infeasible" if isinstance(verdict, Infeasible) else "none"
            return f"{word}: {proof_words(verdict)}" + (f"; because of {because}" if because else "")
        case Unknown(reason):
            return f"unknown: {reason_words(reason, report.settings, given_in)}"
        case Covered() if goal.doom is not None:
            leaning = leaning_words(goal.doom.scope, goal.doom.assumptions)
            return f"doomed: reached, but no execution ends normally from here; {leaning}"
        case Covered():
            return None


def _place(span: Span) -> str:
    return f":{span.line}:{span.column + 1}"
