"""What changed since an earlier report: goals that are settled otherwise, new ones, and what is gone.

Goals are the same where they ask the same of the same place; a place is the same where its lines are, wherever they
moved.  Ids do not do, since they name lines.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from typing import Final, TypeAlias

from clew.records import dataclass
from clew.regexes import regex
from clew.report.claims import ClaimReport
from clew.report.explanation import goals_of
from clew.report.record import GoalReport, Report, UnitReport
from clew.report.states import State, state_of

Sources: TypeAlias = Mapping[str, Sequence[str]]
Key: TypeAlias = tuple[object, ...]

_AT: Final = regex(r"(?<=@)\d+")
_LINES: Final = {
    "def-use": _AT,
    "all-defs": _AT,
    "all-du-paths": re.compile(r"(?<=[@\[,])\d+"),
    "path": re.compile(r"(?:^|(?<=,))\d+"),
}
"""The lines that outcomes of some kinds name."""


@dataclass(frozen=True, slots=True)
class Changes:
    """was: of each goal that is settled otherwise than before, what it was; None: it is new, in a function that was
    there.

    added, gone: functions; lost: how many goals of those that stayed are no more.
    """

    was: Mapping[str, State | None]
    added: frozenset[str]
    gone: tuple[str, ...]
    lost: int

    @property
    def nothing(self) -> bool:
        return not (self.was or self.added or self.gone or self.lost)


@dataclass(frozen=True, slots=True)
class Turn:
    """How many goals were one thing and are another; was: None, they are new."""

    was: State | None
    now: State
    number: int


def changes_between(before: Report, old: Sources, report: Report, new: Sources) -> Changes:
    """old, new: the source lines of both; a function whose old text is not known is compared line by line."""
    earlier = {unit.id: unit for unit in before.units}
    moved = {file: _moved(old.get(file), new.get(file, ())) for file in {u.file for u in before.units}}
    was: dict[str, State | None] = {}
    lost = 0
    for unit in report.units:
        if unit.id not in earlier:
            continue
        known = _by_place(earlier[unit.id], moved[earlier[unit.id].file])
        for goal in goals_of(unit):
            key = _key(goal, None)
            state = known.pop(key, None) if key is not None else None
            if state is None or state.name != state_of(goal).name:
                was[goal.id] = state
        lost += len(known)
    here = {unit.id for unit in report.units}
    gone = tuple(unit.id for unit in before.units if unit.id not in here)
    return Changes(was, frozenset(here - earlier.keys()), gone, lost)


def turns(changes: Changes, report: Report) -> list[Turn]:
    """What most asks for attention first."""
    counted = Counter(
        (changes.was[goal.id], state_of(goal))
        for unit in report.units
        for goal in goals_of(unit)
        if goal.id in changes.was
    )
    found = [Turn(was, now, number) for (was, now), number in counted.items()]
    return sorted(found, key=lambda turn: (-turn.now.rank, -1 if turn.was is None else turn.was.rank))


def comparable(before: Report, report: Report) -> bool:
    """Was the same asked?"""
    kinds = [{goal.kind for unit in each.units for goal in goals_of(unit)} for each in (before, report)]
    return before.command == report.command and (
        before.settings.criterion == report.settings.criterion or not (kinds[0] ^ kinds[1])
    )


def _by_place(unit: UnitReport, moved: Mapping[int, int] | None) -> dict[Key, State]:
    """Those whose lines are still there; the rest under keys that nothing has."""
    found: dict[Key, State] = {}
    for number, goal in enumerate(goals_of(unit)):
        key = _key(goal, moved)
        found[key if key is not None else ("lost", number)] = state_of(goal)
    return found


def _key(goal: GoalReport | ClaimReport, moved: Mapping[int, int] | None) -> Key | None:
    """moved: the new number of each line; None, none moved."""

    def line(number: int) -> int | None:
        return number if moved is None else moved.get(number)

    span, outcome = goal.span, goal.outcome if isinstance(goal, GoalReport) else goal.exception
    first, last = line(span.line), line(span.end_line)
    if first is None or last is None:
        return None
    if outcome and goal.kind in _LINES:
        outcome = _LINES[goal.kind].sub(lambda number: str(line(int(number[0]))), outcome)
    return goal.kind, outcome, first, span.column, last, span.end_column


def _moved(old: Sequence[str] | None, new: Sequence[str]) -> Mapping[int, int] | None:
    """Old line to new line, those that are alike; None where all are, or nothing is known."""
    if old is None or list(old) == list(new):
        return None
    blocks = SequenceMatcher(None, old, new).get_matching_blocks()
    return {a + n + 1: b + n + 1 for a, b, size in blocks for n in range(size)}
