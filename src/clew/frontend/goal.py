"""A coverage goal as data: where it is, and what must happen there."""

from __future__ import annotations

from typing import Final, NamedTuple

from clew.records import dataclass
from clew.source.spans import Span

OUTCOMES: Final = ("false", "true")  # of a decision, by its truth


class Place(NamedTuple):
    """A goal without its id."""

    span: Span
    kind: str
    outcome: str | None


@dataclass(frozen=True, slots=True)
class Goal:
    """One coverage goal.

    kind: `statement`, `branch` or `condition`.  outcome: None for statements, `true`/`false` for decisions and
    conditions, `entered`/`empty`/`exhausted` for loops over iterables, `taken`/`missed` for match cases, `entered` for
    except clauses.
    id: `shop.cart::Cart.total:17:branch:true`; the column is added (`17.8`) where a line has several alike.
    """

    id: str
    kind: str
    span: Span
    outcome: str | None
