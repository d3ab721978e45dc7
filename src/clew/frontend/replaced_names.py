"""What the text of a file puts in place of attributes of modules and classes that it imports, or into what they hold.

    import json, keyword, socket              {("default", "json.JSONEncoder.default"),
    json.JSONEncoder.default = to_json         ("create_connection", "socket.create_connection"),
    setattr(socket, "create_connection", f)    ("kwlist", "keyword.kwlist[…]")}
    keyword.kwlist.append("goto")

What is imported may have other names (`lib = json`).  Where it is not only looked at (compared, measured, called), but
given to somebody, it may be changed, and a module may have anything of it replaced (`HANDED`).

The library is shared by all: what one file replaces is replaced for functions of files that nothing connects with it.
What tests put back (`mock.patch`, `monkeypatch.setattr`) is not among it.
"""

from __future__ import annotations

import ast
import itertools
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from clew.effects.library import CHOOSING, LOOKING, READERS
from clew.frontend.import_words import STATEMENT, import_words
from clew.frontend.module import ANY_NAME
from clew.frontend.parsing import nodes, nodes_of, parsed

COMPUTED: Final = ".…"
"""At the end of a name in full, where the last part is computed."""
CONTENTS: Final = "[…]"
"""There, where it stays the same object, and holds something else."""
ELEMENTS: Final = "[…][…]"
"""There, where what it holds are the same objects, and hold something else."""
HANDED: Final = ":…"
"""There, where anything of it may be replaced or changed, if it is a module: somebody has it."""
_READING: Final = READERS | CHOOSING | {"dir"}
_LOOKING: Final = frozenset[str]().union(*LOOKING.values())
_ON_ALL: Final = frozenset({"__dict__", "__setattr__", "__delattr__"})
"""By which anything of a module is replaced."""
_TO_MODULES: Final = frozenset({"__globals__", "__builtins__", "__closure__", "__self__"})
"""By which code gets from a function to the module that it is from."""


def replaced(
    text: str, own: Collection[str], exported: Mapping[str, Collection[str]] = MappingProxyType({})
) -> frozenset[tuple[str, str]]:
    """The attributes: their last names (`ANY_NAME` for computed ones, `HANDED` for all of a module), and these in full.

    own: first names of what is of the project itself.  `sys` is left out: what it holds is of the process.  exported:
    the names under which files of the project have something of a library, with what that may be.
    """
    if not import_words(text):
        return frozenset()
    return frozenset(_Replaced(parsed(text), {*own, "sys"}, exported).found())


def bound_by_imports(text: str, own: Collection[str]) -> Iterator[tuple[str, str]]:
    """The names of what it imports of libraries, with the full ones.  own: as for `replaced`."""
    for statement in STATEMENT.findall(text):
        yield from _imported(parsed(statement.strip()), {*own, "sys"})


def _imported(tree: ast.Module, left_out: Collection[str]) -> Iterator[tuple[str, str]]:
    for node in nodes_of(tree, ast.Import, ast.ImportFrom):
        match node:
            case ast.Import(names):
                for each in names:
                    first = each.name.partition(".")[0]
                    if first not in left_out:
                        yield (each.asname, each.name) if each.asname else (first, first)
            case ast.ImportFrom(str(module), names, 0) if module.partition(".")[0] not in left_out:
                yield from ((each.asname or each.name, f"{module}.{each.name}") for each in names)


