"""Comprehensions as the loops they stand for."""

from __future__ import annotations

import ast
from typing import TypeAlias

Made: TypeAlias = ast.ListComp | ast.SetComp | ast.DictComp


def loop_of(made: Made, name: str) -> list[ast.stmt]:
    empty: ast.expr
    match made:
        case ast.ListComp(elt):
            empty, filling = ast.List([], ast.Load()), called(name, "append", elt)
        case ast.SetComp(elt):
            empty, filling = ast.Call(ast.Name("set", ast.Load()), [], []), called(name, "add", elt)
        case ast.DictComp(key, value):
            place = ast.Subscript(ast.Name(name, ast.Load()), key, ast.Store())
            empty, filling = ast.Dict([], []), ast.Assign([place], value)
    return [ast.Assign([ast.Name(name, ast.Store())], empty), rounds_of(made, [filling])]


def called(name: str, method: str, value: ast.expr) -> ast.stmt:
    return ast.Expr(ast.Call(ast.Attribute(ast.Name(name, ast.Load()), method, ast.Load()), [value], []))


def rounds_of(made: Made | ast.GeneratorExp, body: list[ast.stmt]) -> ast.stmt:
    for each in reversed(made.generators):
        for test in reversed(each.ifs):
            body = [ast.If(test, body, [])]
        body = [ast.For(each.target, each.iter, body, [])]
    return body[0]
