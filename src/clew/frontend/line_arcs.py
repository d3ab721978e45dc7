"""Decisions as tools that count lines and arcs between them see them: a line, and the lines of the block behind it."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator

from clew.frontend.module import parse
from clew.frontend.places import case_span, first_line, handler_span, span_of
from clew.records import dataclass
from clew.source.diagnostics import Diagnostic
from clew.source.recursion import deep_recursion
from clew.source.spans import Span


@dataclass(frozen=True, slots=True)
class BlockDecision:
    """A decision of the control flow between statements.

    place: the span of its goals (a test, an iterable, a pattern); line: where its statement or clause begins;
    first, last: the lines of the block that it enters; otherwise: those of its `else`, (0, 0) where there is none.
    leaves: does the block end with `return` or `raise`?  into: the outcomes that enter it, past: those that do not.
    """

    place: Span
    line: int
    first: int
    last: int
    otherwise: tuple[int, int]
    leaves: bool
    into: tuple[str, ...]
    past: tuple[str, ...]

    def entering(self, arcs: Collection[tuple[int, int]]) -> list[tuple[int, int]]:
        """Of the arcs that leave its line those into its block; none where that cannot be told."""
        if self.first > self.line:
            return [arc for arc in arcs if self.first <= arc[1] <= self.last]
        first, last = self.otherwise
        past = [arc for arc in arcs if first and first <= arc[1] <= last]
        if past:
            return [arc for arc in arcs if arc not in past]
        return [arc for arc in arcs if arc[1] < 0] if self.leaves else []


class Blocks:
    """Of one text; none where it does not parse.

    decisions: all `if`, `while`, `for` and `case`; handlers: the lines of `except` clauses, with the span of the goal
    that one is entered.
    """

    def __init__(self, text: str, file: str) -> None:
        with deep_recursion():
            tree = parse(text, file)
            self._tree = ast.Module([], []) if isinstance(tree, Diagnostic) else tree
            nodes = [*ast.walk(self._tree)]
        self.decisions = [*_decisions(nodes)]
        self.handlers = {node.lineno: handler_span(node) for node in nodes if isinstance(node, ast.ExceptHandler)}

    def functions_with(self, lines: Collection[int]) -> list[str]:
        """The qualified names of the outermost functions in whose bodies one of the lines is; those in no function are
        in none.
        """
        with deep_recursion():
            return list(dict.fromkeys(_functions(self._tree, "", lines)))


def _decisions(nodes: Iterable[ast.AST]) -> Iterator[BlockDecision]:
    for node in nodes:
        match node:
            case ast.If() | ast.While():
                yield _decision(span_of(node.test), node.lineno, node.body, node.orelse, ("true",), ("false",))
            case ast.For() | ast.AsyncFor():
                yield _decision(
                    span_of(node.iter), node.lineno, node.body, node.orelse, ("entered",), ("exhausted", "empty")
                )
            case ast.match_case():
                yield _decision(case_span(node), node.pattern.lineno, node.body, [], ("taken",), ("missed",))


def _decision(
    place: Span,
    line: int,
    body: list[ast.stmt],
    orelse: list[ast.stmt],
    into: tuple[str, ...],
    past: tuple[str, ...],
) -> BlockDecision:
    first, last = _lines(body)
    leaves = isinstance(body[-1], ast.Return | ast.Raise)
    return BlockDecision(place, line, first, last, _lines(orelse) if orelse else (0, 0), leaves, into, past)


def _lines(body: list[ast.stmt]) -> tuple[int, int]:
    first = first_line(body[0])
    return first, body[-1].end_lineno or first


def _functions(node: ast.AST, prefix: str, lines: Collection[int]) -> Iterator[str]:
    for inner in ast.iter_child_nodes(node):
        match inner:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                if any(inner.body[0].lineno <= line <= (inner.end_lineno or line) for line in lines):
                    yield prefix + inner.name
            case ast.ClassDef():
                yield from _functions(inner, f"{prefix}{inner.name}.", lines)
            case ast.expr():
                continue
            case _:
                yield from _functions(inner, prefix, lines)
