"""Scopes: what each name means in each function, as CPython's symbol table decides it.

One pass over the syntax tree with an explicit stack (a deep tree must not overflow ours), then names are
resolved through the chain of scopes.  Class scopes are skipped when a nested function looks outward; comprehensions are
scopes of their own.  Names are mangled (`__x` in class `C` is `_C__x`) as they are entered.
"""

from __future__ import annotations

import ast
from collections.abc import Generator, Iterator
from dataclasses import field
from typing import Final, Literal, TypeAlias

from clew.records import dataclass

ScopeKind = Literal["module", "class", "function", "lambda", "comprehension", "type-parameters"]
Binding = Literal["local", "free", "global", "type-parameter"]


@dataclass(slots=True, eq=False)
class Scope:
    """bound, used: in order of appearance.  walrus: names bound by `:=`.  deleted: by `del` or an `except` clause.

    free: names of enclosing functions that this scope, or one inside it, uses.
    """

    kind: ScopeKind
    node: ast.AST
    parent: Scope | None
    private: str | None
    parameters: list[str] = field(default_factory=list)
    bound: dict[str, None] = field(default_factory=dict)
    used: dict[str, None] = field(default_factory=dict)
    globals: dict[str, None] = field(default_factory=dict)
    nonlocals: dict[str, None] = field(default_factory=dict)
    walrus: set[str] = field(default_factory=set)
    deleted: set[str] = field(default_factory=set)
    children: list[Scope] = field(default_factory=list)
    free: set[str] = field(default_factory=set)
    is_generator: bool = False

    def mangle(self, name: str) -> str:
        return mangled(name, self.private)

    def resolve(self, name: str) -> Binding:
        """What a (mangled) name means here."""
        if name in self.globals:
            return "global"
        if name in self.nonlocals:
            walrus = self.kind == "comprehension" and self.parent is not None
            return "global" if walrus and self.parent.resolve(name) == "global" else "free"  # type: ignore[union-attr]
        if name in self.bound:
            return "local"
        scope = self.parent
        while scope is not None:
            if scope.kind == "class":
                if name == "__class__":
                    return "free"
            elif scope.kind == "module" or name in scope.globals:
                return "global"
            elif scope.kind == "type-parameters":
                if name in scope.bound:
                    return "type-parameter"
            elif name in scope.bound or name in scope.nonlocals:
                return "free"
            scope = scope.parent
        return "global"

    def uses(self, names: set[str]) -> bool:
        """Whether some of the names are read here or in a scope inside."""
        return not names.isdisjoint(self.used) or any(child.uses(names) for child in self.children)

    def unstable(self) -> set[str]:
        """Names whose binding may change while an expression that does not name them is evaluated."""
        names = set(self.walrus) | set(self.nonlocals) | self.free
        for scope in self.inside():
            names.update(scope.nonlocals)
            names.update(scope.walrus)
        return names

    def inside(self) -> Iterator[Scope]:
        """All scopes inside of this one."""
        for child in self.children:
            yield child
            yield from child.inside()


@dataclass(frozen=True, slots=True)
class Scopes:
    """of: the scope of each node that opens one, by `id(node)`.  module_names: bound there, `*` for a star import.

    Type parameters are among these names, as they hide builtins too.
    """

    module: Scope
    of: dict[int, Scope]
    module_names: frozenset[str]


def mangled(name: str, private: str | None) -> str:
    """Class-private name mangling."""
    if private is None or not name.startswith("__") or name.endswith("__") or "." in name:
        return name
    owner = private.lstrip("_")
    return f"_{owner}{name}" if owner else name


def find_scopes(tree: ast.Module) -> Scopes:
    """The scopes of a module."""
    walk = _Walk(tree)
    walk.all(tree.body)
    for scope in reversed(walk.order):
        free = {n for n in scope.used if scope.resolve(n) == "free"} | set(scope.nonlocals)
        for child in scope.children:
            free.update(n for n in child.free if scope.kind == "class" or scope.resolve(n) == "free")
        if scope.kind == "class":
            free.discard("__class__")
        scope.free = free
    module = walk.order[0]
    module_names = set(module.bound)
    for scope in walk.order:
        module_names.update(scope.bound if scope.kind == "type-parameters" else scope.globals)
    if walk.star_import:
        module_names.add("*")
    return Scopes(module, walk.of, frozenset(module_names))


