"""What the text of a file puts in place of attributes of modules and classes that it imports.

    import json, socket                       {("default", "json.JSONEncoder.default"),
    json.JSONEncoder.default = to_json         ("create_connection", "socket.create_connection")}
    setattr(socket, "create_connection", f)

The library is shared by all: what one file replaces is replaced for functions of files that nothing connects with it.
What tests put back (`mock.patch`, `monkeypatch.setattr`) is not among it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from typing import Final

from clew.frontend.import_words import import_words
from clew.frontend.module import ANY_NAME
from clew.frontend.parsing import parsed

COMPUTED: Final = ".…"
"""At the end of a name in full, where the last part is computed."""
_ASSIGNS: Final = r"[-+*/%@&|^<>]{0,2}=(?!=)|:[^=\n]*=(?!=)|,[^=\n()]*=(?!=)"
_STORES: Final = re.compile(
    rf"(?:^|[:;,(])[ \t]*(?!self\.|cls\.)(\w+)\.[\w.]*[ \t]*(?:{_ASSIGNS})|\b(?:for|as)[ \t(]+(\w+)\.", re.MULTILINE
)
_OTHERWISE: Final = (" del ", "\ndel ", "vars(", "setattr(", "delattr(", "setattr__(", "delattr__(", ".__dict__")


def replaced(text: str, own: Collection[str]) -> frozenset[tuple[str, str]]:
    """The attributes: their last names (`ANY_NAME` for computed ones), with these in full.

    own: first names of what is of the project itself.  `sys` is left out: what it holds is of the process.
    """
    if not any(each in text for each in _OTHERWISE):
        stored = {name for found in _STORES.finditer(text) for name in found.groups() if name}
        if not stored or import_words(text).isdisjoint(stored):
            return frozenset()
    tree = parsed(text)
    imported = dict(_imported(tree, {*own, "sys"}))
    return frozenset(_replaced(tree, imported) if imported else ())


def _imported(tree: ast.Module, left_out: Collection[str]) -> Iterator[tuple[str, str]]:
    """Names that are bound by imports, with the full ones."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names):
                for each in names:
                    first = each.name.partition(".")[0]
                    if first not in left_out:
                        yield (each.asname, each.name) if each.asname else (first, first)
            case ast.ImportFrom(str(module), names, 0) if module.partition(".")[0] not in left_out:
                yield from ((each.asname or each.name, f"{module}.{each.name}") for each in names)


def _replaced(tree: ast.Module, imported: dict[str, str]) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value, name, ast.Store() | ast.Del()) if whole := _full_name(value, imported):
                yield name, f"{whole}.{name}"
            case ast.Call(
                ast.Name("setattr" | "delattr") | ast.Attribute(attr="__setattr__" | "__delattr__"), [value, name, *_]
            ) if whole := _full_name(value, imported):
                yield _named(whole, name)
            case ast.Subscript(
                ast.Attribute(value, "__dict__") | ast.Call(ast.Name("vars"), [value]), name, ast.Store() | ast.Del()
            ) if whole := _full_name(value, imported):
                yield _named(whole, name)


def _named(whole: str, name: ast.expr) -> tuple[str, str]:
    match name:
        case ast.Constant(str(text)):
            return text, f"{whole}.{text}"
    return ANY_NAME, f"{whole}{COMPUTED}"


def _full_name(value: ast.expr, imported: dict[str, str]) -> str:
    """Of what a chain of attributes of an imported name stands for; "" for anything else."""
    match value:
        case ast.Name(name):
            return imported.get(name, "")
        case ast.Attribute(inner, name):
            whole = _full_name(inner, imported)
            return whole and f"{whole}.{name}"
    return ""
