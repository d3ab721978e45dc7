"""What the text of a file may do to modules, classes and objects of others, by names."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Collection, Iterable, Iterator
from dataclasses import field
from typing import Final

from clew.frontend.outline import bases_of
from clew.records import dataclass

_SETTERS: Final = frozenset({"setattr", "delattr", "__setattr__", "__delattr__"})
_BY_NAME: Final = _SETTERS | {"setitem", "patch", "object", "multiple", "dict"}  # `mock.patch.object` and its like

_BASES: Final = frozenset({"ABC", "Enum", "IntEnum", "StrEnum", "Protocol", "Generic", "NamedTuple", "TypedDict"})


@dataclass(slots=True)
class UsedNames:
    """changing: names of methods that change their object.

    assigned: names of attributes that are set of what may be an object of another file's class; computed: under names
    that are computed, too.  changed: of variables and attributes whose objects are changed.  private: with an
    underscore, that are used of others.  bases: of what is a base of some class.
    """

    changing: Collection[str]
    computed: bool = False
    assigned: set[str] = field(default_factory=set)
    changed: set[str] = field(default_factory=set)
    private: set[str] = field(default_factory=set)
    bases: set[str] = field(default_factory=set)

    def read(self, text: str) -> None:
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return  # nobody runs it
        self.bases |= bases_of(tree)
        own = {id(node) for cls in ast.walk(tree) if isinstance(cls, ast.ClassDef) for node in _of_itself(cls)}
        for node in ast.walk(tree):
            match node:
                case ast.Attribute(attr=name, ctx=ctx) if id(node) not in own:
                    self.assigned.update(() if isinstance(ctx, ast.Load) else [name])
                    self.use(name)
                case ast.Name(name):
                    self.use(name)
                case ast.ImportFrom(names=names):
                    for each in names:
                        self.use(each.name)
                case ast.Call(ast.Attribute(ast.Call(ast.Name("super")), name)) if name in _SETTERS:
                    pass  # of an object whose class is among those that have bases
                case ast.Call(ast.Name(name) | ast.Attribute(attr=name), arguments) if name in _BY_NAME:
                    if not any(id(each) in own for each in arguments[:1]):
                        self.set_by_name(name, arguments)
                case ast.Call(ast.Attribute(value, name)) if name in self.changing and id(value) not in own:
                    self.change(value)
                case ast.Subscript(value, ctx=ast.Store() | ast.Del()) | ast.AugAssign(value) if id(value) not in own:
                    self.change(value)

    def use(self, name: str) -> None:
        if name.startswith("_") and not name.endswith("__"):
            self.private.add(name)

    def change(self, value: ast.expr) -> None:
        match value:
            case ast.Name(name) | ast.Attribute(attr=name):
                self.changed.add(name)
                self.computed |= name == "__dict__"
            case ast.Call(ast.Name("vars")):
                self.computed = True

    def set_by_name(self, name: str, arguments: Iterable[ast.expr]) -> None:
        texts = [a.value for a in arguments if isinstance(a, ast.Constant) and isinstance(a.value, str)]
        self.assigned.update(text.rpartition(".")[2] for text in texts)
        self.computed |= name in _SETTERS and not texts


def _is_of_library(base: ast.expr) -> bool:
    """Is it certainly no class of the project?"""
    name = base.value if isinstance(base, ast.Subscript) else base
    return isinstance(name, ast.Name) and (hasattr(builtins, name.id) or name.id in _BASES)


def _of_itself(cls: ast.ClassDef) -> Iterator[ast.expr]:
    """Where methods of a class without bases of the project name attributes of their own object, and that object."""
    if not all(map(_is_of_library, cls.bases)):
        return
    for method in cls.body:
        if isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef):
            parameters = [*method.args.posonlyargs, *method.args.args]
            for node in ast.walk(method) if parameters else ():
                if isinstance(node, ast.Name) and node.id == parameters[0].arg:
                    yield node
                elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                    if node.value.id == parameters[0].arg:
                        yield node