def _of_project(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The names that may be bound by imports from other files of the project, with the ones there."""
    for node in nodes_of(tree, ast.Import, ast.ImportFrom):
        for each in node.names:
            module = each.name if isinstance(node, ast.Import) else "" if node.level else node.module or ""
            if module.partition(".")[0] not in sys.stdlib_module_names:
                name = each.name if isinstance(node, ast.ImportFrom) else each.name.partition(".")[0]
                yield each.asname or name, name


def _packages(imported: ast.alias) -> Iterator[str]:
    """Of what is imported, with those that it is in."""
    return itertools.accumulate(imported.name.split("."), "{}.{}".format)


_NAMING: Final = (ast.Assign, ast.AnnAssign, ast.NamedExpr)
_NONE: Final = frozenset[str]()


class _Replaced:
    """imported: names with what of libraries they may stand for; own: those of what is of the project."""

    def __init__(self, tree: ast.Module, left_out: Collection[str], exported: Mapping[str, Collection[str]]) -> None:
        self.tree = tree
        self.left_out, self.exported = left_out, exported
        self.imported = {name: frozenset((whole,)) for name, whole in _imported(tree, left_out)}
        self.own = dict(_of_project(tree))
        for name, there in self.own.items():
            self._bind(name, self.imported.get(name, _NONE) | self._exported(there))
        if "*" in self.own:
            for name in exported.keys() - self.imported.keys():
                self._bind(name, self._exported(name))
        imports = (each for node in nodes_of(tree, ast.Import) for each in node.names)
        self.modules = {whole for each in imports for whole in _packages(each)}
        naming = nodes_of(tree, *_NAMING)
        while any([*map(self._is_renamed, naming)]):
            pass

    def _bind(self, name: str, wholes: frozenset[str]) -> None:
        if wholes:
            self.imported[name] = wholes

    def _exported(self, name: str) -> frozenset[str]:
        """What another file of the project may have under the name."""
        of_library = {name} if name in sys.stdlib_module_names and name not in self.left_out else ()
        return frozenset((*self.exported.get(name, ()), *of_library))

    def found(self) -> Iterator[tuple[str, str]]:
        """What is stored, what is changed, and what those may do who are handed something."""
        known = self.imported.keys() | self.own.keys()
        names = [name for name in nodes_of(self.tree, ast.Name) if name.id in known]
        looked_up = [node for node in nodes_of(self.tree, ast.Subscript, ast.Call) if self._is_looked_up(node)]
        if not names and not looked_up:
            return
        parents = {id(inner): node for node in nodes(self.tree) for inner in ast.iter_child_nodes(node)}
        for root in (*looked_up, *(name for name in names if not _is_parameter(name, parents))):
            yield from self._used(root, parents)
        for call in nodes_of(self.tree, ast.Call):
            match call:
                case ast.Call(ast.Attribute(attr="__setattr__" | "__delattr__"), [value, name, *_]):
                    yield from (_named(whole, name) for whole in self.names_of(value))

    def _used(self, node: ast.expr, parents: Mapping[int, ast.AST]) -> Iterator[tuple[str, str]]:
        """What becomes of it, up to where it is only looked at, or given to somebody."""
        wholes, holders, asked, depth = self.names_of(node), _NONE, "", 0  # wholes: what it is, or is in if depth
        while True:
            around = parents.get(id(node))
            match around:
                case ast.Attribute(value, name, context) if value is node and depth == 0:
                    if isinstance(context, ast.Store | ast.Del):
                        yield from ((name, f"{whole}.{name}") for whole in wholes)
                        return
                    if name in _ON_ALL | _TO_MODULES:
                        yield from _all_of(wholes, to_modules=name in _TO_MODULES)
                    wholes, holders, asked = self.names_of(around), wholes, name
                case ast.Attribute(value) if value is node:
                    yield from self._inside(wholes)
                    return
                case ast.Call(ast.Name("getattr"), [value, ast.Constant(str(name)), *_]) if value is node and not depth:
                    wholes, holders, asked = self.names_of(around), wholes, name
                case ast.Call(ast.Name("setattr" | "delattr"), [value, name, *_]) if value is node and not depth:
                    yield from (_named(whole, name) for whole in wholes)
                    if not isinstance(name, ast.Constant):
                        yield from ((HANDED, f"{whole}{HANDED}") for whole in wholes)
                    return
                case ast.Call(function) if function is node:
                    yield from self._inside(holders)
                    if asked not in _LOOKING:
                        yield from self._itself(holders)
                    if asked == "register":
                        yield from ((whole.rpartition(".")[2], f"{whole}._abc_impl") for whole in holders)
                    return
                case ast.Subscript(value, _, context) if value is node:
                    if isinstance(context, ast.Store | ast.Del):
                        yield from self._inside(wholes)
                        yield from () if depth else self._itself(wholes)
                        return
                    depth += 1
                case ast.For() | ast.AsyncFor() | ast.comprehension() | ast.BinOp():
                    yield from self._inside(wholes)
                    return
                case ast.Call(ast.Name(name), arguments) if name in _READING and node in arguments:
                    yield from self._inside(wholes)
                    return
                case _ if node in _read_by(around):
                    return
                case ast.AugAssign(target) if target is node:
                    yield from (*self._inside(wholes), *self._itself(wholes))
                    return
                case _:
                    break
            node = around
        if not isinstance(getattr(node, "ctx", None), ast.Store | ast.Del):
            yield from self._given(wholes, holders if asked not in _LOOKING else _NONE, depth)

    def _given(self, wholes: frozenset[str], holders: frozenset[str], depth: int) -> Iterator[tuple[str, str]]:
        """What somebody has.  holders: of what it may be a method that changes it."""
        yield from self._inside(wholes)
        if depth == 0:
            yield from self._itself(wholes)
            yield from ((HANDED, f"{whole}{HANDED}") for whole in wholes)
            yield from (*self._inside(holders), *self._itself(holders))

    def _inside(self, wholes: frozenset[str]) -> Iterator[tuple[str, str]]:
        """What is in what it holds may be other."""
        return ((whole.rpartition(".")[2], f"{whole}{ELEMENTS}") for whole in wholes - self.modules)

    def _itself(self, wholes: frozenset[str]) -> Iterator[tuple[str, str]]:
        """What it holds may be other."""
        return ((whole.rpartition(".")[2], f"{whole}{CONTENTS}") for whole in wholes - self.modules)

    def _is_looked_up(self, node: ast.expr) -> bool:
        """Is it `sys.modules["lib"]`, `import_module("lib")`?"""
        is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "getattr"
        return not is_call and bool(self.names_of(node))

    def names_of(self, value: ast.expr) -> frozenset[str]:
        """In full, what a chain of attributes of an imported name may stand for; none for anything else."""
        match value:
            case ast.Name(name):
                return self.imported.get(name, _NONE)
            case ast.Attribute(inner, name) | ast.Call(ast.Name("getattr"), [inner, ast.Constant(str(name)), *_]):
                wholes = self.names_of(inner)
                found = frozenset(f"{whole}.{name}" for whole in wholes)
                if self._is_own(inner):
                    return found | self._exported(name)
                is_module = wholes and name in sys.stdlib_module_names and name not in self.left_out
                return found | {name} if is_module else found  # `statistics.math`
            case ast.Subscript(ast.Name("modules") | ast.Attribute(attr="modules"), ast.Constant(str(name))) | ast.Call(
                ast.Name("import_module" | "__import__") | ast.Attribute(attr="import_module"),
                [ast.Constant(str(name)), *_],
            ) if name.partition(".")[0] not in self.left_out:
                return frozenset((name,))
        return _NONE

    def _is_own(self, value: ast.expr) -> bool:
        """Is it of another file of the project, or that?"""
        while isinstance(value, ast.Attribute):
            value = value.value
        return isinstance(value, ast.Name) and value.id in self.own

    def _is_renamed(self, node: ast.AST) -> bool:
        """Is something that is imported given to another name?"""
        match node:
            case ast.Assign([*targets], value):
                pass
            case ast.AnnAssign(target, _, ast.expr() as value) | ast.NamedExpr(target, value):
                targets = [target]
            case _:
                return False
        new = [each.id for each in targets if isinstance(each, ast.Name) and each.id not in self.imported]
        wholes = self.names_of(value) if new else _NONE
        self.imported.update(dict.fromkeys(new, wholes) if wholes else {})
        return bool(wholes)


def _is_parameter(name: ast.Name, parents: Mapping[int, ast.AST]) -> bool:
    """Is it of a function around it, and not what the import bound?"""
    node: ast.AST = name
    while (around := parents.get(id(node))) is not None:
        match around:
            case ast.FunctionDef(args=given, body=body) | ast.AsyncFunctionDef(args=given, body=body) if node in body:
                names = {each.arg for each in nodes_of(given, ast.arg)}
            case ast.Lambda(given, body) if node is body:
                names = {each.arg for each in nodes_of(given, ast.arg)}
            case _:
                names = set()
        if name.id in names:
            return True
        node = around
    return False


def _all_of(wholes: frozenset[str], to_modules: bool) -> Iterator[tuple[str, str]]:
    """Anything of the module, or of the one that it is from."""
    for whole in wholes:
        holders = itertools.accumulate(whole.split("."), "{}.{}".format) if to_modules else (whole,)
        yield from ((HANDED, f"{holder}{HANDED}") for holder in holders)


def _read_by(node: ast.AST | None) -> Sequence[ast.expr | None]:
    """The expressions in it of which it only looks at the values."""
    match node:
        case ast.Call(
            ast.Attribute(ast.Name("patch" | "mock" | "monkeypatch") | ast.Attribute(attr="patch")), arguments
        ):
            return arguments  # puts it back
        case ast.Subscript(_, value) | ast.UnaryOp(_, value) | ast.Expr(value) | ast.FormattedValue(value):
            return (value,)
        case ast.Compare(left, _, others):
            return (left, *others)
        case ast.If(test) | ast.While(test) | ast.Assert(test) | ast.IfExp(test):
            return (test,)
        case ast.Slice(lower, upper, step):
            return (lower, upper, step)
        case ast.Raise(exc, cause):
            return (exc, cause)
        case ast.ExceptHandler(kind) | ast.MatchValue(kind) | ast.MatchClass(kind) | ast.arg(_, kind):
            return (kind,)
        case ast.AnnAssign(_, annotation):
            return (annotation,)
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return (*node.decorator_list, node.returns)
        case ast.ClassDef():
            return (*node.decorator_list, *node.bases)
    return ()


def _named(whole: str, name: ast.expr) -> tuple[str, str]:
    match name:
        case ast.Constant(str(text)):
            return text, f"{whole}.{text}"
    return ANY_NAME, f"{whole}{COMPUTED}"
