"""What a user's tests leave out, and what is known of it: as data, as JSON and for a terminal."""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
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
from clew.verdict.assumptions import Assumption
from clew.verdict.reasons import Reason
from clew.verdict.verdicts import Covered, Infeasible, NoneWithin, Unknown

IMPOSSIBLE: Final = "impossible"
REACHABLE: Final = "reachable"
OPEN: Final = "open"
NO_LINE: Final = "no goal of a function is there"
OUTSIDE: Final = "outside of functions: the import of the module runs it"
DEFECT: Final = "reached by your tests, though it was called impossible: a defect of clew"
NOT_KEPT: Final = "reached by your tests, in which something that its proof takes for granted does not hold"
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
    proof, the call that reaches it, or the reason.  leaning: the assumptions of the proof.
    """

    file: str
    line: int
    to: int | None
    state: str
    goals: tuple[str, ...]
    why: str
    leaning: tuple[Assumption, ...] = ()

    @property
    def place(self) -> str:
        """As coverage.py writes it: `17`, `17->20`, `17->exit`."""
        return str(self.line) if self.to is None else f"{self.line}->{self.to if self.to > 0 else 'exit'}"


@dataclass(frozen=True, slots=True)
class Missing:
    """contradicted: parts that the user's tests execute though they were called impossible for all inputs; broken:
    though they were called so if something holds, which then does not hold in these tests.

    marked: do reports of coverage.py leave out what is impossible?
    """

    report: Report
    parts: tuple[Part, ...]
    contradicted: tuple[Part, ...]
    broken: tuple[Part, ...]
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
        "broken": [_to_json(part) for part in missing.broken],
    }
    return json.dumps(shown, indent=2, ensure_ascii=False) + "\n"


def _to_json(part: Part) -> dict[str, Any]:
    shown = {"file": part.file, "line": part.line, "state": part.state, "goals": list(part.goals), "why": part.why}
    return shown if part.to is None else {**shown, "to": part.to}


def show_concise(missing: Missing) -> str:
    """`file:line: state: why`."""
    lines = [problem_line(problem) for problem in missing.report.problems]
    lines += [f"{part.file}:{part.place}: contradicted: {part.why}" for part in missing.contradicted]
    lines += [f"{part.file}:{part.place}: broken: {part.why}" for part in missing.broken]
    lines += [f"{part.file}:{part.place}: {part.state}: {part.why}" for part in missing.parts]
    return "".join(line + "\n" for line in [*lines, summary(missing)])


def print_missing(missing: Missing, sources: Mapping[str, Sequence[str]]) -> None:
    print_lines(sys.stdout, lambda width, signs: missing_lines(missing, sources, width, signs))


def missing_lines(missing: Missing, sources: Mapping[str, Sequence[str]], width: int, signs: Signs) -> Iterator[Text]:
    for problem in missing.report.problems:
        yield from problem_lines(problem, sources.get(problem.file, ()), width, signs)
        yield Text()
    for wrong, said in ((missing.contradicted, DEFECT), (missing.broken, NOT_KEPT)):
        if wrong:
            yield Text(said, style=WRONG)
            for file, those in groupby(wrong, key=lambda part: part.file):
                yield Text(f"  {file}", style="bold")
                for why, alike in groupby(those, key=lambda part: part.why):
                    yield from _together([part.place for part in alike], why)
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
                    yield from _parts(list(those), sources)
            yield Text()
    yield Text(summary(missing))
    if missing.report.interrupted:
        yield Text(INTERRUPTED, style=OPEN_STYLE)


def _parts(parts: Sequence[Part], sources: Mapping[str, Sequence[str]]) -> Iterator[Text]:
    """Of a file: each with its text, but those outside of functions together."""
    for part in parts:
        if part.why != OUTSIDE:
            lines = sources.get(part.file, ())
            text = lines[part.line - 1].strip() if part.line <= len(lines) else ""
            yield Text(f"    {part.place:<10} {shortened(text)}")
            yield Text(f"               {part.why}", style="dim")
    if outside := [part.place for part in parts if part.why == OUTSIDE]:
        yield from _together(outside, OUTSIDE)


def _together(places: Sequence[str], why: str) -> Iterator[Text]:
    yield Text(f"    {', '.join(_ranges(places))}")
    yield Text(f"               {why}", style="dim")


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


def part_of(
    file: str,
    line: int,
    to: int | None,
    goals: Sequence[GoalReport],
    tests: Sequence[TestReport],
    said_of: Callable[[Reason], str],
) -> Part:
    """Of a line or an arc that is reached where any of its goals is.  said_of: why a goal is open, in words."""
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
        leaning = tuple(assumption for proof in proofs for assumption in proof.assumptions)
        said = leaning_words((), leaning) + (f" ({lines})" if lines else "")
        return Part(file, line, to, IMPOSSIBLE, ids, said, leaning)
    for goal in goals:
        match goal.verdict:
            case Unknown(reason):
                return Part(file, line, to, OPEN, (goal.id,), said_of(reason))
            case NoneWithin(scope, assumptions):
                said = f"nothing found {leaning_words(scope, assumptions)}; no proof for larger inputs"
                return Part(file, line, to, OPEN, (goal.id,), said)
    raise AssertionError("a verdict of a kind that there is not")


def not_kept(wrong: Iterable[Part], function: Callable[[Part], Hashable]) -> Mapping[Hashable, Mapping[str, str]]:
    """What does not hold in runs that reached these parts, which were called impossible: by function, texts by ids of
    assumptions.  No proof in the same function that leans on one of them says anything about these runs.

    function: the one a part is in.
    """
    found: dict[Hashable, dict[str, str]] = defaultdict(dict)
    for part in wrong:
        found[function(part)].update((each.id, each.text.rstrip(".")) for each in part.leaning)
    return found


def reopened(part: Part, facts: Mapping[str, str]) -> Part:
    """It is open where its proof leans on one of the facts, which do not hold."""
    shared = dict.fromkeys(facts[each.id] for each in part.leaning if each.id in facts)
    if part.state != IMPOSSIBLE or not shared:
        return part
    why = f"impossible if {' and '.join(shared)}; this does not hold in your tests of the function"
    return replace(part, state=OPEN, why=why)


def by_leaning(wrong: Iterable[Part]) -> tuple[list[Part], list[Part]]:
    """Those that were called impossible for all inputs, and those that were if something holds, which they say."""
    ordered = sorted(wrong, key=lambda part: (part.line, part.to or 0))
    leaning = [replace(part, why=leaning_words((), part.leaning)) for part in ordered if part.leaning]
    return [part for part in ordered if not part.leaning], leaning
