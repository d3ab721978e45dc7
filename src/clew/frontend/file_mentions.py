"""What one text of a file mentions, each function and name of it by its key."""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import field
from typing import Final, TypeAlias

from clew.frontend.mention_keys import (
    HOLDING,
    LAMBDAS,
    MAKING,
    OPEN,
    OPERATORS,
    PARAMETERS,
    PLAIN_TYPES,
    PROTOCOLS,
    UNKNOWN,
    Files,
    keys_in,
    library_key,
)
from clew.frontend.places import Comprehension, FunctionNode
from clew.frontend.receivers import CONTAINERS, bound_in, of_builtins, of_first_parameter
from clew.frontend.scopes import Scope, Scopes, find_scopes, parameters_of
from clew.frontend.sides import annotations_of, bound_by, is_global, is_plainly_decorated, word
from clew.frontend.special import is_constructor, is_special
from clew.frontend.used_names import MAKING_CLASSES
from clew.records import dataclass

_MAKERS: Final = frozenset({"cls", "type", "__class__", "replace", "copy", "deepcopy"})
_QUIET: Final = frozenset(
    {"__future__", "abc", "cmath", "collections.abc", "dataclasses", "enum", "itertools", "math", "numbers", "string"}
    | {"types", "typing", "functools", "re", "decimal", "fractions", "operator", "warnings"}
)
"""Modules whose functions call what they are given by operators alone, or what is given to be called."""
_CALLING: Final = frozenset(
    {"map", "filter", "reduce", "partial", "starmap", "takewhile", "dropwhile", "filterfalse", "accumulate", "groupby"}
    | {"submit", "Thread", "Timer", "call_later", "call_soon", "run_in_executor", "apply_async"}
)
_CALLED: Final = frozenset({"key", "target", "func", "function", "callback", "default", "default_factory", "hook"})
_SETTING: Final = frozenset({"setattr", "__setattr__"})
_FORMATTING: Final = frozenset({"format", "format_map"})
_DEFINITION: Final = (ast.FunctionDef, ast.AsyncFunctionDef)
_Task: TypeAlias = tuple[ast.AST, Scope, tuple[str, ...], str, bool]
"""A node, its scope, the keys that mention what it does, the classes around it, and whether it is in a function."""


def _edges() -> defaultdict[str, set[str]]:
    """What is known without any text."""
    return defaultdict(set, {f"={name}": {OPEN} for name in ("asdict", "astuple", "fields")})


@dataclass(eq=False, kw_only=True)
class Noted:
    """What was read, before anybody follows it.

    edges: what each key mentions.  functions: their keys; classes: by their keys, what their bases mention; methods:
    keys of what a class has, by its key and by name; attributes: by keys of classes, what their methods set of the
    object.  handed_on: functions that are values somewhere, or that decorators were given; indirect: functions that
    call something by no name of its own.
    """

    edges: defaultdict[str, set[str]] = field(default_factory=_edges)
    classes: dict[str, set[str]] = field(default_factory=dict)
    methods: defaultdict[tuple[str, str], set[str]] = field(default_factory=lambda: defaultdict(set))
    attributes: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    functions: set[str] = field(default_factory=set)
    is_mixed: bool = False  # are there classes whose bases the texts do not show, or that borrow methods?
    is_patched: bool = False  # may built-in names stand for something else?
    borrowed: set[str] = field(default_factory=set)  # names of attributes that classes, or objects, are given
    handed_on: set[str] = field(default_factory=set)
    indirect: set[str] = field(default_factory=set)
    stored: set[str] = field(default_factory=set)  # names of attributes that are set somewhere
    given: set[tuple[str, str]] = field(default_factory=set)  # whoever has the first, may have the second
    aliases: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))  # what imports bind names to
    calling: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)  # attributes that are called, and by whom

    def hand_on(self) -> None:
        """What was given to somebody, whoever names him may have, too, under whatever name."""
        for key, given in self.given:
            waiting, seen = [key], {key}
            while waiting:
                each = waiting.pop()
                self.edges[each].add(given)
                waiting += self.aliases[each] - seen
                seen |= self.aliases[each]

    def call_what_holds(self, stored: Set[str]) -> None:
        """Who calls an attribute that is set somewhere, calls whatever it was set to."""
        for attribute, owners in self.calling:
            if attribute in stored:
                self.indirect.update(owners)


