"""Modules that cannot tell one process from another: nothing they compute depends on hash seeds, time, the machine.

What runs of such a module may differ in, besides bugs of ours, is addresses and how deep the stack may get.  The check
is on the text, and names what is allowed, so that what it does not know makes a module a suspect: modules of the
standard library that only compute, builtins that neither show a hash nor reach what the process holds.  Sets, whose
order is that of hashes, may only be asked for members; they also come from operators on `keys()` and `items()`.
"""

from __future__ import annotations

import ast
import builtins
import itertools
import os
import re
import sys
from collections.abc import Iterable, Iterator
from typing import Final

from clew.effects.library import ALIKE
from clew.frontend.parsing import parse_module, unwarned

_BUILTINS: Final = (
    ALIKE["builtins"].names
    | {"__name__", "None", "True", "False", "NotImplemented", "Ellipsis", "__debug__"}
    | {name for name, held in vars(builtins).items() if isinstance(held, type) and issubclass(held, BaseException)}
)
_SUSPECT: Final = frozenset(vars(builtins)) - _BUILTINS
_SPECIAL: Final = frozenset(
    ["__add__", "__class__", "__contains__", "__debug__", "__doc__", "__enter__", "__eq__", "__exit__", "__getitem__",
     "__init__", "__iter__", "__len__", "__lt__", "__main__", "__name__", "__new__", "__next__", "__post_init__",
     "__qualname__", "__repr__", "__setattr__", "__setitem__", "__str__"]
)  # fmt: skip
_INNER = ("f_", "tb_", "gi_", "cr_", "ag_", "co_")  # attributes of frames, tracebacks, generators, code
_VIEWS = ("keys", "items")
# What only looks through its one argument, and hands none of it on but its elements.
_READERS: Final = frozenset(
    ["all", "any", "dict", "enumerate", "iter", "len", "list", "max", "min", "reversed", "sorted", "sum", "tuple"]
)


def is_deterministic(text: str, folders: Iterable[str]) -> bool:
    """Can the module not tell one process from another?  folders: where Python finds what it imports."""
    try:
        nodes = list(ast.walk(_parsed(text)))
        aliases = _imported(nodes)
    except (_Suspect, SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    if not _is_library({module for node in nodes for module in _modules(node)}, folders):
        return False
    innocent = set(_harmless(nodes, aliases))
    return not any(_is_suspect(node, aliases) for node in nodes if id(node) not in innocent)


def makes_none_suspect(texts: Iterable[str], module: str) -> bool:
    """Are these lines of a test, for a deterministic module, as harmless as the module?"""
    for text in texts:
        if not _SUSPECT.isdisjoint(re.findall(r"\w+", text)):
            return False
        imports = text.startswith(("import ", "from "))
        for node in ast.walk(_parsed(text)) if imports or "{" in text else ():
            match node:
                case ast.Set():
                    return False
                case ast.Import(names) if not all(each.name == module or each.name in ALIKE for each in names):
                    return False
                case ast.ImportFrom(held, names) if held != module and not _only_compute(held, names):
                    return False
    return True


def _parsed(text: str) -> ast.Module:
    with unwarned():
        return parse_module(text)


class _Suspect(Exception):
    """An import that may bring anything."""


def _imported(nodes: list[ast.AST]) -> dict[str, str]:
    """Name → module, for those that hold modules."""
    aliases: dict[str, str] = {}
    for node in nodes:
        match node:
            case ast.Import(names):
                for each in names:
                    if each.name not in ALIKE:
                        raise _Suspect
                    top = each.name.partition(".")[0]
                    aliases[each.asname or top] = each.name if each.asname else top
            case ast.ImportFrom(module, names, level):
                if level or not _only_compute(module, names):
                    raise _Suspect
                aliases |= {each.asname or "abc": "collections.abc" for each in names if each.name == "abc"}
    return aliases


def _modules(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Import(names):
            yield from (each.name for each in names)
        case ast.ImportFrom(str(module)):
            yield module


def _is_library(modules: Iterable[str], folders: Iterable[str]) -> bool:
    """Is none of them something else of that name?"""
    names = {module.partition(".")[0] for module in modules}
    library = os.path.dirname(os.__file__)
    for folder in itertools.takewhile(lambda folder: folder != library, folders):
        if any(os.path.lexists(os.path.join(folder, name + end)) for name in names for end in ("", ".py")):
            return False
    return True


def _only_compute(module: str | None, names: Iterable[ast.alias]) -> bool:
    return module is not None and all(_only_computes(module, each.name) for each in names)


def _only_computes(module: str, name: str) -> bool:
    part = ALIKE.get(module)
    if part is None or name.startswith("_") or name == "*":
        return False
    return part.has(name) and not (part.whole and name in sys.stdlib_module_names)


def _harmless(nodes: list[ast.AST], aliases: dict[str, str]) -> Iterator[int]:
    """Those nodes, by identity, that would be suspect elsewhere."""
    readers = _READERS - set(_bound(nodes))
    for node in nodes:
        match node:
            case ast.Attribute(ast.Name(alias) as held, name) if alias in aliases:
                if _only_computes(aliases[alias], name):
                    yield id(held)
            case ast.Compare(_, [ast.In() | ast.NotIn()], [compared]):
                yield id(compared)
            case ast.For(_, iterated) | ast.comprehension(_, iterated):
                yield from _view(iterated)
            case ast.Call(ast.Name(name), [argument]) if name in readers:
                yield from _view(argument)


def _bound(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Names that the module gives a meaning of its own."""
    for node in nodes:
        match node:
            case ast.Name(name, ast.Store()) | ast.arg(name):
                yield name
            case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
                yield name
            case ast.alias(name, other):
                yield other or name
            case ast.MatchAs(name=str(name)) | ast.MatchStar(str(name)) | ast.MatchMapping(rest=str(name)):
                yield name
            case ast.ExceptHandler(name=str(name)):
                yield name


def _view(node: ast.expr) -> Iterator[int]:
    """A view, where it is only looked through."""
    match node:
        case ast.Call(ast.Attribute(_, name) as method, [], []) if name in _VIEWS:
            yield id(method)


def _is_suspect(node: ast.AST, aliases: dict[str, str]) -> bool:
    match node:
        case ast.Set() | ast.SetComp():
            return True
        case ast.Name(name, ast.Load()):
            return name in _SUSPECT or name in aliases or _is_special(name)
        case ast.Attribute(_, name):
            return name in _VIEWS or _is_special(name) or name.startswith(_INNER)
        case ast.Constant(str(text)):  # it may be the name of an attribute, or a format that has one
            return any(map(_is_special, re.findall(r"\w+", text)))
        case ast.Call(ast.Name("getattr" | "hasattr" | "setattr"), arguments):
            return not isinstance(arguments[1] if len(arguments) > 1 else None, ast.Constant)
    return False


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__") and name not in _SPECIAL
