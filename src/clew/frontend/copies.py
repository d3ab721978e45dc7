"""What of an old version of a module stands behind the new one, renamed, so that functions of both can be called."""

from __future__ import annotations

import ast
import builtins
import copy
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import field
from functools import cached_property
from typing import Final

from clew.frontend.forms.normal_form import needed_for_one
from clew.frontend.parsing import parse_expression
from clew.frontend.places import FunctionNode, docstring_of
from clew.frontend.scopes import Scope
from clew.frontend.sides import Both, ClassVersion, binding_of, bound_by, dumped, evaluated_early, is_global
from clew.frontend.syntax_copies import copy_of
from clew.records import dataclass

PREFIX: Final = "_was_"
NOW: Final = "_now_"  # before the name of a new method where that may stand for another one
IN_CLASS: Final = "__in_"
_HOOKS: Final = frozenset({"__new__", "__init_subclass__"})


@dataclass(frozen=True, slots=True)
class Copied:
    """called: the name of the old version in the module, or in its class; qualname: with that.  makes: where it is a
    constructor, the class of objects that none was called for; again: another name of the new version, where its own
    may stand for the method of another class.
    """

    called: str
    qualname: str
    makes: str = ""
    again: str = ""


@dataclass(eq=False)
class Copies:
    """statements: of the old module, by place; methods: by class and name.  renamed: names of the old module."""

    both: Both
    renamed: dict[str, str] = field(default_factory=dict)
    statements: set[int] = field(default_factory=set)
    methods: dict[tuple[str, str], str] = field(default_factory=dict)
    constructors: dict[str, str] = field(default_factory=dict)
    again: set[tuple[str, str]] = field(default_factory=set)
    hidden: set[str] = field(default_factory=set)  # builtins whose names the new module has for something else

    def function(self, name: str) -> Copied | str:
        """Its old version, or why that cannot be there."""
        cls, _, short = name.rpartition(".")
        needed = self._needed([(cls, short)])
        old = self.both.old
        if old.has_star and any(n not in old.bindings for n in needed.names):
            return "what its module imports by `*` is not compared"
        for each in sorted(needed.names):
            if any(isinstance(s, ast.Import) and self._is_opaque(s, each) for s in old.bindings.get(each, [])):
                return f"what `{each}` was imported as is something else now"
        for each in sorted(needed.names):
            self._take(each)
        for where in sorted(needed.methods):
            if where not in self.methods and (why := self._no_room(*where)):
                return why
            self.methods.setdefault(where, self._free(where[1] + self._mark(*where)))
        if not cls:
            return Copied(self.renamed[short], self.renamed[short])
        method = self.methods[cls, short]
        if short != "__init__":
            again = NOW + short + self._mark(cls, short) if self._is_overridden(cls, short) else ""
            if again:
                self.again.add((cls, short))
            return Copied(method, f"{cls}.{method}", again=again)
        sides = (old, self.both.new)
        if any(side.classes[cls].node.keywords or _HOOKS & side.classes[cls].methods.keys() for side in sides):
            return "what else makes objects of its class is not compared"
        made = self._free(f"made_{cls.replace('.', '_')}")
        self.again.add((cls, short))
        return Copied(
            method, f"{cls}.{method}", self.constructors.setdefault(cls, made), NOW + short + self._mark(cls, short)
        )

    def _mark(self, cls: str, name: str) -> str:
        """Tells methods of one name in several classes apart; names like `_missing_` are not free in enums."""
        is_kept = name.endswith("_") and not name.endswith("__")
        return f"{IN_CLASS}{cls.replace('.', '_')}" if is_kept or self._is_overridden(cls, name) else ""

    def _is_overridden(self, cls: str, name: str) -> bool:
        return any(name in each.methods for each in self.both.new.classes.values() if each.path != cls)

    def _no_room(self, cls: str, name: str) -> str:
        """Why an old method cannot stand in the new class, else empty."""
        node, method = self.both.new.classes[cls].node, self.both.old.classes[cls].methods[name]
        first = self.both.text.splitlines()[node.body[0].lineno - 1]
        if (
            not first.startswith(_margin(cls))
            or first[len(_margin(cls))].isspace()
            or node.body[0].lineno == node.lineno
        ):
            return "its class is not indented by four spaces"
        scope = self.both.old.scope_of(method)
        early = (self.both.old.globals_in(each, scope) for each in evaluated_early(method))
        if any(not self.dirty.names.isdisjoint(names) for names in early):
            return "its defaults or decorators are not what they were"
        return ""

    def _take(self, name: str) -> None:
        if name in self.renamed or name in self.hidden:
            return
        if name not in self.both.old.bindings:
            self.hidden.add(name)
            self.renamed[name] = self._free(name)
        for statement in self.both.old.bindings.get(name, []):
            self.statements.add(self.both.old.tree.body.index(statement))
            for other in bound_by(statement):
                self.renamed.setdefault(other, self._free(other))

    def _free(self, name: str) -> str:
        name = PREFIX + name
        while re.search(rf"\b{name}\b", self.both.text):
            name += "0"
        return name

    def _is_opaque(self, statement: ast.Import, name: str) -> bool:
        """`import a.b` binds `a`, and cannot bind it otherwise."""
        return any("." in a.name and a.asname is None and a.name.partition(".")[0] == name for a in statement.names)

    # ------------------------------------------------------------ which

    @cached_property
    def dirty(self) -> _Needed:
        """Names and methods of the old module that are, or use, what is not the same in the new one."""
        old, new = self.both.old, self.both.new
        used = {name: set().union(*map(old.globals_in, s)) for name, s in old.bindings.items()}
        inner = {
            (cls.path, name): (old.globals_in(node, old.scope_of(node)), self._own_calls(cls, node))
            for cls in old.classes.values()
            for name, node in cls.methods.items()
        }
        hiding = new.bindings.keys() - old.bindings.keys()
        found = _Needed({*self.both.changed_bindings, *hiding}, set())
        found.methods.update(where for where in inner if self._is_other_method(*where))
        before = -1
        while before != (before := len(found.names) + len(found.methods)):
            for name, names in used.items():
                if not self.both.is_class_in_both(name) and not found.names.isdisjoint(names):
                    found.names.add(name)
            for where, (names, own) in inner.items():
                if not found.names.isdisjoint(names) or any((where[0], m) in found.methods for m in own):
                    found.methods.add(where)
        return found

    def _is_other_method(self, cls: str, name: str) -> bool:
        now = self.both.new.classes.get(cls)
        if now is None:
            return False
        return name not in now.methods or dumped(now.methods[name]) != dumped(self.both.old.classes[cls].methods[name])

    @cached_property
    def reworded(self) -> dict[str, tuple[str, ...]]:
        """Qualified names of the functions of which no more than the wording is another one, nor of what they call, and
        what has to be supposed for that (`normal_form.SUPPOSED`).
        """
        old, new = self.both.old, self.both.new
        names = old.functions.keys() & new.functions.keys()
        found = {name: needed for name in names if (needed := self._is_reworded(name)) is not None}
        before = -1
        while before != (before := len(found)):
            for name in [*found]:
                node, path = old.functions[name], name.rpartition(".")[0]
                names = old.globals_in(node, old.scope_of(node)) & self.dirty.names
                own = self._own_calls(old.classes[path], node) if path else set()
                names |= {f"{path}.{m}" for m in own if (path, m) in self.dirty.methods}
                if not names <= found.keys():
                    del found[name]
        return found

    def _is_reworded(self, name: str) -> tuple[str, ...] | None:
        """None where it is not only that, else what has to be supposed."""
        (old, before), (new, now) = ((side, side.functions[name]) for side in (self.both.old, self.both.new))
        return None if dumped(before) == dumped(now) else needed_for_one((old, before), (new, now))

    def _own_calls(self, cls: ClassVersion, node: FunctionNode) -> set[str]:
        """Names of methods of its class that it calls on its object, where they can be no others."""
        return {asked.attr for asked in _own_calls(node) if self._is_only(cls, asked.attr)}

    def _is_only(self, cls: ClassVersion, name: str) -> bool:
        if name not in cls.methods or cls.methods[name].decorator_list:
            return False
        sides = (self.both.old, self.both.new)
        return not any(name in c.methods for side in sides for c in side.classes.values() if c.path != cls.path)

    def _needed(self, roots: Iterable[tuple[str, str]]) -> _Needed:
        """What is to be copied for these functions."""
        old, found = self.both.old, _Needed(set(), set())
        waiting = [*roots]
        while waiting:
            cls, name = waiting.pop()
            if cls:
                node = old.classes[cls].methods[name]
                found.methods.add((cls, name))
                uses = old.globals_in(node, old.scope_of(node))
                own = {m for m in self._own_calls(old.classes[cls], node) if (cls, m) in self.dirty.methods}
                waiting += [(cls, m) for m in own if (cls, m) not in found.methods]
            else:
                found.names.add(name)
                uses = set().union(*map(old.globals_in, old.bindings.get(name, [])))
            waiting += [("", n) for n in uses if n in self.dirty.names and n not in found.names]
        return found

    # ------------------------------------------------------------ as text

    def written(self) -> Iterator[str]:
        """The old tree is changed for that."""
        old = self.both.old
        for name in sorted(name for name in self.hidden if hasattr(builtins, name)):
            yield f"from builtins import {name} as {self.renamed[name]}"
        for place in sorted(self.statements):
            yield self._statement(old.tree.body[place])

    def with_methods(self) -> str:
        """The new text with old methods in its classes.  The old tree is changed for that."""
        lines = self.both.text.splitlines()
        added: dict[int, list[str]] = {}
        for (cls, name), copied in sorted(self.methods.items()):
            old, node = self.both.old.classes[cls], self.both.old.classes[cls].methods[name]
            for asked in _own_calls(node):
                if (cls, asked.attr) in self.methods and self._is_only(old, asked.attr):
                    asked.attr = self.methods[cls, asked.attr]
            self._rename(node, self.both.old.scope_of(node))
            node.name = copied
            end = self.both.new.classes[cls].node.end_lineno
            assert end is not None
            added.setdefault(end, []).extend(["", *self._inside(cls, node)])
        for cls, name in sorted(self.again):
            new = self.both.new.classes[cls]
            node = copy.copy(new.methods[name])
            node.name = NOW + name + self._mark(cls, name)
            assert new.node.end_lineno is not None
            added[new.node.end_lineno].extend(["", *self._inside(cls, node)])
        for place in sorted(added, reverse=True):
            lines[place:place] = added[place]
        return "\n".join(lines)

    def constructors_written(self) -> Iterator[str]:
        for cls, made in sorted(self.constructors.items()):
            yield _making(cls, made)

    def _text(self, statement: ast.stmt) -> str:
        """Without annotations of parameters and results that name what is there no more."""
        statement = copy_of(statement)
        for part in ast.walk(statement):
            match part:
                case ast.FunctionDef() | ast.AsyncFunctionDef() if not self._is_there(part.returns):
                    part.returns = None
                case ast.arg() if not self._is_there(part.annotation):
                    part.annotation = None
        return ast.unparse(statement)

    def _is_there(self, annotation: ast.expr | None) -> bool:
        for part in ast.walk(annotation) if annotation is not None else ():
            match part:
                case ast.Name(id=name) if name not in self.both.new.bindings and not hasattr(builtins, name):
                    return False
                case ast.Constant(value=str() as text):
                    try:
                        if not self._is_there(parse_expression(text)):
                            return False
                    except SyntaxError:
                        return False
        return True

    def _inside(self, cls: str, node: FunctionNode) -> list[str]:
        """The lines of a method where it stands in the class."""
        node = copy_of(node)
        node.body = [s for s in node.body if s is not docstring_of(node)] or [ast.Pass()]
        made: ast.stmt = node
        for name in reversed(cls.split(".")):
            made = ast.ClassDef(name, [], [], [made], [], type_params=[])  # type: ignore[call-arg, unused-ignore]
        lines = self._text(ast.fix_missing_locations(made)).split("\n")
        around = [place for place, line in enumerate(lines) if line.lstrip().startswith("class ")]
        return lines[around[cls.count(".")] + 1 :]

    def _statement(self, statement: ast.stmt) -> str:
        self._rename(statement, self.both.old.scopes.module)
        text = self._text(statement)
        match statement:
            case ast.ImportFrom(level=0, module=str(module)) if module.partition(".")[0] in sys.stdlib_module_names:
                return text
            case ast.Import() | ast.ImportFrom():
                return f"try:\n    {text}\nexcept ImportError:\n    pass"
        return text

    def _rename(self, root: ast.AST, scope: Scope) -> None:
        for node, around in [*self.both.old.parts(root, scope)]:
            outside = around.kind == "module"
            match node:
                case ast.Name(id=name) if is_global(around, name):
                    node.id = self.renamed.get(around.mangle(name), name)
                case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() if outside and node is root:
                    node.name = self.renamed.get(node.name, node.name)
                case ast.Global():
                    node.names = [self.renamed.get(around.mangle(name), name) for name in node.names]
                case ast.ExceptHandler(name=str(name)) if outside:
                    node.name = self.renamed.get(name, name)
                case ast.Import() | ast.ImportFrom() if outside:
                    for alias in node.names:
                        other = self.renamed.get(alias.asname or alias.name)
                        alias.asname = other or alias.asname


def _margin(cls: str) -> str:
    """Before what stands in the class."""
    return "    " * (cls.count(".") + 1)


def _making(cls: str, name: str) -> str:
    """A class whose objects no constructor was called for."""
    return f"class {name}({cls}):\n    def __init__(self):\n        pass"


@dataclass(frozen=True, slots=True)
class _Needed:
    """names: of the module; methods: by class and name."""

    names: set[str]
    methods: set[tuple[str, str]]


def _own_calls(node: FunctionNode) -> Iterator[ast.Attribute]:
    """`self.m` of `self.m(…)`, where `self` is the first parameter and stays that."""
    positional = [*node.args.posonlyargs, *node.args.args]
    if not positional or binding_of(node) not in ("method", "property"):
        return
    own = positional[0].arg
    parts = [*ast.walk(node)]
    if any(isinstance(p, ast.Name) and p.id == own and not isinstance(p.ctx, ast.Load) for p in parts):
        return
    inner = (p for p in parts if p is not node and isinstance(p, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda))
    if any(a.arg == own for each in inner for a in ast.walk(each.args) if isinstance(a, ast.arg)):
        return
    for part in parts:
        match part:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name)) as asked) if name == own:
                yield asked
