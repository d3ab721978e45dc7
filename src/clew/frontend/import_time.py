"""Which variables of a module hold what the process was like when it was imported: read off its text.

A package that is there or not (`try: import numpy` / `except ImportError: numpy = None`), the environment, the
platform, the clock: what is bound under a `try` around an import, under a test of such a thing, or computed from one,
by a function of the module as well; functions by their defaults and decorators, classes by their bodies too.
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
# Methods and functions that tell what the process or the machine is like, whatever they are called on.
_ASKING: Final = frozenset(
    {"home", "cwd", "exists", "isfile", "isdir", "islink", "is_file", "is_dir", "stat", "lstat", "getsize", "getmtime",
     "expanduser", "expandvars", "realpath", "abspath", "resolve", "iterdir", "glob", "read_text", "read_bytes",
     "samefile", "getcontext", "getEffectiveLevel", "isEnabledFor", "now", "today", "utcnow"}
)  # fmt: skip
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
    telling |= _asking_functions(tree.body, telling)
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
            case ast.With(items):
                reason = reason or _first(items, telling, found)
                _statements(node.body, reason, telling, found)
            case ast.For(iter=asked) | ast.While(test=asked):
                reason = reason or _depends(asked, telling, found)
                _statements([*node.body, *node.orelse], reason, telling, found)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                reason = reason or _first([*_decorating(node), node.args], telling, found)
            case ast.ClassDef():
                reason = reason or _first(_outside_of_functions(node), telling, found)
            case ast.Expr(value) | ast.AugAssign(value=value):  # `options.append(os.environ["A"])`
                reason = reason or _depends(value, telling, found)
            case ast.Assign() | ast.AnnAssign():
                reason = reason or (_depends(node.value, telling, found) if node.value is not None else None)
        if reason is not None:
            for name in _bound(node):
                found.setdefault(name, reason)


def _asking_functions(body: Iterable[ast.stmt], telling: set[str]) -> set[str]:
    """Functions and classes of the module whose text asks for such a thing, or calls one that does; as `name()`."""
    texts = {n.name: n for n in body if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)}
    found: set[str] = set()
    before = -1
    while before != (before := len(found)):
        known = telling | found
        found |= {f"{name}()" for name, node in texts.items() if _first([node], known, {})}
    return found


def _outside_of_functions(node: ast.ClassDef) -> list[ast.AST]:
    """What runs when the class is made."""
    found: list[ast.AST] = [*_decorating(node), *node.bases, *node.keywords]
    for each in node.body:
        match each:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                found += [*_decorating(each), each.args]
            case ast.ClassDef():
                found += _outside_of_functions(each)
            case _:
                found.append(each)
    return found


def _decorating(node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.AST]:
    """The calls that decorators are."""
    return [ast.Call(decorator, [], []) for decorator in node.decorator_list]


def _first(nodes: Iterable[ast.AST], telling: set[str], found: dict[str, str]) -> str | None:
    return next((why for node in nodes if (why := _depends(node, telling, found)) is not None), None)


def _depends(node: ast.AST, telling: set[str], found: dict[str, str]) -> str | None:
    """What of the process the value depends on, as far as names show."""
    attributes = {id(n.value): n.attr for n in ast.walk(node) if isinstance(n, ast.Attribute)}
    if isinstance(node, ast.Lambda):
        return None
    for each in ast.walk(node):
        if isinstance(each, ast.Attribute) and each.attr in _ASKING:
            return _SURROUNDINGS
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Name) and f"{each.func.id}()" in telling:
            return _SURROUNDINGS
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
        case ast.AnnAssign(target) | ast.AugAssign(target):
            yield from (n.id for n in ast.walk(target) if isinstance(n, ast.Name))
        case ast.For(target, asked):
            yield from (n.id for part in (target, asked) for n in ast.walk(part) if isinstance(n, ast.Name))
        case ast.Expr(ast.Call(ast.Attribute(ast.Name(name)))):
            yield name
