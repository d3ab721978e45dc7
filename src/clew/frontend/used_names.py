"""What the text of a file may do to modules, classes and objects of others, by names."""

from __future__ import annotations

import ast
import builtins
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import field
from typing import Final

from clew.frontend.handled_names import Handling, How, is_itself
from clew.frontend.module import ANY_NAME, is_private
from clew.frontend.outline import bases_of
from clew.frontend.parsing import nodes, nodes_of, parsed
from clew.records import dataclass
from clew.regexes import regex

# Set attributes, with the number of arguments after which the name comes, from the end.
_SETTERS: Final = {"setattr": 2, "__setattr__": 2, "delattr": 1, "__delattr__": 1}
_CONSOLES: Final = frozenset({"interact", "InteractiveInterpreter", "InteractiveConsole", "fileConfig"})
_ROADS_TO_ATTRIBUTES: Final = frozenset({*_SETTERS, *_CONSOLES, "exec", "eval", "vars", "__set__", "__delete__"})
_RUNNING: Final = {"exec": 1, "eval": 1, "timeit": 2, "repeat": 2, "Timer": 2, "run": 1, "runctx": 1, "runeval": 1}
_RUNNERS: Final = frozenset({"builtins", "timeit", "cProfile", "profile", "pdb", "code"})
_OF_STATE: Final = frozenset({"__getstate__", "__setstate__", "__reduce__", "__reduce_ex__", "update_wrapper"})
_WALKING: Final = frozenset({
    "getmembers", "getmembers_static", "get_referents", "get_referrers", "get_objects",
    "persistent_id", "reducer_override", "pythonapi", "py_object", "from_address",
})  # fmt: skip
_BY_NAME: Final = frozenset({"setitem", "patch", "object", "multiple", "dict"})  # `mock.patch.object` and its like

_LAST: Final = regex(r".*[.:](?=.)", re.DOTALL)  # before the last part of a dotted name

_ROADS: Final = regex(r"\bmodules\b|\bimport_module\b|__import__|\bresolve_name\b|_globals\b|__globals__|__dict__")
_ALONE: Final = regex(r"\b(\w+)\b(?!\s*\.\s*\w)")  # names that are not only looked into

_BASES: Final = frozenset({"ABC", "Enum", "IntEnum", "StrEnum", "Protocol", "Generic", "NamedTuple", "TypedDict"})


