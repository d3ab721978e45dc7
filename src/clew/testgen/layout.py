"""Flat statements → lines of at most 88 columns, broken where black and ruff break them.

What does not fit is opened at its last top-level bracket: the arguments of a call go on one line of their own if they
fit there, else, like the items of a display, on one line each with a comma after the last.
"""

from __future__ import annotations

import io
import keyword
import tokenize
import unicodedata
from typing import Final

from clew.records import dataclass

WIDTH: Final = 88
INDENT: Final = "    "
OPEN: Final = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True, slots=True)
class _Bracket:
    """The columns of a top-level bracket pair, and those of the commas directly inside it.

    call: or a subscript; whole: a comma after what is inside would make something else of it, or no Python at all.
    """

    start: int
    end: int
    commas: tuple[int, ...]
    call: bool
    whole: bool


def layout(statement: str, indent: int = 0, comment: str = "") -> list[str]:
    """The lines of a simple statement (or the head of a compound one); comment: put behind it where it fits."""
    suffix = f"  # {comment}" if comment else ""
    lines = _flow(statement, indent * 4, len(suffix))
    lines[-1] += suffix
    return [INDENT * indent + lines[0], *lines[1:]] if lines else []


def fits(statement: str, indent: int, comment: str = "") -> bool:
    return indent * 4 + _width(statement) + (len(comment) + 4 if comment else 0) <= WIDTH


def _flow(text: str, column: int, after: int) -> list[str]:
    """The first line without its indentation, the others with it."""
    if column + _width(text) + after <= WIDTH:
        return [text]
    bracket = _last_bracket(text)
    pad = " " * column
    if bracket is None:
        return _in_parentheses(text, column)
    head, tail = text[: bracket.start + 1], text[bracket.end :]
    inside = text[bracket.start + 1 : bracket.end]
    inner = " " * (column + 4)
    one_line = column + 4 + _width(inside.rstrip(",")) <= WIDTH
    if bracket.whole or (bracket.call and one_line):
        broken = _flow(inside, column + 4, 0)
        return [head, inner + broken[0], *broken[1:], pad + tail]
    lines = [head]
    for item in _items(text, bracket):
        broken = _flow(item, column + 4, 1)
        lines.append(inner + broken[0])
        lines.extend(broken[1:])
        lines[-1] += ","
    return [*lines, pad + tail]


def _in_parentheses(text: str, column: int) -> list[str]:
    """`name = long` in parentheses, if that makes it fit."""
    name, equals, value = text.partition(" = ")
    if equals and name.isidentifier() and column + 4 + _width(value) <= WIDTH:
        return [f"{name} = (", " " * (column + 4) + value, " " * column + ")"]
    return [text]


def _items(text: str, bracket: _Bracket) -> list[str]:
    starts = [bracket.start, *bracket.commas]
    ends = [*bracket.commas, bracket.end]
    items = [text[a + 1 : b].strip() for a, b in zip(starts, ends, strict=True)]
    return [i for i in items if i]


def _last_bracket(text: str) -> _Bracket | None:
    """The last top-level bracket with something inside."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (tokenize.TokenError, SyntaxError, IndentationError):
        return None
    depth, start, call, found = 0, 0, False, None
    parameters = False  # between `lambda` and its colon
    comprehension = False
    commas: list[int] = []
    before: tokenize.TokenInfo | None = None
    for token in tokens:
        if token.string in OPEN and token.type == tokenize.OP:
            if depth == 0:
                start, commas, comprehension = token.start[1], [], False
                call = before is not None and (
                    (before.type == tokenize.NAME and not keyword.iskeyword(before.string))
                    or before.string in (")", "]")
                )
            depth += 1
        elif token.string in OPEN.values() and token.type == tokenize.OP:
            depth -= 1
            if depth == 0 and text[start + 1 : token.start[1]].strip():
                single = not commas and text[start] == ("[" if call else "(")
                found = _Bracket(start, token.start[1], tuple(commas), call, single or comprehension)
        elif token.string == "for" and depth == 1:
            comprehension = True
        elif token.string == "lambda" and depth == 1:
            parameters = True
        elif token.string == ":" and depth == 1:
            parameters = False
        elif token.string == "," and depth == 1 and not parameters:
            commas.append(token.start[1])
        before = token
    return found


def _width(text: str) -> int:
    """Columns a formatter counts: East Asian wide characters take two."""
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 0 if unicodedata.combining(c) else 1 for c in text)
