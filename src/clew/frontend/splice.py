"""Put other bodies into the functions of a module and compile it.

Everything but the bodies stays: decorators, defaults, annotations, class bodies, `from __future__` imports, docstrings.
"""

from __future__ import annotations

import ast
import types
from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

from clew.frontend.parsing import parse_module
from clew.frontend.places import first_line

Place = tuple[int, int]  # line and column of the `def`
_Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)


def splice(text: str | bytes, file: str, bodies: Mapping[Place, str]) -> tuple[types.CodeType, tuple[Place, ...]]:
    """Code of the module with these function bodies (unindented text), and the places whose body did not parse."""
    try:
        return _spliced(text, file, bodies), ()
    except SyntaxError:
        refused = tuple(_refused(text, file, bodies))
    return _spliced(text, file, {place: body for place, body in bodies.items() if place not in refused}), refused


def parts_of(text: str, prefixes: tuple[str, ...]) -> str:
    """The classes and functions of a module whose names have one of these prefixes, in their lines, and no others."""
    if "" in prefixes:
        return text
    lines, kept = text.splitlines(keepends=True), set[int]()
    for node in parse_module(text).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and f"{node.name}.".startswith(prefixes):
            first = first_line(node)
            kept |= set(range(first, (node.end_lineno or first) + 1))
    return "".join(line if number in kept else "\n" for number, line in enumerate(lines, 1))


def _spliced(text: str | bytes, file: str, bodies: Mapping[Place, str]) -> types.CodeType:
    module = parse_module(text, file)
    for node, body in _functions(module, bodies):
        docstring = node.body[:1] if ast.get_docstring(node, clean=False) is not None else []
        node.body = [*docstring, *_parse_body(body, isinstance(node, ast.AsyncFunctionDef))]
    return compile(module, file, "exec", dont_inherit=True)


def _functions(module: ast.Module, bodies: Mapping[Place, str]) -> Iterator[tuple[_Function, str]]:
    """Those that get another body, with that."""
    for node in ast.walk(module):
        if isinstance(node, _FUNCTIONS) and (body := bodies.get((node.lineno, node.col_offset))) is not None:
            yield node, body


def _refused(text: str | bytes, file: str, bodies: Mapping[Place, str]) -> Iterator[Place]:
    """The places whose body Python refuses."""
    for node, body in _functions(parse_module(text, file), bodies):
        try:
            _compile_alone(node, _parse_body(body, isinstance(node, ast.AsyncFunctionDef)), file)
        except SyntaxError:
            yield node.lineno, node.col_offset


def _parse_body(body: str, asynchronous: bool) -> list[ast.stmt]:
    indented = "".join(f" {line}\n" for line in body.split("\n"))
    tree = parse_module(f"{'async ' if asynchronous else ''}def body():\n{indented}")
    function = tree.body[0]
    assert isinstance(function, _FUNCTIONS)
    return function.body


def _compile_alone(node: _Function, body: list[ast.stmt], file: str) -> None:
    """Raise the SyntaxError that only the compiler finds."""
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


def lines_of_def(code: types.CodeType) -> range:
    """Where the `def` of a code object can be: it starts with its decorators."""
    return range(code.co_firstlineno, code.co_firstlineno + 40)


def function_codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """Every code object below this one, outermost first."""
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield constant
            yield from function_codes(constant)
