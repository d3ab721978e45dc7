"""Where the import of modules runs something else than before.

    import first, second      the order of imports, and what is imported
    LIMIT = 4                 nothing, unless something reads LIMIT on import
    add(2)                    was add(1)
    add(1)                    nothing here, but for where `add` changed
    class Cart(Base): ...     is there now: `Base.__init_subclass__` runs
    @register(str)            was @register(int)

What that leaves elsewhere nobody can say by the texts: what uses it supposes that nothing of its own is among it.
"""

from __future__ import annotations

import ast
import builtins
import collections.abc
import os
import sys
import typing
from collections.abc import Iterator, Mapping, Sequence, Set
from importlib.util import find_spec
from typing import Final, NamedTuple

from clew.frontend.import_changes import (
    LOOKED_AT,
    does_more,
    endings,
    imported_names,
    inside_of,
    is_text,
    read_on_import,
    steps,
)
from clew.frontend.leaning import changed_names
from clew.frontend.mention_keys import BEFORE, bare, file_of
from clew.frontend.mentions import Mentions
from clew.frontend.sides import (
    DEFINITION,
    annotations_of,
    bound_by,
    dumped,
    evaluated_early,
    is_plainly_decorated,
    outside_of_functions,
)
from clew.frontend.special import is_constructor, is_special

_PLAIN: Final = (ast.Constant, ast.Name, ast.Tuple, ast.List, ast.Dict, ast.Set, ast.expr_context)
_LOOKING: Final = LOOKED_AT | {"vars", "dir", "__dict__", "globals", "getmembers", "testmod"}
_ASKING: Final = frozenset({"getattr", "hasattr", "attrgetter"})
_FOR_FILES: Final = LOOKED_AT | {
    "find_spec",
    "exists",
    "isfile",
    "is_file",
    "stat",
    "open",
    "import_module",
    "run_path",
}


def run_otherwise(texts: Mapping[str, tuple[str, str]], project: Mentions) -> dict[str, str]:
    """By files, the first line that is another one, or a name of what changed and may run on import.

    texts: both of each file that changed, empty where it is not there; project: all modules, in both versions.
    """
    found: dict[str, str] = {}
    trees = [project.tree_of(text) for text in project.texts.values()]
    asked = {file: imported_names(tree) for file, tree in zip(project.texts, trees, strict=True)}
    read = set[str]()
    for path, tree in zip(project.texts, trees, strict=True):
        for step in steps(tree):
            if does_more(step.node):
                read |= read_on_import(step.node, file_of(path), project, bound=False)
    reached = project.called_from(read)
    run = bare(reached)
    own_modules = {part.removesuffix(".py") for path in project.texts for part in file_of(path).split(os.sep)}
    for path, (old, new) in texts.items():
        own = (path, path + BEFORE)
        imported = set[str]().union(*(names for file, names in asked.items() if file not in own))
        if not (old and new):
            if endings(path) & imported or not run.isdisjoint(_FOR_FILES):
                found[path] = "line 1"
            continue
        before, now = project.tree_of(old), project.tree_of(new)
        if line := _first_other([*_done(before, own_modules)], [*_done(now, own_modules)]):
            found[path] = f"line {line}"
            continue
        names = changed_names(old, new)
        here = {name for name in names if not reached.isdisjoint((f"{file_of(path)}::{name}", f".{name}"))}
        if met := _met(names, here, [*_bound(before)], [*_bound(now)], run, imported):
            found[path] = f"`{met[0]}`"
    return found


def _met(
    names: Set[str], read: Set[str], before: Sequence[str], now: Sequence[str], run: Set[str], imported: Set[str]
) -> Sequence[str]:
    """Of names that changed those that import comes by.  read: of these, by what runs; before, now: what is bound, in
    order; run: all that what runs may name.
    """
    operators = {name for name in names if is_special(name) and not is_constructor(name)}
    there = {*before} ^ {*now}  # in one of them only, so that an import may fail
    found = sorted(read | operators | (there & imported))
    if found or (not names and before == now):
        return found
    return sorted(run & (_LOOKING if before == now else _LOOKING | _ASKING))


def _bound(owner: ast.Module | ast.ClassDef) -> Iterator[str]:
    """Names, in order, those in classes among them."""
    for statement in owner.body:
        yield from sorted(bound_by(statement))
        if isinstance(statement, ast.ClassDef):
            yield from _bound(statement)


class _Done(NamedTuple):
    """Something that is done on import.  binds: no more than a name to a function, or to a plain value."""

    text: str
    line: int
    binds: bool = False


def _first_other(before: Sequence[_Done], now: Sequence[_Done]) -> int:
    """The line, 0 where nothing is.  Of what only binds names it matters what comes first, where both have it."""
    both = {each.text for each in before if each.binds} & {each.text for each in now if each.binds}
    bound, bound_now = set[str](), set[str]()
    steps_before = iter(before)
    last = 1
    for each in now:
        last = each.line
        if each.binds:
            bound_now.add(each.text)
            continue
        for was in steps_before:
            if not was.binds:
                break
            bound.add(was.text)
        else:
            return each.line
        if was.text != each.text or bound & both != bound_now & both:
            return each.line
    return last if any(not each.binds for each in steps_before) else 0


