"""Assertions that a function starts with and that are about its parameters: what it asks of its callers.

    def share(total: int, parts: int) -> int:
        assert parts > 0, "nobody to share with"     # one
        rest = total % parts
        assert rest < parts                          # none: a claim of the function
        return total // parts

The test only looks (`clause_purity`), at parameters, names of the module and what these hold, and at more than private
attributes of the receiver, which no caller sees.  A function asks its callers where a call carries it out: generators
and coroutines begin later, and what is in a function is called by that.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from clew.frontend.clause_purity import Purity
from clew.frontend.places import FunctionNode, docstring_of, span_of
from clew.records import dataclass
from clew.source.spans import Span

MAKERS: Final = frozenset({"__init__", "__new__", "__post_init__"})
"""What is called by the name of the class."""


@dataclass(frozen=True, slots=True)
class Leading:
    """tests: the places of the tests of such assertions; asking: those of the assertions that callers have to keep."""

    tests: frozenset[Span]
    asking: frozenset[Span]


def leading_in(tree: ast.Module) -> Leading:
    tests: set[Span] = set()
    asking: set[Span] = set()
    starting = [(owner, node) for owner, node in _functions(tree) if next(_first(node), None) is not None]
    purity = Purity(tree if starting else ast.Module([], []))
    for owner, node in starting:
        for each in _leading(owner, node, purity):
            tests.add(span_of(each.test))
            if isinstance(owner, ast.Module | ast.ClassDef) and _begins_when_called(node):
                asking.add(span_of(each))
    return Leading(frozenset(tests), frozenset(asking))


def names_of(qualname: str) -> frozenset[str]:
    """The names by which a function is called."""
    *around, name = qualname.split(".")
    return frozenset({name, *around[-1:]} if name in MAKERS else {name})


def is_between(qualname: str) -> bool:
    """May a function of this name stand for another one, as what a decorator makes does?"""
    return "<locals>" in qualname or qualname.endswith(".__call__")


def _functions(tree: ast.Module) -> Iterator[tuple[ast.AST, FunctionNode]]:
    """Each `def` with the module, class or function around it."""
    stack: list[tuple[ast.AST, ast.AST]] = [(tree, tree)]
    while stack:
        owner, node = stack.pop()
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
                yield owner, child
                stack.append((child, child))
            elif not isinstance(child, ast.expr):
                # The methods of a class in a function are of the function.
                own = isinstance(child, ast.ClassDef) and isinstance(owner, ast.Module | ast.ClassDef)
                stack.append((child if own else owner, child))


def _first(node: FunctionNode) -> Iterator[ast.Assert]:
    """The assertions before any other statement."""
    docstring = docstring_of(node)
    for statement in node.body:
        if isinstance(statement, ast.Assert):
            yield statement
        elif statement is not docstring:
            return


def _leading(owner: ast.AST, node: FunctionNode, purity: Purity) -> Iterator[ast.Assert]:
    arguments = [a for a in ast.walk(node.args) if isinstance(a, ast.arg)]
    parameters = {a.arg for a in arguments}
    others = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)} - parameters
    receiver = _receiver(owner, node)
    for statement in _first(node):
        test = statement.test
        own = {n.id for n in ast.walk(test) if isinstance(n, ast.Name)} - _bound_in(test)
        if own & others or own.isdisjoint(parameters) or purity.impure(test) is not None:
            return
        if set(_seen_by_callers(test, receiver)) & parameters - _bound_in(test):
            yield statement


def _bound_in(test: ast.expr) -> set[str]:
    """What comprehensions and lambdas in it bind."""
    found = {n.id for n in ast.walk(test) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    return found | {
        a.arg for n in ast.walk(test) if isinstance(n, ast.Lambda) for a in ast.walk(n) if isinstance(a, ast.arg)
    }


def _seen_by_callers(test: ast.expr, receiver: str) -> Iterator[str]:
    """The names in it, but for those of which a private attribute of the receiver is all that is read."""
    stack: list[ast.AST] = [test]
    while stack:
        match stack.pop():
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name == receiver and _is_private(attribute):
                continue
            case ast.Name(id=name):
                yield name
            case node:
                stack.extend(ast.iter_child_nodes(node))


def _is_private(attribute: str) -> bool:
    return attribute.startswith("_") and not attribute.endswith("__")


def _receiver(owner: ast.AST, node: FunctionNode) -> str:
    given = [*node.args.posonlyargs, *node.args.args]
    static = any(isinstance(d, ast.Name) and d.id == "staticmethod" for d in node.decorator_list)
    return given[0].arg if isinstance(owner, ast.ClassDef) and given and not static else ""


def _begins_when_called(node: FunctionNode) -> bool:
    stack: list[ast.AST] = [*node.body]
    while stack:
        each = stack.pop()
        if isinstance(each, ast.Yield | ast.YieldFrom):
            return False
        if not isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            stack.extend(ast.iter_child_nodes(each))
    return isinstance(node, ast.FunctionDef)
