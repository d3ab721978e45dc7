"""The answer to a question about paths, for a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence

from rich.text import Text

from clew.frontend.flow import flows_in
from clew.frontend.paths.asked import Asked
from clew.goals.criteria import PATH
from clew.report.flow_graph import show_flow
from clew.report.frame import Mark, Signs, frame
from clew.report.printing import print_lines
from clew.report.record import CoverResult, GoalReport, UnitReport
from clew.report.states import state_of
from clew.report.terminal import BOUNDED, COVERED, INFEASIBLE, OPEN, WRONG, problem_lines
from clew.report.wording import proof_words, reason_words, seconds_words
from clew.verdict.verdicts import Covered, Infeasible, NoneWithin, Unknown


def print_answer(result: CoverResult, asked: Asked, sources: Mapping[str, Sequence[str]], output: str | None) -> None:
    """output: the folder of the tests as shown, None where none were written."""
    print_lines(sys.stdout, lambda width, signs: answer_lines(result, asked, sources, output, width, signs))


def path_graph(result: CoverResult, lines: Sequence[str]) -> str:
    """The control-flow graph of the function asked about, as SVG.

    It shows what is known of each outcome, and the path of the call that was found.
    """
    (unit,) = result.report.units
    flow = flows_in("\n".join(lines) + "\n", unit.file)[unit.span]
    asked = {goal.id for goal in unit.goals if goal.kind == PATH}
    along = {goal for test in unit.tests if not asked.isdisjoint(test.covers) for goal in test.covers}
    marked = {goal.place for goal in unit.goals if goal.id in along - asked}
    states = {goal.place: state_of(goal) for goal in unit.goals if goal.kind != PATH}
    return show_flow(flow, lines, states, marked, name=unit.id)


def answer_lines(
    result: CoverResult,
    asked: Asked,
    sources: Mapping[str, Sequence[str]],
    output: str | None,
    width: int,
    signs: Signs,
) -> Iterator[Text]:
    report = result.report
    for problem in report.problems:
        yield from problem_lines(problem, sources.get(problem.file, ()), width, signs)
        yield Text()
    for unit in report.units:
        for goal in (goal for goal in unit.goals if goal.kind == PATH):
            yield from _answer(goal, unit, asked, sources.get(unit.file, ()), width, signs)
            if isinstance(goal.verdict, Unknown):
                yield Text(f"    {reason_words(goal.verdict.reason, report.settings)}")
    if output is not None:
        for test in result.tests:
            yield Text(f"    test in {output}/{test.path}", style="dim")
    yield Text(f"{seconds_words(report.seconds)}", style="dim")


def _answer(
    goal: GoalReport, unit: UnitReport, asked: Asked, lines: Sequence[str], width: int, signs: Signs
) -> Iterator[Text]:
    kind = "execution" if asked.must else "input"
    match goal.verdict:
        case Covered():
            word, style = ("refuted", WRONG) if asked.must else ("feasible", COVERED)
            ending = f" and ends without {asked.where}" if asked.must else ""
            yield Text.assemble((word, style), f": this call goes along it{_from(asked, ending)}")
            for test in unit.tests:
                if goal.id in test.covers:
                    yield Text(f"    >>> {test.call}")
                    yield Text(f"    {test.outcome.kind} {test.outcome.text}", style="dim")
        case Infeasible() | NoneWithin() as verdict:
            for_all = isinstance(verdict, Infeasible)
            word = ("proved" if asked.must else "infeasible") if for_all else "none within bounds"
            ends = f" and ends {'without' if asked.must else 'with'} {asked.where}" if asked.where else ""
            said = f"no {kind} goes along it{_from(asked, ends)}"
            yield Text.assemble((word, INFEASIBLE if for_all else BOUNDED), f": {said}")
            yield Text(f"    {proof_words(verdict)}", style="dim")
            marks = [Mark(span, "^", INFEASIBLE) for span in verdict.because]
            for line in frame(marks, lines, width - 4, signs):
                yield Text.assemble("    ", line)
        case Unknown():
            yield Text.assemble(("unknown", OPEN), f": whether an {kind} goes along it{asked.beginning}")


def _from(asked: Asked, ending: str) -> str:
    """Where paths begin, and what is said of their ends."""
    comma = "," if asked.given and ending else ""
    return f"{asked.beginning}{comma}{ending}"
