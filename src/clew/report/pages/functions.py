"""What a page shows of a function: its counts, its graph, and what is told of its goals, once for all that share it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field

from markupsafe import Markup

from clew.frontend.flow import Flow
from clew.records import dataclass
from clew.report.claim_explanation import claimed, told_claim
from clew.report.claims import ClaimReport
from clew.report.explanation import goals_of
from clew.report.flow_graph import show_flow
from clew.report.frame import Mark
from clew.report.pages.chips import Known
from clew.report.pages.painting import Piece, quoted
from clew.report.record import GoalReport, Report, UnitReport
from clew.report.states import OPEN, STATES, State, state_of, weightiest
from clew.report.telling import Lines, Part, Sentence, told_doom, told_proof, told_reason, told_test
from clew.report.terminal import outermost, together
from clew.report.wording import (
    doomed_words,
    goal_words,
    headline,
    leaning_words,
    natives_words,
    percent,
    proof_words,
    seconds_words,
)
from clew.source.diagnostics import Diagnostic
from clew.verdict.claims import Proved, Refuted
from clew.verdict.verdicts import Covered, Infeasible, NoneWithin, Unknown


@dataclass(frozen=True, slots=True)
class Text:
    """The source of a file, as its pages need it.  words: of a Python text."""

    lines: Sequence[str]
    words: Mapping[int, list[Piece]]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A sentence, steps of a list that belong together, or lines of the source."""

    sentence: Sentence | None = None
    steps: tuple[Sentence, ...] = ()
    quoted: tuple[tuple[int, Markup], ...] = ()


@dataclass(frozen=True, slots=True)
class Account:
    """How the verdict on some goals came about.  heads: line and words of each; test: its name, where it is one.

    lead: the most of it that a short look has room for.
    """

    id: str
    state: State
    heads: tuple[tuple[int, str], ...]
    paragraphs: tuple[Paragraph, ...]
    lead: str
    test: str = ""


@dataclass(frozen=True, slots=True)
class FunctionView:
    """state: the weightiest of its goals; counts: of its goals by state; by_kind: by kind and state.

    modelled: how much of it, and what else there is; changed: goals that are settled otherwise than before; added: the
    whole function is new.
    """

    id: str
    unit: UnitReport
    name: str
    state: State | None
    counts: tuple[tuple[State, int], ...]
    by_kind: Mapping[tuple[str, str], int]
    accounts: tuple[Account, ...]
    tests: tuple[Account, ...]
    problems: tuple[Diagnostic, ...]
    modelled: str
    seconds: str
    changed: int
    added: bool
    graph: Markup = field(default=Markup(""))


def function_view(
    number: int,
    unit: UnitReport,
    report: Report,
    text: Text,
    flow: Flow | None,
    named: Mapping[str, str],
    was: Mapping[str, State | None],
    added: bool,
) -> tuple[FunctionView, Known]:
    """number: of the function on its page; named: the ids of all tests there, by their names."""
    me = f"f{number}"
    goals = goals_of(unit)
    states = [state_of(goal) for goal in goals]
    known = Known({}, {}, was)
    tests = tuple(_tests(me, unit, text))
    accounts = tuple(_accounts(me, unit, report, text, known, named))
    wrong = any(problem.severity == "error" for problem in unit.diagnostics)
    return FunctionView(
        id=me,
        unit=unit,
        name=unit.id.partition("::")[2] or unit.id,
        state=OPEN if wrong and not states else weightiest(states),
        counts=counted(states),
        by_kind=Counter((goal.kind, state_of(goal).name) for goal in goals),
        accounts=accounts,
        tests=tests,
        problems=unit.diagnostics,
        modelled=_modelled(unit, report),
        seconds=seconds_words(unit.seconds),
        changed=sum(goal.id in was for goal in goals),
        added=added,
        graph=_graph(unit, text, flow),
    ), known


def counted(states: Sequence[State]) -> tuple[tuple[State, int], ...]:
    """Those that there are, in the order of the other reports."""
    number = Counter(state.name for state in states)
    return tuple((state, number[state.name]) for state in STATES if number[state.name])


def _modelled(unit: UnitReport, report: Report) -> str:
    if not unit.natives:
        return ""
    natives = natives_words(Report(report.settings, 0.0, (unit,)))
    return f"lowered {percent(unit.lowered, unit.parts)}; native: {natives}"


def _graph(unit: UnitReport, text: Text, flow: Flow | None) -> Markup:
    """None where one box would be all of it."""
    if flow is None or len(flow.nodes) < 4:
        return Markup("")
    states = {goal.place: state_of(goal) for goal in unit.goals}
    # What is said in a statement about its claims is the state of the statement.
    for claim in unit.claims:
        for node in flow.nodes:
            for place in node.places:
                if claim.span.inside(place.span) and state_of(claim).rank > states.get(place, STATES[0]).rank:
                    states[place] = state_of(claim)
    return Markup(show_flow(flow, text.lines, states, name=unit.id, alone=False))


