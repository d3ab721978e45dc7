"""Statements without what says nothing (annotations, texts, `pass`), and with names given before they are used."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Mapping
from typing import Final, TypeAlias

from clew.frontend.forms.symbols import MARK, Symbolic
from clew.frontend.places import FunctionNode
from clew.frontend.sides import DEFINITION

Block: TypeAlias = list[ast.stmt]


class PlainStatements(ast.NodeTransformer):
    """Annotations, texts and `pass` are dropped, and constants assigned one by one."""

    def __init__(self, symbolic: Symbolic) -> None:
        self.bound = Counter(n.id for n in ast.walk(symbolic.node) if isinstance(n, ast.Name) and _is_store(n))

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        self.generic_visit(node)
        if node.value is not None:
            return ast.Assign([node.target], node.value)
        is_named_only = isinstance(node.target, ast.Name) and self.bound[node.target.id] > 1
        return None if is_named_only else node  # else it alone makes the name local, or looks at an attribute

    def visit_Pass(self, node: ast.Pass) -> None:
        return None

    def visit_Expr(self, node: ast.Expr) -> ast.AST | Block | None:
        return None if isinstance(node.value, ast.Constant) else self.before(node, "value")

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        return ast.Constant(node.value)

    def visit_Assign(self, node: ast.Assign) -> ast.AST | Block:
        found = self.before(node, "value")
        match found:
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                named = len(names) == len(values) and all(isinstance(n, ast.Name) for n in names)
                if named and all(isinstance(v, ast.Constant) for v in values):
                    return [ast.Assign([name], value) for name, value in zip(names, values, strict=True)]
        return found

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        self.generic_visit(node)
        _declare_first(node)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """One of which only what it returns is seen (`symbols.py`) is a lambda."""
        self.generic_visit(node)
        _declare_first(node)
        if MARK in node.name:
            value = node.body[0].value if node.body and isinstance(node.body[0], ast.Return) else None
            named = ast.Name(node.name, ast.Store())
            return ast.Assign([named], ast.Lambda(node.args, value or ast.Constant(None)))
        return node

    def visit_Return(self, node: ast.Return) -> ast.AST | Block:
        return self.before(node, "value")

    def visit_If(self, node: ast.If) -> ast.AST | Block:
        return self.before(node, "test")

    def visit_While(self, node: ast.While) -> ast.AST:
        self.generic_visit(node)
        named = _named_first(node, "test")
        if named is None or node.orelse:
            return node
        return ast.While(ast.Constant(True), [named, ast.If(node.test, node.body, [ast.Break()])], [])

    def before(self, node: ast.stmt, part: str) -> ast.AST | Block:
        """`:=` in what is evaluated first is an assignment before it."""
        self.generic_visit(node)
        found: Block = []
        while (named := _named_first(node, part)) is not None:
            found.append(named)
        return [*found, node] if found else node


def _declare_first(node: FunctionNode) -> None:
    """What is said to be global, or of a function around, is said at once, wherever it stands."""
    said: dict[type[ast.Global | ast.Nonlocal], set[str]] = {ast.Global: set(), ast.Nonlocal: set()}
    waiting: list[ast.AST] = [node]
    while waiting:
        for _, block in ast.iter_fields(waiting.pop()):
            if isinstance(block, list):
                for each in [*block]:
                    if isinstance(each, ast.Global | ast.Nonlocal):
                        said[type(each)].update(each.names)
                        block.remove(each)
                waiting += (e for e in block if isinstance(e, ast.AST) and not isinstance(e, (*DEFINITION, ast.expr)))
    node.body[:0] = [kind(sorted(names)) for kind, names in said.items() if names]


_FIRST: Final[Mapping[type[ast.expr], str]] = {
    **{ast.Compare: "left", ast.BoolOp: "values", ast.UnaryOp: "operand", ast.BinOp: "left", ast.Attribute: "value"},
    **{ast.Subscript: "value", ast.IfExp: "test", ast.Tuple: "elts", ast.List: "elts", ast.Call: "func"},
}


def _named_first(node: ast.AST, part: str) -> ast.Assign | None:
    """What it evaluates first, if that is given a name, which stands in its place then."""
    while True:
        held = getattr(node, part)
        first = held[0] if isinstance(held, list) and held else held
        match first:
            case ast.NamedExpr(target, value):
                again = ast.Name(target.id, ast.Load())
                if isinstance(held, list):
                    held[0] = again
                else:
                    setattr(node, part, again)
                return ast.Assign([target], value)
            case ast.expr() if type(first) in _FIRST:
                node, part = first, _FIRST[type(first)]
            case _:
                return None


def _is_store(node: ast.Name) -> bool:
    return not isinstance(node.ctx, ast.Load)