def _done(tree: ast.Module, own: Set[str]) -> Iterator[_Done]:
    """What runs on import; functions in it left out, but what they are decorated with and their defaults.

    own: names of modules and folders of the project.
    """
    later = any(isinstance(s, ast.ImportFrom) and any(a.name == "annotations" for a in s.names) for s in tree.body)
    waiting: list[ast.stmt] = [*reversed(tree.body)]
    handed_on: set[int] = set()  # statements of classes that bases or decorators get to see
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and "__main__" in ast.dump(node.test):
            waiting += reversed(node.orelse)
        elif isinstance(node, DEFINITION):
            text = _seen_of(node) if id(node) in handed_on else _of_function(node, later)
            yield _Done(text or f"def {node.name}", node.lineno, not text)
        elif isinstance(node, ast.ClassDef):
            made = [*node.decorator_list, *node.bases, *node.keywords]
            yield _Done(f"class {node.name} {' '.join(map(ast.dump, made))}", node.lineno, not made)
            handed_on.update(map(id, node.body) if made else ())
            waiting += reversed(node.body)
        elif inside_of(node):
            inner = (_of_function(each, later) for each in ast.walk(node) if isinstance(each, DEFINITION))
            yield _Done(" ".join((outside_of_functions(node), *inner)), node.lineno)
        elif not is_text(node) or id(node) in handed_on:
            binds = _is_plain(node, later) or _is_of_library(node, own)
            yield _Done(dumped(node), node.lineno, binds and id(node) not in handed_on)


def _of_function(node: ast.FunctionDef | ast.AsyncFunctionDef, later: bool) -> str:
    """later: annotations are not evaluated where the function is defined."""
    if not is_plainly_decorated(node):
        return ast.dump(node)  # with its docstring
    asked = [] if later else [each for each in annotations_of(node) if _asks(each)]
    early = [each for each in evaluated_early(node) if not _is_value(each)]
    return " ".join(map(ast.dump, (*early, *asked)))


def _seen_of(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """What may be seen of it without a call."""
    if not is_plainly_decorated(node):
        return ast.dump(node)
    seen = (node.args, *node.decorator_list, *([node.returns] if node.returns else []))
    return " ".join((node.name, *map(ast.dump, seen), ast.get_docstring(node) or ""))


def _is_plain(node: ast.stmt, later: bool) -> bool:
    """Does it do no more than bind names to values?"""
    match node:
        case ast.Pass():
            return True
        case ast.Assign(targets, value):
            return all(isinstance(each, ast.Name) for each in targets) and _is_value(value)
        case ast.AnnAssign(ast.Name(), annotation, value):
            return (later or not _asks(annotation)) and (value is None or _is_value(value))
    return False


def _is_of_library(node: ast.stmt, own: Set[str]) -> bool:
    """Does it import modules of the standard library that are there, and do nothing to others?"""
    match node:
        case ast.Import(names):
            modules = [each.name for each in names]
        case ast.ImportFrom(module=str(module), names=names, level=0) if all(each.name != "*" for each in names):
            modules = [module]
        case _:
            return False
    tops = {name.partition(".")[0] for name in modules}
    return _QUIET.issuperset(modules) and own.isdisjoint(tops) and all(map(find_spec, tops))


_LOUD: Final = {"this", "antigravity", "readline", "test", "__future__"}
_QUIET: Final = (sys.stdlib_module_names | {"collections.abc", "os.path"}) - _LOUD


def _is_value(node: ast.AST) -> bool:
    """Constants and names, and containers of these; hashes of constants alone are asked for."""
    hashed = [key for part in ast.walk(node) for key in _hashed(part)]
    return all(isinstance(part, _PLAIN) for part in ast.walk(node)) and all(isinstance(k, ast.Constant) for k in hashed)


def _hashed(node: ast.AST) -> Sequence[ast.expr | None]:
    match node:
        case ast.Dict(keys):
            return keys
        case ast.Set(parts):
            return parts
    return ()


def _asks(annotation: ast.expr) -> bool:
    """May it run code of the project where it is evaluated, other than to look up names?"""
    for part in ast.walk(annotation):
        match part:
            case ast.Subscript(ast.Name(name) | ast.Attribute(attr=name)) if name in _OF_TYPES:
                pass
            case ast.Attribute(ast.Name(module)) if module in sys.stdlib_module_names:
                pass
            case ast.BinOp(left, ast.BitOr(), right) if all(map(_is_plain_type, (left, right))):
                pass
            case ast.Name() | ast.Constant() | ast.Tuple() | ast.List() | ast.expr_context() | ast.operator():
                pass
            case _:
                return True
    return False


def _is_plain_type(annotation: ast.expr) -> bool:
    match annotation:
        case ast.Name(name) | ast.Subscript(ast.Name(name)):
            return name in _OF_TYPES
        case ast.BinOp() | ast.Constant(None):
            return True
    return False


_OF_TYPES: Final = frozenset((*dir(builtins), *typing.__all__, *collections.abc.__all__))
