"""Lines of source as HTML: words of the language in their style, and marks around what a verdict is about."""

from __future__ import annotations

import io
import itertools
import keyword
import tokenize
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Final, NamedTuple

from markupsafe import Markup

from clew.report.frame import Mark
from clew.report.wording import characters
from clew.source.spans import Span

_STRINGS: Final = {
    getattr(tokenize, name)
    for name in ("STRING", "FSTRING_START", "FSTRING_MIDDLE", "FSTRING_END")
    if hasattr(tokenize, name)  # text of f-strings is one token before Python 3.12
}


class Piece(NamedTuple):
    """Of a line, in characters.  style: a class of the style sheet."""

    start: int
    end: int
    style: str


def words_of(text: str) -> Mapping[int, list[Piece]]:
    """Of each line of a Python text its keywords (`k`), strings (`t`) and comments (`m`); of no other text anything."""
    found: dict[int, list[Piece]] = {}
    lines = text.splitlines()
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            style = _style(token)
            if style:
                (first, start), (last, end) = token.start, token.end
                for line in range(first, last + 1):
                    stop = end if line == last else len(lines[line - 1])
                    found.setdefault(line, []).append(Piece(start if line == first else 0, stop, style))
    except (tokenize.TokenError, SyntaxError, IndexError):
        return {}
    return found


def _style(token: tokenize.TokenInfo) -> str:
    if token.type == tokenize.COMMENT:
        return "m"
    if token.type in _STRINGS:
        return "t"
    return "k" if token.type == tokenize.NAME and keyword.iskeyword(token.string) else ""


def piece_of(span: Span, number: int, lines: Sequence[str], style: str) -> Piece | None:
    """The part of a span that is in a line, without the blanks around it."""
    if not span.line <= number <= span.end_line or not 0 < number <= len(lines):
        return None
    line = lines[number - 1]
    start = characters(line, span.column) if number == span.line else 0
    end = characters(line, span.end_column) if number == span.end_line else len(line)
    inside = line[start:end]
    start += len(inside) - len(inside.lstrip())
    end -= len(inside) - len(inside.rstrip())
    return Piece(start, end, style) if start < end else None


def painted(line: str, words: Iterable[Piece], marks: Iterable[Piece]) -> Markup:
    """Of marks that meet, the shortest is the one that is seen."""
    inner = list(words)
    outer = sorted(marks, key=lambda piece: piece.end - piece.start)
    cuts = sorted({0, len(line), *(at for piece in (*inner, *outer) for at in piece[:2] if 0 <= at <= len(line))})
    parts: list[Markup] = []
    open_mark = ""
    for start, end in itertools.pairwise(cuts):
        mark = next((p.style for p in outer if p.start <= start and end <= p.end), "")
        word = next((p.style for p in inner if p.start <= start and end <= p.end), "")
        if mark != open_mark:
            parts.append(Markup("</u>" if open_mark else ""))
            parts.append(Markup('<u class="{}">').format(mark) if mark else Markup(""))
            open_mark = mark
        text = Markup(escape(line[start:end], quote=False))
        parts.append(Markup("<i class={}>{}</i>").format(word, text) if word else text)
    parts.append(Markup("</u>" if open_mark else ""))
    return Markup("").join(parts)


def quoted(
    marks: Sequence[Mark], lines: Sequence[str], words: Mapping[int, list[Piece]]
) -> Iterator[tuple[int, Markup]]:
    """The lines of the marks, each once, in order: what `frame` shows in a terminal."""
    numbers = sorted({mark.span.line for mark in marks if 0 < mark.span.line <= len(lines)})
    if not numbers:
        return
    indent = min(len(lines[n - 1]) - len(lines[n - 1].lstrip()) for n in numbers)
    for number in numbers:
        line = lines[number - 1].rstrip()
        pieces = [piece_of(mark.span, number, lines, "a" if mark.sign == "^" else "b") for mark in marks
                  if mark.span.line == number]  # fmt: skip
        shown = [_shifted(piece, -indent) for piece in pieces if piece is not None]
        yield number, painted(line[indent:], [_shifted(p, -indent) for p in words.get(number, ())], shown)


def _shifted(piece: Piece, by: int) -> Piece:
    return Piece(piece.start + by, piece.end + by, piece.style)
