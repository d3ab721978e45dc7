"""Loops that may have invariants, and what these may name."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from clew.frontend.places import FunctionNode

SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def loops_of(function: FunctionNode) -> Iterator[ast.While | ast.For]:
    """Its own, outer ones first."""
    return (node for node in _own(function.body) if isinstance(node, ast.While | ast.For))


def variables_of(function: FunctionNode) -> set[str]:
    """The variables that the function binds itself, parameters apart."""
    found, others = set[str](), set[str]()
    for node in _own(function.body):
        match node:
            case ast.ExceptHandler(name=str(name)):
                found.add(name)
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                others |= {*names}
            case _ if bound := bound_by(node):
                found.add(bound)
    return found - others


def bound_by(node: ast.AST) -> str | None:
    """The variable that the node itself binds; handlers of exceptions apart."""
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
            return name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return name
        case ast.alias(name=name, asname=other):
            return (other or name).partition(".")[0]
        case ast.MatchAs(name=name) | ast.MatchStar(name=name) | ast.MatchMapping(rest=name):
            return name
    return None


def free_names(expression: ast.expr) -> Iterator[str]:
    """The names that the expression reads and does not bind itself, each once."""
    yield from dict.fromkeys(_free(expression, frozenset()))


def unclaimed(loop: ast.While | ast.For) -> str | None:
    """Why what would hold at each round cannot be claimed: a `continue` that does more on its way."""
    if isinstance(loop, ast.While):
        return None
    for node in _rounds(loop.body):
        if isinstance(node, ast.Try | ast.TryStar | ast.With | ast.AsyncWith):
            if any(isinstance(inner, ast.Continue) for inner in _rounds([node])):
                return "an invariant of a `for` loop with a `continue` inside of `try` or `with`"
    return None


def _own(body: list[ast.stmt]) -> Iterator[ast.AST]:
    """The nodes that are in no other scope, in the order of the text."""
    stack: list[ast.AST] = [*reversed(body)]
    while stack:
        node = stack.pop()
        yield node
        if not isinstance(node, (*SCOPES, *COMPREHENSIONS)):
            stack.extend(reversed(list(ast.iter_child_nodes(node))))
        elif isinstance(node, COMPREHENSIONS):  # assignment expressions in it bind outside
            stack.extend(n.target for n in ast.walk(node) if isinstance(n, ast.NamedExpr))


def _rounds(body: list[ast.stmt]) -> Iterator[ast.AST]:
    """The statements of a loop that are in no other one."""
    stack: list[ast.AST] = [*body]
    while stack:
        node = stack.pop()
        yield node
        match node:
            case ast.While() | ast.For() | ast.AsyncFor():
                stack.extend(node.orelse)
            case _ if not isinstance(node, SCOPES):
                stack.extend(ast.iter_child_nodes(node))


def _free(node: ast.AST, bound: frozenset[str]) -> Iterator[str]:
    match node:
        case ast.Name(id=name, ctx=ast.Load()):
            if name not in bound:
                yield name
        case ast.Lambda(args=args, body=body):
            for default in (*args.defaults, *(d for d in args.kw_defaults if d is not None)):
                yield from _free(default, bound)
            yield from _free(body, bound | {each.arg for each in ast.walk(args) if isinstance(each, ast.arg)})
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            inner = bound
            for generator in node.generators:
                yield from _free(generator.iter, inner)
                inner |= {n.id for n in ast.walk(generator.target) if isinstance(n, ast.Name)}
                for test in generator.ifs:
                    yield from _free(test, inner)
            elements = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
            for element in elements:
                yield from _free(element, inner)
        case _:
            for child in ast.iter_child_nodes(node):
                yield from _free(child, bound)
