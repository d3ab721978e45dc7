"""The tokens of an `.ivl` text, and a cursor over them that names what is wrong at its place."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple, NoReturn

from clew.ir.blocks import KEYWORDS
from clew.records import dataclass
from clew.regexes import regex
from clew.source.diagnostics import Diagnostic
from clew.source.spans import Span

_TOKEN: Final = regex(
    r"""
      (?P<space> [ \t\r\f]+ | //[^\n]* )
    | (?P<newline> \n )
    | (?P<real> \d+\.\d+ )
    | (?P<int> \d+ )
    | (?P<name> [A-Za-z_](?:[\w$'\#@~]|\.(?=\w))* )
    | (?P<symbol> <==> | ==> | := | == | != | <= | >= | && | \|\| | [-+*/<>!(){}\[\],;:] )
    """,
    re.VERBOSE,
)


class Token(NamedTuple):
    """kind: `int`, `real`, `name`, `symbol` (keywords too) or `end`."""

    kind: str
    text: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Problem:
    """hint: what to do about it, or empty."""

    message: str
    span: Span
    hint: str = ""

    def diagnostic(self, file: str) -> Diagnostic:
        return Diagnostic("syntax", self.message, file, self.span, detail=(self.hint,) if self.hint else ())


class WrongSyntax(Exception):
    def __init__(self, problem: Problem):
        super().__init__(problem.message)
        self.problem = problem


def tokens_of(text: str) -> Iterable[Token]:
    position, line, start = 0, 1, 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        column = position - start
        if match is None:
            raise WrongSyntax(Problem(f"unexpected character {text[position]!r}", Span(line, column, line, column + 1)))
        kind, found = match.lastgroup, match.group()
        position = match.end()
        if kind == "newline":
            line, start = line + 1, position
        elif kind == "name":
            yield Token("symbol" if found in KEYWORDS else "name", found, line, column)
        elif kind != "space":
            assert kind is not None
            yield Token(kind, found, line, column)
    yield Token("end", "", line, position - start)


class Cursor:
    """Reads tokens one by one; a syntax error ends the reading, other problems are collected."""

    def __init__(self, tokens: list[Token], problems: list[Problem]):
        self.tokens = tokens
        self.at = 0
        self.problems = problems

    @property
    def next(self) -> Token:
        return self.tokens[self.at]

    def sees(self, *texts: str) -> bool:
        token = self.tokens[self.at]
        return token.kind == "symbol" and token.text in texts

    def take(self) -> Token:
        token = self.tokens[self.at]
        self.at += 1
        return token

    def accept(self, text: str) -> bool:
        if self.sees(text):
            self.at += 1
            return True
        return False

    def expect(self, text: str, what: str = "") -> Token:
        if not self.sees(text):
            self.fail(f"expected `{text}`{what}")
        return self.take()

    def name(self, what: str) -> Token:
        if self.next.kind != "name":
            self.fail(f"expected {what}")
        return self.take()

    def fail(self, message: str) -> NoReturn:
        token = self.next
        found = "the end of the file" if token.kind == "end" else f"`{token.text}`"
        hint = f"`{token.text}` is a keyword" if token.text in KEYWORDS else ""
        raise WrongSyntax(Problem(f"{message}, found {found}", place_of(token), hint))

    def report(self, message: str, span: Span, hint: str = "") -> None:
        self.problems.append(Problem(message, span, hint))

    def since(self, start: Token) -> Span:
        last = self.tokens[self.at - 1]
        return Span(start.line, start.column, last.line, last.column + len(last.text))


def place_of(token: Token) -> Span:
    return Span(token.line, token.column, token.line, token.column + max(1, len(token.text)))
