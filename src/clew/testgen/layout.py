"""Flat statements → lines of at most 88 columns, broken where black and ruff break them.

What does not fit is opened at its last top-level bracket: the arguments of a call go on one line of their own if they
fit there, else, like the items of a display, on one line each with a comma after the last.
"""

from __future__ import annotations

import io
import keyword
import re
import tokenize
import unicodedata
from typing import Final, TypeAlias

from clew.records import dataclass
from clew.regexes import regex

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


Token: TypeAlias = tuple[str, int, bool]
"""Its text, empty for numbers and texts, its column, and whether it is a name or a keyword."""
_PLAIN: Final = regex(r"""[^\W\d]\w*|\.?\d[\w.]*|:=|"[^"]*"|'[^']*'|\S""", re.ASCII)
_NOT_PLAIN: Final = regex(r"""^\s|[^ -~]|[#\\$?!`]|\w["']|""\"|'''""")


def tokens_of(text: str) -> list[Token] | None:
    """None where it does not end.  What has only texts without prefixes, escapes and comments needs no `tokenize`."""
    if _NOT_PLAIN.search(text) is None:
        parts = [("" if each[0][0] in "'\"" else each[0], each.start()) for each in _PLAIN.finditer(text)]
        depth = sum((string in OPEN) - (string in OPEN.values()) for string, _ in parts)
        return None if depth else [(string, column, string.isidentifier()) for string, column in parts]
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (tokenize.TokenError, SyntaxError, IndentationError):
        return None
    looked_at = tokenize.NAME, tokenize.OP
    return [(t.string if t.type in looked_at else "", t.start[1], t.type == tokenize.NAME) for t in tokens]


def _last_bracket(text: str) -> _Bracket | None:
    """The last top-level bracket with something inside."""
    tokens = tokens_of(text)
    if tokens is None:
        return None
    depth, start, call, found = 0, 0, False, None
    parameters = False  # between `lambda` and its colon
    comprehension = False
    commas: list[int] = []
    before: Token = ("", 0, False)
    for token in tokens:
        string, column, _ = token
        if string in OPEN:
            if depth == 0:
                start, commas, comprehension = column, [], False
                call = before[0] in (")", "]") or (before[2] and not keyword.iskeyword(before[0]))
            depth += 1
        elif string in OPEN.values():
            depth -= 1
            if depth == 0 and text[start + 1 : column].strip():
                single = not commas and text[start] == ("[" if call else "(")
                found = _Bracket(start, column, tuple(commas), call, single or comprehension)
        elif string == "for" and depth == 1:
            comprehension = True
        elif string == "lambda" and depth == 1:
            parameters = True
        elif string == ":" and depth == 1:
            parameters = False
        elif string == "," and depth == 1 and not parameters:
            commas.append(column)
        before = token
    return found


def _width(text: str) -> int:
    """Columns a formatter counts: East Asian wide characters take two."""
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 0 if unicodedata.combining(c) else 1 for c in text)