# ---------------------------------------------------------------- accounts


def test_ids(units: Sequence[UnitReport]) -> dict[str, str]:
    """The ids of the tests of a page, by their names."""
    return {
        test.id: _id_of_test(f"f{number}", place)
        for number, unit in reversed([*enumerate(units, 1)])
        for place, test in enumerate(unit.tests, 1)
    }


def _id_of_test(me: str, place: int) -> str:
    return f"{me}t{place}"


def _tests(me: str, unit: UnitReport, text: Text) -> Iterator[Account]:
    for number, test in enumerate(unit.tests, 1):
        paragraphs = tuple(_paragraphs(told_test(test, text.lines), text))
        yield Account(_id_of_test(me, number), STATES[0], (), paragraphs, "", test.id)


def _accounts(
    me: str, unit: UnitReport, report: Report, text: Text, known: Known, tests: Mapping[str, str]
) -> Iterator[Account]:
    """Of what is not simply covered; the words of all goals are put into `known`."""
    for goal in unit.goals:
        if isinstance(goal.verdict, Covered):
            names = (goal.verdict.test, *goal.verdict.others)
            subject, predicate = goal_words(goal, text.lines)
            said = predicate if goal.kind == "statement" else f"{subject} is {predicate}"  # its text stands beside it
            known.words[goal.id] = f"{state_of(goal).word}: {said}"
            known.told[goal.id] = tuple(tests[name] for name in names if name in tests)
    number = 0
    for goals in together(unit.goals):
        number += 1
        id = f"{me}p{number}"
        for goal in goals:
            said = _said(goal, text.lines)
            known.words[goal.id] = f"{state_of(goal).word}: {said}"
            known.told[goal.id] = (id, *known.told.get(goal.id, ()))
        heads = tuple((goal.span.line, _said(goal, text.lines)) for goal in outermost(goals))
        paragraphs = tuple(_paragraphs(_parts(goals, unit, report), text))
        yield Account(id, state_of(goals[0]), heads, paragraphs, _lead(goals[0]))
    for claims in _alike(unit.claims):
        number += 1
        id = f"{me}p{number}"
        for claim in claims:
            known.words[claim.id] = f"{state_of(claim).word}: {claimed(claim)}"
            verdict = claim.verdict
            shown = (tests[verdict.test],) if isinstance(verdict, Refuted) and verdict.test in tests else ()
            known.told[claim.id] = (id, *shown)
        heads = tuple((claim.span.line, claimed(claim)) for claim in claims)
        parts = told_claim(claims[0], unit, report.settings)
        yield Account(id, state_of(claims[0]), heads, tuple(_paragraphs(parts, text)), _lead(claims[0]))


def _lead(goal: GoalReport | ClaimReport) -> str:
    """Scope and assumptions of a proof; the first sentence is what there is to say of anything else."""
    match goal.verdict:
        case Infeasible() | NoneWithin() as verdict:
            return proof_words(verdict)
        case Proved(assumptions):
            return leaning_words((), assumptions)
    return ""


def _said(goal: GoalReport, lines: Sequence[str]) -> str:
    return headline(goal, lines) if goal.doom is None else doomed_words(goal, lines)


def _alike(claims: Sequence[ClaimReport]) -> list[list[ClaimReport]]:
    """Claims whose proof is the same but for its place are told together."""
    groups: dict[object, list[ClaimReport]] = {}
    for claim in claims:
        match claim.verdict:
            case Proved(assumptions, because, method):
                key: object = (assumptions, () if because == (claim.span,) else because, method)
            case Refuted():
                key = claim.id
            case verdict:
                key = verdict
        groups.setdefault(key, []).append(claim)
    return list(groups.values())


def _parts(goals: Sequence[GoalReport], unit: UnitReport, report: Report) -> Iterator[Part]:
    first = goals[0]
    match first.verdict:
        case Infeasible() | NoneWithin() as verdict:
            marks = [Mark(first.span, "~", ""), *(Mark(span, "^", "") for span in verdict.because)]
            yield from told_proof(verdict, marks)
        case Unknown(reason):
            yield from told_reason(reason, unit, report.settings, "place")
        case Covered() if first.doom is not None:
            yield from told_doom(first.doom, unit)


def _paragraphs(parts: Iterator[Part], text: Text) -> Iterator[Paragraph]:
    steps: list[Sentence] = []
    for part in parts:
        if isinstance(part, Sentence) and part.step:
            steps.append(part)
            continue
        match part:
            case Sentence():
                yield Paragraph(sentence=part)
            case Lines(marks):
                lines = tuple(quoted(marks, text.lines, text.words))
                if lines:
                    yield Paragraph(quoted=lines)
    if steps:
        yield Paragraph(steps=tuple(steps))
