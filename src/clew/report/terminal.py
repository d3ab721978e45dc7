"""The full report for a person: a line per function, then what is not covered there, with the lines that show why.

`report_lines` builds it, line by line, and knows no terminal; `print_report` prints it, coloured where stdout is one.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from rich.cells import cell_len
from rich.text import Text

from clew.goals.criteria import MUTANT
from clew.report.frame import Mark, Signs, frame
from clew.report.printing import print_lines
from clew.report.record import PASSES, CoverResult, GoalReport, Report, UnitReport, totals
from clew.report.wording import (
    advice,
    count,
    doomed_words,
    few_names,
    headline,
    leaning_words,
    natives_words,
    percent,
    proof_words,
    seconds_words,
    shares,
)
from clew.source.diagnostics import Diagnostic
from clew.source.spans import NOWHERE
from clew.verdict.scopes import within_all
from clew.verdict.verdicts import Covered, Infeasible, NoneWithin, Unknown

COVERED, INFEASIBLE, BOUNDED, OPEN, WRONG = "green", "cyan", "blue", "yellow", "red"
COLOURS = {"covered": COVERED, "infeasible": INFEASIBLE, "none within bounds": BOUNDED, "unknown": OPEN}
COLUMNS = ("covered", "infeasible", "bounded", "unknown", "tests", "   time")
NARROWEST, WIDEST = 60, 120
MOST_GOALS = 4  # headlines of one paragraph


def print_report(
    result: CoverResult, sources: Mapping[str, Sequence[str]], output: str | None, running: str = ""
) -> None:
    """Print on stdout.  running: the command that runs the tests."""

    def lines(width: int, signs: Signs) -> Iterator[Text]:
        yield from report_lines(result, sources, output, width, signs)
        if running and result.tests:
            yield Text(f"run them: {running}", style="dim")

    print_lines(sys.stdout, lines)


def report_lines(
    result: CoverResult, sources: Mapping[str, Sequence[str]], output: str | None, width: int, signs: Signs
) -> Iterator[Text]:
    """output: the folder of the tests as shown, or None where none were written; empty: that is not known."""
    width = max(NARROWEST, min(width, WIDEST))
    # A blank line is asked for before and after a paragraph; two never follow each other.
    blank = True
    for line in _lines(result, sources, output, width, signs):
        if line.plain or not blank:
            yield line
        blank = not line.plain


def _lines(
    result: CoverResult, sources: Mapping[str, Sequence[str]], output: str | None, width: int, signs: Signs
) -> Iterator[Text]:
    report = result.report
    for problem in report.diagnostics:
        yield from problem_lines(problem, sources.get(problem.file, ()), width, signs)
        yield Text()
    files = [(file, list(units)) for file, units in groupby(report.units, key=lambda u: u.file)]
    first = max((cell_len(_name(u)) for _, units in files for u in units), default=0)
    columns = COLUMNS if report.totals.none_within else tuple(c for c in COLUMNS if c != "bounded")
    name_width = max(min(first, width - sum(len(c) + 3 for c in columns) - 4), 16)
    for number, (file, units) in enumerate(files):
        if number == 0:
            yield _header(file, columns, name_width)
        else:
            yield Text()
            yield Text(file, style="bold")
        for unit in units:
            yield _unit_line(unit, columns, name_width, signs)
            yield from _details(unit, report, sources.get(file, ()), width, signs)
    if files:
        yield Text()
    yield from _summary(result, output, width, signs)


# ---------------------------------------------------------------- a function


def _name(unit: UnitReport) -> str:
    return unit.id.partition("::")[2] or unit.id


def _header(file: str, columns: Sequence[str], name_width: int) -> Text:
    cells = "".join(f"{c:>{len(c) + 3}}" for c in columns)
    left = 4 + name_width
    if cell_len(file) > left:
        return Text.assemble((f"{'':{left}}{cells}\n", "dim"), (file, "bold"))
    return Text.assemble((file, "bold"), " " * (left - cell_len(file)), (cells, "dim"))


def _unit_line(unit: UnitReport, columns: Sequence[str], name_width: int, signs: Signs) -> Text:
    counts = totals([unit])
    wrong = any(d.severity == "error" for d in unit.diagnostics) or any(g.doomed for g in unit.goals)
    sign, style = (signs.settled, COVERED)
    if wrong:
        sign, style = signs.wrong, WRONG
    elif counts.unknown:
        sign, style = signs.open, OPEN
    name = _name(unit)
    if cell_len(name) > name_width:
        name = signs.more + name[-(name_width - len(signs.more)) :]
    line = Text.assemble("  ", (sign, style), " ", name, " " * (name_width - cell_len(name)))
    numbers = {
        "covered": (counts.covered, COVERED),
        "infeasible": (counts.infeasible, INFEASIBLE),
        "bounded": (counts.none_within, BOUNDED),
        "unknown": (counts.unknown, OPEN),
        "tests": (counts.tests, ""),
    }
    for column in columns[:-1]:
        number, colour = numbers[column]
        shown = f"{number:,}" if number else signs.none
        line.append(f"{shown:>{len(column) + 3}}", colour if number else "dim")
    line.append(f"{seconds_words(unit.seconds):>{len(columns[-1]) + 3}}", "dim")
    return line


def _details(unit: UnitReport, report: Report, lines: Sequence[str], width: int, signs: Signs) -> Iterator[Text]:
    """What is to be said of a function beyond its counts; goals that share one reason are said together."""
    said = False
    for problem in unit.diagnostics:
        yield Text()
        yield from _shift(problem_lines(problem, lines, width - 6, signs))
        said = True
    leaning: set[str] = set()  # what was said of proofs about mutants, of which there may be many
    for goals in together(unit.goals):
        yield Text()
        yield from _shift(_finding(goals, report, lines, width - 6, signs, leaning))
        said = True
    if inputs := [test for test in unit.tests if test.outcome.kind == PASSES]:
        yield Text()
        for test in inputs:
            yield Text.assemble(f"{'':6}{'test':<12}{test.call}", (f" passes {test.outcome.text}", "dim"))
        said = True
    if unit.natives:
        parts = ", ".join(f"{n.reason} (line {n.span.line})" for n in unit.natives[:4])
        more = f", {len(unit.natives) - 4} more" if len(unit.natives) > 4 else ""
        if not said:
            yield Text()
        yield Text(f"      lowered {percent(unit.lowered, unit.parts)}; native: {parts}{more}", style="dim")
        said = True
    if said:
        yield Text()


def together(goals: Sequence[GoalReport]) -> list[list[GoalReport]]:
    """The goals worth a paragraph, those with the same verdict (and so the same reason) in one."""
    groups: dict[object, list[GoalReport]] = {}
    for goal in goals:
        if goal.doomed:
            groups.setdefault("doomed", []).append(goal)
        elif isinstance(goal.verdict, Unknown):
            r = goal.verdict.reason
            groups.setdefault((r.code, r.text, r.setting), []).append(goal)
        elif isinstance(goal.verdict, Infeasible | NoneWithin):
            groups.setdefault(goal.verdict, []).append(goal)
    return list(groups.values())


def _finding(
    goals: Sequence[GoalReport], report: Report, lines: Sequence[str], width: int, signs: Signs, leaning: set[str]
) -> Iterator[Text]:
    """leaning: what need not be said again of a mutant."""
    verdict = goals[0].verdict
    match verdict:
        case Infeasible():
            word, style = "infeasible", INFEASIBLE
        case NoneWithin():
            word, style = "bounded", BOUNDED
        case Unknown():
            word, style = "unknown", OPEN
        case Covered():
            word, style = "doomed", WRONG
    told = outermost(goals)
    for number, goal in enumerate(told[:MOST_GOALS]):
        said = headline(goal, lines) if goal.doom is None else doomed_words(goal, lines)
        yield Text.assemble((f"{word if number == 0 else '':<12}", style), f"line {goal.span.line}: ", said)
    if len(told) > MOST_GOALS:
        yield Text(f"{'':<12}and {count(len(told) - MOST_GOALS, 'more goal')}, up to line {told[-1].span.line}")
    match verdict:
        case Infeasible() | NoneWithin():
            marks = [Mark(g.span, "~", "dim " + style) for g in told[:1]]
            marks += [Mark(span, "^", style) for span in verdict.because]
            words = proof_words(verdict)
            if goals[0].kind != MUTANT or words not in leaning:
                yield Text(" " * 12 + words, style="dim")
                leaning.update([words] if goals[0].kind == MUTANT else ())
            if verdict.because:
                yield from _shift(frame(marks, lines, width - 12, signs), 12)
        case Unknown(reason):
            hint = advice(reason, report.settings)
            at = f" (line {reason.place.line})" if reason.place not in (None, NOWHERE) else ""
            yield Text.assemble(
                " " * 12, (reason.code, style), f": {few_names(reason.text)}{at}", ("; " + hint if hint else "", "dim")
            )
        case Covered():
            scope = within_all(goal.doom.scope for goal in goals if goal.doom)
            assumptions = [each for goal in goals if goal.doom for each in goal.doom.assumptions]
            yield Text(" " * 12 + leaning_words(scope, assumptions), style="dim")
            yield from _shift(frame([Mark(g.span, "^", style) for g in goals], lines, width - 12, signs), 12)


def outermost(goals: Sequence[GoalReport]) -> list[GoalReport]:
    """Without the decisions of a statement that shares their verdict, so that what is dead is said once."""
    heads = [goal.span for goal in goals if goal.kind == "statement"]

    def implied(goal: GoalReport) -> bool:
        return goal.kind != "statement" and any(h[:2] <= goal.span[:2] and goal.span[2:] <= h[2:] for h in heads)

    return [goal for goal in goals if not implied(goal)]


def problem_lines(problem: Diagnostic, lines: Sequence[str], width: int, signs: Signs) -> Iterator[Text]:
    """A diagnostic: its place and text, the source line with a caret, and what more there is to say."""
    style = WRONG if problem.severity == "error" else OPEN
    place = problem.file
    if problem.span is not None:
        place += f":{problem.span.line}"
    yield Text.assemble((problem.severity, f"bold {style}"), ": ", f"{place}: " if place else "", problem.text)
    if problem.span is not None:
        yield from _shift(frame([Mark(problem.span, "^", style)], lines, width - 2, signs), 2)
    for line in problem.detail:
        yield Text("    " + line, style="dim")


def _shift(lines: Iterator[Text], by: int = 6) -> Iterator[Text]:
    for line in lines:
        yield Text.assemble(" " * by, line)


# ---------------------------------------------------------------- the end


def _summary(result: CoverResult, output: str | None, width: int, signs: Signs) -> Iterator[Text]:
    report = result.report
    counts = report.totals
    if not counts.goals:
        yield Text("no function to cover" if not report.units else "no goals")
    else:
        yield _bar([(number, COLOURS[word]) for number, word in shares(counts)], min(width, 72), signs)
        line = Text.assemble((count(counts.goals, "goal"), "bold"), ": ")
        for place, (number, word) in enumerate(shares(counts)):
            line.append(", " if place else "")
            line.append(f"{number:,} {word}", COLOURS[word] if number or word == "covered" else "")
        if counts.reasons:
            line.append(" (" + ", ".join(f"{code} {n:,}" for code, n in counts.reasons) + ")", "dim")
        line.append(f"; {seconds_words(report.seconds)}")
        yield line
        natives = natives_words(report)
        if natives:
            yield Text(f"lowered {percent(counts.lowered, counts.parts)}; native: {natives}", style="dim")
    if written := sum(test.outcome.kind != PASSES for unit in report.units for test in unit.tests):
        words = count(written, "test")
        if output == "":
            yield Text(words)
        elif output is None or not result.tests:
            yield Text(f"{words}, not written")
        elif len(result.tests) <= 5:
            names = ", ".join(os.path.join(output, *t.path.split("/")) for t in result.tests)
            yield Text.assemble(f"{words} in ", (names, "bold"))
        else:
            yield Text.assemble(f"{words} in {count(len(result.tests), 'file')} in ", (output + os.sep, "bold"))
    if report.interrupted:
        told = ", and its tests are written" if output is not None and result.tests else ""
        yield Text(f"interrupted: what was finished is shown above{told}", style=OPEN)


def _bar(parts: Sequence[tuple[int, str]], width: int, signs: Signs) -> Text:
    """The shares of the goals as one line, each with its colour; no share that exists vanishes."""
    whole = sum(number for number, _ in parts)
    cells = [max(1, n * width // whole) if n else 0 for n, _ in parts]
    cells[cells.index(max(cells))] += width - sum(cells)
    return Text.assemble(*((signs.line * n, style) for n, (_, style) in zip(cells, parts, strict=True)))