_Found: TypeAlias = Iterator[tuple[ast.AST, Scope]]
"""The nodes to look at next, each with the scope it is in."""


_LEAVES: Final = (ast.Constant, ast.expr_context, ast.operator, ast.cmpop, ast.boolop, ast.unaryop)
"""Nodes that name nothing and have no parts."""


class _Walk:
    """Every node once, in the order of the text, without recursion."""

    def __init__(self, tree: ast.Module) -> None:
        module = Scope("module", tree, None, None)
        self.of: dict[int, Scope] = {id(tree): module}
        self.order = [module]
        self.star_import = False

    def all(self, body: list[ast.stmt]) -> None:
        stack: list[tuple[ast.AST, Scope]] = [(node, self.order[0]) for node in reversed(body)]
        while stack:
            node, scope = stack.pop()
            if isinstance(node, ast.Name):
                self.name(node, scope)
            elif not isinstance(node, _LEAVES):
                stack.extend(reversed(list(self.node(node, scope))))

    def open(self, kind: ScopeKind, node: ast.AST, parent: Scope, private: str | None) -> Scope:
        scope = Scope(kind, node, parent, private)
        parent.children.append(scope)
        if kind != "type-parameters":
            self.of[id(node)] = scope
        self.order.append(scope)
        return scope

    def node(self, node: ast.AST, scope: Scope) -> _Found:
        match node:
            case ast.NamedExpr():
                yield from self.named(node, scope)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
                yield from self.function(node, scope)
            case ast.ClassDef():
                yield from self.class_(node, scope)
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                yield from self.comprehension(node, scope)
            case ast.Global(names=names):
                scope.globals.update(dict.fromkeys(map(scope.mangle, names)))
            case ast.Nonlocal(names=names):
                scope.nonlocals.update(dict.fromkeys(map(scope.mangle, names)))
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                for alias in aliases:
                    if alias.name == "*":
                        self.star_import = True
                    else:
                        scope.bound[scope.mangle(alias.asname or alias.name.split(".")[0])] = None
            case ast.AnnAssign(target=target, annotation=annotation, value=assigned):
                yield target, scope
                if scope.kind not in ("function", "lambda", "comprehension"):
                    yield annotation, scope
                if assigned is not None:
                    yield assigned, scope
            case _:
                self.binding(node, scope)
                for child in ast.iter_child_nodes(node):
                    yield child, scope

    def name(self, node: ast.Name, scope: Scope) -> None:
        name = scope.mangle(node.id)
        if isinstance(node.ctx, ast.Load):
            scope.used[name] = None
            if name == "super":
                scope.used["__class__"] = None
        else:
            scope.bound[name] = None
            if isinstance(node.ctx, ast.Del):
                scope.deleted.add(name)

    def binding(self, node: ast.AST, scope: Scope) -> None:
        """What binds a name that is no node of its own, and what makes a generator."""
        match node:
            case ast.ExceptHandler(name=str(name)):
                scope.bound[scope.mangle(name)] = None
                scope.deleted.add(scope.mangle(name))
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
                scope.bound[scope.mangle(name)] = None
            case ast.Yield() | ast.YieldFrom():
                scope.is_generator = True

    def named(self, node: ast.NamedExpr, scope: Scope) -> _Found:
        """`name := value` binds in the function around comprehensions."""
        name = scope.mangle(node.target.id)
        home = scope
        while home.kind == "comprehension" and home.parent is not None:
            home.nonlocals[name] = None
            home = home.parent
        home.bound[name] = None
        home.walrus.add(name)
        yield node.value, scope

    def function(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, scope: Scope) -> _Found:
        outer = scope
        if not isinstance(node, ast.Lambda):
            scope.bound[scope.mangle(node.name)] = None
            for decorator in node.decorator_list:
                yield decorator, scope
            outer = yield from self.type_parameters(node, scope)
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default is not None:
                yield default, scope
        inner = self.open("lambda" if isinstance(node, ast.Lambda) else "function", node, outer, scope.private)
        for parameter in parameters_of(node.args):
            inner.parameters.append(inner.mangle(parameter.arg))
            inner.bound[inner.mangle(parameter.arg)] = None
            if parameter.annotation is not None:
                yield parameter.annotation, outer
        if isinstance(node, ast.Lambda):
            yield node.body, inner
            return
        if node.returns is not None:
            yield node.returns, outer
        for statement in node.body:
            yield statement, inner

    def class_(self, node: ast.ClassDef, scope: Scope) -> _Found:
        scope.bound[scope.mangle(node.name)] = None
        for decorator in node.decorator_list:
            yield decorator, scope
        outer = yield from self.type_parameters(node, scope)
        for base in (*node.bases, *(keyword.value for keyword in node.keywords)):
            yield base, outer
        inner = self.open("class", node, outer, node.name)
        for statement in node.body:
            yield statement, inner

    def comprehension(self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp, scope: Scope) -> _Found:
        """The first iterable is looked at outside."""
        yield node.generators[0].iter, scope
        inner = self.open("comprehension", node, scope, scope.private)
        for index, generator in enumerate(node.generators):
            if index:
                yield generator.iter, inner
            for part in (generator.target, *generator.ifs):
                yield part, inner
        for part in (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,):
            yield part, inner

    def type_parameters(self, node: ast.AST, scope: Scope) -> Generator[tuple[ast.AST, Scope], None, Scope]:
        """The scope of PEP 695 type parameters, where there are some; else the scope itself."""
        parameters = getattr(node, "type_params", None)
        if not parameters:
            return scope
        inner = self.open("type-parameters", node, scope, scope.private)
        for parameter in parameters:
            inner.bound[inner.mangle(parameter.name)] = None
            for child in ast.iter_child_nodes(parameter):
                yield child, inner
        return inner


