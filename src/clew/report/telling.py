"""How a verdict came about, as sentences and places: what `clew explain` prints and the pages show.

Each function tells one thing (a test, a proof, a reason), so that a page may say once what several goals share.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from clew.records import dataclass
from clew.report.frame import Mark
from clew.report.record import GoalReport, TestReport, UnitReport
from clew.report.terminal import WRONG
from clew.report.wording import COMMAND, advice, alternatives, count, goal_words, quote, scope_words
from clew.source.settings import Settings
from clew.source.spans import Span
from clew.verdict.assumptions import Assumption
from clew.verdict.reasons import Reason
from clew.verdict.scopes import Scope
from clew.verdict.verdicts import Doomed, Infeasible, NoneWithin

METHODS: Final = {
    "structure": "by the shape of the code: no path through it leads there",
    "exhaustion": "by exhaustion: every other way a run can go was run or has no solution, and none leads there",
    "reachability": "by a reachability condition that has no solution",
    "invariants": "by loop invariants that exclude it",
    "types": "by the types of the values tested there",
}


@dataclass(frozen=True, slots=True)
class Sentence:
    """word: the verdict that it begins with, in the colour `style`; strong: its end, which stands out.

    quiet: it says more than most readers want; step: one of a list; place: where it is about.
    """

    text: str
    word: str = ""
    style: str = ""
    strong: str = ""
    quiet: bool = False
    step: bool = False
    place: Span | None = None


@dataclass(frozen=True, slots=True)
class Lines:
    """Source lines with their marks."""

    marks: tuple[Mark, ...]


Part: TypeAlias = Sentence | Lines


def told_cover(goal: GoalReport, names: Sequence[str], lines: Sequence[str]) -> Sentence:
    """names: of the tests that show it."""
    subject, predicate = goal_words(goal, lines)
    return Sentence(f"{subject} is {predicate} in ", "covered", strong=" with ".join(names))


def told_doom(doom: Doomed, unit: UnitReport) -> Iterator[Part]:
    names = list(dict.fromkeys(r.name for r in doom.raisings))
    yield Sentence(f": every execution that gets here fails, with {alternatives(names)}", "doomed", WRONG)
    places = [r.place for r in doom.raisings if r.place is not None and r.place.inside(unit.span)]
    yield Lines(tuple(Mark(place, "^", WRONG) for place in places))
    yield Sentence(f"shown {scope_words(doom.scope)}, {METHODS['exhaustion']} and ends normally")
    for assumption in doom.assumptions:
        yield Sentence(_assuming(assumption), quiet=True)


def told_test(test: TestReport, lines: Sequence[str]) -> Iterator[Sentence]:
    verb = "raises" if test.outcome.kind == "raises" else "gives"
    yield Sentence(f"{test.call} {verb} {test.outcome.text}")
    if test.path:
        yield Sentence("its path condition:")
    for step in test.path:
        text = f"line {step.span.line}: {step.text or quote(step.span, lines)} is {step.outcome}"
        yield Sentence(text, quiet=True, step=True, place=step.span)


def told_proof(verdict: Infeasible | NoneWithin, marks: Sequence[Mark]) -> Iterator[Part]:
    """marks: the place of the goal, and the lines because of which."""
    if verdict.because:
        yield Sentence("these lines contradict each other on every way there:")
    yield Lines(tuple(marks))
    yield Sentence(shown_words(verdict.scope, verdict.method))
    if verdict.summaries:
        yield Sentence(f"calls of {', '.join(verdict.summaries)} went by a summary of all their paths (--calls)")
    for assumption in verdict.assumptions:
        yield from told_assumption(assumption)


def told_assumption(assumption: Assumption) -> Iterator[Part]:
    yield Sentence(_assuming(assumption))
    if assumption.place is not None:
        yield Lines((Mark(assumption.place, "^", "dim"),))


def told_reason(
    reason: Reason, unit: UnitReport, settings: Settings, style: str, given_in: str = COMMAND
) -> Iterator[Part]:
    """given_in: where settings are; style: the colour of its place, which is only shown where there is one."""
    yield Sentence(f"{reason.code}: {reason.text}")
    if reason.place is not None and style:
        yield Lines((Mark(reason.place, "^", style),))
    if hint := advice(reason, settings, given_in):
        yield Sentence(hint)
    yield Sentence(effort(unit), quiet=True)


def shown_words(scope: Scope, method: str) -> str:
    """`shown for all inputs, by exhaustion: …`."""
    return f"shown {scope_words(scope)}, {METHODS.get(method, 'by ' + (method or 'proof'))}"


def effort(unit: UnitReport) -> str:
    return f"tried: {count(unit.runs, 'run')}, {count(unit.queries, 'solver query', 'solver queries')}"


def _assuming(assumption: Assumption) -> str:
    return f"assuming ({assumption.id}): {assumption.text}"
