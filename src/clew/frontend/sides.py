"""The two versions of a module, and what of it changed."""

from __future__ import annotations

import ast
import builtins
import copy
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import field
from functools import cached_property
from typing import Final

from clew.frontend.places import FunctionNode, docstring_of, span_of
from clew.frontend.scopes import Scope, Scopes, find_scopes, parameters_of
from clew.frontend.syntax_copies import copy_of
from clew.records import dataclass
from clew.source.spans import Span

DEFINITION: Final = (ast.FunctionDef, ast.AsyncFunctionDef)
_PLAIN_BASES: Final = frozenset(
    {"object", "Protocol", "ABC", "Generic", "Exception", "ValueError", "NamedTuple", "Enum"}
)
_PLAIN_DECORATORS: Final = frozenset(
    {"property", "staticmethod", "classmethod", "abstractmethod", "override", "overload", "final", "cached_property"}
    | {"lru_cache", "cache", "contextmanager", "asynccontextmanager", "wraps", "setter", "getter", "deleter"}
)
_OF_TYPES: Final = ("typing", "collections.abc")
_GENERIC: Final = frozenset({"dict", "frozenset", "list", "set", "tuple", "type"})
_TYPE_EXPRESSION: Final = (
    *(ast.Name, ast.Subscript, ast.Tuple, ast.List, ast.Constant, ast.BinOp),
    *(ast.BitOr, ast.expr_context),
)


_IMPORT: Final = (ast.Import, ast.ImportFrom)
_REBINDING: Final = frozenset({"globals", "exec", "eval", "builtins", "__builtins__", "__globals__", "modules"})
"""What may give a name another meaning than the text of a module says."""

MODULE_HOOKS: Final = frozenset({"__getattr__", "__dir__"})
"""Names that Python itself looks up in a module, for whoever asks it for an attribute (PEP 562)."""


@dataclass(slots=True, eq=False)
class ClassVersion:
    """A class of the module that is not inside of a function.  methods: the last definition of each name; accessors:
    setters and deleters of properties.
    """

    node: ast.ClassDef
    path: str
    methods: dict[str, FunctionNode]
    accessors: list[FunctionNode]

    def constants(self) -> dict[str, str]:
        """What its body binds beside methods and classes, as text, by name."""
        found: dict[str, str] = {}
        for statement in self.data():
            found.update(dict.fromkeys(bound_by(statement), dumped(statement)))
        return found

    def data(self) -> list[ast.stmt]:
        """The statements of its body that are no definitions."""
        return [s for s in self.node.body if not isinstance(s, (*DEFINITION, ast.ClassDef))]