def read_tree(file: str, tree: ast.Module, where: Files, found: Noted) -> FileText:
    """file: as keys name it; found: where what it mentions is put."""
    read = FileText(file, where, found, find_scopes(tree))
    read.read(tree)
    return read


@dataclass(eq=False)
class _ImportsOfText:
    """What a text of a file has from others.  modules: of names that only imports of modules bind, what begins the keys
    of their variables.

    stars: files of which it imports all names; is_whole: are these all modules that it does so of?
    """

    name: str
    where: Files
    found: Noted
    scopes: Scopes
    modules: dict[str, set[str]] = field(default_factory=dict)
    imported: set[str] = field(default_factory=set)
    of_library: dict[str, set[str]] = field(default_factory=dict)  # names, with the keys of the modules they are of
    stars: set[str] = field(default_factory=set)
    is_whole: bool = True

    def key(self, name: str) -> str:
        return f"{self.name}::{name}"

    def _imports(self, every: Iterable[ast.AST]) -> None:
        otherwise = set[str]()
        for node in every:
            if isinstance(node, ast.alias):
                self.imported.add(node.asname or node.name.partition(".")[0])
            match node:
                case ast.Import(names):
                    for each in names:
                        whole = each.name if each.asname else each.name.partition(".")[0]
                        self._module(each.asname or whole, whole, self.where.of(whole))
                case ast.ImportFrom(module, names, level):
                    self._import_from(module or "", names, level)
                case ast.arg(name):
                    otherwise.add(name)
                case ast.alias():
                    pass
                case _:
                    otherwise.update(bound_in(node))
        for name in otherwise & self.modules.keys():
            del self.modules[name]

    def _module(self, name: str, module: str, files: Set[str]) -> None:
        is_library = not files and module.partition(".")[0] in sys.stdlib_module_names
        keys = {f"{file}::" for file in files} or ({"="} if is_library else {"."})
        self.modules.setdefault(name, set()).update(keys)
        if is_library:
            self._of_library(name, module)
        if not files and module not in _QUIET:
            self.found.edges[self.key(name)].add(OPEN)

    def _import_from(self, module: str, names: Sequence[ast.alias], level: int) -> None:
        files = self.where.beside(self.name, module, level) if level else self.where.of(module)
        is_library = not level and not files and module.partition(".")[0] in sys.stdlib_module_names
        for each in names:
            if each.name == "*":
                self.stars |= files
                self.is_whole &= bool(files) or is_library
                continue
            whole = f"{module}.{each.name}" if module else each.name
            inner = self.where.beside(self.name, whole, level) if level else self.where.exactly(whole)
            if inner:
                keys = {f"{file}::{each.name}>" for file in files} or {f"{file}::" for file in inner}
                self.modules.setdefault(each.asname or each.name, set()).update(keys)
            of = self.found.edges[self.key(each.asname or each.name)]
            of.update(f"{file}::{each.name}" for file in files)
            self.found.aliases[self.key(each.asname or each.name)].update(f"{file}::{each.name}" for file in files)
            of.update([f"={each.name}"] if files or inner or is_library else [f".{each.name}"])
            of.update([] if files or inner or module in _QUIET else [OPEN])
            if is_library:
                self._of_library(each.asname or each.name, module)

    def _of_library(self, name: str, module: str) -> None:
        key = library_key(module)
        self.of_library.setdefault(name, set()).add(key)
        self.found.edges[self.key(name)].add(key)


