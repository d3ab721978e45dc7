"""The names of the functions and classes of a file, and of the bases of these, without lowering anything."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from clew.frontend.module import parse
from clew.source.recursion import deep_recursion


def names_in(text: str, file: str) -> frozenset[str]:
    """Qualified names, without `<locals>`, of its functions and of the classes with methods; none where it does not
    parse.  A function that `global` makes one of the module is under the name it has in the text.
    """
    with deep_recursion():
        tree = parse(text, file)
        return frozenset(_names(tree)) if isinstance(tree, ast.Module) else frozenset()


def _names(tree: ast.Module) -> Iterator[str]:
    stack: list[tuple[ast.AST, str, str]] = [(tree, "", "")]  # with the prefix of names in it, and the class it is in
    while stack:
        node, prefix, owner = stack.pop()
        for inner in ast.iter_child_nodes(node):
            match inner:
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    yield prefix + name
                    if owner:
                        yield owner
                    stack.append((inner, f"{prefix}{name}.", ""))
                case ast.ClassDef(name=name):
                    stack.append((inner, f"{prefix}{name}.", prefix + name))
                case ast.expr():
                    continue
                case _:
                    stack.append((inner, prefix, owner))


def parses(text: str) -> bool:
    """Is it a text that Python would run?"""
    return isinstance(parse(text, ""), ast.Module)


def bases_in(text: str) -> frozenset[str]:
    """The names in the bases of the classes that Python text declares."""
    return bases_of(ast.parse(text))


def bases_of(tree: ast.Module) -> frozenset[str]:
    classes = (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    parts = (part for cls in classes for base in cls.bases for part in ast.walk(base))
    names = (part.id if isinstance(part, ast.Name) else getattr(part, "attr", "") for part in parts)
    return frozenset(filter(None, names))
