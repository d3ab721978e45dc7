"""What is known of a line, as Markdown: each verdict with the call of a test, the proof in words, or the reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clew.following.standing import Settled, View
from clew.report.claims import ClaimReport
from clew.report.record import GoalReport, TestReport
from clew.report.wording import FILE, advice, goal_words, headline, leaning_words, proof_words, quote
from clew.server.diagnostics import STALE
from clew.source.spans import Span
from clew.verdict.claims import Proved, Refuted
from clew.verdict.verdicts import Covered, Infeasible, NoneWithin, Unknown

MOST_STEPS = 6  # decisions of a path that are shown
MOST = 12  # verdicts of one line that are shown


def hover_of(view: View, line: int) -> str | None:
    """line: of the text that is shown, from 1; None where nothing is known."""
    found = view.function_at(line)
    if found is None:
        return None
    function, state = found
    said = [*_of_goals(function, view, line), *_of_claims(function, view, line)]
    if not said:
        return None
    more = [f"… {len(said) - MOST} more"] if len(said) > MOST else []
    shown = "\n".join(f"- {each}" for each in [*said[:MOST], *more])
    return f"**clew**\n\n{shown}" + (f"\n\n*{STALE}*" if state == "stale" else "")


def _of_goals(function: Settled, view: View, line: int) -> Iterator[str]:
    tests = [test for unit in function.units for test in unit.tests]
    for goal in function.goals:
        span = view.span(goal.span)
        if span is not None and span.line == line:
            yield _of_goal(goal, tests, view)


def _of_goal(goal: GoalReport, tests: Sequence[TestReport], view: View) -> str:
    lines = view.standing.lines
    match goal.verdict:
        case Covered(name):
            subject, predicate = goal_words(goal, lines)
            test = next((test for test in tests if test.id == name), None)
            doom = goal.doom
            leaning = "" if doom is None else leaning_words(doom.scope, doom.assumptions)
            doomed = f", but nothing ends normally from here, {leaning}" if leaning else ""
            if test is None:
                return f"covered: {subject} is {predicate} in {_code(name)}{doomed}"
            verb = "raises" if test.outcome.kind == "raises" else "gives"
            did = f"{_code(test.call)} {verb} {_code(test.outcome.text)}"
            return f"covered: {subject} is {predicate}: {did}{_way(test, lines)}{doomed}"
        case Infeasible(because=because) as verdict:
            return f"infeasible: {headline(goal, lines)}, {proof_words(verdict)}{_lines(because, view)}"
        case NoneWithin(because=because) as verdict:
            return f"none within bounds: {headline(goal, lines)}, {proof_words(verdict)}{_lines(because, view)}"
        case Unknown(reason):
            hint = advice(reason, view.standing.settings, FILE)
            said = f"open: {headline(goal, lines)}: {reason.code}: {reason.text}"
            return said + (f"; {hint}" if hint else "")
    raise AssertionError("a verdict of a kind that there is not")


def _way(test: TestReport, lines: Sequence[str]) -> str:
    """The path condition of its call."""
    decided = [f"{step.text or quote(step.span, lines)} is {step.outcome}" for step in test.path]
    more = f" and {len(decided) - MOST_STEPS} more" if len(decided) > MOST_STEPS else ""
    return f"; on the way {', '.join(decided[:MOST_STEPS])}{more}" if decided else ""


def _of_claims(function: Settled, view: View, line: int) -> Iterator[str]:
    for unit in function.claims:
        for claim in unit.claims:
            span = view.span(claim.span)
            if span is not None and span.line == line:
                yield _of_claim(claim, view)


def _of_claim(claim: ClaimReport, view: View) -> str:
    match claim.verdict:
        case Proved(assumptions, because):
            return f"proved: {claim.words}, {leaning_words((), assumptions)}{_lines(because, view)}"
        case Refuted(_, call, exception, message):
            said = f"{exception}: {message}" if message else exception
            return f"refuted: {claim.words}: {_code(call)} raises {said}"
        case NoneWithin(scope, assumptions):
            return f"open: {claim.words}: nothing makes it fail {leaning_words(scope, assumptions)}"
        case Unknown(reason):
            hint = advice(reason, view.standing.settings, FILE)
            return f"open: {claim.words}: {reason.code}: {reason.text}" + (f"; {hint}" if hint else "")
    raise AssertionError("a verdict of a kind that there is not")


def _lines(because: Sequence[Span], view: View) -> str:
    """The lines that contradict each other, where they are now."""
    spans = (view.span(span) for span in because if span.line)
    numbers = sorted({span.line for span in spans if span is not None})
    return f" (line{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))})" if numbers else ""


def _code(text: str) -> str:
    fence = "``" if "`" in text else "`"
    return f"{fence}{text}{fence}"
