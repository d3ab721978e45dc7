"""What the text of a module says that its lowered functions do not keep."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from clew.frontend.declared import Declared, declared_in
from clew.frontend.leading import leading_in
from clew.frontend.parsing import parse_expression, parse_module
from clew.frontend.places import span_of
from clew.frontend.scopes import find_scopes
from clew.records import dataclass
from clew.regexes import regex
from clew.source.recursion import deep_recursion
from clew.source.spans import Span

_OPTIONAL: Final = regex(r"\bNone\b|\bOptional\b")
_SEEN_THROUGH: Final = frozenset({"Union", "Annotated", "Final", "ClassVar", "Literal", "Required", "NotRequired"})
_Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class ModuleFacts:
    """hidden: names that the module binds itself, and so need not mean builtins; `*` where it imports some of them so.

    values: by the span of an assignment, that of what is assigned; augmented: the assignments such as `x += 1`;
    optional: names of attributes that may hold None, and of functions that may return it or something else; leading:
    the tests of assertions that are preconditions.
    """

    hidden: frozenset[str]
    values: Mapping[Span, Span]
    augmented: frozenset[Span]
    optional: frozenset[str]
    declared: Declared
    leading: frozenset[Span] = frozenset()


def may_mean_none(annotation: str) -> bool:
    """Does an annotation allow None?  That of a container whose elements may be None does not."""
    if _OPTIONAL.search(annotation) is None:
        return False
    try:
        return _allows_none(parse_expression(annotation.strip().strip("\"'")))
    except (SyntaxError, ValueError, RecursionError):
        return True


def _allows_none(node: ast.expr) -> bool:
    match node:
        case ast.Subscript(value=head, slice=inner):
            parts = inner.elts if isinstance(inner, ast.Tuple) else [inner]
            name = ast.unparse(head).rpartition(".")[2]
            return name == "Optional" or (name in _SEEN_THROUGH and any(map(_allows_none, parts)))
        case ast.BinOp(left=left, right=right):
            return _allows_none(left) or _allows_none(right)
        case ast.Constant(value=str(text)):
            return may_mean_none(text)
    return _OPTIONAL.search(ast.unparse(node)) is not None


def facts_of(text: str) -> ModuleFacts:
    """text: that of a module that Python accepts."""
    with deep_recursion():
        tree = parse_module(text)
        hidden = find_scopes(tree).module_names
    values: dict[Span, Span] = {}
    augmented: set[Span] = set()
    optional: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value) | ast.NamedExpr(value=value):
                values[span_of(node)] = span_of(value)
            case ast.AugAssign():
                augmented.add(span_of(node))
            case ast.ClassDef():
                optional.update(_fields(node))
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                optional.update(_set_to_none(node))
                if node.returns is not None and ast.unparse(node.returns) != "None" and _is_optional(node.returns):
                    optional.add(node.name)
    return ModuleFacts(
        hidden, values, frozenset(augmented), frozenset(optional), declared_in(tree), leading_in(tree).tests
    )


def _is_optional(annotation: ast.expr | None) -> bool:
    return annotation is not None and may_mean_none(ast.unparse(annotation))


def _is_none(value: ast.expr | None) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def _fields(cls: ast.ClassDef) -> Iterator[str]:
    """The attributes that the body of a class says may be None."""
    for statement in cls.body:
        match statement:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=value):
                if _is_optional(annotation) or _is_none(value):
                    yield name
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if _is_none(value):
                yield name


def _set_to_none(function: _Function) -> Iterator[str]:
    """The attributes that a function sets to None, or to a parameter that may be None."""
    given = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    absent = {a.arg for a in given if _is_optional(a.annotation)}
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=targets, value=value):
                if _is_none(value) or (isinstance(value, ast.Name) and value.id in absent):
                    yield from (t.attr for t in targets if isinstance(t, ast.Attribute))
            case ast.AnnAssign(target=ast.Attribute(attr=name), annotation=annotation) if _is_optional(annotation):
                yield name
