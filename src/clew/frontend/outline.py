"""The names of the functions and classes of a file, and of the bases of these, without lowering anything."""

from __future__ import annotations

import ast
import builtins
import types
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final, Generic, NamedTuple, Protocol, TypedDict

from clew.frontend.module import parse
from clew.frontend.parsing import nodes_of, parse_module
from clew.source.recursion import deep_recursion

_NO_CLASSES: Final = (Generic, Protocol, NamedTuple, TypedDict)  # that are bases all the same, some of them functions


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
    return bases_of(parse_module(text))


def bases_of(tree: ast.Module) -> frozenset[str]:
    parts = (part for cls in nodes_of(tree, ast.ClassDef) for base in cls.bases for part in ast.walk(base))
    names = (part.id if isinstance(part, ast.Name) else getattr(part, "attr", "") for part in parts)
    return frozenset(filter(None, names))


def bases_are_shown(text: str, spaces: Sequence[Mapping[str, Any]], bound: Collection[str]) -> bool:
    """Is each base of the classes that the text declares one that its name shows: a class that a variable of a module
    holds, or another one that the text declares?

    spaces: of modules; bound: names of variables of functions around, which may hold any class.
    """
    tree = parse_module(text)
    own = {node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}

    def held(base: ast.expr) -> list[Any]:
        match base:
            case ast.Name(name) if name not in bound:
                return [space[name] for space in (*spaces, vars(builtins)) if name in space]
            case ast.Attribute(inner, attr):
                around = held(inner)
                if all(isinstance(each, types.ModuleType) for each in around):
                    return [vars(each)[attr] for each in around if attr in vars(each)]
        return []

    def is_shown(base: ast.expr) -> bool:
        match base:
            case ast.Subscript(inner):
                return is_shown(inner)
            case ast.Call(ast.Name(name) | ast.Attribute(attr=name)):
                return name in ("namedtuple", "NamedTuple", "TypedDict", "NewType")
            case ast.Name(name) if name in own:
                return True
        values = held(base)
        return bool(values) and all(isinstance(v, type) or any(v is each for each in _NO_CLASSES) for v in values)

    bases = (base for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for base in node.bases)
    return all(map(is_shown, bases))