@dataclass(eq=False)
class Side:
    """A version of the module.  shadowed: names of modules of the library for which the project has its own."""

    tree: ast.Module
    shadowed: Set[str] = frozenset()
    scopes: Scopes = field(init=False)

    def __post_init__(self) -> None:
        self.scopes = find_scopes(self.tree)

    @cached_property
    def bindings(self) -> dict[str, list[ast.stmt]]:
        """The statements of the module that bind each name."""
        found: dict[str, list[ast.stmt]] = {}
        for statement in self.tree.body:
            for name in bound_by(statement):
                found.setdefault(name, []).append(statement)
        return found

    @cached_property
    def classes(self) -> dict[str, ClassVersion]:
        found: dict[str, ClassVersion] = {}
        waiting = [(s, s.name) for s in self.tree.body if isinstance(s, ast.ClassDef)]
        while waiting:
            node, path = waiting.pop(0)
            methods = {s.name: s for s in node.body if isinstance(s, DEFINITION) and not _is_accessor(s)}
            accessors = [s for s in node.body if isinstance(s, DEFINITION) and _is_accessor(s)]
            found[path] = ClassVersion(node, path, methods, accessors)
            waiting += [(s, f"{path}.{s.name}") for s in node.body if isinstance(s, ast.ClassDef)]
        return found

    @cached_property
    def functions(self) -> dict[str, FunctionNode]:
        """By qualified name; the last definition of each."""
        found: dict[str, FunctionNode] = {s.name: s for s in self.tree.body if isinstance(s, DEFINITION)}
        for cls in self.classes.values():
            found |= {f"{cls.path}.{name}": node for name, node in cls.methods.items()}
        return found

    @cached_property
    def replaced(self) -> dict[str, list[str]]:
        """Definitions that a later one of the same qualified name replaces, as texts; somebody may have kept them."""
        found: dict[str, list[str]] = {}
        places = [("", self.tree.body), *((f"{cls.path}.", cls.node.body) for cls in self.classes.values())]
        for path, body in places:
            last = {s.name: s for s in body if isinstance(s, DEFINITION) and not _is_accessor(s)}
            for each in (s for s in body if isinstance(s, DEFINITION) and not _is_accessor(s)):
                if each is not last[each.name] and "overload" not in map(word, each.decorator_list):
                    found.setdefault(path + each.name, []).append(dumped(each))
        return found

    @cached_property
    def conditional(self) -> dict[str, list[FunctionNode]]:
        """Functions that are defined in other statements of the module and of its classes, by qualified name."""
        found: dict[str, list[FunctionNode]] = {}
        waiting: list[tuple[ast.AST, str, bool]] = [(s, "", False) for s in reversed(self.tree.body)]
        while waiting:
            node, path, inside = waiting.pop()
            match node:
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    if inside:
                        found.setdefault(path + name, []).append(node)
                case ast.ClassDef(name=name, body=body):
                    waiting += [(s, f"{path}{name}.", inside) for s in reversed(body)]
                case ast.stmt() | ast.ExceptHandler() | ast.match_case():
                    waiting += [(child, path, True) for child in reversed([*ast.iter_child_nodes(node)])]
        return found

    @cached_property
    def is_annotated_by_text(self) -> bool:
        """`from __future__ import annotations`"""
        futures = (s for s in self.tree.body if isinstance(s, ast.ImportFrom) and s.module == "__future__")
        return any(alias.name == "annotations" for s in futures for alias in s.names)

    def has_no_effect(self, annotation: ast.expr) -> bool:
        """Does nobody notice that the annotation is evaluated?  It names builtins and what typing has."""
        parts = [*ast.walk(annotation)]
        if self.is_annotated_by_text or not all(isinstance(part, _TYPE_EXPRESSION) for part in parts):
            return self.is_annotated_by_text
        named = {part.id for part in parts if isinstance(part, ast.Name)}
        bound = named & self.scopes.module_names
        once = all(len(self.bindings.get(name, ())) == 1 for name in bound)
        return once and bound <= self.of_types and all(hasattr(builtins, name) for name in named - bound)

    @cached_property
    def of_types(self) -> set[str]:
        """Names that are imported from `typing` and `collections.abc`."""
        found = (s for s in self.tree.body if isinstance(s, ast.ImportFrom) and s.module in _OF_TYPES)
        return {alias.asname or alias.name for s in found for alias in s.names}

    def names_type(self, statement: ast.stmt) -> bool:
        """Is it a variable for a parametrised type, or for such a variable?"""
        match statement:
            case ast.Assign(targets=[ast.Name()], value=ast.Subscript(value=ast.Name(id=head))):
                return head in self.of_types or (head in _GENERIC and head not in self.scopes.module_names)
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Name(id=other)) if name != other:
                return other in self.bindings and all(
                    isinstance(s, ast.Assign) and isinstance(s.value, ast.Subscript) and self.names_type(s)
                    for s in self.bindings[other]
                )
        return False

    @cached_property
    def has_star(self) -> bool:
        return "*" in self.scopes.module_names

    @cached_property
    def rebinds(self) -> bool:
        """May names of the module, or of builtins, get another meaning than its text says?"""
        modules = {name for name, of in self.bindings.items() if any(isinstance(s, _IMPORT) for s in of)}
        for part in ast.walk(self.tree):
            match part:
                case ast.Attribute(ast.Name(id=name), "__dict__"):
                    if name in modules:
                        return True
                case ast.Attribute(attr=name) | ast.Name(id=name):
                    if name in _REBINDING:
                        return True
        return self.has_star

    @cached_property
    def has_own_format(self) -> bool:
        """Does a class of it say how its objects are written into texts?"""
        return any("__format__" in (*cls.methods, *cls.constants()) for cls in self.classes.values())

    @cached_property
    def names_in_functions(self) -> frozenset[str]:
        """What functions bind, as their own or as the module's."""
        inner = (scope for scope in self.scopes.of.values() if scope.kind not in ("module", "class"))
        return frozenset(name for s in inner for name in (*s.bound, *s.parameters, *s.globals))

    def globals_in(self, node: ast.AST, scope: Scope | None = None) -> set[str]:
        """The names of the module that it uses, annotations left out."""
        found: set[str] = set()
        for part, inner in self.parts(node, scope or self.scopes.module):
            if isinstance(part, ast.Name) and is_global(inner, part.id):
                found.add(inner.mangle(part.id))
            elif isinstance(part, ast.Global):
                found.update(map(inner.mangle, part.names))
        return found

    def raises(self, node: ast.AST) -> bool:
        """May an exception leave it that a statement raises, in it or in what it may call of the module?"""
        by_name: dict[str, list[ast.AST]] = {}
        for path, each in self.functions.items():
            by_name.setdefault(path.rpartition(".")[2], []).append(each)
        for path, cls in self.classes.items():
            by_name.setdefault(path.rpartition(".")[2], []).extend(cls.methods.values())
        seen, waiting = {id(node)}, [node]
        while waiting:
            for part in ast.walk(waiting.pop()):
                if isinstance(part, ast.Raise | ast.Assert):
                    return True
                name = part.attr if isinstance(part, ast.Attribute) else getattr(part, "id", "")
                more = [each for each in by_name.get(name, ()) if id(each) not in seen]
                seen.update(map(id, more))
                waiting += more
        return False

    def parts(self, root: ast.AST, scope: Scope) -> Iterator[tuple[ast.AST, Scope]]:
        """Each node below, with the scope it is in."""
        stack = [(root, scope)]
        while stack:
            node, around = stack.pop()
            yield node, around
            inner = self.scopes.of.get(id(node), around)
            outside = {id(each) for each in _evaluated_outside(node)}
            for child in _children(node):
                stack.append((child, around if id(child) in outside else inner))

    def scope_of(self, node: FunctionNode) -> Scope:
        """The one that it is defined in."""
        parent = self.scopes.of[id(node)].parent
        while parent is not None and parent.kind == "type-parameters":
            parent = parent.parent
        assert parent is not None
        return parent


