"""Which claim an exception is about, by where CPython says that it was raised."""

from __future__ import annotations

from collections.abc import Iterable

from clew.goals.goal import Goal
from clew.ir.guards import CLAIM
from clew.source.spans import Span


def claim_at(span: Span, names: Iterable[str], goals: Iterable[Goal]) -> Goal | None:
    """The claim about this place and one of these classes."""
    wanted = set(names)
    mine = [g for g in goals if g.kind == CLAIM and g.outcome in wanted and _is_at(span, g.outcome, g.span)]
    return min(mine, key=lambda g: (g.span != span, g.span.end_line - g.span.line, g.id), default=None)


def _is_at(span: Span, cls: str, operation: Span) -> bool:
    """Is it this operation that CPython says to be at the place?

    It tells of the whole `assert` or of a part of its test, of a method that is missing only up to its name, and of a
    call that goes over several lines from the line of its method on.
    """
    if span == operation:
        return True
    if cls == "AssertionError":
        return operation.inside(span) or span.inside(operation)
    if not span.inside(operation):
        return False
    if cls == "UnboundLocalError":
        return True
    if cls == "AttributeError":
        return span[:2] == operation[:2]
    several = operation.end_line > operation.line
    return several and span[2:] == operation[2:] and cls not in ("ZeroDivisionError", "TypeError")
