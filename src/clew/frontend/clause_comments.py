"""Comments that hold a clause: `# clew: require x > 0` directly above a `def`, or between its decorators."""

from __future__ import annotations

import ast
import builtins
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import field
from typing import Final

from clew.frontend.parsing import parse_expression
from clew.records import dataclass
from clew.regexes import regex
from clew.source.spans import Span
from clew.source.suggestions import suggestion

_CLAUSE: Final = regex(
    r"#\s*clew:\s*(require|ensure|invariant|decreases)\b:?\s*((?:[^#'\"]|'[^']*'|\"[^\"]*\")*?)\s*(?:#.*)?$"
)
_WORD: Final = regex(r"#\s*clew:\s*([A-Za-z_]\w*)\s*([^#]*)")
WORDS: Final = ("require", "ensure", "invariant", "decreases", "raises", "label", "ignore")


@dataclass(frozen=True, slots=True)
class Comment:
    """kind: `require`, `ensure`, `invariant` or `decreases`; span: of the text of the clause."""

    kind: str
    text: str
    span: Span

    def expression(self) -> ast.expr:
        """With its places in the source; SyntaxError where the text is none."""
        if not self.text:
            raise SyntaxError("there is none")
        body = parse_expression(f"({self.text}\n)")
        if isinstance(body, ast.GeneratorExp | ast.Tuple) and not self.text.startswith("("):
            raise SyntaxError("it is no single value")
        return _Moved(self.span).visit(body)  # type: ignore[no-any-return]


class _Moved(ast.NodeTransformer):
    """To the place of the comment: the text was read behind one parenthesis."""

    def __init__(self, to: Span) -> None:
        self.to = to

    def generic_visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.expr | ast.arg | ast.keyword):
            by = self.to.column - 1
            node.lineno = node.end_lineno = self.to.line
            node.col_offset += by
            node.end_col_offset = (node.end_col_offset or 0) + by
        return super().generic_visit(node)


@dataclass(slots=True)
class Comments:
    """The clauses of a module by line, those on lines of their own; other: those behind code.

    lines: of what is only a comment, at which column; used: lines that belong to a function; odd: what starts as one of
    ours and is none, with what is wrong.
    """

    clauses: dict[int, Comment] = field(default_factory=dict)
    other: list[Comment] = field(default_factory=list)
    lines: dict[int, int] = field(default_factory=dict)
    used: set[int] = field(default_factory=set)
    odd: list[tuple[str, Span]] = field(default_factory=list)

    def above(self, first: int, last: int, column: int) -> list[Comment]:
        """The clauses in comments directly above the first line and at its column, and up to the last."""
        start = first
        while self.lines.get(start - 1) == column:
            start -= 1
        found = [self.clauses[line] for line in range(start, last) if line in self.clauses]
        self.used.update(comment.span.line for comment in found)
        return found

    def left(self) -> Iterator[Comment]:
        """The comments with clauses that belong to nothing."""
        yield from (comment for line, comment in self.clauses.items() if line not in self.used)
        yield from self.other


def comments_of(text: str) -> Comments:
    found = Comments()
    if "clew:" not in text:
        return found
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type != tokenize.COMMENT:
            continue
        line, column = token.start
        alone = not token.line[:column].strip()
        if alone:
            found.lines[line] = len(token.line[:column].encode())
        if (match := _CLAUSE.match(token.string)) is not None:
            start = len((token.line[:column] + token.string[: match.start(2)]).encode())
            span = Span(line, start, line, start + len(match[2].encode()))
            comment = Comment(match[1], match[2], span)
            if alone:
                found.clauses[line] = comment
            else:
                found.other.append(comment)
        elif (word := _WORD.match(token.string)) is not None and (odd := _odd(word[1], word[2], text)):
            start = len((token.line[:column] + token.string[: word.start(1)]).encode())
            found.odd.append((odd, Span(line, start, line, start + len(word[1].encode()))))
    return found


def _odd(word: str, rest: str, text: str) -> str:
    """What is wrong with a comment that starts as one of ours; empty where nothing is.  text: of the module."""
    if word not in WORDS:
        return f"there is no clause `{word}`{suggestion(word.lower(), WORDS)}"
    if word != "raises":
        return ""
    names = [name.rpartition(".")[2] for name in re.findall(r"[\w.]+", rest)]
    strange = [name for name in names if not hasattr(builtins, name) and len(re.findall(rf"\b{name}\b", text)) == 1]
    if strange:
        return f"`raises` names `{strange[0]}`, which is nothing here{suggestion(strange[0], _EXCEPTIONS)}"
    return "" if names else "`raises` names no exception"


_EXCEPTIONS: Final = [name for name in dir(builtins) if name.endswith(("Error", "Exception"))]
