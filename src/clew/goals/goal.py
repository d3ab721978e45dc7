"""A goal as data: where it is, and what must happen there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from clew.records import dataclass
from clew.source.spans import Span

OUTCOMES: Final = ("false", "true")  # of a decision, by its truth
DECISION: Final = ("true", "false")  # in the order of goals
LOOP: Final = ("entered", "empty", "exhausted")  # of a loop over an iterable


class Place(NamedTuple):
    """What identifies a goal within its module.

    kind: `statement`, `branch` or `condition`.  outcome: None for statements, `true`/`false` for decisions and
    conditions, `entered`/`empty`/`exhausted` for loops over iterables, `taken`/`missed` for match cases, `entered` for
    except clauses.
    """

    span: Span
    kind: str
    outcome: str | None


@dataclass(frozen=True, slots=True)
class Goal:
    """A place with a name.

    id: `shop.cart::Cart.total:17:branch:true`; the column is added (`17.8`) where a line has several alike.  The other
    fields are those of the place.
    """

    id: str
    kind: str
    span: Span
    outcome: str | None

    @property
    def place(self) -> Place:
        return Place(self.span, self.kind, self.outcome)


def ids_by_place(goals: Iterable[Goal]) -> dict[Place, str]:
    return {goal.place: goal.id for goal in goals}
