"""How one verdict came about, told from the report: a test's path condition, a proof's lines and facts, a limit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from clew.report.claims import ClaimReport
from clew.report.frame import Mark, Signs, frame
from clew.report.record import GoalReport, Report, UnitReport
from clew.report.terminal import BOUNDED, COVERED, INFEASIBLE, OPEN, WRONG
from clew.report.wording import advice, alternatives, count, goal_words, headline, quote, scope_words
from clew.verdict.verdicts import Covered, Infeasible, NoneWithin, Unknown

METHODS = {
    "structure": "by the shape of the code: no path through it leads there",
    "exhaustion": "by exhaustion: every other way a run can go was run or has no solution, and none leads there",
    "reachability": "by a reachability condition that has no solution",
    "invariants": "by loop invariants that exclude it",
    "types": "by the types of the values tested there",
}


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
    report: Report, unit: UnitReport, goal: GoalReport, lines: Sequence[str], width: int, signs: Signs
) -> Iterator[Text]:
    yield Text(goal.id, style="bold")
    yield Text(f"  {unit.file}, line {goal.span.line}", style="dim")
    match goal.verdict:
        case Covered(test, others):
            yield from _covered(unit, goal, (test, *others), lines, width, signs)
        case Infeasible() | NoneWithin() as verdict:
            yield from _infeasible(goal, verdict, lines, width, signs)
        case Unknown(reason):
            yield Text.assemble("  ", ("unknown", OPEN), " ", headline(goal, lines))
            yield from indented(frame([Mark(goal.span, "~", OPEN)], lines, width - 4, signs))
            yield Text(f"  {reason.code}: {reason.text}")
            if reason.place is not None:
                yield from indented(frame([Mark(reason.place, "^", OPEN)], lines, width - 4, signs))
            if hint := advice(reason, report.settings):
                yield Text(f"  {hint}")
            yield Text(f"  {effort(unit)}", style="dim")
    yield Text()


def _covered(
    unit: UnitReport, goal: GoalReport, names: Sequence[str], lines: Sequence[str], width: int, signs: Signs
) -> Iterator[Text]:
    subject, predicate = goal_words(goal, lines)
    yield Text.assemble("  ", ("covered", COVERED), f" {subject} is {predicate} in ", (" with ".join(names), "bold"))
    yield from indented(frame([Mark(goal.span, "~", COVERED)], lines, width - 4, signs))
    if goal.doom is not None:
        names = list(dict.fromkeys(r.name for r in goal.doom.raisings))
        yield Text.assemble(
            "  ", ("doomed", WRONG), f": every execution that gets here fails, with {alternatives(names)}"
        )
        places = [r.place for r in goal.doom.raisings if r.place is not None and r.place.inside(unit.span)]
        yield from indented(frame([Mark(place, "^", WRONG) for place in places], lines, width - 4, signs))
        yield Text(f"  shown {scope_words(goal.doom.scope)}, {METHODS['exhaustion']} and ends normally")
        for assumption in goal.doom.assumptions:
            yield Text(f"  assuming ({assumption.id}): {assumption.text}", style="dim")
    shown = [test for test in unit.tests if test.id in names]
    for test in shown:
        verb = "raises" if test.outcome.kind == "raises" else "gives"
        yield Text(f"  {test.call} {verb} {test.outcome.text}")
        if test.path:
            yield Text("  its path condition:")
        for step in test.path:
            text = f"    line {step.span.line}: {step.text or quote(step.span, lines)} is {step.outcome}"
            yield Text(text, style="dim")
    others = sum(goal.id in t.covers for t in unit.tests) - len(shown)
    if shown and others > 0:
        yield Text(f"  {count(others, 'other test')} of this function reach it too", style="dim")


def _infeasible(
    goal: GoalReport, verdict: Infeasible | NoneWithin, lines: Sequence[str], width: int, signs: Signs
) -> Iterator[Text]:
    word, style = ("infeasible", INFEASIBLE) if isinstance(verdict, Infeasible) else ("bounded", BOUNDED)
    yield Text.assemble("  ", (word, style), " ", headline(goal, lines))
    marks = [Mark(goal.span, "~", "dim"), *(Mark(span, "^", style) for span in verdict.because)]
    if verdict.because:
        yield Text("  these lines contradict each other on every way there:")
    yield from indented(frame(marks, lines, width - 4, signs))
    yield Text(
        f"  shown {scope_words(verdict.scope)}, {METHODS.get(verdict.method, 'by ' + (verdict.method or 'proof'))}"
    )
    if verdict.summaries:
        yield Text(f"  calls of {', '.join(verdict.summaries)} went by a summary of all their paths (--calls)")
    for assumption in verdict.assumptions:
        yield Text(f"  assuming ({assumption.id}): {assumption.text}")
        if assumption.place is not None:
            yield from indented(frame([Mark(assumption.place, "^", "dim")], lines, width - 4, signs))


def effort(unit: UnitReport) -> str:
    return f"tried: {count(unit.runs, 'run')}, {count(unit.queries, 'solver query', 'solver queries')}"


def indented(lines: Iterator[Text]) -> Iterator[Text]:
    for line in lines:
        yield Text.assemble("    ", line)
