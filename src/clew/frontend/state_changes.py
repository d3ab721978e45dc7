"""What the functions of a text change of the state that modules and classes keep, by names.

    global COUNT; COUNT += 1     a variable: COUNT
    REGISTRY["a"].append(1)      a variable: REGISTRY
    Cart.made += 1               an attribute: made
    self.rows.append(1)          an attribute: rows
    self.size = 1                an attribute of objects: size

What a name stands for is not asked, so too many are found where two things have one name; and too few where a change is
made by another road, which shows in runs.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import field
from typing import Final, TypeAlias

from clew.frontend.parsing import parsed
from clew.records import dataclass

_Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
_MAKING: Final = frozenset({"__init__", "__new__", "__post_init__"})


@dataclass(frozen=True, slots=True)
class StateChanges:
    """variables: of the module, bound anew or their objects changed; attributes: the same of what a global name or the
    class of a method leads to; of_objects: set of anything, but by its constructor.
    """

    variables: set[str] = field(default_factory=set)
    attributes: set[str] = field(default_factory=set)
    of_objects: set[str] = field(default_factory=set)


def state_changes(text: str, mutators: Collection[str]) -> StateChanges:
    """Nothing of a text that is no Python.  mutators: names of methods that change their object."""
    found = StateChanges()
    for function, is_method in _outermost(parsed(text), False):
        _read(function, is_method, mutators, found)
    return found


def _outermost(node: ast.AST, in_class: bool) -> Iterator[tuple[_Function, bool]]:
    """The functions that are in no other, and whether each is a method."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, _Function):
            yield child, in_class
        else:
            yield from _outermost(child, in_class or isinstance(child, ast.ClassDef))


def _read(function: _Function, is_method: bool, mutators: Collection[str], found: StateChanges) -> None:
    inside = list(ast.walk(function))
    declared = {name for node in inside if isinstance(node, ast.Global) for name in node.names}
    local = {node.arg for node in inside if isinstance(node, ast.arg)}
    local |= {node.id for node in inside if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
    local -= declared
    own = next((a.arg for a in (*function.args.posonlyargs, *function.args.args)), "") if is_method else ""
    if any(isinstance(each, ast.Name) and each.id == "classmethod" for each in function.decorator_list):
        local.discard(own)  # the class, which is shared like a global

    def change(value: ast.expr) -> None:
        match _container(value):
            case ast.Name(name) if name not in local:
                found.variables.add(name)
            case ast.Attribute(attr=name):
                found.attributes.add(name)

    for node in inside:
        match node:
            case ast.Name(name, ast.Store() | ast.Del()) if name in declared:
                found.variables.add(name)
            case ast.Subscript(value, ctx=ast.Store() | ast.Del()):
                change(value)
            case ast.Call(ast.Attribute(value, name)) if name in mutators:
                change(value)
            case ast.Call(ast.Name("setattr" | "delattr"), [_, ast.Constant(str(name)), *_]):
                found.attributes.add(name)
            case ast.Attribute(value, name, ast.Store() | ast.Del()):
                is_own = isinstance(value, ast.Name) and value.id == own
                if not (is_own and function.name in _MAKING):
                    found.of_objects.add(name)
                if _is_shared(value, local):
                    found.attributes.add(name)


def _container(value: ast.expr) -> ast.expr:
    """What holds it: `TABLE` of `TABLE["a"]` and `TABLE.setdefault("a", [])`."""
    while True:
        match value:
            case ast.Subscript(inner) | ast.Call(ast.Attribute(inner)):
                value = inner
            case _:
                return value


def _is_shared(value: ast.expr, local: Collection[str]) -> bool:
    """Is it what a global name leads to, or a class?"""
    while True:
        match _container(value):
            case ast.Attribute(attr="__class__") | ast.Call(ast.Name("type")):
                return True
            case ast.Attribute(inner):
                value = inner
            case ast.Name(name):
                return name not in local
            case _:
                return False