def parameters_of(args: ast.arguments) -> list[ast.arg]:
    """In the order of the signature."""
    found = [*args.posonlyargs, *args.args]
    if args.vararg:
        found.append(args.vararg)
    found += args.kwonlyargs
    if args.kwarg:
        found.append(args.kwarg)
    return found


def loaded_names(node: ast.AST, scope: Scope, scopes: Scopes) -> tuple[str, ...]:
    """The variables of the function around `node` (locals and free ones) that are read in it, inner scopes included."""
    return _names(node, scope, scopes, loads=True)


def stored_names(node: ast.AST, scope: Scope, scopes: Scopes) -> tuple[str, ...]:
    """The variables of the function around `node` that it binds or unbinds."""
    return _names(node, scope, scopes, loads=False)


def _names(root: ast.AST, scope: Scope, scopes: Scopes, loads: bool) -> tuple[str, ...]:
    found: dict[str, None] = {}
    stack: list[ast.AST] = [root]
    while stack:
        node = stack.pop()
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() | ast.Lambda():
                inner = scopes.of[id(node)]
                if loads:
                    found.update(dict.fromkeys(sorted(inner.free)))
                else:
                    if not isinstance(node, ast.Lambda):
                        found[scope.mangle(node.name)] = None
                    found.update(dict.fromkeys(inner.nonlocals))
                stack += reversed(_outside(node))
                continue
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                inner = scopes.of[id(node)]
                found.update(dict.fromkeys(sorted(inner.free) if loads else inner.nonlocals))
                stack.append(node.generators[0].iter)
                continue
            case ast.Name(id=name, ctx=ctx):
                if isinstance(ctx, ast.Load) == loads:
                    found[scope.mangle(name)] = None
            case ast.AugAssign(target=ast.Name(id=name)) if loads:
                found[scope.mangle(name)] = None
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases) if not loads:
                for alias in aliases:
                    found[scope.mangle(alias.asname or alias.name.split(".")[0])] = None
            case (
                ast.ExceptHandler(name=str(name))
                | ast.MatchAs(name=str(name))
                | ast.MatchStar(name=str(name))
                | ast.MatchMapping(rest=str(name))
            ) if not loads:
                found[scope.mangle(name)] = None
        stack += reversed(list(ast.iter_child_nodes(node)))
    return tuple(n for n in found if scope.resolve(n) in ("local", "free"))


def _outside(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda) -> list[ast.AST]:
    """The parts of a definition that are evaluated in the scope around it."""
    if isinstance(node, ast.ClassDef):
        return [*node.decorator_list, *node.bases, *(k.value for k in node.keywords)]
    values: list[ast.AST] = [d for d in [*node.args.defaults, *node.args.kw_defaults] if d is not None]
    if isinstance(node, ast.Lambda):
        return values
    annotations = [p.annotation for p in parameters_of(node.args) if p.annotation is not None]
    return [*node.decorator_list, *values, *annotations, *([node.returns] if node.returns else [])]
