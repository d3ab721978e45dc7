"""The words that a piece of code mentions, wherever they are defined: for those who go by names alone."""

from __future__ import annotations

import ast

from clew.frontend.places import Comprehension
from clew.frontend.scopes import parameters_of
from clew.frontend.sides import DEFINITION


def mentioned(node: ast.AST) -> set[str]:
    """Names, attributes, and texts that are names, but for a function's own variables."""
    return set().union(*words_in(node))


def words_in(node: ast.AST) -> tuple[set[str], set[str], set[str]]:
    """Names, but for a function's own variables; attributes; texts that are names."""
    names, attributes, texts = set[str](), set[str](), set[str]()
    own = _variables(node)
    for part in ast.walk(node):
        match part:
            case ast.Name(id=name) if name not in own:
                names.add(name)
            case ast.Attribute(attr=name):
                attributes.add(name)
            case ast.Constant(value=str() as text) if text.isidentifier():
                texts.add(text)
    return names, attributes, texts


def _variables(node: ast.AST) -> set[str]:
    """Names that are parameters of the function, or that it sets itself, and that no `global` in it names."""
    if not isinstance(node, DEFINITION):
        return set()
    found = {each.arg for each in parameters_of(node.args)}
    waiting: list[ast.AST] = [*node.body]
    while waiting:
        part = waiting.pop()
        if isinstance(part, ast.Name) and is_stored(part):
            found.add(part.id)
        if not isinstance(part, (*DEFINITION, ast.Lambda, ast.ClassDef, Comprehension)):
            waiting += ast.iter_child_nodes(part)
    return found - {name for part in ast.walk(node) if isinstance(part, ast.Global) for name in part.names}


def is_stored(node: ast.Attribute | ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)
