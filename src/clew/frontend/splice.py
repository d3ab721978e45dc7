"""Put other bodies into the functions of a module and compile it.

Everything but the bodies stays: decorators, defaults, annotations, class bodies, `from __future__` imports, docstrings.
"""

from __future__ import annotations

import ast
import types
from collections.abc import Iterator, Mapping

Place = tuple[int, int]  # line and column of the `def`


def splice(text: str | bytes, file: str, bodies: Mapping[Place, str]) -> tuple[types.CodeType, tuple[Place, ...]]:
    """Code of the module with these function bodies (unindented Python text), and the places whose body did not parse."""
    module = ast.parse(text, file)
    refused: list[Place] = []
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = bodies.get((node.lineno, node.col_offset))
            if body is None:
                continue
            try:
                statements = _parse_body(body, isinstance(node, ast.AsyncFunctionDef))
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


def function_codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """Every code object below this one, outermost first."""
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield constant
            yield from function_codes(constant)