@dataclass(eq=False)
class FileText(_ImportsOfText):
    """A text of a file.  defined: names of functions and classes, those in functions among them."""

    defined: set[str] = field(default_factory=set)
    of_classes: set[str] = field(default_factory=set)  # variables of classes
    variables: set[str] = field(default_factory=set)  # names that functions set, or are given
    receivers: dict[int, str] = field(default_factory=dict)  # attributes: the key of the class, empty for built-in ones
    properties: dict[str, bool] = field(default_factory=dict)  # by names of methods: are all that have it properties?
    values: set[str] = field(default_factory=set)
    called: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)  # variables, and by whom
    set_globals: set[str] = field(default_factory=set)  # variables of the module that functions set
    filled: set[str] = field(default_factory=set)  # and those whose objects something changes
    protocols: set[str] = field(default_factory=set)  # classes whose objects need not be derived from them
    used: set[int] = field(default_factory=set)  # nodes that are called, or looked into

    def read(self, tree: ast.Module) -> None:
        every = [*ast.walk(tree)]
        self._imports(every)
        for node in every:
            match node:
                case ast.Call(func=func) if word(func) in MAKING_CLASSES and len(node.args) + len(node.keywords) > 1:
                    self.found.is_mixed = True
                    self.used.add(id(func))
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                    self.defined.add(name)
                    self.used.update(id(n) for d in node.decorator_list for n in ast.walk(d))
                    if isinstance(node, ast.ClassDef) and "Protocol" in map(word, node.bases):
                        self.protocols.add(name)
                case ast.Call(func=func):
                    self.used.add(id(func))
                case ast.Attribute(value=value):
                    self.used.add(id(value))
                case ast.Global(names):
                    self.set_globals.update(names)
            self.filled.update(_filled_by(node))
        self.found.stored |= self.set_globals
        edges = self.found.edges
        for name in self.scopes.module_names - {"*"}:
            edges[f".{name}"].add(self.key(name))
        waiting: list[_Task] = [(s, self.scopes.module, (), "", False) for s in tree.body]
        while waiting:
            waiting += self.node(*waiting.pop())
        self.found.handed_on |= {each for each in self.values if not self.properties.get(each[1:])}
        for variable, owners in self.called:
            if variable in self.variables:
                self.found.indirect.update(owners)

    def node(self, node: ast.AST, scope: Scope, by: tuple[str, ...], path: str, inside: bool) -> Iterator[_Task]:
        """What is below it; what it mentions is noted."""
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield from self.function(node, scope, by, path, inside)
            case ast.Lambda(args, body):
                inner = self.scopes.of[id(node)]
                self.variables.update(each.arg for each in parameters_of(args))
                yield from ((each, scope, by, path, inside) for each in _defaults(args))
                self.mention((*by, LAMBDAS), [key for key in by if "::" in key])  # which changes with it
                yield body, inner, (*by, LAMBDAS), path, True
                self.values.add(LAMBDAS)
            case ast.ClassDef():
                yield from self.class_(node, scope, by, path, inside)
            case ast.Expr(ast.Call() as call):
                yield from self.call_with(call, scope, by, path, inside, is_alone=True)
            case ast.Call():
                yield from self.call_with(node, scope, by, path, inside)
            case ast.Import(names=names) if inside:
                unseen = (each.name for each in names if not self.where.of(each.name))
                self.mention(by, [OPEN] if any(name not in _QUIET for name in unseen) else [])
                self.mention(by, (library_key(each.name) for each in names))
                self.mention(by, (f".{part}" for each in names for part in each.name.split(".")))
            case ast.ImportFrom(names=names) if inside:
                self.mention(by, (self.key(each.asname or each.name) for each in names))
            case ast.AnnAssign(target, _, value):
                yield from self.bind([target], value, scope, by, path, inside)
            case ast.Assign(targets, value):
                yield from self.bind(targets, value, scope, by, path, inside)
            case (
                ast.AugAssign(target, _, value)
                | ast.NamedExpr(target, value)
                | ast.For(target, value)
                | ast.AsyncFor(target, value)
            ):
                rest = [*getattr(node, "body", ()), *getattr(node, "orelse", ())]
                yield from ((each, scope, by, path, inside) for each in rest)
                yield from self.bind([target], value, scope, by, path, inside)
            case ast.withitem(value, ast.expr() as target):
                yield from self.bind([target], value, scope, by, path, inside)
            case _ if isinstance(node, Comprehension):
                inner = self.scopes.of[id(node)]
                first = node.generators[0].iter
                yield from ((each, inner, by, path, inside) for each in _inside(node) if each is not first)
                yield first, scope, by, path, inside
            case _:
                self.plain(node, scope, by, inside)
                yield from ((each, scope, by, path, inside) for each in ast.iter_child_nodes(node))

    def call_with(
        self, call: ast.Call, scope: Scope, by: tuple[str, ...], path: str, inside: bool, is_alone: bool = False
    ) -> Iterator[_Task]:
        """What is called, and what it is given, which who may keep that mentions, too.  is_alone: gives it nothing?"""
        self.plain(call, scope, by, inside)
        yield call.func, scope, by, path, inside
        for each in (*call.args, *(keyword.value for keyword in call.keywords)):
            kept = [*self.keepers(call, each)]
            match call.func:
                case ast.Attribute(ast.Name() as holder) if is_alone and self._is_shared(holder, scope):
                    kept += keys_in(self.name, holder, self.modules)
            yield each, scope, (*by, *kept), path, inside

    def keepers(self, call: ast.Call, given: ast.expr) -> Iterable[str]:
        """Keys of what may have the argument afterwards."""
        match call:
            case ast.Call(ast.Name("setattr"), [_, ast.Constant(str(name)), value]):
                special = [OPERATORS] if is_special(name) else []
                return [f".{name}", f"={name}", *special] if given is value else []
            case ast.Call(func) if word(func) in _SETTING or (word(func) in MAKING_CLASSES and len(call.args) > 1):
                return [OPERATORS]
        return self.libraries(call.func) if isinstance(given, ast.Name | ast.Attribute | ast.Lambda) else []

    def libraries(self, node: ast.expr) -> set[str]:
        """Keys of the modules of the library that have what is called, or set."""
        root = node
        while isinstance(root, ast.Attribute):
            root = root.value
        return self.of_library.get(root.id, set()) if isinstance(root, ast.Name) else set()

    def plain(self, node: ast.AST, scope: Scope, by: tuple[str, ...], inside: bool) -> None:
        if getattr(node, "id", getattr(node, "attr", "")) in _MAKERS:
            self.mention(by, [MAKING])
        match node:
            case ast.Name(id="hasattr") if id(node) not in self.used:
                self.mention(by, [".__dict__"])  # it may be asked for anything
            case ast.Name(id=name, ctx=ctx):
                is_shared = scope.kind == "class" or is_global(scope, name)
                if not isinstance(ctx, ast.Load):
                    self.variables.add(name)
                elif id(node) not in self.used and (is_shared or name in self.defined):
                    self.values.add(self.key(name))
                if not (is_shared or name in self.defined):
                    return
                if name in self.filled | self.set_globals and name in self.scopes.module_names:
                    self.mention(by, [OPERATORS])  # what it holds may be of any class
            case ast.Attribute(attr=name, ctx=ctx):
                if not isinstance(ctx, ast.Load):
                    self.found.stored.add(name)
                    self.found.edges[OPERATORS].update([f".{name}"] if is_special(name) else [])
                    self.found.is_mixed |= name in ("__class__", "__bases__")
                elif id(node) not in self.used:
                    self.values.add(f".{name}")
                    self.mention(by, [OPERATORS])  # what it holds may be of any class
            case ast.Call() if inside:
                self.call(node, scope, by)
            case ast.Dict(keys) if None in keys:
                self.mention(by, [OPEN])
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                self.variables.add(name)
            case ast.MatchMapping(rest=str(name)):
                self.variables.add(name)
        if not isinstance(node, ast.Attribute):
            self.mention(by, keys_in(self.name, node, self.modules))
        elif cls := self.receivers.get(id(node), ""):
            self.mention(by, [f"{cls}<{node.attr}"])
            if not isinstance(node.ctx, ast.Load):
                self.found.attributes[cls].add(node.attr)
        elif id(node) in self.receivers:
            self.mention(
                by, [OPEN] if node.attr == "update" else _fields(node.value) if node.attr in _FORMATTING else []
            )
        else:
            self.mention(by, keys_in(self.name, node, self.modules))

    def mention(self, by: Iterable[str], keys: Iterable[str]) -> None:
        keys = [*keys]
        for key in by if keys else ():
            self.found.edges[key].update(keys)

    def call(self, node: ast.Call, scope: Scope, by: tuple[str, ...]) -> None:
        """May it call what it does not name?"""
        if any(each.arg is None for each in node.keywords):
            self.mention(by, [OPEN])  # `keys` of what is spread
        if word(node.func) == "hasattr" and not all(isinstance(each, ast.Constant) for each in node.args[1:2]):
            self.mention(by, [".__dict__"])  # any attribute
        match node.func:
            case ast.Name(id=name) if name in _CALLING:
                self.found.indirect.update(by)
            case ast.Name(id=name):
                if not is_global(scope, name) or name in self.set_globals:
                    self.called.append((name, by))
            case ast.Attribute(value, name):
                if name in _CALLING:
                    self.found.indirect.update(by)
                self.found.calling.append((name, by))
                known = id(node.func) in self.receivers
                if not known and not (isinstance(value, ast.Name) and value.id in self.modules):
                    self.mention(by, [UNKNOWN])
            case _:
                self.found.indirect.update(by)
        if not _CALLED.isdisjoint({each.arg or "" for each in node.keywords}):
            self.found.indirect.update(by)

    def function(
        self, node: FunctionNode, scope: Scope, by: tuple[str, ...], path: str, inside: bool
    ) -> Iterator[_Task]:
        whole = self.key(node.name if inside else path + node.name)
        edges = self.found.edges
        self.found.functions.add(whole)
        edges[whole]  # is there, whatever it mentions
        if inside:
            edges[whole].update(by)  # which changes with it
        if isinstance(node, ast.AsyncFunctionDef) or self.scopes.of[id(node)].is_generator:
            edges[OPERATORS].add(whole)  # as what it gives may be an argument
        if scope.kind == "class":
            edges[f".{node.name}"].add(whole)
            edges[self.key(node.name)].add(whole)
            cls = self.key(path.rstrip(".").rpartition(".")[2])
            self.found.methods[cls, node.name].add(whole)
            if is_special(node.name) and not is_constructor(node.name):
                edges[OPERATORS].add(whole)
            for unseen in (OPEN, UNKNOWN) if node.name in PROTOCOLS else ():
                edges[unseen].add(whole)
            self.receivers.update(dict.fromkeys(map(id, of_first_parameter(node)), cls))
        if not is_plainly_decorated(node):
            self.values.add(whole)
        is_property = any(word(each) in ("property", "cached_property") for each in node.decorator_list)
        self.properties[node.name] = is_property and self.properties.get(node.name, True)
        yield from ((each, scope, (whole + PARAMETERS,), path, inside) for each in annotations_of(node))
        is_method = scope.kind == "class" and not any(word(each) == "staticmethod" for each in node.decorator_list)
        bound = parameters_of(node.args)[1 if is_method else 0 :]
        shown = self.defined - self.protocols
        if not all(each.annotation is not None and _is_of_builtins(each.annotation, shown) for each in bound):
            edges[whole + PARAMETERS].add(OPERATORS)
        for part in (part for each in node.decorator_list for part in ast.walk(each)):
            if isinstance(part, ast.Name | ast.Attribute):  # who has it, may have what is decorated
                if not is_plainly_decorated(node):
                    self.found.given.update((key, whole) for key in keys_in(self.name, part, self.modules))
        self.receivers.update(dict.fromkeys(map(id, of_builtins(node, self._makes_container)), ""))
        self.variables.update(each.arg for each in parameters_of(node.args))
        own = (*by, whole) if inside or (scope.kind == "class" and is_special(node.name)) else (whole,)
        yield from ((each, scope, own, path, inside) for each in (*node.decorator_list, *_defaults(node.args)))
        yield from ((each, self.scopes.of[id(node)], own, path, True) for each in node.body)

    def _is_shared(self, name: ast.Name, scope: Scope) -> bool:
        return scope.kind == "class" or is_global(scope, name.id)

    def _makes_container(self, name: str) -> bool:
        is_own = name in self.scopes.module_names or self.stars or not self.is_whole or self.found.is_patched
        return name in CONTAINERS and not is_own

    def class_(self, node: ast.ClassDef, scope: Scope, by: tuple[str, ...], path: str, inside: bool) -> Iterator[_Task]:
        bases = [*node.bases, *(keyword.value for keyword in node.keywords)]
        own = (*by, cls := self.key(node.name))
        self.found.edges[MAKING].add(cls)
        self.found.is_mixed |= not all(_is_shown(base, scope, self) for base in bases)
        of = self.found.classes.setdefault(cls, set())
        of.update(key for base in bases for part in ast.walk(base) for key in keys_in(self.name, part, self.modules))
        yield from ((each, scope, own, path, inside) for each in (*bases, *node.decorator_list))
        inner = self.scopes.of[id(node)]
        if "Protocol" in map(word, bases):  # `isinstance` asks for all that it has
            self.mention([cls], (f".{name}" for statement in node.body for name in bound_by(statement)))
        for statement in node.body:
            within = own if isinstance(statement, (*_DEFINITION, ast.AnnAssign)) else by
            yield statement, inner, within, f"{path}{node.name}.", inside
            if isinstance(statement, ast.AnnAssign):  # what its objects hold
                self.mention([cls], [OPERATORS] if _holds_anything(statement.annotation) else [])
                yield statement.annotation, inner, own, path, inside

    def bind(
        self,
        targets: Iterable[ast.expr],
        value: ast.expr | None,
        scope: Scope,
        by: tuple[str, ...],
        path: str,
        inside: bool,
    ) -> Iterator[_Task]:
        """What the value mentions may be reached by the names, and attributes, that are set."""
        keys = list[str]()
        for target in targets:
            yield target, scope, by, path, inside
            for part in ast.walk(target):
                match part:
                    case ast.Name(id=name) if scope.kind == "class" or is_global(scope, name):
                        keys.append(self.key(name))
                        if scope.kind == "class":
                            keys += [OPERATORS] if is_special(name) and not is_constructor(name) else []
                            self.of_classes.add(name)
                            self.found.edges[f".{name}"].add(self.key(name))
                            self.found.methods[self.key(path.rstrip(".").rpartition(".")[2]), name].add(self.key(name))
                    case (
                        ast.Attribute(value=holder, attr=name)
                        | ast.Subscript(value=holder, slice=ast.Constant(str(name)))
                    ):
                        keys += [f".{name}", f"={name}", *self.libraries(holder)]
        if isinstance(value, ast.Attribute) and (scope.kind == "class" or any(key.startswith("=") for key in keys)):
            self.found.borrowed.add(value.attr)
        if value is not None:
            yield value, scope, (*by, *keys), path, inside


