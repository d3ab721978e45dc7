"""A module in which a mutant stands in the place of its function: as a whole, as code for the function that is there
already, and as the line that it changes.

    def f(a, b):                 `if a < b:` → `if a <= b:`; the code of the changed `f`, to be given to functions that
        if a < b:                were made from the old one
            return a
"""

from __future__ import annotations

import ast
import types
from collections.abc import Iterator
from typing import Final

from clew.frontend.mutants import Mutant, mutants_of, other_constants
from clew.frontend.parsing import parse_module
from clew.frontend.places import FunctionNode, first_line, functions_of, head_span, span_of
from clew.records import dataclass
from clew.source.spans import Span

MOST: Final = 200  # changes of one function that are tried

Line = ast.stmt | ast.excepthandler | ast.match_case
"""What is written on a line, or several, of its own."""


def changed_module(text: str, mutant: Mutant) -> ast.Module:
    """The whole module with the changed function in it."""
    tree = parse_module(text)
    _replace(tree, mutant.node)
    return tree


def changed_code(text: str, file: str, mutant: Mutant) -> types.CodeType:
    """Of the changed function, compiled where it stands: in its classes and under the imports from `__future__`, with
    nothing else of the module.  What is around it gives a function no names but `__class__`.
    """
    tree = parse_module(text)
    _replace(tree, mutant.node)
    future = [s for s in tree.body if isinstance(s, ast.ImportFrom) and s.module == "__future__"]
    kept = ast.Module([*future, _only(tree, mutant.node)], [])
    return _code_in(compile(kept, file, "exec", dont_inherit=True), mutant.node)


@dataclass(frozen=True, slots=True)
class ChangedCode:
    """lines: of the statement that the change is in, or of its head; a call that passes none of them is not changed.

    default: a parameter and what it has by default instead, where that is the change.
    """

    name: str
    code: types.CodeType
    lines: range
    default: tuple[str, object] | None = None


def changed_codes(text: str, place: Span, file: str) -> Iterator[ChangedCode]:
    """Of each mutant of the function there, the further ones among them; of many only some, from all over it."""
    tree = parse_module(text)
    node = next(each for each in functions_of(tree) if span_of(each) == place)
    heads = [head_span(each) for each in ast.walk(node) if isinstance(each, ast.stmt)]
    mutants = mutants_of(node, further=True, most=MOST)
    future = [s for s in tree.body if isinstance(s, ast.ImportFrom) and s.module == "__future__"]
    kept = ast.Module([*future, _only(tree, node)], [])
    own = _code_in(compile(kept, file, "exec", dont_inherit=True), node)
    for mutant in mutants:
        node.body = mutant.node.body
        span = mutant.place.span
        around = min((head for head in heads if span.inside(head)), key=_length, default=place)
        code = _code_in(compile(kept, file, "exec", dont_inherit=True), node)
        name = f"{span.line}.{span.column}-{span.end_line}.{span.end_column}:{mutant.place.outcome}"
        yield ChangedCode(name, code, range(around.line, around.end_line + 1))
    for parameter, value in _other_defaults(node):
        yield ChangedCode(f"{parameter}={value!r}", own, range(place.line, place.end_line + 1), (parameter, value))


def _other_defaults(node: FunctionNode) -> Iterator[tuple[str, object]]:
    """Of each parameter whose default is a constant."""
    given = node.args
    positional = [*given.posonlyargs, *given.args]
    pairs = [*zip(positional[len(positional) - len(given.defaults) :], given.defaults, strict=True)]
    pairs += [(p, d) for p, d in zip(given.kwonlyargs, given.kw_defaults, strict=True) if d is not None]
    for parameter, default in pairs:
        if isinstance(default, ast.Constant):
            yield from ((parameter.arg, other) for other in other_constants(default.value))


def _length(span: Span) -> tuple[int, int]:
    return span.end_line - span.line, span.end_column - span.column


def changed_lines(original: FunctionNode, mutant: Mutant) -> tuple[str, str]:
    """What the change is in, before and after, as Python would write it on one line."""
    place = mutant.place.span
    before = list(_lines(original))
    number = max(i for i, line in enumerate(before) if _is_in(place, line))  # those inside of others come after them
    return _written(before[number]), _written(list(_lines(mutant.node))[number])


def _replace(tree: ast.Module, changed: FunctionNode) -> None:
    place = span_of(changed)
    node = next(each for each in functions_of(tree) if span_of(each) == place)
    node.body = changed.body


def _only(tree: ast.Module, node: FunctionNode) -> ast.stmt:
    """The function, in the classes that are around it and in nothing else."""
    place = span_of(node)
    kept: ast.stmt = next(each for each in functions_of(tree) if span_of(each) == place)
    around = [n for n in ast.walk(tree) if isinstance(n, ast.ClassDef) and place.inside(span_of(n))]
    for cls in sorted(around, key=lambda each: each.lineno, reverse=True):
        cls.body, cls.decorator_list, cls.bases, cls.keywords = [kept], [], [], []
        kept = cls
    return kept


def _code_in(code: types.CodeType, node: FunctionNode) -> types.CodeType:
    """The outermost code of this name: what is around it are modules, classes and scopes of type parameters."""
    waiting = [code]
    while waiting:
        found = [each for outer in waiting for each in outer.co_consts if isinstance(each, types.CodeType)]
        first = first_line(node)
        wanted = [each for each in found if each.co_name == node.name and each.co_firstlineno == first]
        if wanted:
            return wanted[0]
        waiting = found
    raise AssertionError(f"no code of {node.name}")


def _lines(node: ast.AST) -> Iterator[Line]:
    """In source order; a change of one of them leaves those before it alone."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Line):
            yield child
        yield from _lines(child)


def _is_in(place: Span, line: Line) -> bool:
    if isinstance(line, ast.match_case):
        return line.guard is not None and place.inside(span_of(line.guard))
    return place.inside(span_of(line))


def _written(line: Line) -> str:
    if isinstance(line, ast.match_case):
        guard = "" if line.guard is None else f" if {ast.unparse(line.guard)}"
        return f"case {ast.unparse(line.pattern)}{guard}:"
    if isinstance(line, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return f"{'class' if isinstance(line, ast.ClassDef) else 'def'} {line.name}"
    return ast.unparse(line).partition("\n")[0]