@dataclass(slots=True)
class UsedNames:
    """changing: names of methods that change their object.  matched: of attributes that class patterns may reach by
    their position.

    handed_on: names of modules that are used as values, `ANY_NAME` where they are computed: who has one may set its
    variables.  assigned: names of attributes that are set of what may be an object of another file's class; computed:
    under names that are computed, too; by_space: the same of objects that are no classes, by their namespaces.
    changed: of variables and attributes whose objects are changed; given: of those whose objects are given attributes.
    private: with an underscore, that are used of others.  bases: of what is a base of some class; imported: of those
    that imports give, with the first part of the module they name; made_by: of functions that are called for bases, or
    of attributes that hold them; derives: is some base a value that the text does not show?
    handling: what else each text does with what it names.
    """

    changing: Collection[str]
    matched: Collection[str] = ()
    computed: bool = False
    by_space: bool = False
    assigned: set[str] = field(default_factory=set)
    changed: set[str] = field(default_factory=set)
    given: set[str] = field(default_factory=set)
    private: set[str] = field(default_factory=set)
    bases: set[str] = field(default_factory=set)
    imported: set[tuple[str, str]] = field(default_factory=set)
    handed_on: set[str] = field(default_factory=set)
    made_by: set[str] = field(default_factory=set)
    derives: bool = False
    handling: list[Handling] = field(default_factory=list)

    def read(self, text: str) -> None:
        tree = parsed(text)
        self.bases |= bases_of(tree) | _bases_given(tree)
        self.derives |= not all(map(_Shown.of(tree).shows, _bases(tree)))
        self.imported.update(_imported_bases(tree))
        self.made_by.update(_makers_of_bases(tree))
        self.handed_on |= modules_handed_on(tree)
        own = {id(node) for cls in nodes_of(tree, ast.ClassDef) for node in _of_itself(cls)}
        asked = {id(text) for node in nodes(tree) for text in _only_read(node)}
        handling = Handling.of(tree, own)
        self.handling.append(handling)
        if ANY_NAME in handling.names(How.INSIDE):
            self.private.add(ANY_NAME)
        self.by_space |= "__dict__" in handling.names(How.HAD)
        named = {name for node in nodes(tree) if id(node) not in own for name in _last_named(node)}
        self.by_space |= not named.isdisjoint(_OF_STATE)
        if not named.isdisjoint(_OF_STATE | _WALKING) or _given_memo(tree):
            self.private.add(ANY_NAME)
        self.computed |= any(map(_sets_computed, _roads(tree, own)))
        for run in _run(tree):
            if isinstance(run, ast.Constant) and isinstance(run.value, str):
                self.read(_with_imports(tree, run.value.strip()))
            elif not isinstance(run, ast.Lambda):
                self.computed = True
                self.handed_on.add(ANY_NAME)
        for node in nodes(tree):
            match node:
                case ast.Attribute(value, name, ctx) if id(node) not in own:
                    if not isinstance(ctx, ast.Load):
                        self.assigned.add(name)
                        self.by_space |= name == "__class__"  # of another object, with attributes of its own
                        self.given.update(_last_named(value))
                    if name == "register":  # of an abstract class
                        self.bases.update(_last_named(value))
                    self.use(name)
                case ast.Name(name):
                    self.use(name)
                case ast.MatchClass(_, parts, names):
                    self.private.update(filter(is_private, (*names, *(self.matched if parts else ()))))
                case ast.ImportFrom(names=names):
                    for each in names:
                        self.use(each.name)
                case ast.keyword("namespace"):  # of `parse_args`, which sets what its options are called
                    self.by_space = True
                case ast.Constant(str(text)) if (name := _LAST.sub("", text)).isidentifier():
                    self.use(name)  # `getattr(module, "_x")`
                    if is_private(name) and id(node) not in asked:
                        self.assigned.add(name)  # `add_argument(dest="_x")`: the library may set it
                case ast.FunctionDef(name) if name in _WALKING:
                    self.private.add(ANY_NAME)
                case ast.Call(ast.Name(name) | ast.Attribute(attr=name), arguments) if (
                    name in _BY_NAME or name in _SETTERS
                ):
                    if not any(is_itself(each, own) for each in arguments[:1]):
                        self.assigned.update(text.rpartition(".")[2] for text in _texts(arguments))
                        self.computed |= name == "object" and not all(map(_is_shown, arguments[1:2]))
                case ast.Call(ast.Attribute(value, name)) if name in self.changing and id(value) not in own:
                    self.change(value)
                case ast.Subscript(value, ctx=ast.Store() | ast.Del()) | ast.AugAssign(value) if id(value) not in own:
                    self.change(value)

    def use(self, name: str) -> None:
        if is_private(name):
            self.private.add(name)

    def change(self, value: ast.expr) -> None:
        match value:
            case ast.Name(name) | ast.Attribute(attr=name):
                self.changed.add(name)
                self.by_space |= name == "__dict__"
            case ast.Call(ast.Name("vars")):
                self.by_space = True


def _texts(arguments: Iterable[ast.expr]) -> Iterator[str]:
    return (a.value for a in arguments if isinstance(a, ast.Constant) and isinstance(a.value, str))


def _roads(tree: ast.Module, own: Collection[int]) -> Iterator[ast.AST]:
    """Where the text names what sets attributes of others by name: the calls, and what is no call.

    own: as made by `_of_itself`.
    """
    called = set[int]()
    for node in nodes(tree):  # a call before what it calls
        match node:
            case ast.Call(ast.Name(name) | ast.Attribute(attr=name), arguments) if name in _ROADS_TO_ATTRIBUTES:
                called.add(id(node.func))
                of_super = isinstance(node.func, ast.Attribute) and _is_super(node.func.value)
                # Of an object whose class is among those that have bases, or of the own one.
                if not (of_super or id(node.func) in own or any(is_itself(each, own) for each in arguments[:1])):
                    yield node
            case ast.Name(name, ast.Load()) | ast.Attribute(attr=name) | ast.alias(name) | ast.Constant(str(name)) if (
                name in _ROADS_TO_ATTRIBUTES and id(node) not in called
            ):
                yield node


