"""What names of a module stand for that its imports bind."""

from __future__ import annotations

import ast
import os
from collections import Counter
from collections.abc import Iterator

from clew.frontend.module import Module
from clew.frontend.parsing import parsed


def package_of(module: str, file: str) -> str:
    """That its relative imports start from."""
    return module if os.path.basename(file) == "__init__.py" else module.rpartition(".")[0]


def source_of(node: ast.ImportFrom, package: str) -> str:
    """The module that is imported from, in a module of the package."""
    parts = package.split(".") if package and node.level else []
    above = parts[: max(len(parts) - node.level + 1, 0)]
    return ".".join([*above, *([node.module] if node.module else [])])


def modules_named(text: str, package: str) -> Iterator[str]:
    """In imports anywhere in the text: modules, and what may be one."""
    for node in ast.walk(parsed(text)):
        match node:
            case ast.Import(names):
                yield from (each.name for each in names)
            case ast.ImportFrom(names=names):
                source = source_of(node, package)
                yield source
                yield from (f"{source}.{each.name}".lstrip(".") for each in names)


def bound_by_imports(module: Module) -> Iterator[tuple[str, str, str]]:
    """Each name that one import of the module binds, and nothing else in it: with the module that is imported, or the
    one that is imported from and the name there.
    """
    tree = parsed(module.text)
    bound = Counter(_bound(tree))
    package = package_of(module.name, module.file)
    for node in tree.body:
        match node:
            case ast.Import(names):
                for each in names:
                    if (each.asname or "." not in each.name) and bound[each.asname or each.name] == 1:
                        yield each.asname or each.name, each.name, ""
            case ast.ImportFrom(names=names) if all(each.name != "*" for each in names):
                for each in names:
                    if bound[each.asname or each.name] == 1:
                        yield each.asname or each.name, source_of(node, package), each.name


def _bound(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                yield name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.alias(name=name, asname=other):
                yield other or name.partition(".")[0]
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
                yield name
            case ast.ExceptHandler(name=str(name)):
                yield name