def _filled_by(node: ast.AST) -> Iterator[str]:
    """Names of variables whose objects the node changes, as far as it shows that."""
    match node:
        case ast.Expr(ast.Call(ast.Attribute(ast.Name(name)))) | ast.AugAssign(ast.Name(name)):
            yield name
        case ast.Subscript(ast.Name(name), _, ast.Store()):
            yield name


def _holds_anything(annotation: ast.expr) -> bool:
    """Does it name a container without saying of what, or what may be anything?"""
    told = {id(part.value) for part in ast.walk(annotation) if isinstance(part, ast.Subscript)}
    named = ((part, word(part)) for part in ast.walk(annotation) if isinstance(part, ast.Name | ast.Attribute))
    return any(name in ("Any", "object") or (name in HOLDING and id(part) not in told) for part, name in named)


def _fields(text: ast.expr) -> set[str]:
    """What a text that is formatted asks of what it is given."""
    if not isinstance(text, ast.Constant) or not isinstance(text.value, str):
        return {".format"}  # any
    fields = re.findall(r"\{[^{}]*", text.value)
    return {f".{name}" for each in fields for name in re.findall(r"\.([A-Za-z_]\w*)", each)}


def _is_of_builtins(annotation: ast.expr, defined: Set[str]) -> bool:
    """Does it name nothing but numbers, texts and containers of these, or classes of the file?"""
    told = {id(part.value) for part in ast.walk(annotation) if isinstance(part, ast.Subscript)}  # of what
    parts = [part for part in ast.walk(annotation) if isinstance(part, ast.Name)]
    if any(part.id in HOLDING and id(part) not in told for part in parts):
        return False
    names = [part.id for part in parts]
    others = [part for part in ast.walk(annotation) if isinstance(part, ast.Constant | ast.Attribute)]
    known = all(name in PLAIN_TYPES or name in defined for name in names)
    return known and all(isinstance(part, ast.Constant) and part.value is None for part in others)


def _is_shown(base: ast.expr, scope: Scope, file: FileText) -> bool:
    """Is it plain which class this is?"""
    match base:
        case ast.Name(id=name):
            is_own = name in file.defined or name in file.imported or name not in file.scopes.module_names
            return is_own and (is_global(scope, name) or name in file.defined)
        case ast.Attribute(value) | ast.Subscript(value):
            return _is_shown(value, scope, file)
        case ast.Call(func):
            return word(func) in ("namedtuple", "NamedTuple", "TypedDict")
    return isinstance(base, ast.Constant)  # `total=False`


def _defaults(args: ast.arguments) -> list[ast.expr]:
    return [*args.defaults, *(each for each in args.kw_defaults if each is not None)]


def _inside(node: ast.AST) -> Iterator[ast.AST]:
    """What a comprehension evaluates."""
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.comprehension):
            yield from (each.target, each.iter, *each.ifs)
        else:
            yield each
