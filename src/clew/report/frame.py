"""Source lines framed for the reader: line number, text, and a mark under each place that matters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from rich.text import Text

from clew.records import dataclass
from clew.report.wording import characters
from clew.source.spans import Span

LEAST_SEEN = 12  # columns of a marked place


@dataclass(frozen=True, slots=True)
class Mark:
    """A place to underline.  sign: the character of the underline; style: as in rich."""

    span: Span
    sign: str
    style: str


@dataclass(frozen=True, slots=True)
class Signs:
    """The characters that are not ASCII, or what stands for them where the terminal has no Unicode."""

    settled: str = "✓"
    open: str = "?"
    wrong: str = "✗"
    bar: str = "│"
    none: str = "·"
    line: str = "━"
    gap: str = "⋮"
    more: str = "…"


ASCII = Signs(settled="+", open="?", wrong="x", bar="|", none="-", line="=", gap=":", more="...")


def frame(marks: Sequence[Mark], lines: Sequence[str], width: int, signs: Signs) -> Iterator[Text]:
    """The lines of the marks in source order, each once; later marks win where two meet in one place."""
    by_line: dict[int, list[Mark]] = {}
    for mark in marks:
        if 0 < mark.span.line <= len(lines):
            by_line.setdefault(mark.span.line, []).append(mark)
    if not by_line:
        return
    margin = len(str(max(by_line)))
    indent = min(_indent(lines[number - 1]) for number in by_line)
    for number in sorted(by_line):
        text = lines[number - 1].rstrip().expandtabs(4)
        left = _left(lines[number - 1], by_line[number], indent, max(width - margin - 3, 20))
        more = signs.more if left > indent else ""
        room = max(width - margin - 3 + left, left + 20)
        shown = more + text[left + len(more) :]
        if cell_len(text) > room:
            shown = shown[: room - left - len(signs.more)] + signs.more
        yield Text.assemble((f"{number:>{margin}} {signs.bar} ", "dim"), shown)
        under = _underline(lines[number - 1], by_line[number], left, room)
        yield Text.assemble((f"{'':>{margin}} {signs.bar} ", "dim"), under)


def _left(line: str, marks: Sequence[Mark], indent: int, width: int) -> int:
    """Where the part of the line that is shown begins: further right where a mark would not be seen."""
    ends = [min(_cells(line, mark.span.column) + LEAST_SEEN, cell_len(line.rstrip().expandtabs(4))) for mark in marks]
    hidden = max(ends) - indent - width + 1
    first = min(_cells(line, mark.span.column) for mark in marks)
    return indent if hidden <= 0 else max(indent, min(indent + hidden, first - 2))


def _underline(line: str, marks: Sequence[Mark], indent: int, room: int) -> Text:
    cells: list[tuple[str, str]] = []
    for mark in marks:
        start = _cells(line, mark.span.column) - indent
        end_column = mark.span.end_column if mark.span.end_line == mark.span.line else len(line.encode())
        end = min(max(_cells(line.rstrip(), end_column) - indent, start + 1), room - indent)
        start = max(start, 0)
        cells.extend([(" ", "")] * (end - len(cells)))
        cells[start:end] = [(mark.sign, mark.style)] * (end - start)
    return Text.assemble(*cells)


def _cells(line: str, column: int) -> int:
    """The screen cell in which a column of the syntax tree starts."""
    return cell_len(line[: characters(line, column)].expandtabs(4))


def _indent(line: str) -> int:
    shown = line.expandtabs(4)
    return len(shown) - len(shown.lstrip())
