"""What a user's tests show by any criterion, what they leave open, and which of them are not needed: as data, as JSON,
for a terminal.
"""

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
from clew.report.missing import DEFECT, IMPOSSIBLE, NOT_KEPT, OPEN, REACHABLE, STATES, Part
from clew.report.printing import print_lines
from clew.report.record import GoalReport, Report, show_report
from clew.report.terminal import COVERED, INFEASIBLE, WRONG, problem_lines
from clew.report.terminal import OPEN as OPEN_STYLE
from clew.report.wording import INTERRUPTED, count, headline, percent, seconds_words

SHOWN: Final = "shown"
_STYLES: Final = {IMPOSSIBLE: INFEASIBLE, REACHABLE: COVERED, OPEN: OPEN_STYLE}
_COLUMNS: Final = (SHOWN, *STATES)
_TITLES: Final = {SHOWN: "your tests", IMPOSSIBLE: "impossible", REACHABLE: "missing", OPEN: "open"}
_HEADLINES: Final = {IMPOSSIBLE: "shown by no input", OPEN: "open"}
MOST: Final = 30  # tests that are named


@dataclass(frozen=True, slots=True)
class OwnTest:
    """name: as pytest has it; why: how it failed, else empty.  needed: is it among those that keep what all show?

    goals: how many it reaches by itself.
    """

    name: str
    why: str
    seconds: float
    goals: int
    needed: bool

    @property
    def idle(self) -> bool:
        """Does it reach nothing of what was asked about?"""
        return not self.why and self.goals == 0


@dataclass(frozen=True, slots=True)
class OwnSuite:
    """report: of what was settled beside the tests.  shown: the kinds of the goals that these show; parts: of each of
    the other goals, with its kind.  contradicted: of goals that they show though they were called impossible;
    broken: of those that were if something holds.

    least: no fewer tests would keep what they show.  written: the command that runs the new tests, if there are any.
    """

    report: Report
    shown: tuple[str, ...]
    parts: tuple[tuple[str, Part], ...]
    contradicted: tuple[tuple[str, Part], ...]
    broken: tuple[tuple[str, Part], ...]
    tests: tuple[OwnTest, ...]
    least: int
    seconds: float
    written: str = ""

    def of(self, state: str) -> list[Part]:
        return [part for _, part in self.parts if part.state == state]

    @property
    def is_short(self) -> bool:
        """May tests show something that these do not?"""
        return any(part.state != IMPOSSIBLE for _, part in self.parts)

    @property
    def redundant(self) -> list[OwnTest]:
        """What these show, others show too."""
        return [test for test in self.tests if not (test.needed or test.why or test.idle)]

    def numbers(self) -> dict[str, dict[str, int]]:
        """By criterion, how many goals are shown by the tests, impossible, reachable and open."""
        found: dict[str, dict[str, int]] = {}
        states = [(kind, SHOWN) for kind in self.shown] + [(kind, part.state) for kind, part in self.parts]
        for kind, state in states:
            own = found.setdefault(kind, dict.fromkeys(_COLUMNS, 0))
            own[state] += 1
        return dict(sorted(found.items()))


# ---------------------------------------------------------------- JSON


def show_own_suite(found: OwnSuite) -> str:
    """The report as JSON, with `suite` in it."""
    shown: dict[str, Any] = json.loads(show_report(found.report))
    shown["seconds"] = round(found.seconds, 3)
    shown["suite"] = {
        "criteria": found.numbers(),
        "least": found.least,
        "tests": [
            {"test": t.name, "goals": t.goals, "needed": t.needed, "seconds": round(t.seconds, 3), "failed": t.why}
            for t in found.tests
        ],
        "parts": [_to_json(kind, part) for kind, part in found.parts],
        "contradicted": [_to_json(kind, part) for kind, part in found.contradicted],
        "broken": [_to_json(kind, part) for kind, part in found.broken],
    }
    return json.dumps(shown, indent=2, ensure_ascii=False) + "\n"


def _to_json(kind: str, part: Part) -> dict[str, Any]:
    where = {"criterion": kind, "goal": part.goals[0], "file": part.file, "line": part.line}
    return {**where, "state": part.state, "why": part.why}


def show_concise(found: OwnSuite) -> str:
    """`file:line: goal: state: why` of each goal that no test shows, `test: redundant` of the tests."""
    lines = [problem_line(problem) for problem in found.report.problems]
    lines += [f"{part.file}:{part.line}: {part.goals[0]}: contradicted" for _, part in found.contradicted]
    lines += [f"{part.file}:{part.line}: {part.goals[0]}: broken: {part.why}" for _, part in found.broken]
    lines += [f"{part.file}:{part.line}: {part.goals[0]}: {part.state}: {part.why}" for _, part in found.parts]
    lines += [f"{test.name}: failed: {test.why}" for test in found.tests if test.why]
    lines += [f"{test.name}: redundant" for test in found.redundant]
    return "".join(line + "\n" for line in [*lines, summary(found)])


