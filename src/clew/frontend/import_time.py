"""Which variables of a module hold what the process was like when it was imported: read off its text.

A package that is there or not (`try: import numpy` / `except ImportError: numpy = None`), the environment, the
platform, the clock: what is bound under a `try` around an import, under a test of such a thing, or computed from one,
by a function of the module as well; functions by their defaults and decorators, classes by their bodies too.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import field
from typing import Final, TypeAlias

from clew.frontend.module import ANY_NAME
from clew.frontend.parsing import parsed
from clew.frontend.set_texts import is_set, shows_order
from clew.records import dataclass
from clew.regexes import regex
from clew.source.surroundings import PACKAGES

# Modules of the library that say something of the process.
_TELLING: Final = frozenset(
    {"os", "sys", "platform", "locale", "time", "socket", "getpass", "tempfile", "shutil", "threading",
     "multiprocessing", "importlib", "pkgutil", "site", "sysconfig", "uuid", "secrets", "random", "gc", "resource",
     "warnings", "pathlib", "posix", "nt", "argparse", "optparse", "signal", "builtins", "__main__"}
)  # fmt: skip
_SURROUNDINGS: Final = "the surroundings of the process"
BEFORE: Final = "what was imported and called before"
_OF_THREADS: Final = "what a thread has for itself"
OF_THIS_PYTHON: Final = "this Python"
_FIXED: Final = frozenset({"version_info", "platform", "implementation", "hexversion", "name", "byteorder"})
# Methods and functions that tell what the process or the machine is like, whatever they are called on.
_ASKING: Final = frozenset(
    {"home", "cwd", "exists", "isfile", "isdir", "islink", "is_file", "is_dir", "stat", "lstat", "getsize", "getmtime",
     "expanduser", "expandvars", "realpath", "abspath", "resolve", "iterdir", "glob", "read_text", "read_bytes",
     "samefile", "getcontext", "getEffectiveLevel", "isEnabledFor", "hasHandlers", "now", "today", "utcnow",
     "fromtimestamp", "timestamp", "astimezone", "relpath", "absolute", "read", "readline", "readlines", "getline",
     "parse_args", "parse_known_args", "getproxies", "proxy_bypass", "getsignal", "list_dialects", "firstweekday",
     "guess_type", "get_debug", "getLevelName", "getLevelNamesMapping", "lookup_error", "get_dialect"}
)  # fmt: skip
_OF_LOGGING: Final = "the configuration of logging"
_LOGGED: Final = frozenset({"level", "handlers", "disabled", "propagate", "filters"})
_NAMESPACES: Final = frozenset({"globals", "vars", "locals", "exec", "eval", "setattr"})
_ORDER: Final = "the order of sets"
_HASHES: Final = "the hashes of texts and objects"
_COMPUTING: Final = frozenset({"path", "sep", "linesep", "fspath", "PathLike", "maxsize", "intern", "Path", "PurePath"})


_TOUCHY: Final = regex(r"\bset\b|\bfrozenset\b|\bhash\b|\bid\b|\{[^:}\n]*,")  # sets, perhaps, and hashes

Others: TypeAlias = Callable[[str], Mapping[str, str] | None]
"""By the name of a module of the project, what `made_at_import` says of it; None for any other."""


def made_at_import(
    text: str, package: str = "", others: Others = lambda module: None, changed: Collection[str] = ()
) -> dict[str, str]:
    """Name → what of the process it depends on; `name()`: what a call of it, at import, does.  Perhaps with `ANY_NAME`.

    package: the one this module is in, for relative imports.  changed: names of variables that code of the project
    changes, so that what is read of them at import depends on what was imported, and called, before.
    """
    if "import" not in text and _TOUCHY.search(text) is None:
        return {}
    tree = parsed(text)
    reading = _Reading({name for node in ast.walk(tree) for name in _telling_names(node)}, changed)
    for node in ast.walk(tree):
        reading.imports(node, package, others)
        if isinstance(node, ast.Import | ast.ImportFrom):
            reading.logging.update(_bound(node) if "logging" in ast.unparse(node) else ())
    reading.asking_functions(tree.body)
    before = -1
    while before != (before := len(reading.found)):
        reading.statements(tree.body, None)
    return reading.found


@functools.lru_cache(maxsize=4_096)  # asked of the same texts for each function whose annotations changed
def handed_on_at_import(text: str) -> frozenset[str]:
    """Names that code outside of functions mentions, not to call what they stand for: in tables, in class bodies, as
    defaults, under another name.
    """
    tree = parsed(text)
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


@dataclass(slots=True)
class _Reading:
    """telling: names of modules and functions of the library that say something of the process; found: as it is given
    back; modules: of the project, by the names they have here; changed: as in `made_at_import`; sets: names
    of variables that hold some; logging: names of that module, of what is imported from it, and of loggers.
    """

    telling: set[str]
    changed: Collection[str]
    found: dict[str, str] = field(default_factory=dict)
    modules: dict[str, Mapping[str, str]] = field(default_factory=dict)
    sets: set[str] = field(default_factory=set)
    logging: set[str] = field(default_factory=set)

    def imports(self, node: ast.AST, package: str, others: Others) -> None:
        match node:
            case ast.Import(names):
                for each in names:
                    self.module(each.asname or each.name, others(each.name))
            case ast.ImportFrom(source, names, level):
                above = package.split(".")
                around = above[: len(above) - level + 1] if level else []
                home = ".".join([*around, *([source] if source else [])])
                known = others(home)
                for each in names:
                    own = each.asname or each.name
                    self.module(own, others(f"{home}.{each.name}"))
                    if known is None:
                        continue
                    if each.name in self.changed:
                        self.found[own] = BEFORE
                    for word in ("", "()"):
                        if each.name + word in known:
                            self.found[own + word] = known[each.name + word]

    def module(self, name: str, known: Mapping[str, str] | None) -> None:
        if known is not None:
            self.modules[name] = known

    def asking_functions(self, body: Iterable[ast.stmt]) -> None:
        """Functions and classes of the module whose text asks for such a thing, or calls one that does."""
        texts = {n.name: n for n in body if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)}
        before = -1
        while before != (before := len(self.found)):
            for name, node in texts.items():
                if f"{name}()" not in self.found and (why := self.depends(node)) is not None:
                    self.found[f"{name}()"] = why

    def statements(self, body: Iterable[ast.stmt], why: str | None) -> None:
        for node in body:
            reason = why
            match node:
                case ast.Try() | ast.With() | ast.Match() | ast.For() | ast.While():
                    # What is read in one part, and whether that raises, may decide about all.
                    parts = [*_executed(node)]
                    if isinstance(node, ast.For) and is_set(node.iter, self.sets):
                        reason = reason or _ORDER
                    if reason is None and isinstance(node, ast.Try | ast.With):
                        reason = PACKAGES if any(isinstance(n, ast.Import | ast.ImportFrom) for n in parts) else None
                    reason = reason or self.first(n for n in parts if isinstance(n, ast.expr | ast.arguments))
                    self.statements(_inside(node), reason)
                case ast.If(test):
                    reason = reason or self.depends(test)
                    self.statements([*node.body, *node.orelse], reason)
                case ast.FunctionDef() | ast.AsyncFunctionDef():
                    reason = reason or self.first([*_decorating(node), node.args])
                case ast.ClassDef():
                    reason = reason or self.first(_outside_of_functions(node))
                    reason = reason or self.first(ast.Call(k.value, [], []) for k in node.keywords)  # its metaclass
                case ast.Expr(value) | ast.AugAssign(value=value):  # `options.append(os.environ["A"])`
                    reason = reason or self.depends(value)
                case ast.Assign() | ast.AnnAssign():
                    self.note(node)
                    reason = reason or (self.depends(node.value) if node.value is not None else None)
            if reason is not None:
                every = {n.func.id for n in ast.walk(node) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}
                for name in (*_bound(node), *([] if every.isdisjoint(_NAMESPACES) else [ANY_NAME])):
                    if name not in self.telling:
                        self.found.setdefault(name, reason)

    def note(self, node: ast.Assign | ast.AnnAssign) -> None:
        """Variables that hold sets and loggers."""
        if node.value is None:
            return
        if is_set(node.value, self.sets):
            self.sets.update(_bound(node))
        if any(isinstance(n, ast.Name) and n.id in self.logging for n in ast.walk(node.value)):
            self.logging.update(_bound(node))

    def first(self, nodes: Iterable[ast.AST]) -> str | None:
        return next((why for node in nodes if (why := self.depends(node)) is not None), None)

    def depends(self, node: ast.AST) -> str | None:
        """What of the process the value depends on, as far as names show."""
        if isinstance(node, ast.Lambda):
            return None
        every = list(ast.walk(node))
        attributes = {id(n.value): n.attr for n in every if isinstance(n, ast.Attribute)}
        called = {id(n.func) for n in every if isinstance(n, ast.Call)}
        called |= {id(n.value) for n in every if isinstance(n, ast.Attribute) and id(n) in called}  # `Settings.load()`
        if shows_order(node, self.sets):
            return _ORDER
        if any(isinstance(n, ast.Attribute) and n.attr in _LOGGED for n in every) and any(
            isinstance(n, ast.Name) and n.id in self.logging for n in every
        ):
            return _OF_LOGGING
        asked = {id(given) for n in every if isinstance(n, ast.Call) for given in n.args}  # `hasattr(module, "x")`
        for each in every:
            if isinstance(each, ast.Attribute) and each.attr in _ASKING:
                return _SURROUNDINGS
            if not isinstance(each, ast.Name) or not isinstance(each.ctx, ast.Load):
                continue
            if id(each) in called and each.id in ("open", "input", "exec", "eval", "__import__"):
                return _SURROUNDINGS
            if id(each) in called and each.id in ("hash", "id"):
                return _HASHES
            inside = attributes.get(id(each))
            known = self.modules.get(each.id, {})
            if each.id in self.modules and (inside in self.changed or (inside is None and id(each) in asked)):
                return BEFORE
            if each.id in self.found:
                return self.found[each.id]
            if id(each) in called and f"{each.id}()" in self.found:
                return self.found[f"{each.id}()"]
            if inside is not None and (inside in known or f"{inside}()" in known):
                return known.get(inside) or known[f"{inside}()"]
            if each.id in self.telling and "local" in (each.id, inside):
                return _OF_THREADS
            if each.id in self.telling and (inside not in _COMPUTING or (each.id, inside) == ("sys", "path")):
                return OF_THIS_PYTHON if inside in _FIXED else _SURROUNDINGS
        return None


def _outside_of_functions(node: ast.ClassDef) -> list[ast.AST]:
    """What runs when the class is made."""
    found: list[ast.AST] = [*_decorating(node), *node.bases, *node.keywords]
    for each in node.body:
        match each:
            case ast.FunctionDef(name="_generate_next_value_"):  # of an enum
                found += each.body
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                found += [*_decorating(each), each.args]
            case ast.ClassDef():
                found += _outside_of_functions(each)
            case _:
                found.append(each)
    return found


def _inside(node: ast.stmt) -> list[ast.stmt]:
    """The statements of its blocks."""
    blocks = [getattr(node, name, []) for name in ("body", "orelse", "finalbody")]
    blocks += [part.body for name in ("handlers", "cases") for part in getattr(node, name, [])]
    return [statement for block in blocks for statement in block]


def _executed(node: ast.AST) -> Iterator[ast.AST]:
    """What runs when a statement does: the bodies of functions are left out."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            yield from (*_decorating(node), node.args)
        case ast.ClassDef():
            yield from _outside_of_functions(node)
        case ast.expr() | ast.Import() | ast.ImportFrom():
            yield node
        case _:
            for child in ast.iter_child_nodes(node):
                yield from _executed(child)


def _decorating(node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.AST]:
    """The calls that decorators are."""
    return [ast.Call(decorator, [], []) for decorator in node.decorator_list]


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
        case ast.With(items):
            held = (item.optional_vars for item in items if item.optional_vars is not None)
            yield from (n.id for part in held for n in ast.walk(part) if isinstance(n, ast.Name))
        case ast.Match(_, cases):
            patterns = (n for each in cases for n in ast.walk(each.pattern))
            yield from (n.name for n in patterns if isinstance(n, ast.MatchAs | ast.MatchStar) and n.name)
        case ast.Expr(value):  # what is called there may change what it is given
            called = {id(n.func) for n in ast.walk(value) if isinstance(n, ast.Call)}
            yield from (n.id for n in ast.walk(value) if isinstance(n, ast.Name) and id(n) not in called)
