"""What is said of a goal or a claim in one word, with a sign beside its colour.

The words are those of the other reports.  `rank` orders them by how much they ask of the reader.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from clew.records import dataclass
from clew.report.claims import ClaimReport
from clew.report.record import GoalReport
from clew.verdict.claims import Proved, Refuted
from clew.verdict.verdicts import Covered, Infeasible, NoneWithin


@dataclass(frozen=True, slots=True)
class State:
    """name: its class in style sheets."""

    name: str
    word: str
    sign: str
    rank: int


COVERED: Final = State("covered", "covered", "✓", 0)
PROVED: Final = State("proved", "proved", "✓", 1)
INFEASIBLE: Final = State("infeasible", "infeasible", "∅", 2)
BOUNDED: Final = State("bounded", "none within bounds", "≤", 3)
OPEN: Final = State("unknown", "unknown", "?", 4)
DOOMED: Final = State("doomed", "doomed", "✗", 5)
REFUTED: Final = State("refuted", "refuted", "✗", 6)
STATES: Final = (COVERED, PROVED, INFEASIBLE, BOUNDED, OPEN, DOOMED, REFUTED)


def state_of(goal: GoalReport | ClaimReport) -> State:
    match goal.verdict:
        case Covered():
            return DOOMED if isinstance(goal, GoalReport) and goal.doomed else COVERED
        case Infeasible():
            return INFEASIBLE
        case NoneWithin():
            return BOUNDED
        case Proved():
            return PROVED
        case Refuted():
            return REFUTED
    return OPEN


def weightiest(states: Iterable[State]) -> State | None:
    """The one that asks most of the reader; None of none."""
    return max(states, key=lambda state: state.rank, default=None)