def summary(found: OwnSuite) -> str:
    """`42 of 45 goals shown by your tests, 1 impossible, 2 reachable: 95 % of what is possible; 3.1 s`."""
    total = len(found.shown) + len(found.parts)
    said = f"{len(found.shown)} of {count(total, 'goal')} shown by your tests"
    said += "".join(f", {len(parts)} {_TITLES[state]}" for state in STATES if (parts := found.of(state)))
    whole = percent(len(found.shown), total - len(found.of(IMPOSSIBLE)))
    return f"{said}: {whole} of what is possible; {seconds_words(found.seconds)}"


# ---------------------------------------------------------------- terminal


def print_own_suite(found: OwnSuite, sources: Mapping[str, Sequence[str]]) -> None:
    print_lines(sys.stdout, lambda width, signs: own_suite_lines(found, sources, width, signs))


def own_suite_lines(found: OwnSuite, sources: Mapping[str, Sequence[str]], width: int, signs: Signs) -> Iterator[Text]:
    for problem in found.report.problems:
        yield from problem_lines(problem, sources.get(problem.file, ()), width, signs)
        yield Text()
    yield from _table(found)
    goals = {(unit.file, goal.id): goal for unit in found.report.units for goal in unit.goals}
    for wrong, said in ((found.contradicted, DEFECT), (found.broken, NOT_KEPT)):
        if wrong:
            yield Text(f"\n{said}", style=WRONG)
            yield from goal_lines([part for _, part in wrong], goals, sources)
    for state in STATES:
        if not (parts := found.of(state)):
            continue
        yield Text()
        if state == REACHABLE:
            yield Text("missing: shown by these calls" + (", now tests" if found.written else ""), style=COVERED)
            yield from call_lines(parts)
        else:
            yield Text(_HEADLINES[state], style=_STYLES[state])
            yield from goal_lines(parts, goals, sources)
    yield from _tests(found)
    yield Text()
    if found.report.interrupted:
        yield Text(INTERRUPTED, style=WRONG)
    yield Text(summary(found), style="bold")
    if found.written:
        yield Text(f"run them: {found.written}", style="dim")


def _table(found: OwnSuite) -> Iterator[Text]:
    yield Text(f"{'criterion':<12}{'goals':>8}" + "".join(f"{_TITLES[each]:>12}" for each in _COLUMNS), style="bold")
    for kind, numbers in found.numbers().items():
        cells = [f"{numbers[each] or '·':>12}" for each in _COLUMNS]
        yield Text(f"{kind:<12}{sum(numbers.values()):>8}" + "".join(cells))


def _tests(found: OwnSuite) -> Iterator[Text]:
    failing = [test for test in found.tests if test.why]
    if failing:
        yield Text("\nfailed, so that what they reach counts for nothing", style=WRONG)
        yield from _named([f"{test.name}: {test.why}" for test in failing])
    if redundant := found.redundant:
        own = sum(not test.why and not test.idle for test in found.tests)
        seconds = seconds_words(sum(test.seconds for test in redundant))
        yield Text(f"\nnot needed for this: {len(redundant)} of {count(own, 'test')}, {seconds} of them", style="bold")
        yield from _named([test.name for test in redundant])
    idle = sum(test.idle for test in found.tests)
    if idle:
        yield Text(f"\n{count(idle, 'test')} of yours {'reaches' if idle == 1 else 'reach'} nothing of this")
    kept = sum(test.needed for test in found.tests)
    if kept:
        fewer = "no fewer do" if kept == found.least else f"no fewer than {found.least:,} would"
        yield Text(f"\n{count(kept, 'test')} of yours {'keeps' if kept == 1 else 'keep'} all that they show; {fewer}")


def _named(names: Sequence[str]) -> Iterator[Text]:
    for name in names[:MOST]:
        yield Text(f"  {name}")
    if len(names) > MOST:
        yield Text(f"  and {len(names) - MOST} more (--output-format concise)", style="dim")


def goal_lines(
    parts: Sequence[Part], goals: Mapping[tuple[str, str], GoalReport], sources: Mapping[str, Sequence[str]]
) -> Iterator[Text]:
    """Each with what is said of it, and why once for all that have it in common."""
    for file, those in groupby(parts, key=lambda part: part.file):
        for why, alike in groupby(those, key=lambda part: part.why):
            for part in alike:
                said = headline(goals[file, part.goals[0]], sources.get(file, ()), doubted=part.state == OPEN)
                yield Text(f"  {file}:{part.line}: {said}")
            yield Text(f"      {why}", style="dim")


def call_lines(parts: Sequence[Part]) -> Iterator[Text]:
    """Each call, with the lines that it reaches."""
    places: dict[tuple[str, str], dict[int, None]] = {}
    for part in parts:
        places.setdefault((part.file, part.why), {})[part.line] = None
    for (file, call), lines in places.items():
        yield Text(f"  {file}: {call}")
        yield Text(f"      line{'s' if len(lines) > 1 else ''} {', '.join(map(str, sorted(lines)))}", style="dim")


def plain(lines: Iterable[Text]) -> Iterator[str]:
    """Without their styles."""
    return (line.plain for line in lines)
