"""What a function that changed leans on: others that changed and that both of its versions call alike.

An old version calls the old version of what its own module had (`versions.py`), but of methods, and of what other
modules have, there is only the new one.  That both versions of a function do the same is then shown under the condition
that these do.  Where that holds for all functions that lean on each other, calls that end do the same (Godlin and
Strichman, DAC 2009, the rule for partial equivalence).

It is found by name, for the whole project: a function calls what its text names, and what those name, and so on.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import field
from typing import Final

from clew.effects.library import NAMING
from clew.frontend.copies import PREFIX
from clew.frontend.parsing import parsed
from clew.records import dataclass

_BY_TEXT: Final = NAMING | {"eval", "exec", "globals", "vars", "__dict__"}
_MAKING: Final = frozenset({"cls", "type", "__class__", "replace", "copy", "deepcopy"})
_CONSTRUCTORS: Final = frozenset({"__init__", "__new__", "__post_init__"})


@dataclass(eq=False)
class Project:
    """The new version of all modules.  functions: what functions, and classes, of a name mention."""

    texts: Mapping[str, str]
    functions: dict[str, set[str]] = field(default_factory=dict)
    bases: dict[str, set[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for text in self.texts.values():
            for node in ast.walk(parsed(text)):
                match node:
                    case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                        self.functions.setdefault(name, set()).update(mentioned(node))
                    case ast.ClassDef(name=name):
                        self.bases.setdefault(name, set()).update(_words(node.bases))
                        special = [s for s in node.body if _is_special(s)]
                        self.functions.setdefault(name, set()).update(*map(mentioned, special), _words(node.bases))
                    case ast.Assign(targets=[ast.Name(id=name)], value=value):
                        self.functions.setdefault(name, set()).update(mentioned(value))

    def reached(self, names: Set[str]) -> set[str]:
        found, waiting = set(names), [*names]
        while waiting:
            for name in self.functions.get(waiting.pop(), set()) - found:
                found.add(name)
                waiting.append(name)
        return found

    def kinds_of(self, cls: str) -> set[str]:
        """Names of the class and of those derived from it."""
        found, before = {cls}, 0
        while before != (before := len(found)):
            found.update(name for name, bases in self.bases.items() if not bases.isdisjoint(found))
        return found


def _is_special(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef) and statement.name.startswith("__")


def _words(nodes: Iterable[ast.expr]) -> set[str]:
    return {n.attr if isinstance(n, ast.Attribute) else getattr(n, "id", "") for n in nodes}


def mentioned(node: ast.AST) -> set[str]:
    """Names, attributes, and texts that are names."""
    found: set[str] = set()
    for part in ast.walk(node):
        match part:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                found.add(name)
            case ast.Constant(value=str() as text) if text.isidentifier():
                found.add(text)
    return found


def outside_of(text: str, roots: Iterable[str]) -> Iterator[str]:
    """What these functions, and what of the module they use by its name, mention beside that.

    text: of the module with both versions; roots: names of functions there, `Cart.total` of methods.
    """
    own: dict[str, list[ast.AST]] = {}
    methods: dict[str, ast.AST] = {}
    for statement in ast.parse(text).body:
        match statement:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                own.setdefault(name, []).append(statement)
            case ast.ClassDef(name=name):
                methods |= dict(_methods(statement, name))
            case ast.Assign() | ast.AnnAssign():
                for part in ast.walk(statement):
                    if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                        own.setdefault(part.id, []).append(statement)
    seen: set[str] = set()
    waiting: list[ast.AST] = []
    for root in roots:
        waiting += own.get(root, []) or [methods[root]]
    while waiting:
        node = waiting.pop()
        for part in _without_annotations(node):
            match part:
                case ast.Name(id=name) if name in own:
                    if name not in seen:
                        seen.add(name)
                        waiting += own[name]
                case ast.Attribute(attr=name) if name.startswith(PREFIX):
                    more = [each for path, each in methods.items() if path.endswith("." + name) and path not in seen]
                    seen.update(path for path in methods if path.endswith("." + name))
                    waiting += more
                case ast.Name(id=name) | ast.Attribute(attr=name):
                    yield name
                case ast.Constant(value=str() as text) if text.isidentifier():
                    yield text


def _without_annotations(root: ast.AST) -> Iterator[ast.AST]:
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        for name, value in ast.iter_fields(node):
            if name not in ("annotation", "returns"):
                stack += [each for each in (value if isinstance(value, list) else [value]) if isinstance(each, ast.AST)]


def _methods(owner: ast.ClassDef | ast.Module, path: str) -> Iterator[tuple[str, ast.AST]]:
    """Functions in it that are in no other, by qualified names.  path: its own, empty for a module."""
    for statement in owner.body:
        match statement:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield f"{path}.{name}".lstrip("."), statement
            case ast.ClassDef(name=name):
                yield from _methods(statement, f"{path}.{name}".lstrip("."))


def callers(text: str, names: Set[str]) -> Iterator[str]:
    """Qualified names of the functions of a module that mention one of these."""
    functions = dict(_methods(parsed(text), ""))
    for path, node in functions.items():
        if not names.isdisjoint(mentioned(node)):
            yield path


def leant_on(mentions: Set[str], changed: Iterable[str], project: Project) -> set[str]:
    """Of the qualified names of functions that changed, those that may be called.

    mentions: what the versions of a function mention outside of their module.
    """
    reached = project.reached(mentions)
    everything = not _BY_TEXT.isdisjoint(reached)
    found: set[str] = set()
    for path in changed:
        cls, _, name = path.rpartition(".")
        if name in _CONSTRUCTORS and cls:
            made = project.kinds_of(cls.rpartition(".")[2])
            called = everything or not made.isdisjoint(reached) or not _MAKING.isdisjoint(reached)
        else:
            called = everything or name in reached or (name.startswith("__") and name.endswith("__"))
        if called:
            found.add(path)
    return found
