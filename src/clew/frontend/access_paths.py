"""Access paths: what a function stores elsewhere than in its own variables, as its text names it.

    total          a global that the function assigns
    self.total     an attribute of what one of its variables holds
    xs[i], d['k']  an item, by a variable or by a constant

A path names a *location*, another one whenever one of its variables is bound anew, and two paths may name the same
(aliasing).  What is said of definitions and uses leans on no guess about either:

  - a store through a path is the last one to the location that this path names, until its variables are bound anew;
  - afterwards each earlier store through it may be the last one; a store through another path never says anything.

So a pair that no execution exhibits by these two rules is infeasible whatever is aliased, and whatever else runs in
between.  That a test does exhibit one is seen where objects can be told apart (`path_probes`).
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from clew.frontend.scopes import Scope, Scopes
from clew.records import dataclass

ATTRIBUTE: Final = "attribute"
ITEM: Final = "item"
GLOBAL: Final = "global"
OTHERWISE: Final = "it is deleted, or bound otherwise than by an assignment"
AFTERWARDS: Final = "a statement stores it and reads it afterwards"
HALF_WAY: Final = "a statement stores it and may fail afterwards"
LATER: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
COMPREHENSIONS: Final = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_LETTERS: Final = str.maketrans({"_": "__", ".": "_d", "[": "_b", "]": "_e", "'": "_q", "-": "_m"})


@dataclass(frozen=True, slots=True)
class AccessPath:
    """kind: `attribute`, `item` or `global`.  root: the variable, or the global.

    key: name of the attribute, or the constant by which the item is looked up; by: the variable in its place.
    """

    kind: str
    root: str
    key: str | int = ""
    by: str = ""

    @property
    def text(self) -> str:
        match self.kind:
            case "attribute":
                return f"{self.root}.{self.key}"
            case "item":
                return f"{self.root}[{self.by or repr(self.key)}]"
        return self.root

    @property
    def variables(self) -> tuple[str, ...]:
        """Those of the function that say which location it is."""
        return () if self.kind == GLOBAL else (self.root, self.by) if self.by else (self.root,)


def path_of(node: ast.AST, scope: Scope, own: Collection[str]) -> AccessPath | None:
    """own: the variables that only the text of the function binds, and globals.  None for all but the forms above."""

    def is_variable(name: str) -> bool:
        return scope.mangle(name) in own and scope.mangle(name) not in scope.globals

    match node:
        case ast.Name(name) if scope.mangle(name) in own and not is_variable(name):
            return AccessPath(GLOBAL, scope.mangle(name))
        case ast.Attribute(ast.Name(name), attribute) if is_variable(name):
            return AccessPath(ATTRIBUTE, scope.mangle(name), scope.mangle(attribute))
        case ast.Subscript(ast.Name(name), key) if is_variable(name):
            match key:
                case ast.Name(by) if is_variable(by):
                    return AccessPath(ITEM, scope.mangle(name), by=scope.mangle(by))
                case ast.UnaryOp(ast.USub(), ast.Constant(int(value))) if type(value) is int:
                    return AccessPath(ITEM, scope.mangle(name), -value)
                case ast.Constant(int() | str() as value) if type(value) is int or str(value).isidentifier():
                    return AccessPath(ITEM, scope.mangle(name), value)
    return None


def paths_stored(body: Iterable[ast.stmt], scope: Scope, own: Collection[str]) -> dict[str, AccessPath]:
    """What the statements of a function store somewhere, by their texts; not what functions inside of it store."""
    found: dict[str, AccessPath] = {}
    for node in _nodes(body):
        if isinstance(getattr(node, "ctx", None), ast.Store | ast.Del):
            path = path_of(node, scope, own)
            if path is not None:
                found[path.text] = path
    return found


def unclear_paths(
    body: Sequence[ast.stmt], scope: Scope, scopes: Scopes, own: Collection[str]
) -> Iterator[tuple[str, str]]:
    """Those of which statements are too coarse, with the reason."""
    nodes = [*_nodes(body)]
    assigned = {id(target) for node in nodes for target in targets_of(node)}
    is_guarded = any(isinstance(n, ast.Try | ast.TryStar | ast.With | ast.AsyncWith) for n in nodes)
    for node in nodes:
        if isinstance(getattr(node, "ctx", None), ast.Store | ast.Del) and id(node) not in assigned:
            path = path_of(node, scope, own)
            if path is not None:
                yield path.text, OTHERWISE
        targets = targets_of(node)
        stored = [path.text for target in targets if (path := path_of(target, scope, own)) is not None]
        read = {text for target in targets for text in paths_read(target, scope, scopes, own)}
        yield from ((text, AFTERWARDS) for text in stored if text in read and not isinstance(node, ast.AugAssign))
        if is_guarded and len(targets) > 1:
            yield from ((text, HALF_WAY) for text in stored)


def paths_read(part: ast.AST, scope: Scope, scopes: Scopes, own: Collection[str]) -> Iterator[str]:
    """The texts of those that it reads itself; comprehensions included, functions inside of it not."""
    if isinstance(part, LATER):
        return
    match part:
        case ast.AugAssign(target):
            path = path_of(target, scope, own)
        case _ if isinstance(part, COMPREHENSIONS):
            path, own = None, {*own} - scopes.of[id(part)].bound.keys()
        case _:
            path = path_of(part, scope, own) if isinstance(getattr(part, "ctx", None), ast.Load) else None
    if path is not None:
        yield path.text
    for child in ast.iter_child_nodes(part):
        yield from paths_read(child, scope, scopes, own)


def leaves(target: ast.expr) -> Iterator[ast.expr]:
    """What assigning to it stores in, in order."""
    match target:
        case ast.Starred(value):
            yield from leaves(value)
        case ast.Tuple(items) | ast.List(items):
            for item in items:
                yield from leaves(item)
        case _:
            yield target


def targets_of(node: ast.AST) -> list[ast.expr]:
    """Of an assignment, one after the other; nothing of other statements."""
    match node:
        case ast.Assign(targets):
            return [leaf for target in targets for leaf in leaves(target)]
        case ast.AugAssign(target):
            return [target]
        case ast.AnnAssign(target, _, ast.expr()):
            return [target]
    return []


def word_of(path: str) -> str:
    """Another word for each text of a path, to be part of a name."""
    return path.translate(_LETTERS)


def _nodes(body: Iterable[ast.stmt]) -> Iterator[ast.AST]:
    """Of the function itself."""
    stack: list[ast.AST] = [*body]
    while stack:
        node = stack.pop()
        yield node
        if not isinstance(node, LATER):
            stack.extend(ast.iter_child_nodes(node))
