"""A function with the names of its local variables replaced by symbols, so that renaming them changes nothing."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Set
from functools import partial
from typing import Final

from clew.frontend.places import FunctionNode
from clew.frontend.scopes import Scope
from clew.frontend.sides import DEFINITION, Side, annotations_of, is_plainly_decorated, without_annotations
from clew.frontend.syntax_copies import copy_of
from clew.records import dataclass

MARK: Final = "·"  # in no name of Python
_LOOKING: Final = frozenset(
    {"locals", "vars", "dir", "eval", "exec", "inspect", "traceback", "_getframe", "currentframe", "settrace"}
    | {"f_locals", "f_back", "tb_frame", "tb_lineno", "gi_frame", "cr_frame", "ag_frame", "__code__", "__closure__"}
)


@dataclass(frozen=True, slots=True)
class Symbolic:
    """node: a copy, of which the local variables have names with a `MARK`, one for each variable.

    steady: names that have one value all the time: of parameters that nothing else binds, and of builtins.  unsteady:
    variables that may be looked at, or bound, while an expression is evaluated that does not name them.
    """

    node: FunctionNode
    steady: Set[str]
    unsteady: Set[str]


def with_symbols(side: Side, root: FunctionNode) -> Symbolic | None:
    """None where wording may matter: it looks at its variables by name, or has a class or annotations inside that do
    something.
    """
    nodes = [*ast.walk(root)]
    if any(_looks_at_names(each) for each in nodes if each is not root):
        return None
    own = side.scopes.of[id(root)]
    scopes = [own, *own.inside()]
    bound = {name for scope in scopes for name in scope.bound}
    inner = [each for each in nodes if isinstance(each, DEFINITION) and each is not root]
    if not all(_is_plainly_annotated(side, each, bound) for each in inner):
        return None
    fixed = {id(scope): set(scope.parameters) for scope in scopes}
    around = {id(node): scope for node, scope in side.parts(root, side.scope_of(root))}
    for each in nodes:
        if id(each) in around and each is not root:
            fixed.get(id(around[id(each)]), set()).update(_kept(each))
    copy = copy_of(root)
    for each, copied in zip(nodes, ast.walk(copy), strict=True):
        scope = around.get(id(each))
        if scope is not None:
            rename(copied, partial(_symbol, scope, fixed))
    for each in ast.walk(copy):
        if isinstance(each, DEFINITION) and is_plainly_decorated(each):
            without_annotations(each)
    named = side.scopes.module_names
    plain = set() if "*" in named else {n for n in vars(builtins) if n not in bound and n not in named}
    again = {name for each in nodes for name in _bound(each)}
    unsteady = {_symbol(scope, fixed, name) for scope in scopes for name in (*scope.unstable(), *_seen_inside(scope))}
    return Symbolic(copy, plain | (set(own.parameters) - again), unsteady)


def _is_plainly_annotated(side: Side, node: FunctionNode, bound: Set[str]) -> bool:
    """May the annotations be left out, as nothing is done with them?  bound: names that are no global ones."""
    found = annotations_of(node)
    names = {part.id for each in found for part in ast.walk(each) if isinstance(part, ast.Name)}
    return not found or (is_plainly_decorated(node) and bound.isdisjoint(names) and all(map(side.has_no_effect, found)))


def _seen_inside(scope: Scope) -> set[str]:
    """Variables that functions inside of it use."""
    return {name for child in scope.children for name in child.free}


def _bound(node: ast.AST) -> list[str]:
    """The names that it binds, or no longer does, parameters left out."""
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
            return [name]
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            return [name]
        case ast.MatchMapping(rest=str(name)):
            return [name]
    return _kept(node)


def _looks_at_names(node: ast.AST) -> bool:
    match node:
        case ast.ClassDef():
            return True
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in _LOOKING
    return False


def _kept(node: ast.AST) -> list[str]:
    """The names it binds that are seen from outside, or that are no nodes of their own."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            return [name]
        case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
            return [alias.asname or alias.name.partition(".")[0] for alias in aliases]
    return []


def rename(node: ast.AST, renamed: Callable[[str], str]) -> None:
    """The variables that the node itself names."""
    match node:
        case ast.Name(id=name):
            node.id = renamed(name)
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            node.name = renamed(name)
        case ast.MatchMapping(rest=str(name)):
            node.rest = renamed(name)
        case ast.Nonlocal(names=names):
            node.names = sorted(map(renamed, names))


def _symbol(scope: Scope, fixed: dict[int, set[str]], name: str) -> str:
    """The symbol of the variable that the name stands for; the name where it is no local variable."""
    mangled = scope.mangle(name)
    if scope.resolve(mangled) not in ("local", "free"):
        return name
    home: Scope | None = scope
    while home is not None and not _binds(home, mangled):
        home = home.parent
    if home is None or name in fixed.get(id(home), {name}) or mangled in fixed[id(home)]:
        return name
    return f"{[*fixed].index(id(home))}{MARK}{mangled}"


def _binds(scope: Scope, name: str) -> bool:
    if scope.kind not in ("function", "lambda", "comprehension"):
        return False
    return name in scope.bound and name not in scope.nonlocals and name not in scope.globals
