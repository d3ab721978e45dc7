"""What the text of a file puts in place of attributes of modules and classes that it imports, or into what they hold.

    import json, keyword, socket              {("default", "json.JSONEncoder.default"),
    json.JSONEncoder.default = to_json         ("create_connection", "socket.create_connection"),
    setattr(socket, "create_connection", f)    ("kwlist", "keyword.kwlist[…]")}
    keyword.kwlist.append("goto")

What is imported may have other names (`lib = json`), and be handed to somebody, who may do so with any of it.

The library is shared by all: what one file replaces is replaced for functions of files that nothing connects with it.
What tests put back (`mock.patch`, `monkeypatch.setattr`) is not among it.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Collection, Iterator
from typing import Final

from clew.effects.library import CHANGING
from clew.frontend.import_words import import_words
from clew.frontend.module import ANY_NAME
from clew.frontend.parsing import nodes_of, parsed

COMPUTED: Final = ".…"
"""At the end of a name in full, where the last part is computed."""
CONTENTS: Final = "[…]"
"""There, where it stays the same object, and holds something else."""
IF_MODULE: Final = ":"
"""Before the last part, where it is set on something unknown: whoever was handed this, if that is a module."""
_OWN: Final = frozenset({"self", "cls"})


def replaced(text: str, own: Collection[str]) -> frozenset[tuple[str, str]]:
    """The attributes: their last names (`ANY_NAME` for computed ones), with these in full.

    own: first names of what is of the project itself.  `sys` is left out: what it holds is of the process.
    """
    if not import_words(text):
        return frozenset()
    tree = parsed(text)
    left_out = {*own, "sys"}
    imported = dict(_imported(tree, left_out))
    return frozenset(_Replaced(tree, imported, left_out).found())


def _imported(tree: ast.Module, left_out: Collection[str]) -> Iterator[tuple[str, str]]:
    """Names that are bound by imports, with the full ones."""
    for node in nodes_of(tree, ast.Import, ast.ImportFrom):
        match node:
            case ast.Import(names):
                for each in names:
                    first = each.name.partition(".")[0]
                    if first not in left_out:
                        yield (each.asname, each.name) if each.asname else (first, first)
            case ast.ImportFrom(str(module), names, 0) if module.partition(".")[0] not in left_out:
                yield from ((each.asname or each.name, f"{module}.{each.name}") for each in names)


_NAMING: Final = (ast.Assign, ast.AnnAssign, ast.NamedExpr)
_ASKED: Final = (
    *(ast.Attribute, ast.Call, ast.Subscript, ast.Return, ast.Yield, ast.Tuple, ast.List, ast.Set, ast.Dict),
    *_NAMING,
)


class _Replaced:
    """imported: the names of what is imported, with the full ones; those that are given to it are added."""

    def __init__(self, tree: ast.Module, imported: dict[str, str], left_out: Collection[str]) -> None:
        self.nodes = [*nodes_of(tree, *_ASKED)]
        self.imported, self.left_out = imported, left_out
        naming = [node for node in self.nodes if isinstance(node, _NAMING)]
        while any([*map(self._is_renamed, naming)]):
            pass

    def found(self) -> Iterator[tuple[str, str]]:
        """What is stored, what is changed, and what those may do who are handed something."""
        stored = set[str]()
        for node in self.nodes:
            match node:
                case ast.Attribute(value, name, ast.Store() | ast.Del()):
                    if whole := self.full_name(value):
                        yield name, f"{whole}.{name}"
                    elif not (isinstance(value, ast.Name) and value.id in _OWN):
                        stored.add(name)
                case ast.Call(
                    ast.Name("setattr" | "delattr") | ast.Attribute(attr="__setattr__" | "__delattr__"),
                    [value, name, *_],
                ) if whole := self.full_name(value):
                    yield _named(whole, name)
                case ast.Call(ast.Attribute(value, name)) if name in CHANGING and (whole := self.full_name(value)):
                    yield _contents(whole)
                case ast.Subscript(
                    ast.Attribute(value, "__dict__") | ast.Call(ast.Name("vars"), [value]),
                    name,
                    ast.Store() | ast.Del(),
                ) if whole := self.full_name(value):
                    yield _named(whole, name)
                case ast.Subscript(value, _, ast.Store() | ast.Del()) if whole := self.full_name(value):
                    yield _contents(whole)
        for whole in {whole for value in self._handed_on() if (whole := self.full_name(value))}:
            yield _contents(whole)
            yield from ((name, f"{whole}{IF_MODULE}{name}") for name in stored)

    def full_name(self, value: ast.expr) -> str:
        """Of what a chain of attributes of an imported name stands for; "" for anything else."""
        match value:
            case ast.Name(name):
                return self.imported.get(name, "")
            case ast.Attribute(inner, name):
                whole = self.full_name(inner)
                return whole and f"{whole}.{name}"
            case ast.Subscript(ast.Name("modules") | ast.Attribute(attr="modules"), ast.Constant(str(name))) | ast.Call(
                ast.Name("import_module" | "__import__") | ast.Attribute(attr="import_module"),
                [ast.Constant(str(name)), *_],
            ) if name.partition(".")[0] not in self.left_out:
                return name
        return ""

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
        whole = self.full_name(value) if new else ""
        self.imported.update(dict.fromkeys(new, whole) if whole else {})
        return bool(whole)

    def _handed_on(self) -> Iterator[ast.expr]:
        for node in self.nodes:
            match node:
                case ast.Call(ast.Name(name)) if hasattr(builtins, name):
                    pass
                case ast.Call(_, arguments, keywords):
                    yield from (*arguments, *(each.value for each in keywords))
                case ast.Return(ast.expr() as value) | ast.Yield(ast.expr() as value):
                    yield value
                case ast.Tuple(items, ast.Load()) | ast.List(items, ast.Load()) | ast.Set(items):
                    yield from items
                case ast.Dict(values=items):
                    yield from items
                case ast.Assign(value=value):
                    yield value


def _contents(whole: str) -> tuple[str, str]:
    return whole.rpartition(".")[2], f"{whole}{CONTENTS}"


def _named(whole: str, name: ast.expr) -> tuple[str, str]:
    match name:
        case ast.Constant(str(text)):
            return text, f"{whole}.{text}"
    return ANY_NAME, f"{whole}{COMPUTED}"
