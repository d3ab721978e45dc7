"""Places in a source text.  Lines count from 1, columns from 0, as in Python's `ast`."""

from __future__ import annotations

from typing import NamedTuple


class Span(NamedTuple):
    """From (line, column), inclusive, to (end_line, end_column), exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int

    def inside(self, outer: Span) -> bool:
        """Whether it is a part of the other, or all of it."""
        return outer[:2] <= self[:2] and self[2:] <= outer[2:]

    def __str__(self) -> str:
        return show_span(self)


NOWHERE = Span(0, 0, 0, 0)


def show_span(span: Span) -> str:
    """`@3:4-3:17`, the form every textual stage uses."""
    return f"@{span.line}:{span.column}-{span.end_line}:{span.end_column}"


def read_span(text: str) -> Span:
    """Inverse of `show_span`; raises ValueError for anything else."""
    try:
        start, end = text.removeprefix("@").split("-")
        line, column = start.split(":")
        end_line, end_column = end.split(":")
        return Span(int(line), int(column), int(end_line), int(end_column))
    except ValueError:
        raise ValueError(f"not a place: {text!r}; wanted @line:column-line:column") from None
