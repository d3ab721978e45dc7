"""Put other bodies into the functions of a module and compile it.

Everything but the bodies stays: decorators, defaults, annotations, class bodies, `from __future__` imports, docstrings.
"""

from __future__ import annotations

import ast
import types
from collections.abc import Iterator, Mapping
from typing import Any

Place = tuple[int, int]  # line and column of the `def`


def splice(text: str | bytes, file: str, bodies: Mapping[Place, str]) -> tuple[types.CodeType, tuple[Place, ...]]:
    """Code of the module with these function bodies (unindented text), and the places whose body did not parse."""
    module = ast.parse(text, file)
    refused: list[Place] = []
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = bodies.get((node.lineno, node.col_offset))
            if body is None:
                continue
            try:
                statements = _parse_body(body, isinstance(node, ast.AsyncFunctionDef))
                _compile_alone(node, statements, file)
            except SyntaxError:
                refused.append((node.lineno, node.col_offset))
                continue
            docstring = node.body[:1] if ast.get_docstring(node, clean=False) is not None else []
            node.body = [*docstring, *statements]
    ast.fix_missing_locations(module)
    return compile(module, file, "exec", dont_inherit=True), tuple(refused)


def _parse_body(body: str, asynchronous: bool) -> list[ast.stmt]:
    indented = "".join(f" {line}\n" for line in body.split("\n"))
    tree = ast.parse(f"{'async ' if asynchronous else ''}def body():\n{indented}")
    function = tree.body[0]
    assert isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
    return function.body


def _compile_alone(node: ast.FunctionDef | ast.AsyncFunctionDef, body: list[ast.stmt], file: str) -> None:
    """Raise the SyntaxError that only the compiler finds, here, where it costs one function and not the module."""
    plain = ast.arguments(
        posonlyargs=[_bare(a) for a in node.args.posonlyargs],
        args=[_bare(a) for a in node.args.args],
        vararg=_bare(node.args.vararg) if node.args.vararg else None,
        kwonlyargs=[_bare(a) for a in node.args.kwonlyargs],
        kw_defaults=[None for _ in node.args.kwonlyargs],
        kwarg=_bare(node.args.kwarg) if node.args.kwarg else None,
        defaults=[],
    )
    kind: Any = type(node)
    alone = kind(name=node.name, args=plain, body=body, decorator_list=[], type_params=[])
    compile(ast.fix_missing_locations(ast.Module([alone], [])), file, "exec", dont_inherit=True)


def _bare(argument: ast.arg) -> ast.arg:
    return ast.arg(arg=argument.arg)


def function_codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """Every code object below this one, outermost first."""
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield constant
            yield from function_codes(constant)
