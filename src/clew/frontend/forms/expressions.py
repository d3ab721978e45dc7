"""Tests, comparisons and choices, each in one way."""

from __future__ import annotations

import ast

from clew.frontend.forms.symbols import Symbolic
from clew.frontend.forms.truth import OPPOSITE, as_test, as_tuple, is_negated, joined, values_of
from clew.frontend.syntax_copies import copy_of


class Expressions(ast.NodeTransformer):
    """What is asked once in tests, and may be twice elsewhere (`truth.py`), is changed in tests only."""

    def __init__(self, symbolic: Symbolic) -> None:
        self.may_repeat = symbolic.may_repeat

    def tested(self, node: ast.expr) -> ast.expr:
        """Of which only the truth is asked: a chain of comparisons is several."""
        match node:
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return ast.UnaryOp(ast.Not(), self.tested(operand))
            case ast.BoolOp(op=op, values=values):
                return ast.BoolOp(op, [*map(self.tested, values)])
            case ast.Compare(left=left, ops=[_, _, *_], comparators=others) if all(map(self.may_repeat, others[:-1])):
                pairs = zip([left, *others], node.ops, others, strict=False)
                single = (ast.Compare(copy_of(left), [op], [copy_of(right)]) for left, op, right in pairs)
                return ast.BoolOp(ast.And(), [*map(_one_comparison, single)])
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        return _one_comparison(node) if len(node.ops) == 1 else node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.UnaryOp(op=ast.Not(), operand=ast.Compare(left=left, ops=[op], comparators=others)):
                if type(op) in OPPOSITE:
                    return ast.Compare(left, [OPPOSITE[type(op)]()], others)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        return _chosen(as_test(self.tested(node.test)), node.body, node.orelse)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        node.args = [*map(self.given, node.args)]
        for keyword in node.keywords:
            keyword.value = self.given(keyword.value)
        return node

    def given(self, node: ast.expr) -> ast.expr:
        """An argument, of which nobody asks the truth again: `x if x else y` is `x or y`."""
        match node:
            case ast.IfExp(ast.Name(id=name) as test, body, orelse) if self.may_repeat(test):
                if isinstance(body, ast.Name) and body.id == name:
                    return ast.BoolOp(ast.Or(), [test, *values_of(ast.Or(), orelse)])
                if isinstance(orelse, ast.Name) and orelse.id == name:
                    return ast.BoolOp(ast.And(), [test, *values_of(ast.And(), body)])
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self.generic_visit(node)
        node.ifs = joined(ast.And(), [as_test(self.tested(each)) for each in node.ifs]).values
        return node

    def visit_If(self, node: ast.If) -> ast.AST:
        self.generic_visit(node)
        node.test = self.tested(node.test)
        return node

    def visit_While(self, node: ast.While) -> ast.AST:
        self.generic_visit(node)
        node.test = self.tested(node.test)
        return node

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        self.generic_visit(node)
        node.test = as_test(self.tested(node.test))
        return node

    def visit_Return(self, node: ast.Return) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.value, ast.Compare):
            node.value = self.tested(node.value)
        return node


def _one_comparison(node: ast.Compare) -> ast.Compare:
    op, right = node.ops[0], node.comparators[0]
    if isinstance(op, ast.Is | ast.IsNot) and isinstance(node.left, ast.Constant):
        return ast.Compare(right, [op], [node.left])
    return ast.Compare(node.left, [op], [as_tuple(right)]) if isinstance(op, ast.In | ast.NotIn) else node


def _chosen(test: ast.expr, body: ast.expr, orelse: ast.expr) -> ast.IfExp:
    if is_negated(test):
        return ast.IfExp(as_test(test, positive=False), orelse, body)
    return ast.IfExp(test, body, orelse)
