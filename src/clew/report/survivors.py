"""What the mutants of some functions have come to: as data, as JSON and for a terminal."""

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
from clew.report.terminal import COVERED, INFEASIBLE, OPEN, WRONG, problem_lines
from clew.report.wording import INTERRUPTED, count, percent, proof_words, reason_words, seconds_words
from clew.source.settings import Settings
from clew.source.spans import Span
from clew.verdict.verdicts import Covered, Infeasible, NoneWithin, Unknown

KILLED: Final = "killed"
EQUIVALENT: Final = "equivalent"
TOLD: Final = "told-apart"
UNSETTLED: Final = "open"
STATES: Final = (KILLED, EQUIVALENT, TOLD, UNSETTLED)
MOST: Final = 8  # tests that are named
LONGEST_LINE: Final = 90


@dataclass(frozen=True, slots=True)
class Mutation:
    """A mutant.  function: the id of its function; goal: its id; before, after: the line that it changes.

    state: `killed` by the tests; else what is known of it: `equivalent`, proved; `told-apart` by a call; `open`.
    reached: does a test come to it?  why: the test that noticed it, scope and assumptions of the proof, the call, or
    the reason.  how: of one that is killed: `killed`, `timeout`, `died`; of others empty.
    """

    file: str
    function: str
    goal: str
    span: Span
    before: str
    after: str
    state: str
    reached: bool
    why: str
    how: str = ""

    @property
    def survived(self) -> bool:
        """Is it neither killed nor equivalent?"""
        return self.state in (TOLD, UNSETTLED)


@dataclass(frozen=True, slots=True)
class Survivors:
    """report: of the search among those that no test kills.  tests: how many were run; flaky: those that were not,
    since they do not always pass.  written: the command that runs the tests that were written, else empty.
    """

    report: Report
    mutants: tuple[Mutation, ...]
    tests: int
    flaky: tuple[str, ...]
    seconds: float
    interrupted: bool = False
    written: str = ""

    def of(self, *states: str) -> list[Mutation]:
        return [mutant for mutant in self.mutants if mutant.state in states]

    @property
    def share(self) -> tuple[int, int]:
        """How many are killed, of how many that are not proved equivalent."""
        return len(self.of(KILLED)), len(self.mutants) - len(self.of(EQUIVALENT))

    @property
    def score(self) -> float:
        killed, whole = self.share
        return 100.0 * killed / whole if whole else 100.0


def state_of(goal: GoalReport | None, tests: Iterable[TestReport], settings: Settings) -> tuple[str, str]:
    """Of a mutant that no test kills, and why; goal: what the search says of it, None where it was broken off."""
    match goal.verdict if goal is not None else None:
        case Covered(name):
            assert goal is not None
            told = [test for test in tests if goal.id in test.covers]
            return TOLD, f"{told[0].call} {told[0].outcome.kind} {told[0].outcome.text}" if told else name
        case Infeasible() as verdict:
            return EQUIVALENT, proof_words(verdict)
        case NoneWithin() as verdict:
            return UNSETTLED, f"equivalent {proof_words(verdict)}, but larger inputs may tell it apart"
        case Unknown(reason):
            return UNSETTLED, reason_words(reason, settings)
    return UNSETTLED, "interrupted: nobody searched for what tells it apart"


# ---------------------------------------------------------------- JSON


def show_survivors(found: Survivors) -> str:
    """The report as JSON, with `mutation` in it."""
    shown: dict[str, Any] = json.loads(show_report(found.report))
    shown["seconds"] = round(found.seconds, 3)
    if found.interrupted:
        shown["interrupted"] = True
    shown["mutation"] = {
        "score": round(found.score, 2),
        "totals": {state: len(found.of(state)) for state in STATES},
        "tests": found.tests,
        "flaky": list(found.flaky),
        "mutants": [_to_json(mutant) for mutant in found.mutants],
    }
    return json.dumps(shown, indent=1, ensure_ascii=False) + "\n"


def _to_json(mutant: Mutation) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "file": mutant.file,
        "function": mutant.function,
        "goal": mutant.goal,
        "span": list(mutant.span),
        "before": mutant.before,
        "after": mutant.after,
        "state": mutant.state,
        "reached": mutant.reached,
        "why": mutant.why,
    }
    return {**shown, "how": mutant.how} if mutant.how else shown


# ---------------------------------------------------------------- for a person


