"""How one verdict came about, told from the report: a test's path condition, a proof's lines and facts, a limit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from rich.text import Text

from clew.report.claims import ClaimReport
from clew.report.frame import Mark, Signs, frame
from clew.report.record import GoalReport, Report, UnitReport
from clew.report.telling import Lines, Part, Sentence, told_cover, told_doom, told_proof, told_reason, told_test
from clew.report.terminal import BOUNDED, COVERED, INFEASIBLE, OPEN
from clew.report.wording import COMMAND, count, headline
from clew.verdict.reasons import Reason
from clew.verdict.verdicts import Covered, Infeasible, NoneWithin, Unknown


def find_goals(report: Report, wanted: str) -> list[tuple[UnitReport, GoalReport | ClaimReport]]:
    """The goal, or claim, of this id, else those of a line (`file.py:LINE`, the end of the path), else those whose id
    has this part.
    """
    every = [(unit, goal) for unit in report.units for goal in goals_of(unit)]
    if exact := [pair for pair in every if pair[1].id == wanted]:
        return exact
    file, _, line = wanted.rpartition(":")
    if line.isdecimal() and (here := [p for p in every if _ends(p[0].file, file) and p[1].span.line == int(line)]):
        return here
    parts = [pair for pair in every if wanted in pair[1].id]
    return parts if len(parts) == 1 or wanted.partition(":")[2] else []


def goals_of(unit: UnitReport) -> tuple[GoalReport | ClaimReport, ...]:
    """What was asked of a unit: goals, or claims."""
    return (*unit.goals, *unit.claims)


def _ends(path: str, end: str) -> bool:
    return path == end or path.endswith(f"/{end}")


def explain(
    report: Report,
    unit: UnitReport,
    goal: GoalReport,
    lines: Sequence[str],
    width: int,
    signs: Signs,
    given_in: str = COMMAND,
) -> Iterator[Text]:
    """given_in: where settings are."""
    yield Text(goal.id, style="bold")
    yield Text(f"  {unit.file}, line {goal.span.line}", style="dim")
    match goal.verdict:
        case Covered(test, others):
            parts = _covered(report, unit, goal, (test, *others), lines)
        case Infeasible() | NoneWithin() as verdict:
            parts = _infeasible(goal, verdict, lines)
        case Unknown(reason):
            parts = _unknown(report, unit, goal, reason, lines, given_in)
    yield from printed(parts, lines, width, signs)
    yield Text()


def _covered(
    report: Report, unit: UnitReport, goal: GoalReport, names: Sequence[str], lines: Sequence[str]
) -> Iterator[Part]:
    """A test of another function of the file may be the one that shows it."""
    yield replace(told_cover(goal, names, lines), style=COVERED)
    yield Lines((Mark(goal.span, "~", COVERED),))
    if goal.doom is not None:
        yield from told_doom(goal.doom, unit)
    here = [each for each in report.units if each.file == unit.file]
    shown = [test for each in (unit, *here) for test in each.tests if test.id in names]
    shown = list(dict.fromkeys(shown))
    for test in shown:
        yield from told_test(test, lines)
    others = sum(goal.id in t.covers and t not in shown for t in unit.tests)
    if shown and others > 0:
        yield Sentence(f"{count(others, 'other test')} of this function reach it too", quiet=True)


def _infeasible(goal: GoalReport, verdict: Infeasible | NoneWithin, lines: Sequence[str]) -> Iterator[Part]:
    word, style = ("infeasible", INFEASIBLE) if isinstance(verdict, Infeasible) else ("bounded", BOUNDED)
    yield Sentence(headline(goal, lines), word, style)
    marks = [Mark(goal.span, "~", "dim"), *(Mark(span, "^", style) for span in verdict.because)]
    yield from told_proof(verdict, marks)


def _unknown(
    report: Report, unit: UnitReport, goal: GoalReport, reason: Reason, lines: Sequence[str], given_in: str
) -> Iterator[Part]:
    yield Sentence(headline(goal, lines), "unknown", OPEN)
    yield Lines((Mark(goal.span, "~", OPEN),))
    yield from told_reason(reason, unit, report.settings, OPEN, given_in)


def printed(parts: Iterable[Part], lines: Sequence[str], width: int, signs: Signs) -> Iterator[Text]:
    for part in parts:
        match part:
            case Lines(marks):
                for line in frame(marks, lines, width - 4, signs):
                    yield Text.assemble("    ", line)
            case Sentence():
                style = "dim" if part.quiet else ""
                apart = "" if not part.word or part.text.startswith(":") else " "
                start = (part.word, part.style)
                text = Text.assemble("    " if part.step else "  ", start, apart + part.text, (part.strong, "bold"))
                text.stylize(style)
                yield text
