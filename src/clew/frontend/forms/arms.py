"""Arms of an `if` that do the same are one: `if a: X` `elif b: X` is `if a or b: X`."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from clew.frontend.forms.truth import joined
from clew.frontend.sides import dumped


def with_joined_arms(root: ast.AST) -> None:
    """Each condition is asked as often as before.  The tree is changed."""
    for each in ast.iter_child_nodes(root):
        with_joined_arms(each)
    if isinstance(root, ast.If):
        while _joins(root):
            pass


def _joins(node: ast.If) -> bool:
    match node:
        case ast.If(orelse=[ast.If(test, body, orelse)]):
            if _is_same(node.body, body):
                node.test, node.orelse = joined(ast.Or(), [node.test, test]), orelse
                return True
            if _is_same(node.body, orelse):
                node.test, node.orelse = joined(ast.Or(), [node.test, _opposite(test)]), body
                return True
    match node:
        case ast.If(body=[ast.If(test, body, orelse)]):
            if _is_same(node.orelse, orelse):
                node.test, node.body = joined(ast.And(), [node.test, test]), body
                return True
            if _is_same(node.orelse, body):
                node.test, node.body = joined(ast.And(), [node.test, _opposite(test)]), orelse
                return True
    return False


def _is_same(one: Sequence[ast.stmt], other: Sequence[ast.stmt]) -> bool:
    return len(one) == len(other) and [*map(dumped, one)] == [*map(dumped, other)]


def _opposite(test: ast.expr) -> ast.expr:
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return operand
    return ast.UnaryOp(ast.Not(), test)
