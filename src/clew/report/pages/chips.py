"""The goals of a line in its margin: a sign for its statement, a chip for each outcome of its decisions.

Goals of which a line may have many (pairs of definitions and uses, mutants, …) are counted, one chip for each kind and
state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from clew.records import dataclass
from clew.report.claims import ClaimReport
from clew.report.record import GoalReport
from clew.report.states import State, state_of
from clew.report.wording import count
from clew.source.spans import Span

Told = GoalReport | ClaimReport

LABELS: Final = {
    "true": "T",
    "false": "F",
    "entered": "in",
    "empty": "0",
    "exhausted": "end",
    "taken": "hit",
    "missed": "miss",
}
SINGLE: Final = frozenset(("statement", "branch", "condition", "block"))
"""Kinds of which each goal has a chip of its own; so have claims."""


@dataclass(frozen=True, slots=True)
class Chip:
    """label: empty for statements; told: the ids of what tells more, on the page; number: of goals.

    words: what a reader hears, and sees when he points at it.
    """

    label: str
    state: State
    kind: str
    words: str
    told: tuple[str, ...]
    number: int
    changed: int


@dataclass(frozen=True, slots=True)
class Margin:
    """Of a line.  groups: chips of one place stand together."""

    statements: tuple[Chip, ...]
    groups: tuple[tuple[Chip, ...], ...]


@dataclass(frozen=True, slots=True)
class Known:
    """What a chip needs to know of a goal.  words: without its change; told: as in `Chip`."""

    words: dict[str, str]
    told: dict[str, tuple[str, ...]]
    was: Mapping[str, State | None]


def margins(goals: Iterable[Told], known: Known) -> dict[int, Margin]:
    """By the number of the line."""
    by_line: dict[int, list[Told]] = {}
    for goal in goals:
        by_line.setdefault(goal.span.line, []).append(goal)
    return {line: _margin(here, known) for line, here in by_line.items()}


def _margin(goals: Sequence[Told], known: Known) -> Margin:
    statements = tuple(_chip(goal, "", known) for goal in goals if goal.kind == "statement")
    single = [goal for goal in goals if _is_single(goal) and goal.kind != "statement"]
    places: dict[tuple[Span, bool], list[Chip]] = {}
    for goal in single:
        places.setdefault((goal.span, goal.kind == "branch"), []).append(_chip(goal, _label(goal), known))
    counted = _counted([goal for goal in goals if not _is_single(goal)], known)
    return Margin(statements, (*(tuple(chips) for chips in places.values()), *((chip,) for chip in counted)))


def _is_single(goal: Told) -> bool:
    return isinstance(goal, ClaimReport) or goal.kind in SINGLE


def _label(goal: Told) -> str:
    if isinstance(goal, ClaimReport):
        return goal.exception.removesuffix("Error")
    outcome = goal.outcome or goal.kind
    return LABELS.get(outcome, outcome)


def _chip(goal: Told, label: str, known: Known) -> Chip:
    words = known.words[goal.id] + _was_words(goal, known)
    return Chip(label, state_of(goal), goal.kind, words, known.told[goal.id], 1, int(goal.id in known.was))


def _was_words(goal: Told, known: Known) -> str:
    if goal.id not in known.was:
        return ""
    was = known.was[goal.id]
    return " (new)" if was is None else f" (it was {was.word})"


def _counted(goals: Sequence[Told], known: Known) -> Iterator[Chip]:
    def key(goal: Told) -> tuple[str, int]:
        return goal.kind, -state_of(goal).rank

    for (kind, _), alike in groupby(sorted(goals, key=key), key):
        here = list(alike)
        state = state_of(here[0])
        told = tuple(dict.fromkeys(id for goal in here for id in known.told[goal.id]))
        words = known.words[here[0].id] if len(here) == 1 else f"{count(len(here), f'{kind} goal')}: {state.word}"
        changed = sum(goal.id in known.was for goal in here)
        label = kind if len(here) == 1 else f"{len(here)} {kind}"
        yield Chip(label, state, kind, words, told, len(here), changed)
