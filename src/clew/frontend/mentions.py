"""What the functions and names of a project mention, each name by the file whose text has it.

    shop.py::Cart          what `Cart` stands for in that file: its own class, or what an import gives it
    shop.py::Cart.total    a function, by its qualified name
    .total                 an attribute of whatever: any method, or variable of a module, of that name
    =total                 what is set as an attribute of that name, by whomever
    shop.py::all>total     `total` of what `all` of the package is, a module or something else
    shop.py::Cart<total    `total` of what is a `Cart`, or of a class with that among its bases

A name is looked up as Python does: the variables of functions are nobody else's; a name of the module is what its
text binds it to, what a star import brings, or a built-in one.  Where none of these is seen, it may be anything of that
name.
"""

from __future__ import annotations

import ast
import builtins
import os
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import field
from functools import cached_property
from typing import Final, TypeAlias

from clew.frontend.parsing import parsed
from clew.frontend.places import Comprehension, FunctionNode
from clew.frontend.receivers import CONTAINERS, bound_in, of_builtins, of_first_parameter
from clew.frontend.scopes import Scope, Scopes, find_scopes, parameters_of
from clew.frontend.sides import annotations_of, bound_by, is_global, is_plainly_decorated, word
from clew.frontend.special import is_constructor, is_special
from clew.frontend.used_names import MAKING_CLASSES
from clew.records import dataclass

BEFORE: Final = ", before"
"""Behind the path of a file whose earlier text this is."""
LAMBDAS: Final = "lambda()"
PARAMETERS: Final = ".parameters()"
"""Behind the key of a function: what its parameters are annotated with."""
OPEN: Final = "open()"
"""Code that is not seen is called, so that methods may be that no text names: `read`, `keys`, `run`, `default`."""
UNKNOWN: Final = "unknown()"
"""A method is called of nobody knows what."""
OPERATORS: Final = "operators()"
"""Operators, and built-in functions, are used on nobody knows what: special methods of any class may be called."""
MAKING: Final = "making()"
"""An object of nobody knows which class is made: by `type(x)(…)`, a copy with other fields, or the like."""
PROTOCOLS: Final = frozenset(
    {"read", "readline", "readlines", "readinto", "write", "writelines", "flush", "close", "fileno", "isatty"}
    | {"seek", "tell", "truncate", "readable", "writable", "seekable", "keys", "send", "throw", "acquire", "release"}
    | {"utcoffset", "dst", "tzname", "fromutc"}
)
"""Methods that objects of the library call of what they were given: files, mappings, generators, locks, time zones."""
GIVEN: Final = "given()"
"""Something is called that has no name: a parameter, or what a table holds."""
_PLAIN_TYPES: Final = frozenset(
    {"int", "str", "float", "bool", "bytes", "complex", "list", "dict", "set", "tuple", "frozenset", "Optional"}
)
_NUMBERS: Final = frozenset({"IntEnum", "StrEnum", "IntFlag", "OrderedDict", "defaultdict", "Counter", "UserDict"})
_MAKERS: Final = frozenset({"cls", "type", "__class__", "replace", "copy", "deepcopy"})
_QUIET: Final = frozenset(
    {"__future__", "abc", "cmath", "collections.abc", "dataclasses", "enum", "itertools", "math", "numbers", "string"}
    | {"types", "typing", "functools", "re", "decimal", "fractions", "operator", "warnings"}
)
"""Modules whose functions call what they are given by operators alone, or what is given to be called."""
_ASKING: Final = frozenset({"dict", "print"})
_BUILTINS: Final = frozenset(dir(builtins))
_PATCHING: Final = re.compile(r"\b__?builtins(?:__)?\b")
_CALLING: Final = frozenset(
    {"map", "filter", "reduce", "partial", "starmap", "takewhile", "dropwhile", "filterfalse", "accumulate", "groupby"}
    | {"submit", "Thread", "Timer", "call_later", "call_soon", "run_in_executor", "apply_async"}
)
_CALLED: Final = frozenset({"key", "target", "func", "function", "callback", "default", "default_factory", "hook"})
_PLAIN_BASES: Final = frozenset(
    {"ABC", "ABCMeta", "Generic", "Protocol", "NamedTuple", "TypedDict"}
    | {"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"}
)
_FORMATTING: Final = frozenset({"format", "format_map"})
_DEFINITION: Final = (ast.FunctionDef, ast.AsyncFunctionDef)


def file_of(path: str) -> str:
    """As keys name it; both texts of a file are one."""
    return os.path.realpath(path.removesuffix(BEFORE))