def show_concise(found: Survivors) -> str:
    """`file:line:column: state: before → after: why`."""
    lines = [problem_line(problem) for problem in found.report.problems]
    for each in found.mutants:
        if each.state != KILLED:
            place = f"{each.file}:{each.span.line}:{each.span.column + 1}"
            lines.append(f"{place}: {_word(each)}: `{each.before}` → `{each.after}`: {each.why}")
    return "".join(line + "\n" for line in (*lines, *_ending(found)))


def print_survivors(found: Survivors, sources: Mapping[str, Sequence[str]]) -> None:
    print_lines(sys.stdout, lambda width, signs: survivor_lines(found, sources, width, signs))


def survivor_lines(found: Survivors, sources: Mapping[str, Sequence[str]], width: int, signs: Signs) -> Iterator[Text]:
    blank = True
    for line in _lines(found, sources, width, signs):
        if line.plain or not blank:
            yield line
        blank = not line.plain


def _lines(found: Survivors, sources: Mapping[str, Sequence[str]], width: int, signs: Signs) -> Iterator[Text]:
    for problem in found.report.problems:
        yield from problem_lines(problem, sources.get(problem.file, ()), width, signs)
        yield Text()
    for file, of_file in groupby(found.mutants, key=lambda each: each.file):
        yield Text(file, style="bold")
        for function, of_function in groupby(of_file, key=lambda each: each.function):
            yield from _function(function, list(of_function), signs)
        yield Text()
    for line in _ending(found):
        yield Text(line)
    if found.interrupted:
        yield Text(INTERRUPTED, style=OPEN)


def _function(function: str, mutants: Sequence[Mutation], signs: Signs) -> Iterator[Text]:
    survived = any(each.survived for each in mutants)
    sign, style = (signs.wrong, WRONG) if survived else (signs.settled, COVERED)
    name = function.partition("::")[2] or function
    yield Text.assemble("  ", (sign, style), f" {name}  ", (_numbers(mutants), "dim"))
    for each in (*(m for m in mutants if m.survived), *(m for m in mutants if m.state == EQUIVALENT)):
        style = {TOLD: WRONG, UNSETTLED: OPEN}.get(each.state, INFEASIBLE)
        yield Text()
        yield Text.assemble("      ", (_word(each), style), f"  line {each.span.line}: ", (each.why, "dim"))
        yield Text(f"        - {_cropped(each.before, each.after)}")
        yield Text(f"        + {_cropped(each.after, each.before)}")
    if survived or any(each.state == EQUIVALENT for each in mutants):
        yield Text()


def _word(mutant: Mutation) -> str:
    if mutant.state == EQUIVALENT:
        return "equivalent"
    return "survived" if mutant.reached else "not reached"


def _cropped(line: str, other: str) -> str:
    """Around what differs, where it is long."""
    if len(line) <= LONGEST_LINE:
        return line
    first = next((i for i, (a, b) in enumerate(zip(line, other, strict=False)) if a != b), 0)
    start = max(first - LONGEST_LINE // 3, 0)
    end = start + LONGEST_LINE
    return ("… " if start else "") + line[start:end] + (" …" if end < len(line) else "")


def _numbers(mutants: Sequence[Mutation]) -> str:
    """`12 mutants: 9 killed, 1 equivalent, 1 survived, 1 not reached`."""
    left = [each for each in mutants if each.survived]
    numbers = (
        (sum(each.state == KILLED for each in mutants), "killed"),
        (sum(each.state == EQUIVALENT for each in mutants), "equivalent"),
        (sum(each.reached for each in left), "survived"),
        (sum(not each.reached for each in left), "not reached"),
    )
    said = ", ".join(f"{number} {word}" for number, word in numbers if number)
    return f"{count(len(mutants), 'mutant')}: {said}"


def _ending(found: Survivors) -> Iterator[str]:
    """What tests were left out, the totals, the score, and how to run what was written."""
    if found.flaky:
        more = f", and {len(found.flaky) - MOST} more" if len(found.flaky) > MOST else ""
        shown = ", ".join(found.flaky[:MOST]) + more
        yield f"left out, since they do not always pass without any mutant (in one order, or its reverse): {shown}"
    if not found.mutants:
        yield f"there is nothing to change; {seconds_words(found.seconds)}"
        return
    killed, whole = found.share
    yield f"{_numbers(found.mutants)}; {count(found.tests, 'test')}; {seconds_words(found.seconds)}"
    told = found.of(TOLD)
    known = f"; calls are known for {len(told)} of the others" if told else ""
    yield f"score: {percent(killed, whole)} of the mutants that are not equivalent{known}"
    if found.written:
        yield f"run the tests that were written: {found.written}"
