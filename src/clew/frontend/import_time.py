"""Which variables of a module hold what the process was like when it was imported: read off its text.

A package that is there or not (`try: import numpy` / `except ImportError: numpy = None`), the environment, the
platform, the clock: what is bound under a `try` around an import, under a test of such a thing, or computed from one.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Final

# Modules of the library that say something of the process.
_TELLING: Final = frozenset(
    {"os", "sys", "platform", "locale", "time", "socket", "getpass", "tempfile", "shutil", "threading",
     "multiprocessing", "importlib", "pkgutil", "site", "sysconfig", "uuid", "secrets", "random", "gc", "resource",
     "warnings", "pathlib"}
)  # fmt: skip
PACKAGES: Final = "the packages that are installed"
_SURROUNDINGS: Final = "the surroundings of the process"
OF_THIS_PYTHON: Final = "this Python"
_FIXED: Final = frozenset({"version_info", "platform", "implementation", "hexversion", "name", "byteorder"})
_COMPUTING: Final = frozenset({"path", "sep", "linesep", "fspath", "PathLike", "maxsize", "intern", "Path", "PurePath"})


def made_at_import(text: str) -> dict[str, str]:
    """Name → what of the process it depends on."""
    if "import" not in text:
        return {}
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    found: dict[str, str] = {}
    telling = {name for node in ast.walk(tree) for name in _telling_names(node)}
    before = -1
    while before != (before := len(found)):
        _statements(tree.body, None, telling, found)
    return found


def handed_on_at_import(text: str) -> frozenset[str]:
    """Names that code outside of functions mentions, not to call what they stand for: in tables, in class bodies, as
    defaults, under another name.
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return frozenset()
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    found: set[str] = set()
    waiting: list[ast.AST] = [tree]
    while waiting:
        match waiting.pop():
            case ast.FunctionDef() | ast.AsyncFunctionDef() as function:
                waiting += [*function.decorator_list, function.args]
            case ast.Lambda(args):
                waiting.append(args)
            case ast.ImportFrom("builtins", names=names):
                found.update(each.name for each in names)
            case node:
                if isinstance(node, ast.Name | ast.Attribute) and id(node) not in called:
                    found.add(node.id if isinstance(node, ast.Name) else node.attr)
                waiting += ast.iter_child_nodes(node)
    return frozenset(found)


def _telling_names(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Import(names):
            yield from (a.asname or a.name.partition(".")[0] for a in names if a.name.partition(".")[0] in _TELLING)
        case ast.ImportFrom(str(module), names) if module.partition(".")[0] in _TELLING:
            yield from (a.asname or a.name for a in names if a.name not in _COMPUTING)


def _statements(body: Iterable[ast.stmt], why: str | None, telling: set[str], found: dict[str, str]) -> None:
    for node in body:
        reason = why
        match node:
            case ast.Try():
                if reason is None and any(isinstance(n, ast.Import | ast.ImportFrom) for n in node.body):
                    reason = PACKAGES
                inner = [*node.body, *(s for h in node.handlers for s in h.body), *node.orelse, *node.finalbody]
                _statements(inner, reason, telling, found)
            case ast.If(test):
                reason = reason or _depends(test, telling, found)
                _statements([*node.body, *node.orelse], reason, telling, found)
            case ast.With() | ast.For() | ast.While():
                _statements(node.body, reason, telling, found)
            case ast.Assign() | ast.AnnAssign() | ast.AugAssign():
                reason = reason or (_depends(node.value, telling, found) if node.value is not None else None)
        if reason is not None:
            for name in _bound(node):
                found.setdefault(name, reason)


def _depends(node: ast.expr, telling: set[str], found: dict[str, str]) -> str | None:
    """What of the process the value depends on, as far as names show."""
    attributes = {id(n.value): n.attr for n in ast.walk(node) if isinstance(n, ast.Attribute)}
    for each in ast.walk(node):
        if isinstance(each, ast.Lambda):
            return None
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load):
            if each.id in found:
                return found[each.id]
            if each.id in telling and attributes.get(id(each)) not in _COMPUTING:
                return OF_THIS_PYTHON if attributes.get(id(each)) in _FIXED else _SURROUNDINGS
    return None


def _bound(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.Import(names) | ast.ImportFrom(names=names):
            yield from (a.asname or a.name.partition(".")[0] for a in names)
        case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
            yield name
        case ast.Assign(targets):
            yield from (n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name))
        case ast.AnnAssign(ast.Name(name)) | ast.AugAssign(ast.Name(name)):
            yield name