def bare(keys: Iterable[str]) -> set[str]:
    """The names in them, without where they are."""
    return {re.split(r"::|[.=<>]", key)[-1] for key in keys}


@dataclass(eq=False)
class Files:
    """Where modules of dotted names may be: files whose paths end so, or, where none does, with the last part of it."""

    paths: Collection[str]
    by_name: dict[str, list[tuple[list[str], str]]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        for path in self.paths:
            parts = path.removesuffix(".py").split(os.sep)
            if parts[-1] == "__init__":
                parts.pop()
            self.by_name[parts[-1] if parts else ""].append((parts, path))

    def of(self, module: str) -> set[str]:
        parts = module.split(".")
        there = self.by_name.get(parts[-1], [])
        found = {path for own, path in there if own[-len(parts) :] == parts}
        return found if found or parts[0] in sys.stdlib_module_names else {path for _, path in there}

    def beside(self, file: str, module: str, level: int) -> set[str]:
        """Of a relative import in a file."""
        folder = file.split(os.sep)[:-level]
        inside = os.sep.join([*folder, *(module.split(".") if module else [])])
        return {path for path in (f"{inside}.py", os.path.join(inside, "__init__.py")) if path in self.paths}


_Task: TypeAlias = tuple[ast.AST, Scope, tuple[str, ...], str, bool]
"""A node, its scope, the keys that mention what it does, the classes around it, and whether it is in a function."""


def _edges() -> defaultdict[str, set[str]]:
    """What is known without any text."""
    return defaultdict(set, {f"={name}": {OPEN} for name in ("asdict", "astuple", "fields")})


@dataclass(eq=False)
class Mentions:
    """texts: by path, of all modules, in both versions where there are two.

    edges: what each key mentions.  functions: their keys; classes: by their keys, what their bases mention; methods:
    keys of what a class has, by its key and by name; attributes: by keys of classes, what their methods set of the
    object.  handed_on: functions that are values somewhere, or that decorators were given; indirect: functions that
    call something by no name of its own.
    """

    texts: Mapping[str, str]
    edges: defaultdict[str, set[str]] = field(default_factory=_edges)
    classes: dict[str, set[str]] = field(default_factory=dict)
    methods: defaultdict[tuple[str, str], set[str]] = field(default_factory=lambda: defaultdict(set))
    attributes: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    functions: set[str] = field(default_factory=set)
    is_mixed: bool = False  # are there classes whose bases the texts do not show, or that borrow methods?
    borrowed: set[str] = field(default_factory=set)  # names of attributes that classes, or objects, are given
    handed_on: set[str] = field(default_factory=set)
    indirect: set[str] = field(default_factory=set)
    stored: set[str] = field(default_factory=set)  # names of attributes that are set somewhere
    files: dict[str, list[_File]] = field(default_factory=lambda: defaultdict(list))
    _calling: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)  # attributes that are called, and by whom
    _patched: bool = False
    where: Files = field(init=False)

    def __post_init__(self) -> None:
        self.where = where = Files({file_of(path) for path in self.texts})
        self._patched = any(map(_PATCHING.search, self.texts.values()))
        defined = set[str]()
        for path, text in self.texts.items():
            if not text:
                continue  # there is no such file in this version
            tree = parsed(text)
            read = _File(file_of(path), where, self, find_scopes(tree))
            self.files[read.name].append(read)
            read.read(tree)
            defined |= read.defined
        self.handed_on = {key for key in self.handed_on if not bare([key]).isdisjoint({*defined, LAMBDAS})}
        for attribute, owners in self._calling:
            if attribute in self.stored:
                self.indirect.update(owners)
        self.is_mixed |= any(
            name in self.borrowed and keys & self.functions for (_, name), keys in self.methods.items()
        )

    def beside(self, file: str, text: str) -> Mentions:
        """Of one text more of a file, for itself."""
        found = Mentions({})
        found._patched = self._patched
        tree = parsed(text)
        read = _File(file, self.where, found, find_scopes(tree))
        read.read(tree)
        for attribute, owners in found._calling:
            if attribute in self.stored | found.stored:
                found.indirect.update(owners)
        return found

    def next_of(self, key: str) -> set[str]:
        """What a key leads to at once."""
        found = self.edges.get(key, set())
        if key in (OPEN, UNKNOWN, OPERATORS):
            return found | self.of_foreign
        file, there, name = key.partition("::")
        if ">" in name:
            return self._inside(file, *name.split(">"))
        if "<" in name:
            cls, _, attribute = name.partition("<")
            return self._of_family(f"{file}::{cls}", attribute)
        if not there or "." in name:
            return found
        return found | {f"={name}"} | self._unbound(file, name)

    def _family(self, cls: str) -> set[str]:
        """The class, those derived from it, and all bases of these."""
        return _closure(self.kinds_of(cls), lambda each: self._parents.get(each, set()))

    def held_by(self, cls: str) -> set[str]:
        """Keys of what the class, and those that it has to do with, have."""
        family = self._family(cls)
        return family.union(*(keys for (kind, _), keys in self.methods.items() if kind in family))

    def is_foreign(self, cls: str) -> bool:
        """May code that is not seen, of a base of the class, call its methods?"""
        family = self._family(cls)
        return not family.isdisjoint(self._foreign)

    @cached_property
    def _foreign(self) -> set[str]:
        """Classes with a base that is not the project's, and that does more than most."""
        found = set[str]()
        for cls, bases in self.classes.items():
            own = cls.partition("::")[0] + "::"
            seen = _closure(
                bases - self.classes.keys(),
                lambda key: self.next_of(key) - self.classes.keys() if key.startswith(own) else set(),
            )
            if any(key.startswith("=") and not _is_plain_base(key[1:]) for key in seen):
                found.add(cls)
        return found

    @cached_property
    def of_foreign(self) -> set[str]:
        """Keys of what such classes have."""
        return set().union(*(keys for (cls, _), keys in self.methods.items() if self.is_foreign(cls)))

    @cached_property
    def of_classes(self) -> set[str]:
        """Keys of classes and of what they have."""
        return set(self.classes).union(*self.methods.values())

    @cached_property
    def of_shapes(self) -> set[str]:
        """Of these what is no function."""
        return self.of_classes - self.functions

    def _of_family(self, cls: str, name: str) -> set[str]:
        """What an attribute is of an object whose class is this one, or derived from it."""
        family = self._family(cls)
        found = {key for kind in family for key in self.methods.get((kind, name), ())}
        if self.is_mixed:
            found.add(f".{name}")
        computing = ("__getattr__", "__getattribute__")
        found |= {kind for kind in family for special in computing if (kind, special) in self.methods}
        return found | {f"={name}"}

    @cached_property
    def _parents(self) -> dict[str, set[str]]:
        """Of each class those that may be bases of it."""
        return {cls: self._classes_of(bases) for cls, bases in self.classes.items()}

    def _classes_of(self, keys: Set[str]) -> set[str]:
        """The classes that these may stand for."""

        def following(key: str) -> Set[str]:
            if key in self.classes or key in (OPEN, UNKNOWN, OPERATORS):
                return set()
            of_family = "<" in key  # which is not known yet
            return {f".{key.rpartition('<')[2]}"} if of_family else self.next_of(key)

        return _closure(keys, following) & self.classes.keys()

    def classes_given(self, function: str) -> set[str]:
        """Classes that its parameters are annotated with, and those derived from them."""
        annotated = self.edges.get(function + PARAMETERS, set())
        named = self._classes_of(annotated - {OPERATORS})
        return (annotated & {OPERATORS} | self._built_in).union(*map(self.kinds_of, named))

    @cached_property
    def _built_in(self) -> set[str]:
        """Classes derived from numbers, texts or containers, which are such, too."""
        derived = {cls for cls, bases in self.classes.items() if not bare(bases).isdisjoint(_PLAIN_TYPES | _NUMBERS)}
        return set().union(*map(self.kinds_of, derived))

    def _inside(self, file: str, name: str, attribute: str) -> set[str]:
        """What an attribute is of what a package imports, or holds, under a name."""
        inside = os.path.join(os.path.dirname(file), name)
        modules = [each for each in (f"{inside}.py", os.path.join(inside, "__init__.py")) if each in self.files]
        stars, is_whole = self._stars(file)
        found = {f"{each}::{attribute}" for each in modules}
        bound = [text for text in self.files.get(file, []) if name in text.scopes.module_names]
        is_object = any(name not in text.modules for text in bound)
        is_object |= any(name in self.names_in(star) for star in stars)
        if is_object or not is_whole or not modules:
            found.add(f".{attribute}")
        return found

    def _unbound(self, file: str, name: str) -> set[str]:
        """What a name may be beside what the texts of the file bind it to."""
        texts = self.files.get(file, [])
        stars, is_whole = self._stars(file)
        found = {f"{star}::{name}" for star in stars if name in self.names_in(star)}
        if texts and is_whole and all(name in text.scopes.module_names for text in texts):
            return found
        is_own = any(name in text.defined or name in text.of_classes for text in texts)
        if self._patched or not is_whole or not (found or is_own or name in _BUILTINS):
            found.add(f".{name}")
        return found | ({OPEN} if name in _ASKING else set())

    def _stars(self, file: str) -> tuple[set[str], bool]:
        """The files that names come from without being named, and whether that is all."""
        found, waiting, is_whole = set[str](), [file], True
        while waiting:
            for text in self.files.get(waiting.pop(), []):
                is_whole &= text.is_whole
                waiting += text.stars - found
                found |= text.stars
        return found, is_whole

    def reached(self, keys: Iterable[str]) -> set[str]:
        return _closure(keys, self.next_of)

    def leading_to(self, names: Set[str]) -> set[str]:
        """Keys of these names, bare, and what leads to one of them."""
        named = (key for key in self._backwards if not names.isdisjoint(bare([key])))
        return _closure(named, self._backwards.__getitem__)

    @cached_property
    def _backwards(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        waiting = [*self.edges, *(f"{file}::{name}" for file in self.files for name in self.names_in(file))]
        seen = {*waiting}
        while waiting:
            key = waiting.pop()
            found.setdefault(key, set())
            for each in self.next_of(key):
                found.setdefault(each, set()).add(key)
                if each not in seen:
                    seen.add(each)
                    waiting.append(each)
        return found

    def given_by_stars(self, file: str) -> set[str]:
        """Keys of what a file has from others without naming it."""
        stars, _ = self._stars(file)
        return {f"{star}::{name}" for star in stars for name in self.names_in(star)}

    def names_in(self, file: str) -> set[str]:
        """That its texts bind for the whole module."""
        return {name for text in self.files.get(file, []) for name in text.scopes.module_names}

    def called_from(self, keys: Set[str], indirect: bool = False) -> set[str]:
        """What a function that mentions these may use; what is handed on, too, if it, or what it uses, calls something
        by no name.
        """
        reached = self.reached(keys)
        if not indirect and self.indirect.isdisjoint(reached):
            return reached
        return self.reached({*keys, *self.handed_on, GIVEN})

    def kinds_of(self, cls: str) -> set[str]:
        """Keys of the class and of those derived from it."""
        found, before = {cls}, 0
        while before != (before := len(found)):
            found.update(each for each, bases in self._parents.items() if not bases.isdisjoint(found))
        return found

    def operators_of(self, cls: str) -> set[str]:
        """Keys of the special methods of an object of this class."""
        family = self._family(cls)
        special = (keys for (kind, name), keys in self.methods.items() if kind in family and is_special(name))
        return {key for keys in special for key in keys if not is_constructor(key.rpartition(".")[2])}

    def keys_of(self, file: str, node: ast.AST) -> Iterator[str]:
        """What a name, an attribute, a text or a pattern in the file mentions, where no function has it for its own."""
        yield from _keys(file, node, self._modules[file])

    @cached_property
    def _modules(self) -> defaultdict[str, dict[str, set[str]]]:
        """By files, what is a module in all texts."""
        found = defaultdict[str, dict[str, set[str]]](dict)
        for file, texts in self.files.items():
            both = set.intersection(*({*text.modules} for text in texts))
            found[file] = {name: set().union(*(text.modules[name] for text in texts)) for name in both}
        return found


def _closure(keys: Iterable[str], following: Callable[[str], Set[str]]) -> set[str]:
    """These, what follows them, and so on."""
    found = {*keys}
    waiting = [*found]
    while waiting:
        fresh = following(waiting.pop()) - found
        found |= fresh
        waiting += fresh
    return found


def _keys(file: str, node: ast.AST, modules: Mapping[str, Set[str]]) -> Iterator[str]:
    match node:
        case ast.Name(id=name):
            yield f"{file}::{name}"
        case ast.Attribute(ast.Name(id=module), name) if module in modules:
            yield f"={name}"
            yield from (f"{each}{name}" for each in modules[module])
        case ast.Attribute(attr=name):
            yield f".{name}"
        case ast.Constant(value=str() as text) if text.isidentifier():
            yield f".{text}"
        case ast.Global(names):
            yield from (f"{file}::{name}" for name in names)
        case ast.MatchClass(patterns=patterns, kwd_attrs=names):
            yield from (f".{name}" for name in (*names, *(["__match_args__"] if patterns else [])))


@dataclass(eq=False)
class _Imports:
    """What a text of a file has from others.  modules: of names that only imports of modules bind, what begins the keys
    of their variables.

    stars: files of which it imports all names; is_whole: are these all modules that it does so of?
    """

    name: str
    where: Files
    found: Mentions
    scopes: Scopes
    modules: dict[str, set[str]] = field(default_factory=dict)
    imported: set[str] = field(default_factory=set)
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
            inner = self.where.beside(self.name, whole, level) if level else self._inner(whole)
            if inner:
                keys = {f"{file}::{each.name}>" for file in files} or {f"{file}::" for file in inner}
                self.modules.setdefault(each.asname or each.name, set()).update(keys)
            of = self.found.edges[self.key(each.asname or each.name)]
            of.update(f"{file}::{each.name}" for file in files)
            of.update([f"={each.name}"] if files or inner or is_library else [f".{each.name}"])
            of.update([] if files or inner or module in _QUIET else [OPEN])

    def _inner(self, module: str) -> set[str]:
        """The files of a module in a package, by its whole name."""
        parts = module.split(".")
        return {path for own, path in self.where.by_name.get(parts[-1], []) if own[-len(parts) :] == parts}


@dataclass(eq=False)
class _File(_Imports):
    """A text of a file.  defined: names of functions and classes, those in functions among them."""

    defined: set[str] = field(default_factory=set)
    of_classes: set[str] = field(default_factory=set)  # variables of classes
    variables: set[str] = field(default_factory=set)  # names that functions set, or are given
    receivers: dict[int, str] = field(default_factory=dict)  # attributes: the key of the class, empty for built-in ones
    properties: dict[str, bool] = field(default_factory=dict)  # by names of methods: are all that have it properties?
    values: set[str] = field(default_factory=set)
    called: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)  # variables, and by whom
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
                case ast.Call(func=func):
                    self.used.add(id(func))
                case ast.Attribute(value=value):
                    self.used.add(id(value))
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
            case ast.Expr(ast.Call(ast.Attribute(ast.Name() as holder), given, keywords) as call):
                held = (*by, *_keys(self.name, holder, self.modules)) if self._is_shared(holder, scope) else by
                for each in (*given, *(keyword.value for keyword in keywords)):
                    yield each, scope, held, path, inside
                self.plain(call, scope, by, inside)
                yield call.func, scope, by, path, inside
            case ast.Call(ast.Name("setattr"), [_, ast.Constant(str(name)), value]):
                yield value, scope, (*by, f".{name}", f"={name}"), path, inside
                self.plain(node, scope, by, inside)
                yield from ((each, scope, by, path, inside) for each in ast.iter_child_nodes(node) if each is not value)
            case ast.Import(names=names) if inside:
                unseen = (each.name for each in names if not self.where.of(each.name))
                self.mention(by, [OPEN] if any(name not in _QUIET for name in unseen) else [])
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

    def plain(self, node: ast.AST, scope: Scope, by: tuple[str, ...], inside: bool) -> None:
        if getattr(node, "id", getattr(node, "attr", "")) in _MAKERS:
            self.mention(by, [MAKING])
        match node:
            case ast.Name(id=name, ctx=ctx):
                is_shared = scope.kind == "class" or is_global(scope, name)
                if not isinstance(ctx, ast.Load):
                    self.variables.add(name)
                elif id(node) not in self.used and (is_shared or name in self.defined):
                    self.values.add(self.key(name))
                if not is_shared:
                    return
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
            self.mention(by, _keys(self.name, node, self.modules))
        elif cls := self.receivers.get(id(node), ""):
            self.mention(by, [f"{cls}<{node.attr}"])
            if not isinstance(node.ctx, ast.Load):
                self.found.attributes[cls].add(node.attr)
        elif id(node) in self.receivers:
            self.mention(
                by, [OPEN] if node.attr == "update" else _fields(node.value) if node.attr in _FORMATTING else []
            )
        else:
            self.mention(by, _keys(self.name, node, self.modules))

    def mention(self, by: Iterable[str], keys: Iterable[str]) -> None:
        keys = [*keys]
        for key in by if keys else ():
            self.found.edges[key].update(keys)

    def call(self, node: ast.Call, scope: Scope, by: tuple[str, ...]) -> None:
        """May it call what it does not name?"""
        if any(each.arg is None for each in node.keywords):
            self.mention(by, [OPEN])  # `keys` of what is spread
        match node.func:
            case ast.Name(id=name) if name in _CALLING:
                self.found.indirect.update(by)
            case ast.Name(id=name):
                if not is_global(scope, name):
                    self.called.append((name, by))
            case ast.Attribute(value, name):
                if name in _CALLING:
                    self.found.indirect.update(by)
                self.found._calling.append((name, by))
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
        if not all(each.annotation is not None and _is_of_builtins(each.annotation, self.defined) for each in bound):
            edges[whole + PARAMETERS].add(OPERATORS)
        for part in (part for each in node.decorator_list for part in ast.walk(each)):
            if isinstance(part, ast.Name | ast.Attribute):  # who has it, may have what is decorated
                for key in _keys(self.name, part, self.modules):
                    edges[key].update([] if is_plainly_decorated(node) else [whole])
        self.receivers.update(dict.fromkeys(map(id, of_builtins(node, self._makes_container)), ""))
        self.variables.update(each.arg for each in parameters_of(node.args))
        own = (*by, whole) if inside or (scope.kind == "class" and is_special(node.name)) else (whole,)
        yield from ((each, scope, own, path, inside) for each in (*node.decorator_list, *_defaults(node.args)))
        yield from ((each, self.scopes.of[id(node)], own, path, True) for each in node.body)

    def _is_shared(self, name: ast.Name, scope: Scope) -> bool:
        return scope.kind == "class" or is_global(scope, name.id)

    def _makes_container(self, name: str) -> bool:
        is_own = name in self.scopes.module_names or self.stars or not self.is_whole or self.found._patched
        return name in CONTAINERS and not is_own

    def class_(self, node: ast.ClassDef, scope: Scope, by: tuple[str, ...], path: str, inside: bool) -> Iterator[_Task]:
        bases = [*node.bases, *(keyword.value for keyword in node.keywords)]
        own = (*by, cls := self.key(node.name))
        self.found.edges[MAKING].add(cls)
        self.found.is_mixed |= not all(_is_shown(base, scope, self) for base in bases)
        of = self.found.classes.setdefault(cls, set())
        of.update(key for base in bases for part in ast.walk(base) for key in _keys(self.name, part, self.modules))
        yield from ((each, scope, own, path, inside) for each in (*bases, *node.decorator_list))
        inner = self.scopes.of[id(node)]
        if "Protocol" in map(word, bases):  # `isinstance` asks for all that it has
            self.mention([cls], (f".{name}" for statement in node.body for name in bound_by(statement)))
        for statement in node.body:
            within = own if isinstance(statement, (*_DEFINITION, ast.AnnAssign)) else by
            yield statement, inner, within, f"{path}{node.name}.", inside
            if isinstance(statement, ast.AnnAssign):  # what its objects hold
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
                            self.of_classes.add(name)
                            self.found.edges[f".{name}"].add(self.key(name))
                            self.found.methods[self.key(path.rstrip(".").rpartition(".")[2]), name].add(self.key(name))
                    case ast.Attribute(attr=name) | ast.Subscript(slice=ast.Constant(str(name))):
                        keys += [f".{name}", f"={name}"]
        if isinstance(value, ast.Attribute) and (scope.kind == "class" or any(key.startswith("=") for key in keys)):
            self.found.borrowed.add(value.attr)
        if value is not None:
            yield value, scope, (*by, *keys), path, inside


def _is_plain_base(name: str) -> bool:
    known = vars(builtins).get(name)
    return name in _PLAIN_BASES or known is object or (isinstance(known, type) and issubclass(known, BaseException))


def _fields(text: ast.expr) -> set[str]:
    """What a text that is formatted asks of what it is given."""
    if not isinstance(text, ast.Constant) or not isinstance(text.value, str):
        return {".format"}  # any
    fields = re.findall(r"\{[^{}]*", text.value)
    return {f".{name}" for each in fields for name in re.findall(r"\.([A-Za-z_]\w*)", each)}


def _is_of_builtins(annotation: ast.expr, defined: Set[str]) -> bool:
    """Does it name nothing but numbers, texts and containers of these, or classes of the file?"""
    names = [part.id for part in ast.walk(annotation) if isinstance(part, ast.Name)]
    others = [part for part in ast.walk(annotation) if isinstance(part, ast.Constant | ast.Attribute)]
    known = all(name in _PLAIN_TYPES or name in defined for name in names)
    return known and all(isinstance(part, ast.Constant) and part.value is None for part in others)


def _is_shown(base: ast.expr, scope: Scope, file: _File) -> bool:
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
