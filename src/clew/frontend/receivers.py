"""What attributes are looked up of, where the text of the function shows it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from clew.frontend.places import FunctionNode
from clew.frontend.scopes import parameters_of
from clew.frontend.sides import word

CONTAINERS: Final = frozenset({"list", "dict", "set", "tuple", "frozenset", "bytearray", "sorted"})
_DISPLAYS: Final = (
    *(ast.List, ast.Dict, ast.Set, ast.Tuple, ast.Constant, ast.JoinedStr),
    *(ast.ListComp, ast.DictComp, ast.SetComp),
)
_TAKING: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def of_builtins(function: FunctionNode, makes_container: Callable[[str], bool]) -> Iterator[ast.Attribute]:
    """Attributes in it of what can only be a list, a dict, a text or the like.

    makes_container: is what is called by this name a built-in class of these, or gives such?
    """
    every = [*ast.walk(function)]
    made = {id(target) for node in every for target in _made(node, makes_container)}
    names = set[str]()
    others = {each.arg for node in every if isinstance(node, _TAKING) for each in parameters_of(node.args)}
    for node in every:
        match node:
            case ast.Name(id=name, ctx=ast.Store()) if id(node) in made:
                names.add(name)
            case _:
                others.update(bound_in(node))
    for node in every:
        match node:
            case ast.Attribute(ast.Name(id=name)) if name in names and name not in others:
                yield node
            case ast.Attribute(value) if isinstance(value, _DISPLAYS):
                yield node


def _made(node: ast.AST, makes_container: Callable[[str], bool]) -> Iterator[ast.expr]:
    """Variables that it binds to a new object of a built-in class."""
    match node:
        case ast.Assign(targets, value):
            pass
        case ast.AnnAssign(target, _, ast.expr() as value):
            targets = [target]
        case _:
            return
    match value:
        case ast.Call(ast.Name(name)):
            is_made = makes_container(name)
        case _:
            is_made = isinstance(value, _DISPLAYS)
    if is_made:
        yield from (target for target in targets if isinstance(target, ast.Name))


def bound_in(node: ast.AST) -> Iterable[str]:
    """Names that the node itself binds, or says to be of others."""
    match node:
        case ast.Name(id=name) if not isinstance(node.ctx, ast.Load):
            return [name]
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            return [name]
        case ast.MatchMapping(rest=str(name)):
            return [name]
        case ast.Global(names) | ast.Nonlocal(names):
            return names
        case ast.alias(name=name, asname=other):
            return [other or name.partition(".")[0]]
    return []


def of_first_parameter(method: FunctionNode) -> Iterator[ast.Attribute]:
    """Attributes in it of what it is called on, as far as its name stands for nothing else."""
    first = [*method.args.posonlyargs, *method.args.args][:1]
    name = first[0].arg if first else ""
    stores = (n for n in ast.walk(method) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load))
    if any(word(each) == "staticmethod" for each in method.decorator_list) or any(n.id == name for n in stores):
        name = ""
    waiting: list[ast.AST] = [*method.body]
    while waiting:
        part = waiting.pop()
        match part:
            case ast.FunctionDef(args=args) | ast.AsyncFunctionDef(args=args) | ast.Lambda(args=args):
                if name in (each.arg for each in parameters_of(args)):
                    continue
            case ast.ClassDef():
                continue
            case ast.Attribute(ast.Name(id=base)) if base == name:
                yield part
            case ast.Attribute(ast.Call(ast.Name("super"))):
                yield part
        waiting += ast.iter_child_nodes(part)