def is_global(scope: Scope, name: str) -> bool:
    return scope.kind == "module" or scope.resolve(scope.mangle(name)) == "global"


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """What parameters and results are annotated with is left out."""
    for name, value in ast.iter_fields(node):
        if name == "returns":
            continue
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, ast.arguments):
                yield from (d for d in (*each.defaults, *each.kw_defaults) if d is not None)
            elif isinstance(each, ast.AST):
                yield each


def _evaluated_outside(node: ast.AST) -> list[ast.AST]:
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
            return evaluated_early(node)
        case ast.ClassDef():
            return [*node.decorator_list, *node.bases, *node.keywords]
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            return []  # the first iterable, too, is looked at inside: what it finds is the same but in classes
    return []


def evaluated_early(node: FunctionNode | ast.Lambda) -> list[ast.AST]:
    """What is evaluated where it is defined, annotations left out."""
    decorators = [] if isinstance(node, ast.Lambda) else node.decorator_list
    return [*decorators, *node.args.defaults, *(d for d in node.args.kw_defaults if d is not None)]


def read_early(statement: ast.stmt) -> set[str]:
    """The names that it reads itself, not the functions in it when they are called."""
    return {n.id for n in _run_early(statement) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}


def moved_among(old: Sequence[ast.stmt], new: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """Statements of the new ones, a module or a class, that read something early which has another value there than
    where they were, between other statements that bind it; or that call something in another order.
    """
    calling = [{outside_of_functions(s): s for s in statements if _calls_early(s)} for statements in (old, new)]
    orders = [[text for text in own if text in other] for own, other in (calling, calling[::-1])]
    yield from (calling[1][text] for text, other in zip(*orders, strict=True) if text != other)
    before, now = _times(old), _times(new)
    for text, (_, values) in before.items():
        statement, others = now.get(text, (None, []))
        if statement is not None and len(values) == len(others) and values != others:
            yield statement


def _times(statements: Sequence[ast.stmt]) -> dict[str, tuple[ast.stmt, list[dict[str, int]]]]:
    """For each statement how often each name that it reads was bound before it, of those that are bound at all.

    Whoever calls something may read all that is bound more than once.
    """
    bound = [bound_by(statement) for statement in statements]
    often = Counter(name for names in bound for name in names)
    again = {name for name, count in often.items() if count > 1}
    so_far: Counter[str] = Counter()
    found: dict[str, tuple[ast.stmt, list[dict[str, int]]]] = {}
    for statement, names in zip(statements, bound, strict=True):
        read = (read_early(statement) & often.keys()) | (again & {*names})
        if again and _calls_early(statement):
            read |= again
        times = {name: so_far[name] for name in sorted(read)}
        if times:
            found.setdefault(outside_of_functions(statement), (statement, []))[1].append(times)
        so_far.update(names)
    return found


def is_star(node: ast.AST) -> bool:
    """`from m import *`"""
    return isinstance(node, ast.ImportFrom) and any(each.name == "*" for each in node.names)


def _calls_early(statement: ast.stmt) -> bool:
    return any(isinstance(part, ast.Call) for part in _run_early(statement))


def _run_early(statement: ast.stmt) -> Iterator[ast.AST]:
    """The parts of it that run when it does, not when a function in it is called."""
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += evaluated_early(node) if isinstance(node, DEFINITION) else ast.iter_child_nodes(node)


def outside_of_functions(statement: ast.stmt) -> str:
    """What it does, without what functions in it do."""
    statement = copy_of(statement)
    for part in ast.walk(statement):
        if isinstance(part, DEFINITION):
            part.body = [ast.Pass()]
    return dumped(statement)


def _is_accessor(node: FunctionNode) -> bool:
    return any(isinstance(d, ast.Attribute) and d.attr in ("setter", "deleter") for d in node.decorator_list)


def bound_by(statement: ast.stmt) -> list[str]:
    """Names that it binds in the module."""
    match statement:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
    found: dict[str, None] = {}
    stack: list[ast.AST] = [statement]
    while stack:
        node = stack.pop()
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                found[name] = None
                continue
            case ast.Lambda():
                continue
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                found[name] = None
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                found.update(dict.fromkeys(a.asname or a.name.partition(".")[0] for a in aliases if a.name != "*"))
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                found[name] = None
        stack += ast.iter_child_nodes(node)
    return list(found)


def dumped(node: ast.AST) -> str:
    """What the statement does, as text: without docstrings, and annotations but those that calls evaluate, of functions
    in functions, and those that decorators may look at.
    """
    node = copy_of(node)
    parts = [part for part in ast.walk(node) if isinstance(part, (*DEFINITION, ast.ClassDef))]
    inside = {id(n) for part in parts if isinstance(part, DEFINITION) for n in ast.walk(part) if n is not part}
    for part in parts:
        _without_docstring(part)
        if isinstance(part, DEFINITION) and id(part) not in inside and is_plainly_decorated(part):
            without_annotations(part)
    return ast.dump(node)


def without_annotations(node: FunctionNode) -> None:
    node.returns = None
    for each in parameters_of(node.args):
        each.annotation = None


def is_plainly_decorated(node: FunctionNode) -> bool:
    """Do the decorators neither keep the function for others to call nor look at its annotations?"""
    called = (each.func if isinstance(each, ast.Call) else each for each in node.decorator_list)
    return all(word(each) in _PLAIN_DECORATORS for each in called)


def annotations_of(node: FunctionNode) -> list[ast.expr]:
    """Of parameters and the result."""
    found = [*(each.annotation for each in parameters_of(node.args)), node.returns]
    return [each for each in found if each is not None]


def _binding(name: str, statement: ast.stmt) -> str:
    """What the statement does for the name, as text: of an import, what else it imports is left out."""
    match statement:
        case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
            statement = copy.copy(statement)
            statement.names = [a for a in aliases if name in (a.asname or a.name).partition(".")[:1]]
    return dumped(statement)


def _without_docstring(node: FunctionNode | ast.ClassDef) -> None:
    docstring = docstring_of(node)
    node.body = [s for s in node.body if s is not docstring]


def _shape(cls: ClassVersion) -> str:
    """What makes it another class for those that use it, beside what its methods do."""
    node = copy.copy(cls.node)
    node.body = [*cls.data()]
    special = sorted(name for name in cls.methods if name.startswith("__") and name != "__init__")
    bindings = sorted((name, [ast.dump(d) for d in m.decorator_list]) for name, m in cls.methods.items())
    return f"{dumped(node)} {special} {[each for each in bindings if each[1]]}"


@dataclass(eq=False)
class Both:
    """text: of the new version."""

    old: Side
    new: Side
    text: str

    @cached_property
    def changed_bindings(self) -> frozenset[str]:
        """Names of the old module that do not stand for the same in the new one, classes and functions left out."""
        found = set[str]()
        for name, statements in self.old.bindings.items():
            now = self.new.bindings.get(name, [])
            before, after = ([_binding(name, s) for s in each] for each in (statements, now))
            if before != after and not self.is_class_in_both(name):
                found.add(name)
        return frozenset(found | {name for name in self.reordered if not self.is_function(name)})

    @cached_property
    def has_other_stars(self) -> bool:
        """Are there other star imports, or elsewhere among what binds names?"""
        orders = []
        for side in (self.old, self.new):
            stars, bound = [], set[str]()
            for statement in side.tree.body:
                if is_star(statement):
                    stars.append((ast.dump(statement), frozenset(bound & self.old.bindings.keys())))
                bound.update(bound_by(statement))
            nested = [ast.dump(n) for n in ast.walk(side.tree) if is_star(n)]
            orders.append((stars, nested))
        return orders[0] != orders[1]

    @cached_property
    def reordered(self) -> frozenset[str]:
        """Names of the module, and paths of classes, for which something was bound at another time than before."""
        found = {name for s in moved_among(self.old.tree.body, self.new.tree.body) for name in bound_by(s)}
        for path, cls in self.old.classes.items():
            now = self.new.classes.get(path)
            if now is not None and [*moved_among(cls.node.body, now.node.body)]:
                found.add(path)
        return frozenset(found)

    @cached_property
    def leaning_on_order(self) -> frozenset[str]:
        """The same, and what names that."""
        found, before = {path.partition(".")[0] for path in self.reordered}, -1
        while found and before != (before := len(found)):
            for name, statements in self.old.bindings.items():
                if name not in found and not found.isdisjoint(set().union(*map(self.old.globals_in, statements))):
                    found.add(name)
        return frozenset(found)

    @cached_property
    def reshaped(self) -> frozenset[str]:
        """Paths of classes that have other fields, bases, decorators or special methods now."""
        return frozenset(
            path
            for path, cls in self.old.classes.items()
            if path in self.new.classes
            and (_shape(cls) != _shape(self.new.classes[path]) or self._overrides(path) or path in self.reordered)
        )

    def _overrides(self, path: str) -> bool:
        """Does the class have a method more, or less, that hides one of another class?"""
        before, now = self.old.classes[path], self.new.classes[path]
        other = before.methods.keys() ^ now.methods.keys()
        if not other:
            return False
        bases = [base for side in (before, now) for base in side.node.bases]
        if any(word(base) not in _PLAIN_BASES and word(base) not in self.new.classes for base in bases):
            return True
        classes = (c for side in (self.old, self.new) for c in side.classes.values() if c.path != path)
        return any(not other.isdisjoint(c.methods) for c in classes)

    def is_class_in_both(self, name: str) -> bool:
        return all(
            len(side.bindings.get(name, [])) == 1 and isinstance(side.bindings[name][0], ast.ClassDef)
            for side in (self.old, self.new)
        )

    def names(self) -> Iterator[tuple[str, Span | None]]:
        """Of what changed beside functions, with their places in the new version; None where only imports bind it, or
        where it is a name for a type (`Pair = tuple[int, str]`), which is of use in annotations only.
        """
        for name in self.changed_bindings:
            both = [*self.old.bindings[name], *self.new.bindings.get(name, ())]
            if not all(isinstance(s, DEFINITION) for s in both):
                sides = ((side, s) for side in (self.old, self.new) for s in side.bindings.get(name, ()))
                is_quiet = all(isinstance(s, ast.Import | ast.ImportFrom) or side.names_type(s) for side, s in sides)
                yield name, None if is_quiet else span_of((self.new.bindings.get(name) or both)[-1])
        yield from ((path.rpartition(".")[2], span_of(self.new.classes[path].node)) for path in self.reshaped)

    def unread(self) -> Iterator[str]:
        """Public names that are bound to something else than before, which no function of the module reads, or which
        may be called: what others do with them is not compared either.
        """
        read = {
            name
            for side in (self.old, self.new)
            for path, node in side.functions.items()
            for name in side.globals_in(node, side.scope_of(node)) - {path}
        }
        before = -1
        while before != (before := len(read)):  # and what the variables are made of
            made = [s for side in (self.old, self.new) for name in read for s in side.bindings.get(name, ())]
            read |= {name for s in made if not isinstance(s, DEFINITION) for name in read_early(s)}
        for name in self.changed_bindings:
            both = [*self.old.bindings[name], *self.new.bindings.get(name, ())]
            named = any(isinstance(getattr(s, "value", None), ast.Lambda | ast.Name | ast.Attribute) for s in both)
            is_public = name in MODULE_HOOKS or not name.startswith("_")
            if is_public and (name not in read or named):
                yield name

    def changed_constants(self, path: str, dirty: Set[str]) -> set[str]:
        """Names that the body of a class binds to something else now.  dirty: of the module, that do not stand for the
        same.
        """
        cls = self.old.classes[path]
        old, new = cls.constants(), self.new.classes[path].constants()
        scope = self.old.scopes.of[id(cls.node)]
        other = {
            name for s in cls.data() if not dirty.isdisjoint(self.old.globals_in(s, scope)) for name in bound_by(s)
        }
        return other | {name for name in {*old, *new} if old.get(name) != new.get(name)}

    def bound_otherwise(self, dirty: Set[str]) -> Iterator[str]:
        """Names that statements with functions inside bind, in another way or under another condition than before."""
        for name, before in self.old.bindings.items():
            now = self.new.bindings.get(name, [])
            if all(isinstance(s, (*DEFINITION, ast.ClassDef)) for s in (*before, *now)):
                continue
            is_same = [*map(outside_of_functions, before)] == [*map(outside_of_functions, now)]
            if not is_same or any(not dirty.isdisjoint(read_early(s)) for s in before):
                yield name

    def loose(self) -> Iterator[Span]:
        """Of statements that the old one does not have, and that do something when the module is imported."""
        before = {dumped(s) for s in self.old.tree.body}
        moved = [*moved_among(self.old.tree.body, self.new.tree.body)]
        for statement in self.new.tree.body:
            if not bound_by(statement) and statement in moved:
                yield span_of(statement)
                continue
            quiet = isinstance(statement, ast.Import | ast.ImportFrom | ast.ClassDef | ast.Pass)
            is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
            if not quiet and not is_text and not bound_by(statement) and dumped(statement) not in before:
                yield span_of(statement)

    def is_function(self, name: str) -> bool:
        """Does the name stand for a function in both modules?"""
        both = (side.bindings.get(name, []) for side in (self.old, self.new))
        return all(found and all(isinstance(s, DEFINITION) for s in found) for found in both)


def word(node: ast.expr) -> str:
    inner = node.value if isinstance(node, ast.Subscript) else node
    return inner.attr if isinstance(inner, ast.Attribute) else getattr(inner, "id", "")


def binding_of(node: FunctionNode) -> str:
    words = {ast.unparse(d) for d in node.decorator_list}
    for word, binding in (("staticmethod", "static"), ("classmethod", "class"), ("property", "property")):
        if word in words:
            return binding
    if any(w.endswith((".setter", ".deleter")) for w in words):
        return "setter"
    return "class" if node.name in ("__init_subclass__", "__class_getitem__") else "method"
