"""A function with the names of its local variables replaced by symbols, so that renaming them changes nothing."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Sequence, Set
from dataclasses import replace
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

    steady: names that have one value all the time: of parameters that nothing else binds, and of builtins.  parameters:
    of the function itself, but for those that a function inside declares global.  unsteady: variables that may be
    looked at, or bound, while an expression is evaluated that does not name them.  named: those that are so for nothing
    but `:=`.
    """

    node: FunctionNode
    steady: Set[str]
    parameters: Set[str]
    unsteady: Set[str]
    named: Set[str]

    def without_names(self) -> Symbolic:
        """As it is where `:=` has become an assignment."""
        left = {each.target.id for each in ast.walk(self.node) if isinstance(each, ast.NamedExpr)}
        return replace(self, unsteady=self.unsteady - (self.named - left))

    def may_repeat(self, node: ast.expr) -> bool:
        """May it be looked at twice?"""
        if isinstance(node, ast.Name):
            return node.id in self.steady or self.is_own(node.id)
        return isinstance(node, ast.Constant)

    def is_own(self, name: str) -> bool:
        """A variable that nobody else looks at, and that only statements bind."""
        return (MARK in name or name in self.parameters) and name not in self.unsteady


def with_symbols(side: Side, root: FunctionNode, without_names: bool = False) -> Symbolic | None:
    """None where wording may matter: it looks at its variables by name, or has a class or annotations inside that do
    something.  without_names: does nobody ask functions inside for their names?
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
    called = _nameless(root, nodes, without_names)
    fixed = {id(scope): set(scope.parameters) for scope in scopes}
    around = {id(node): scope for node, scope in side.parts(root, side.scope_of(root))}
    for each in nodes:
        if id(each) in around and each is not root:
            fixed.get(id(around[id(each)]), set()).update(name for name in _kept(each) if name not in called)
    copy = copy_of(root)
    for each, copied in zip(nodes, ast.walk(copy), strict=True):
        scope = around.get(id(each))
        if scope is not None:
            rename(copied, partial(_symbol, scope, fixed))
            if isinstance(copied, ast.FunctionDef) and copied.name in called and each is not root:
                copied.name = _symbol(scope, fixed, copied.name)
    for each in ast.walk(copy):
        if isinstance(each, DEFINITION) and is_plainly_decorated(each):
            without_annotations(each)
    known = side.scopes.module_names
    plain = set() if "*" in known else {n for n in vars(builtins) if n not in bound and n not in known}
    again = {name for each in nodes for name in _bound(each)}
    unsteady = {_symbol(s, fixed, name) for s in scopes for name in (*s.unstable(), *_seen_inside(s))}
    shared = {_symbol(s, fixed, name) for s in scopes for name in (*s.nonlocals, *s.free, *_seen_inside(s))}
    named = {_symbol(s, fixed, name) for s in scopes for name in s.walrus} - shared
    declared = {name for each in nodes if isinstance(each, ast.Global) for name in each.names}
    parameters = set(own.parameters)
    return Symbolic(copy, plain | (parameters - again), parameters - declared, unsteady, named)


def _is_plainly_annotated(side: Side, node: FunctionNode, bound: Set[str]) -> bool:
    """May the annotations be left out, as nothing is done with them?  bound: names that are no global ones."""
    found = annotations_of(node)
    names = {part.id for each in found for part in ast.walk(each) if isinstance(part, ast.Name)}
    return not found or (is_plainly_decorated(node) and bound.isdisjoint(names) and all(map(side.has_no_effect, found)))


def _nameless(root: FunctionNode, nodes: Sequence[ast.AST], all_of_them: bool) -> set[str]:
    """Functions inside of it that only return something and are only called, so that nobody sees their names."""
    found = {each.name for each in nodes if isinstance(each, ast.FunctionDef) and each is not root and _returns(each)}
    if not found:
        return found
    called: set[int] = set()
    for each in nodes:
        match each:
            case ast.Call(ast.Name(id="sorted" | "min" | "max" | "map" | "filter") as func, args, keywords):
                called |= {id(func), *map(id, args), *(id(k.value) for k in keywords)}
            case ast.Call(func):
                called.add(id(func))
    bound = [name for each in nodes if each is not root for name in (*_bound(each), *_kept(each))]
    often = {name for name in found if bound.count(name) != 2}  # it is in both lists
    others = {each.id for each in nodes if isinstance(each, ast.Name) and id(each) not in called and not all_of_them}
    arguments = {each.arg for each in nodes if isinstance(each, ast.arg)}
    shared = {name for each in nodes if isinstance(each, ast.Nonlocal | ast.Global) for name in each.names}
    return found - often - others - arguments - shared


_MORE: Final = (ast.Yield, ast.YieldFrom, ast.NamedExpr)
"""What makes more of a function than an expression that it returns."""


def _returns(node: ast.FunctionDef) -> bool:
    plain = [s for s in node.body if not isinstance(s, ast.Pass) and not _is_text(s)]
    if node.decorator_list or len(plain) > 1 or any(isinstance(part, _MORE) for part in ast.walk(node)):
        return False
    return all(isinstance(each, ast.Return) for each in plain)


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


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
