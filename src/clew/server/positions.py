"""Places of ours as places of the protocol: lines from 0, columns in the units that were agreed upon, UTF-16 mostly."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types
from pygls.workspace import PositionCodec

from clew.report.wording import characters
from clew.source.spans import Span


def lines_of(text: str) -> list[str]:
    """As the protocol and Python count them; `str.splitlines` knows more ends of lines."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def range_of(span: Span, lines: Sequence[str], codec: PositionCodec) -> types.Range:
    """lines: those that the span is in."""
    return types.Range(
        _position(span.line, span.column, lines, codec), _position(span.end_line, span.end_column, lines, codec)
    )


def end_of(text: str) -> types.Position:
    """Behind its last line; the protocol takes a line that is not there for the end."""
    return types.Position(len(lines_of(text)), 0)


def first_line(lines: Sequence[str], codec: PositionCodec) -> types.Range:
    """For what is about the whole file."""
    end = codec.client_num_units(lines[0]) if lines else 0
    return types.Range(types.Position(0, 0), types.Position(0, end))


def _position(line: int, column: int, lines: Sequence[str], codec: PositionCodec) -> types.Position:
    if not 0 < line <= len(lines):
        return types.Position(max(line - 1, 0), 0)
    text = lines[line - 1]
    return types.Position(line - 1, codec.client_num_units(text[: characters(text, column)]))
