"""`# clew: ignore[CLEW101] reason`: comments that silence findings on their line, or, alone on a line, on the next line
of code.

A comment that names an unknown rule is a finding itself (CLEW001); one that silences nothing is a note (CLEW002),
unless the function it stands in was not settled, where something may yet be found.
"""

from __future__ import annotations

import io
import tokenize
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from clew.records import dataclass
from clew.regexes import regex
from clew.report.finding import NOTE, WARNING, Finding
from clew.report.rules import rules
from clew.source.spans import Span
from clew.source.suggestions import suggestion

_COMMENT = regex(r"#\s*clew:\s*ignore\b(?:\s*\[(?P<codes>[^\]]*)\])?\s*(?P<reason>.*)")
_CLAUSE = regex(r"#\s*clew:\s*(?:require|ensure|invariant)\b(?:(?!#\s*clew:).)*")
"""The clause of a contract, which findings are about, is a comment itself: one that silences may stand behind it."""


@dataclass(frozen=True, slots=True)
class Ignore:
    """lines: those on which findings are silenced."""

    codes: tuple[str, ...]
    reason: str
    span: Span
    lines: frozenset[int]


def find_ignores(text: str) -> list[Ignore]:
    """The ignore comments of a source text, in order."""
    found: list[Ignore] = []
    alone: list[Ignore] = []
    starts = True  # of a line
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                line, column = token.start
                clause = _CLAUSE.match(token.string)
                if clause is not None:
                    alone = [replace(i, lines=i.lines | {line}) for i in alone]
                match = _COMMENT.match(token.string, clause.end() if clause is not None else 0)
                if match is not None:
                    codes = tuple(c.strip() for c in (match["codes"] or "").split(",") if c.strip())
                    before = len(token.line[:column].encode())
                    span = Span(line, before, line, before + len(token.string.encode()))
                    ignore = Ignore(codes, match["reason"].strip(), span, frozenset((line,)))
                    (alone if starts and clause is None else found).append(ignore)
            elif token.type == tokenize.NL or token.type == tokenize.NEWLINE:
                starts = True
            elif token.type not in (tokenize.INDENT, tokenize.DEDENT):
                found += [replace(i, lines=i.lines | {token.start[0]}) for i in alone]
                alone = []
                starts = False
    except (tokenize.TokenError, SyntaxError):  # reported when the file is read
        pass
    return sorted(found + alone, key=lambda ignore: ignore.span)


def silence(
    findings: Sequence[Finding],
    text: str,
    file: str,
    lines: Collection[int],
    settled: Collection[int],
    looked_for: str = "CLEW1",
) -> list[Finding]:
    """The findings of a file, those that a comment speaks of marked as silenced, and what is wrong with the comments.

    lines: those that were analysed; settled: those among them of functions in which nothing was left unknown;
    looked_for: how the codes of the rules begin by which something would have been found.
    """
    ignores = find_ignores(text)
    used: set[tuple[Span, str]] = set()
    result = []
    for finding in findings:
        for ignore in ignores:
            if finding.rule in ignore.codes and (finding.span.line in ignore.lines):
                used.add((ignore.span, finding.rule))
                finding = replace(finding, silenced=ignore.reason)
        result.append(finding)
    for ignore in ignores:
        if ignore.span.line in lines:
            result += _problems(ignore, used, file, settled, looked_for)
    return sorted(result, key=lambda f: (f.span, f.rule))


def _problems(
    ignore: Ignore, used: set[tuple[Span, str]], file: str, settled: Collection[int], looked_for: str
) -> Iterator[Finding]:
    if not ignore.codes:
        yield Finding(
            "CLEW001", WARNING, file, ignore.span, "this comment names no rule: `# clew: ignore[CLEW101] reason`"
        )
    for code in ignore.codes:
        if code not in rules():
            text = f"there is no rule `{code}`{suggestion(code, rules())}"
            yield Finding("CLEW001", WARNING, file, ignore.span, text)
        elif code.startswith(looked_for) and (ignore.span, code) not in used and ignore.span.line in settled:
            yield Finding("CLEW002", NOTE, file, ignore.span, f"nothing is found here for {code} to be silenced")
