"""What the names of a module certainly stand for, read off its text: ints that are assigned once, and its functions.

A name counts only where the module binds it once, at the top level and not in a branch or loop, and no function
declares it global.  What other modules do to it from outside is not seen.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Mapping

from clew.frontend.parsing import parse_module
from clew.frontend.scopes import parameters_of
from clew.records import dataclass


@dataclass(frozen=True, slots=True)
class ModuleValues:
    """numbers: names of ints and bools.  functions: the defaults of undecorated functions, those that are ints and
    bools, by parameter.  bound: every name the module binds; open: it may bind others (`from x import *`)."""

    numbers: Mapping[str, int]
    functions: Mapping[str, Mapping[str, int]]
    bound: frozenset[str]
    open: bool


def module_values(text: str) -> ModuleValues:
    tree = parse_module(text)
    bound = Counter(_bindings(tree, "global" in text))
    open = any(isinstance(node, ast.ImportFrom) and node.names[0].name == "*" for node in ast.walk(tree))
    numbers: dict[str, int] = {}
    functions: dict[str, Mapping[str, int]] = {}
    for node in tree.body:
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ) if bound[name] == 1:
                number = _number(value)
                if number is not None:
                    numbers[name] = number
            case ast.FunctionDef(name=name, args=args, decorator_list=[]) if bound[name] == 1:
                functions[name] = _defaults(args)
    return ModuleValues(numbers, functions, frozenset(bound), open)


def _bindings(tree: ast.Module, inside: bool) -> list[str]:
    """The names bound at module level, once for each binding; inside: and those that functions declare global."""
    found: list[str] = []
    mangled: list[str] = []  # as methods write what is `_Cart__total` in the module
    stack: list[tuple[ast.AST, bool]] = [(node, True) for node in tree.body]
    while stack:
        node, outside = stack.pop()
        match node:
            case ast.Global(names=names):
                found += [*names, *names]
                mangled += [name for name in names if name.startswith("__")]
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name) if outside:
                found.append(name)
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()) if outside:
                found.append(name)
            case ast.alias(name=name, asname=shown) if outside:
                found.append(shown or name.partition(".")[0])
            case ast.ExceptHandler(name=str(name)) if outside:
                found.append(name)
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
                found += [name] if outside else []
        scope = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda)
        if not scope or inside:
            stack += [(child, outside and not scope) for child in ast.iter_child_nodes(node)]
    return found + [name for name in found for short in mangled if name.endswith(short)]


def _number(value: ast.expr) -> int | None:
    match value:
        case ast.Constant(value=bool() | int() as number):
            return int(number)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            inner = _number(operand)
            return None if inner is None else -inner
        case ast.BinOp(left=left, op=ast.Mult() | ast.Add() as op, right=right):
            a, b = _number(left), _number(right)
            if a is None or b is None:
                return None
            return a * b if isinstance(op, ast.Mult) else a + b
    return None


def _defaults(args: ast.arguments) -> dict[str, int]:
    positional = [*args.posonlyargs, *args.args]
    given = zip(positional[len(positional) - len(args.defaults) :], args.defaults, strict=True)
    named = ((a, d) for a, d in zip(args.kwonlyargs, args.kw_defaults, strict=True) if d is not None)
    known = ((a.arg, _number(d)) for a, d in (*given, *named))
    return {name: number for name, number in known if number is not None and name in _names(args)}


def _names(args: ast.arguments) -> set[str]:
    return {a.arg for a in parameters_of(args)}