def _run(tree: ast.AST) -> Iterator[ast.expr]:
    """What calls run that are given texts to run: perhaps functions, where these may be given, too."""
    for node in nodes_of(tree, ast.Call):
        if many := _runs(node.func):
            yield from node.args[:many]
            yield from (each.value for each in node.keywords if each.arg in (None, "stmt", "setup", "statement"))


def _with_imports(tree: ast.Module, text: str) -> str:
    """The text, with what its names stand for; what an expression gives may be kept, and changed."""
    imports = [ast.unparse(n) for n in nodes_of(tree, ast.Import, ast.ImportFrom) if not _is_future(n)]
    body = parsed(text).body
    is_value = len(body) == 1 and isinstance(body[0], ast.Expr)
    return "\n".join((*imports, f"_ = ({text}\n)" if is_value else text))


def _is_future(node: ast.Import | ast.ImportFrom) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def _runs(function: ast.expr) -> int:
    """How many of its first arguments may be texts that it runs."""
    match function:
        case ast.Name("exec" | "eval" | "timeit" as name):
            return _RUNNING[name]
        case ast.Attribute(ast.Name(module), name) if module in _RUNNERS:
            return _RUNNING.get(name, 0)
    return 0


def _given_memo(tree: ast.AST) -> bool:
    """Is `deepcopy` given a dict, which has all copies afterwards, but for the one that `__deepcopy__` is given?"""
    handed_on = {
        id(call)
        for method in nodes(tree)
        if isinstance(method, ast.FunctionDef) and method.name == "__deepcopy__"
        for call in ast.walk(method)
    }
    calls = (node for node in nodes_of(tree, ast.Call) if id(node) not in handed_on)
    return any("deepcopy" in _last_named(each.func) and (len(each.args) > 1 or each.keywords) for each in calls)


def _is_shown(name: ast.expr) -> bool:
    return isinstance(name, ast.Constant)


