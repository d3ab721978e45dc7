"""What a user's tests leave out, and what is known of it: as data, as JSON and for a terminal."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from rich.text import Text

from clew.records import dataclass
from clew.report.concise import problem_line
from clew.report.frame import Signs
from clew.report.printing import print_lines
from clew.report.record import GoalReport, Report, TestReport, show_report
from clew.report.terminal import COVERED, INFEASIBLE, WRONG, problem_lines
from clew.report.terminal import OPEN as OPEN_STYLE
from clew.report.wording import INTERRUPTED, count, leaning_words, lines_words, seconds_words, shortened
from clew.verdict.verdicts import Covered, Infeasible, NoneWithin, Unknown

IMPOSSIBLE: Final = "impossible"
REACHABLE: Final = "reachable"
OPEN: Final = "open"
NO_LINE: Final = "no goal of a function is there"
NO_WAY: Final = "no goal says whether this way is taken"
STATES: Final = (IMPOSSIBLE, REACHABLE, OPEN)
_STYLES: Final = {IMPOSSIBLE: INFEASIBLE, REACHABLE: COVERED, OPEN: OPEN_STYLE}
_HEADLINES: Final = {
    IMPOSSIBLE: "reached by no input",
    REACHABLE: "reached by a call that is known",
    OPEN: "open",
}


@dataclass(frozen=True, slots=True)
class Part:
    """A line, or an arc from it.  to: None for the line, negative where the arc leaves the function.

    state: `impossible`, `reachable`, `open`; goals: the ids of the goals that say so; why: scope and assumptions of the
    proof, the call that reaches it, or the reason.
    """

    file: str
    line: int
    to: int | None
    state: str
    goals: tuple[str, ...]
    why: str

    @property
    def place(self) -> str:
        """As coverage.py writes it: `17`, `17->20`, `17->exit`."""
        return str(self.line) if self.to is None else f"{self.line}->{self.to if self.to > 0 else 'exit'}"


@dataclass(frozen=True, slots=True)
class Missing:
    """contradicted: parts that the user's tests execute though they were called impossible.

    marked: do reports of coverage.py leave out what is impossible?
    """

    report: Report
    parts: tuple[Part, ...]
    contradicted: tuple[Part, ...]
    marked: bool

    def of(self, state: str) -> list[Part]:
        return [part for part in self.parts if part.state == state]


def show_missing(missing: Missing) -> str:
    """The report as JSON, with `coverage` in it."""
    shown: dict[str, Any] = json.loads(show_report(missing.report))
    shown["coverage"] = {
        "marked": missing.marked,
        "parts": [_to_json(part) for part in missing.parts],
        "contradicted": [_to_json(part) for part in missing.contradicted],
    }
    return json.dumps(shown, indent=2, ensure_ascii=False) + "\n"


def _to_json(part: Part) -> dict[str, Any]:
    shown = {"file": part.file, "line": part.line, "state": part.state, "goals": list(part.goals), "why": part.why}
    return shown if part.to is None else {**shown, "to": part.to}


def show_concise(missing: Missing) -> str:
    """`file:line: state: why`."""
    lines = [problem_line(problem) for problem in missing.report.problems]
    lines += [f"{part.file}:{part.place}: contradicted: {part.why}" for part in missing.contradicted]
    lines += [f"{part.file}:{part.place}: {part.state}: {part.why}" for part in missing.parts]
    return "".join(line + "\n" for line in [*lines, summary(missing)])


def print_missing(missing: Missing, sources: Mapping[str, Sequence[str]]) -> None:
    print_lines(sys.stdout, lambda width, signs: missing_lines(missing, sources, width, signs))


def missing_lines(missing: Missing, sources: Mapping[str, Sequence[str]], width: int, signs: Signs) -> Iterator[Text]:
    for problem in missing.report.problems:
        yield from problem_lines(problem, sources.get(problem.file, ()), width, signs)
        yield Text()
    if missing.contradicted:
        yield Text("executed by your tests, though it was called impossible: a defect of clew", style=WRONG)
        for part in missing.contradicted:
            yield from _part(part, sources)
        yield Text()
    for state in STATES:
        if parts := missing.of(state):
            left_out = ", so left out of the reports" if state == IMPOSSIBLE and missing.marked else ""
            yield Text(_HEADLINES[state] + left_out, style=_STYLES[state])
            for file, those in groupby(parts, key=lambda part: part.file):
                yield Text(f"  {file}", style="bold")
                if state == REACHABLE:
                    yield from _calls(list(those))
                else:
                    for part in those:
                        yield from _part(part, sources)
            yield Text()
    yield Text(summary(missing))
    if missing.report.interrupted:
        yield Text(INTERRUPTED, style=OPEN_STYLE)


def _part(part: Part, sources: Mapping[str, Sequence[str]]) -> Iterator[Text]:
    lines = sources.get(part.file, ())
    text = lines[part.line - 1].strip() if part.line <= len(lines) else ""
    yield Text(f"    {part.place:<10} {shortened(text)}")
    yield Text(f"               {part.why}", style="dim")


def _calls(parts: Sequence[Part]) -> Iterator[Text]:
    """Each call with all that it reaches, in the order of the first."""
    places: dict[str, list[str]] = {}
    for part in sorted(parts, key=lambda part: (part.line, part.to or 0)):
        places.setdefault(part.why, []).append(part.place)
    for call, reached in places.items():
        yield Text(f"    {call}")
        yield Text(f"      {', '.join(_ranges(reached))}", style="dim")


def _ranges(places: Sequence[str]) -> list[str]:
    """Lines that follow each other as one: `8-10`."""
    shown: list[list[str]] = []
    for place in places:
        if shown and place.isdigit() and shown[-1][-1].isdigit() and int(shown[-1][-1]) == int(place) - 1:
            shown[-1] = [shown[-1][0], place]
        else:
            shown.append([place])
    return ["-".join(each) for each in shown]


def summary(missing: Missing) -> str:
    """`missing: 12 lines, 5 branches (4 + 2 impossible, 6 + 3 reachable, 2 + 0 open); 3.1 s`."""
    if not missing.parts:
        return f"nothing is missing; {seconds_words(missing.report.seconds)}"
    lines, arcs = _numbers(missing.parts)
    said = f"missing: {count(lines, 'line')}, {count(arcs, 'branch', 'branches')}"
    each = [f"{' + '.join(map(str, _numbers(found)))} {state}" for state in STATES if (found := missing.of(state))]
    return f"{said} ({', '.join(each)}); {seconds_words(missing.report.seconds)}"


def _numbers(parts: Sequence[Part]) -> tuple[int, int]:
    lines = sum(part.to is None for part in parts)
    return lines, len(parts) - lines


# ---------------------------------------------------------------- from verdicts


def fewest(tests: Sequence[TestReport], wanted: Iterable[Sequence[GoalReport]]) -> list[TestReport]:
    """Some that reach all that any test reaches, greedily: each adds the most to those before.

    wanted: goals of which one will do.
    """
    left = {frozenset(goal.id for goal in goals) for goals in wanted}
    chosen: list[TestReport] = []
    reached = [(test, {part for part in left if not part.isdisjoint(test.covers)}) for test in tests]
    while reached:
        test, parts = max(reached, key=lambda each: len(each[1] & left))
        if not parts & left:
            break
        chosen.append(test)
        left -= parts
    return chosen


def part_of(file: str, line: int, to: int | None, goals: Sequence[GoalReport], tests: Sequence[TestReport]) -> Part:
    """Of a line or an arc that is reached where any of its goals is."""
    ids = tuple(goal.id for goal in goals)
    if not goals:
        return Part(file, line, to, OPEN, ids, NO_LINE if to is None else NO_WAY)
    for goal in goals:
        if isinstance(goal.verdict, Covered):
            call = next((test.call for test in tests if goal.id in test.covers), goal.verdict.test)
            return Part(file, line, to, REACHABLE, (goal.id,), call)
    proofs = [goal.verdict for goal in goals if isinstance(goal.verdict, Infeasible)]
    if len(proofs) == len(goals):
        lines = lines_words(span for proof in proofs for span in proof.because)
        leaning = [assumption for proof in proofs for assumption in proof.assumptions]
        said = leaning_words((), leaning) + (f" ({lines})" if lines else "")
        return Part(file, line, to, IMPOSSIBLE, ids, said)
    for goal in goals:
        match goal.verdict:
            case Unknown(reason):
                return Part(file, line, to, OPEN, (goal.id,), f"{reason.code}: {reason.text}")
            case NoneWithin(scope, assumptions):
                said = f"nothing found {leaning_words(scope, assumptions)}; no proof for larger inputs"
                return Part(file, line, to, OPEN, (goal.id,), said)
    raise AssertionError("a verdict of a kind that there is not")
