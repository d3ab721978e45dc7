"""Where goals are: the one place that says which span and kind each construct's coverage goals have.

Lowering, the list of goals and the probes all ask here, so that a goal is the same thing in each of them.

    statement     the whole simple statement; the head of a compound one (`if test`, `for x in xs`, `def f`, `try`)
    branch        decisions: true/false at the tested expression (`if`, `elif`, `while`, ternary, `assert`, filter of a
                  comprehension, `match` guard); loops over iterables: entered/empty/exhausted at the iterable; `match`
                  cases: taken/missed at the pattern (an irrefutable case cannot be missed); `except` clauses: entered
                  at the head
    condition     true/false at each atomic operand whose truth is tested by `and`/`or`, `not` being looked through, and
                  at each comparison of a chain; only where a decision has at least two of them.  The last operand of an
                  `and`/`or` used as a value is not tested, so it has no goal.

A loop is `entered` when its iterable gives an item, `empty` when it has none, `exhausted` when the loop ends because
the iterable did, after one item or more.

Where a literal has answered the question there is no goal: tests and conditions that are one (`while True`,
`if not 0`), that an iterable written out with items is empty (`for c in "+-"`).  `TYPE_CHECKING` counts as False, as
`typing` has it, and what it keeps from running has no goals either.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from clew.source.spans import Span

FunctionNode: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
Comprehension: TypeAlias = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


def span_of(node: ast.AST) -> Span:
    """The whole node."""
    return Span(node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]


def first_line(node: ast.stmt) -> int:
    """Of a statement with its decorators."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(each.lineno for each in decorators)])


def head_span(node: ast.stmt) -> Span:
    """The span of a statement's goal."""
    match node:
        case (
            ast.If(test=end) | ast.While(test=end) | ast.For(iter=end) | ast.AsyncFor(iter=end) | ast.Match(subject=end)
        ):
            return _until(node, end)
        case ast.With(items=items) | ast.AsyncWith(items=items):
            return _until(node, items[-1].optional_vars or items[-1].context_expr)
        case ast.Try() | ast.TryStar():
            return _word(node, "try")
        case ast.FunctionDef(name=name):
            return _word(node, f"def {name}")
        case ast.AsyncFunctionDef(name=name):
            return _word(node, f"async def {name}")
        case ast.ClassDef(name=name):
            return _word(node, f"class {name}")
    return span_of(node)


def handler_span(handler: ast.ExceptHandler) -> Span:
    """The head of an `except` clause."""
    return _word(handler, "except") if handler.type is None else _until(handler, handler.type)


def case_span(case: ast.match_case) -> Span:
    return span_of(case.pattern)


def comparison_span(node: ast.Compare, index: int) -> Span:
    """The index-th comparison of a chain."""
    left = node.left if index == 0 else node.comparators[index - 1]
    right = node.comparators[index]
    return _until(left, right)


def _until(start: ast.AST, end: ast.AST) -> Span:
    first, last = span_of(start), span_of(end)
    return Span(first.line, first.column, last.end_line, last.end_column)


def _word(node: ast.stmt | ast.ExceptHandler, word: str) -> Span:
    return Span(node.lineno, node.col_offset, node.lineno, node.col_offset + len(word.encode()))


def has_goal(node: ast.stmt, docstring: ast.stmt | None) -> bool:
    """Whether a statement is executed at all: declarations and the docstring are not."""
    match node:
        case ast.Global() | ast.Nonlocal():
            return False
        case ast.AnnAssign(target=ast.Name(), value=None):
            return False
    return node is not docstring


def docstring_of(node: ast.AST) -> ast.stmt | None:
    """The docstring statement of a function, class or module."""
    match node:
        case (
            ast.FunctionDef(body=[ast.Expr(value=ast.Constant(value=str())) as first, *_])
            | ast.AsyncFunctionDef(body=[ast.Expr(value=ast.Constant(value=str())) as first, *_])
            | ast.ClassDef(body=[ast.Expr(value=ast.Constant(value=str())) as first, *_])
            | ast.Module(body=[ast.Expr(value=ast.Constant(value=str())) as first, *_])
        ):
            return first
    return None


def is_compound(test: ast.expr) -> bool:
    """Whether a decision has several conditions (so that they are goals of their own)."""
    match test:
        case ast.BoolOp():
            return True
        case ast.Compare(ops=ops):
            return len(ops) > 1
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return is_compound(operand)
    return False


def strip_not(node: ast.expr) -> tuple[ast.expr, bool]:
    """The operand under any number of `not`, and whether that number is odd."""
    negated = False
    while isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        node, negated = node.operand, not negated
    return node, negated


def is_fixed(test: ast.expr) -> bool:
    """Is its truth written down, as the whole of it?"""
    bare, _ = strip_not(test)
    return isinstance(bare, ast.Constant) or is_for_type_checkers(bare)


def is_for_type_checkers(test: ast.expr) -> bool:
    """Is it the name of what only type checkers take for true?"""
    match test:
        case ast.Name("TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING"):
            return True
    return False


def never_runs(statement: ast.If) -> list[ast.stmt]:
    """The block that only type checkers read."""
    bare, negated = strip_not(statement.test)
    return (statement.orelse if negated else statement.body) if is_for_type_checkers(bare) else []


def has_items(iterable: ast.expr) -> bool:
    """Is there an item in it for all to see?"""
    match iterable:
        case ast.Constant(str() | bytes() as text):
            return bool(text)
        case ast.Tuple(items) | ast.List(items) | ast.Set(items):
            return any(not isinstance(item, ast.Starred) for item in items)
        case ast.Dict(keys):
            return any(key is not None for key in keys)
    return False


def is_irrefutable(pattern: ast.pattern) -> bool:
    """Whether a pattern matches everything (PEP 634)."""
    match pattern:
        case ast.MatchAs(pattern=None):
            return True
        case ast.MatchAs(pattern=inner) if inner is not None:
            return is_irrefutable(inner)
        case ast.MatchOr(patterns=patterns):
            return any(is_irrefutable(p) for p in patterns)
    return False


def own_nodes(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """All nodes of a function itself."""
    stack = [*body]
    while stack:
        node = stack.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            stack.extend(ast.iter_child_nodes(node))


def functions_of(tree: ast.Module) -> Iterator[FunctionNode]:
    """Every `def`, in source order, nested ones after the function they are in."""
    stack: list[ast.AST] = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
        if not isinstance(node, ast.expr):
            stack.extend(reversed(list(ast.iter_child_nodes(node))))