def _is_super(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"


def _sets_computed(road: ast.AST) -> bool:
    """May it set attributes under names that the text does not show?"""
    match road:
        case ast.Call(ast.Name(name) | ast.Attribute(attr=name), arguments) if name in _SETTERS:
            which = arguments[-_SETTERS[name]] if len(arguments) >= _SETTERS[name] else None
            return which is None or not _is_shown(which) or any(isinstance(each, ast.Starred) for each in arguments)
        case ast.Call(ast.Name("vars")) | ast.Call(ast.Name(), [ast.Constant(str()), *_]):
            return False  # `Handling` tells what becomes of it; read for itself
    return True


def _only_read(node: ast.AST) -> Iterator[ast.AST]:
    """Texts in it under whose names nothing is set, but by who names them otherwise."""
    match node:
        case ast.Call(ast.Name("getattr" | "hasattr" | "attrgetter") | ast.Attribute(attr="attrgetter"), arguments):
            yield from arguments
        case ast.Assign([ast.Name("__slots__" | "__all__" | "__match_args__")], value):
            yield from ast.walk(value)


@dataclass(frozen=True, slots=True)
class _Shown:
    """The names that a text binds by `import` and `class`, and built-in ones."""

    names: frozenset[str]

    @staticmethod
    def of(tree: ast.Module) -> _Shown:
        own = (node.name for node in nodes_of(tree, ast.ClassDef))
        return _Shown(frozenset((*dict(_imported(tree)), *own, *vars(builtins))))

    def shows(self, base: ast.expr) -> bool:
        """Is it plain which class this is, where its name says so?"""
        match base:
            case ast.Name(name):
                return name in self.names
            case ast.Attribute(value) | ast.Subscript(value):
                return self.shows(value)
            case ast.Call(ast.Name(name) | ast.Attribute(attr=name)):
                return name in ("namedtuple", "NamedTuple", "TypedDict", "NewType")
        return False


MAKING_CLASSES: Final = frozenset(
    {"type", "new_class", "make_dataclass", "prepare_class", "resolve_bases", "ABCMeta", "EnumMeta", "EnumType"}
)


def made_of(tree: ast.AST) -> Iterator[ast.expr]:
    """The tuples of bases that classes are made of by calls."""
    for node in nodes_of(tree, ast.Call):
        match node:
            case ast.Call(ast.Attribute(ast.Name(module), "type")) if module != "builtins":
                pass  # a method
            case ast.Call(ast.Name(name) | ast.Attribute(attr=name), given, keywords) if name in MAKING_CLASSES:
                spread = [each for each in given[:1] if isinstance(each, ast.Starred)]
                if len(given) > 1 or keywords or spread:
                    yield from (*spread, *(given[1:2] if name != "make_dataclass" else ()))
                    yield from (keyword.value for keyword in keywords if keyword.arg in (None, "bases"))


def _bases(tree: ast.AST) -> Iterator[ast.expr]:
    for node in nodes_of(tree, ast.ClassDef):
        yield from node.bases
    for made in made_of(tree):
        match made:
            case ast.Tuple(parts) | ast.List(parts):
                yield from parts
            case ast.Name() | ast.Call() | ast.BinOp() | ast.Starred():
                yield made


def _imported_bases(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Last names of bases, with the first part of the name of the module that an import statement has them from."""
    first = dict[str, str]()
    for node in nodes_of(tree, ast.Import, ast.ImportFrom):
        match node:
            case ast.Import(names):
                first |= {each.asname or each.name.partition(".")[0]: each.name.partition(".")[0] for each in names}
            case ast.ImportFrom(module, names, level):
                of = "" if level else (module or "").partition(".")[0]
                first |= {each.asname or each.name: of for each in names}
    for base in _bases(tree):
        named = base.value if isinstance(base, ast.Subscript) else base
        root = named.id if isinstance(named, ast.Name) else _root(named)
        if root in first:
            yield from ((name, first[root]) for name in _last_named(named))


def _makers_of_bases(tree: ast.AST) -> Iterator[str]:
    for node in (node for base in _bases(tree) for node in ast.walk(base)):
        match node:
            case ast.Call(function):
                yield from _last_named(function)
            case ast.Attribute(attr="__dict__" as name):
                yield name


def _bases_given(tree: ast.AST) -> frozenset[str]:
    """The names in such tuples."""
    parts = (part for made in made_of(tree) for part in ast.walk(made))
    names = (part.id if isinstance(part, ast.Name) else getattr(part, "attr", "") for part in parts)
    return frozenset(filter(None, names))


def modules_handed_on(tree: ast.AST, own: str = ANY_NAME, others: Collection[str] = ()) -> set[str]:
    """The last parts of the names of what may be a module that somebody else has then: imported names that stand for
    themselves, `sys.modules[…]`, `import_module(…)`, `module.__dict__`, `function.__globals__`.

    own: the name of the module itself; others: variables of it that hold no module.
    """
    no_modules = _imported_at_the_top(tree).intersection(others)
    local = dict(_imported_to_variables(tree))
    imported = {name: last for name, last in _imported(tree) if name not in no_modules}
    imported |= {name: _last_of(call.args[0], own) for name, call in local.items()}
    looked_into = {id(n.value) for n in nodes_of(tree, ast.Attribute) if n.attr != "__dict__"}
    looked_into |= {id(call) for call in local.values()}
    looked_into |= {id(n) for n in _asked_for_one(tree) if n.id in local}
    found: set[str] = set()
    for node in nodes(tree):
        match node:
            case ast.Attribute(attr="__globals__") | ast.Attribute(attr="f_globals"):
                found.add(ANY_NAME)
            case ast.Constant("__globals__") | ast.Attribute(
                ast.Attribute(attr="modules"), "values" | "items" | "copy"
            ):
                found.add(ANY_NAME)
            case _ if id(node) in looked_into:
                pass
            case ast.Name(name, ast.Load()) if name in imported:
                found.add(imported[name])
            case ast.Attribute(value, name, ast.Load()) if _root(value) in imported:
                found.add(name)
            case ast.Subscript(ast.Attribute(attr="modules") | ast.Name("modules"), which):
                found.add(_last_of(which, own))
            case ast.Call(ast.Name(name) | ast.Attribute(attr=name), [which, *_]) if name in _IMPORTING:
                found.add(_last_of(which, own))
    return found


def handed_on_in(text: str, own: str, modules: Collection[str], others: Collection[str]) -> set[str]:
    """Those of a text.  own: the last part of the name of its module; modules: of all that are asked for; others: see
    `modules_handed_on`.
    """
    if _ROADS.search(text) is None and set(_ALONE.findall(text)).isdisjoint(modules):
        return set()
    return modules_handed_on(parsed(text), own, others)


_IMPORTING: Final = frozenset({"import_module", "__import__", "resolve_name"})


def _imported_at_the_top(tree: ast.AST) -> set[str]:
    """Names that imports outside of functions and classes bind, and no others."""
    waiting, top = list(ast.iter_child_nodes(tree)), list[ast.AST]()
    while waiting:
        node = waiting.pop()
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            top.append(node)
            waiting += ast.iter_child_nodes(node)
    above = Counter(name for node in top for name, _ in _imported_by(node))
    return {name for name, count in Counter(name for name, _ in _imported(tree)).items() if above[name] == count}


def _imported_to_variables(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    """Variables of functions that get what one call of `import_module` gave."""
    if not any(name in _IMPORTING for call in nodes_of(tree, ast.Call) for name in _last_named(call.func)):
        return
    for function in nodes_of(tree, ast.FunctionDef, ast.AsyncFunctionDef):
        inner = list(ast.walk(function))
        others = {name for n in inner if isinstance(n, ast.Global | ast.Nonlocal) for name in n.names}
        for node in inner:
            match node:
                case ast.Assign(
                    [ast.Name(variable)], ast.Call(ast.Name(name) | ast.Attribute(attr=name), [_, *_]) as call
                ):
                    if name in _IMPORTING and variable not in others:
                        yield variable, call


def _asked_for_one(tree: ast.AST) -> Iterator[ast.Name]:
    """What `getattr` is asked for one attribute of, as its text says which."""
    for node in nodes_of(tree, ast.Call):
        match node:
            case ast.Call(ast.Name("getattr"), [ast.Name() as asked, ast.Constant(str(name)), *_]) if (
                name != "__dict__"
            ):
                yield asked


def _imported(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Names that imports bind, and the last part of what each stands for."""
    for node in nodes_of(tree, ast.Import, ast.ImportFrom):
        yield from _imported_by(node)


def _imported_by(node: ast.AST) -> Iterator[tuple[str, str]]:
    match node:
        case ast.Import(names):
            for each in names:
                whole, _, _ = each.name.partition(".")
                yield (each.asname, each.name.rpartition(".")[2]) if each.asname else (whole, whole)
        case ast.ImportFrom(names=names):
            yield from ((each.asname or each.name, each.name) for each in names)


def _root(value: ast.expr) -> str:
    while isinstance(value, ast.Attribute):
        value = value.value
    return value.id if isinstance(value, ast.Name) else ""


def _last_named(value: ast.AST) -> Iterator[str]:
    match value:
        case ast.Name(name) | ast.Attribute(attr=name):
            yield name


def _last_of(which: ast.expr, own: str) -> str:
    match which:
        case ast.Constant(str(text)):
            return _LAST.sub("", text)
        case ast.Name("__name__"):
            return own
    return ANY_NAME


def _is_of_library(base: ast.expr) -> bool:
    """Is it certainly no class of the project?"""
    name = base.value if isinstance(base, ast.Subscript) else base
    return isinstance(name, ast.Name) and (hasattr(builtins, name.id) or name.id in _BASES)


def _is_static(method: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(isinstance(each, ast.Name) and each.id == "staticmethod" for each in method.decorator_list)


def _of_itself(cls: ast.ClassDef) -> Iterator[ast.expr]:
    """Where methods of a class without bases of the project name attributes of their own object, and that object."""
    if not all(map(_is_of_library, cls.bases)):
        return
    for method in cls.body:
        if isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef) and not _is_static(method):
            parameters = [*method.args.posonlyargs, *method.args.args]
            for node in ast.walk(method) if parameters else ():
                if isinstance(node, ast.Name) and node.id == parameters[0].arg:
                    yield node
                elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                    if node.value.id == parameters[0].arg:
                        yield node
