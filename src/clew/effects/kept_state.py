"""What a call of a function may read of what modules and classes keep: the variables that a proof supposes unchanged.

A closure over objects, not names: from the function to the globals that its text reads, the functions and classes
these hold, the special methods of classes that may have instances, and the members that some reached text names.  What
a global holds is followed into containers and instances, so that a handler kept in a table counts.  Where text asks for
attributes by a name that it computes, all members of these classes count; where it asks for a namespace, or hands a
module on, all variables of that module.

Named is what others may change: every variable with data that is public, constant by its name or not, and of private
ones those that some code of the project changes; the other private ones are named apart.  Functions and classes count
as constant unless code of the project assigns them.
"""

from __future__ import annotations

import builtins
import dataclasses
import enum
import functools
import inspect
import re
import sys
import types
import typing
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import field
from typing import Any, Final, TypeAlias

from clew.effects import object_graph
from clew.effects.class_homes import is_of_project
from clew.effects.library import NAMING
from clew.effects.name_closure import changeable
from clew.effects.raw_attribute import raw_attribute
from clew.ir import tree as ir
from clew.ir.walk import nodes
from clew.records import dataclass

_BY_COMPUTED_NAME: Final = NAMING | {"hasattr", "setattr", "delattr"}
NAMESPACES: Final = frozenset(
    {"globals", "vars", "locals", "eval", "exec", "__dict__", "__globals__", "modules", "import_module"}
)
BY_MODULE: Final = frozenset({"modules", "import_module"})  # what is set on a module has its name in the text
# What the import system puts into a module, and what only describes it.
_NO_DATA: Final = frozenset(
    {"__builtins__", "__loader__", "__spec__", "_clew", "__all__", "__doc__", "__path__", "__cached__", "__package__",
     "__name__", "__file__", "__annotations__"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reads:
    """What the text of a function names.

    paths: global names with the attributes read of them, as `("config", "LIMIT")`; whole: globals whose object is used
    in another way than for an attribute.  members: names of attributes and methods, of anything.  globals: the global
    names alone, without the words of text that is not lowered.
    """

    paths: frozenset[tuple[str, ...]]
    whole: frozenset[str]
    members: frozenset[str]
    globals: frozenset[str]


def reads_of(function: ir.Function) -> Reads:
    """Nested functions and native text included."""
    paths: set[tuple[str, ...]] = set()
    whole: set[str] = set()
    members: set[str] = set()
    for each in (function, *(n for n in nodes(function.body) if isinstance(n, ir.Function))):
        _read_body(each, paths, whole, members)
    plain = frozenset(n.name for n in nodes(function.body) if isinstance(n, ir.Global))
    return Reads(frozenset(paths), frozenset(whole), frozenset(members), plain)


def _read_body(function: ir.Function, paths: set[tuple[str, ...]], whole: set[str], members: set[str]) -> None:
    known: dict[str, tuple[str, ...]] = {}  # temporary → what was read of which global
    for node in nodes(function.body, nested=False):
        match node:
            case ir.Assign(ir.Var(target), ir.Global(name)):
                paths.add((name,))
                known[target] = (name,)
            case ir.Assign(ir.Var(target), ir.Attr(ir.Var(o), name)) if o in known:
                paths.add((*known[o], name))
                known[target] = (*known[o], name)
    for node in nodes(function.body, nested=False):
        match node:
            case ir.Attr(_, name):
                members.add(name)
            case ir.MethodCall(receiver, name, arguments):
                members.add(name)
                if isinstance(receiver, ir.Var) and receiver.name in known:
                    paths.add((*known[receiver.name], name))
                whole.update(known[a][0] for a in _variables(arguments) if a in known)
            case (
                ir.Global()
                | ir.Var()
                | ir.Assign(_, ir.Attr() | ir.MethodCall() | ir.Global())
                | ir.Mark()
                | ir.Reach()
            ):
                pass
            case ir.Native(text) | ir.NativeStatement(text):
                words = re.findall(r"\w+", text)
                members.update(words)
                whole.update(words)
                paths.update((word,) for word in words)
            case _:
                whole.update(known[v][0] for v in _own_variables(node) if v in known)


def _variables(atoms: Iterable[Any]) -> Iterator[str]:
    for atom in atoms:
        atom = atom.value if isinstance(atom, ir.Star | ir.Keyword) else atom
        if isinstance(atom, ir.Var):
            yield atom.name


def _own_variables(node: Any) -> Iterator[str]:
    """The variables among the direct parts of a node, what is assigned left out."""
    for name in getattr(type(node), "__match_args__", ()):
        part = getattr(node, name)
        if name not in ("target", "function", "span"):
            for inner in part if isinstance(part, tuple) else (part,):
                yield from _variables(inner if isinstance(inner, tuple) else (inner,))


Keeping: TypeAlias = types.FunctionType | functools.partial[Any]


@dataclass(frozen=True, slots=True)
class Kept:
    """variables: of modules, as (module, name); attributes: of classes, as (class, name); functions: with arguments,
    defaults or variables around them that can change, with the name they are known by, and attributes of functions, as
    `name.attribute` with None.  of_members: of enums, as (class, name of an attribute of the members themselves).
    enclosed: names of other functions that read variables around them.  classes: those that may have instances.
    of_libraries: what code of the project is seen to change there.
    """

    variables: tuple[tuple[str, str], ...]
    attributes: tuple[tuple[type, str], ...]
    functions: tuple[tuple[str, Keeping | None], ...]
    of_members: tuple[tuple[type[enum.Enum], str], ...] = ()
    enclosed: tuple[str, ...] = ()
    classes: tuple[type, ...] = ()
    of_libraries: tuple[str, ...] = ()


@dataclass(slots=True)
class Reach:
    """One search.  lowered: the text of a function object, or None; project: names of its modules; keeps: whether a
    function keeps something that can change; set_later: names of attributes of an object of the class that may be set
    after it was made; made_with: those that it has itself from the beginning; set_on_others: names that code of the
    project sets of other objects than the one whose method it is, set_on_classes: of those it may set of a class;
    bound_later: names that functions bind in a module (by its name), or that are set on it from outside.
    """

    lowered: Callable[[types.FunctionType], ir.Function | None]
    reads: Callable[[ir.Function], Reads]
    project: Collection[str]
    classes: tuple[type, ...]
    keeps: Callable[[types.FunctionType], bool]
    set_later: Callable[[type], Collection[str]]
    made_with: Callable[[type], Collection[str]]
    set_on_others: Collection[str]
    set_on_classes: Collection[str]
    bound_later: Callable[[str], Collection[str]]
    seen: set[int] = field(default_factory=set)
    live: dict[type, None] = field(default_factory=dict)
    members: set[str] = field(default_factory=set)
    computed: bool = False  # some text asks for attributes by names that it computes
    variables: dict[tuple[str, str], None] = field(default_factory=dict)
    attributes: dict[tuple[type, str], None] = field(default_factory=dict)
    functions: dict[str, Keeping | None] = field(default_factory=dict)
    enclosed: set[str] = field(default_factory=set)
    named: list[tuple[str, types.FunctionType]] = field(default_factory=list)  # functions that are asked for attributes
    waiting: list[tuple[str, ir.Function]] = field(default_factory=list)

    def text(self, module: str, function: ir.Function) -> None:
        if id(function) not in self.seen:
            self.seen.add(id(function))
            self.waiting.append((module, function))

    def value(self, value: Any, name: str = "") -> None:
        """Something that reached code may use: what it holds, and the code that it is."""
        for each in (value, *object_graph.reachable([(value, None)])):
            if each is object_graph.TOO_MANY:
                for cls in self.classes:
                    self.instance_of(cls)
            elif isinstance(each, type):
                self.instance_of(each)
            elif not isinstance(each, types.ModuleType):
                if isinstance(each, functools.partial) and any(any(changeable(v)) for v in kept_by(each)):
                    self.functions[name or each.func.__name__] = each
                for function in functions_in(each):
                    self.function(function, name)
                    if each is not value:
                        self.named.append((function.__name__, function))
                self.instance_of(type(each))

    def function(self, function: types.FunctionType, name: str = "") -> None:
        if id(function) in self.seen:
            return
        self.seen.add(id(function))
        if self.keeps(function):
            self.functions[name or function.__name__] = function
        elif function.__globals__.get("__name__") in self.project and not all(map(is_constant, cells(function))):
            self.enclosed.add(name or function.__name__)
        if function.__dict__:
            self.named.append((name or function.__name__, function))
        text = self.lowered(function)
        if text is not None:
            self.text(function.__module__, text)
        for inner in kept_by(function):
            if not isinstance(inner, _SCALARS):
                self.value(inner)

    def instance_of(self, cls: type) -> None:
        """There may be instances of the class, or of classes under it."""
        below = [c for c in self.classes if cls in c.__mro__] if is_of_project(cls, self.project) else []
        for each in (cls, *below):
            for base in (*inspect.getmro(each), *inspect.getmro(type(each))):
                if base not in self.live and is_of_project(base, self.project):
                    self.live[base] = None
                    self.class_members(base, everything=_is_called_back(base))

    def class_members(self, cls: type, everything: bool = False) -> None:
        for name, member in list(vars(cls).items()):
            special = name.startswith("__") and name.endswith("__")
            function = next(functions_in(member), None) is not None
            if (special and function) or everything or self.computed or name in self.members:
                self.member(cls, name, member)
            elif not special and not function:
                self.instance_of(type(member))  # a descriptor's own methods run when it is read

    def member(self, cls: type, name: str, member: Any) -> None:
        functions = list(functions_in(member))
        for function in functions:
            self.function(function, name)
        if functions and name in self.set_on_others:
            self.attributes[cls, name] = None
        special = name.startswith("__") and name.endswith("__")
        if not functions and (not special or name in self.set_on_others):
            if not isinstance(member, enum.Enum) and name not in instance_fields(cls):
                self.attributes[cls, name] = None
            self.value(member)

    def member_named(self, name: str) -> None:
        if name not in self.members:
            self.members.add(name)
            for cls in list(self.live):
                if name in vars(cls):
                    self.member(cls, name, vars(cls)[name])

    def variable(self, module: types.ModuleType, name: str) -> Any:
        """A global is read: its value.  Where there is none, a hook of the module, or of its class, makes one up."""
        value = vars(module).get(name)
        self.instance_of(type(module))
        if name not in vars(module) and name != "__getattr__":
            self.variable(module, "__getattr__")
        if name not in vars(module) and module.__name__ in self.project and name in self.bound_later(module.__name__):
            self.variables[module.__name__, name] = None
        if name in vars(module) and (module.__name__, name) not in self.variables:
            is_data = name not in _NO_DATA or name in self.bound_later(module.__name__)
            if is_data and module.__name__ in self.project:
                self.variables[module.__name__, name] = None
                self.value(value, name)
        return value

    def all_variables(self, module: types.ModuleType) -> None:
        for name in (*vars(module), *sorted(self.bound_later(module.__name__))):
            self.variable(module, name)

    def run(self) -> Kept:
        while self.waiting:
            module, function = self.waiting.pop()
            self.body(module, self.reads(function))
        later = self.names_given_later()
        self.attributes |= dict.fromkeys(self.not_there_yet(later))
        self.functions |= dict.fromkeys(f"{name}.{own}" for name, f in self.named for own in self.kept_in(f, later))
        enums = [cls for cls in self.live if issubclass(cls, enum.Enum)]
        members = tuple((cls, name) for cls in enums for name in self.kept_by_members(cls))
        functions = tuple((name, self.functions[name]) for name in sorted(self.functions))
        enclosed = tuple(sorted(self.enclosed))
        return Kept(tuple(self.variables), tuple(self.attributes), functions, members, enclosed, tuple(self.live))

    def not_there_yet(self, names: list[str]) -> Iterator[tuple[type, str]]:
        """Attributes that reached text reads, that the class and its objects do not have, and that code of the project
        may give to it.  Where that code names no class, it is taken to mean those whose objects have the attribute.
        """
        for cls in self.live:
            own = self.had_by(cls)
            yield from ((cls, n) for n in names if n not in own)

    def names_given_later(self) -> list[str]:
        names = [n for n in sorted(self.set_on_others) if n in SPECIAL or (self.reads_member(n) and n[:2] != "__")]
        had = {name for cls in self.classes for name in self.had_by(cls)} if names else set()
        own = [n for n in ("__name__", "__qualname__") if n in self.set_on_others and self.reads_member(n)]
        return [n for n in names if n in SPECIAL or n in self.set_on_classes or n not in had] + own

    def had_by(self, cls: type) -> frozenset[str]:
        """Attributes of the class, its bases but `object`, and of each of its objects."""
        bases = (base for base in cls.__mro__ if base is not object)
        return frozenset(name for base in bases for name in vars(base)).union(self.made_with(cls))

    def kept_in(self, function: types.FunctionType, later: list[str]) -> Iterator[str]:
        """Attributes of a function that reached text reads, those that it may be given later included."""
        own = function.__dict__
        yield from (n for n, v in own.items() if self.reads_member(n) and n != "__wrapped__" and not is_constant(v))
        if self.is_own(function):
            yield from (n for n in later if n not in own)

    def kept_by_members(self, cls: type[enum.Enum]) -> Iterator[str]:
        """Attributes of the members of an enum that reached text reads: there is one of each member for all calls."""
        names = dict.fromkeys(n for m in cls.__members__.values() for n in vars(m))
        names |= dict.fromkeys(n for n in sorted(self.set_later(cls)) if n not in vars(cls) and self.reads_member(n))
        names |= dict.fromkeys(n for n, v in vars(cls).items() if isinstance(v, functools.cached_property))
        holds = any(any(changeable(m._value_)) for m in cls.__members__.values())
        if (holds or "_value_" in self.set_on_others) and self.reads_member("value"):
            yield "value"
        yield from (n for n in names if not n.startswith("__") and n not in _OF_MEMBERS and self.reads_member(n))

    def reads_member(self, name: str) -> bool:
        return self.computed or name in self.members

    def body(self, module_name: str, reads: Reads) -> None:
        module = sys.modules.get(module_name)
        names = {path[0] for path in reads.paths} | reads.members
        if not self.computed and not _BY_COMPUTED_NAME.isdisjoint(names):
            self.computed = True
            for cls in list(self.live):
                self.class_members(cls, everything=True)
        for name in sorted(reads.members):
            self.member_named(name)
        self.functions |= {f"{name} of functions and classes": None for name in sorted(reads.members & _SETTABLE)}
        if module is None:
            return
        if not NAMESPACES.isdisjoint(names):
            self.all_variables(module)
        for path in sorted(reads.paths):
            self.follow(module, path)
        for name in sorted(reads.globals - vars(module).keys() - vars(builtins).keys()):
            if module_name in self.project:
                self.variables[module_name, name] = None  # nothing is known to bind it, and anyone may
        for name in sorted(reads.whole):
            value = vars(module).get(name)
            if isinstance(value, types.FunctionType) and self.is_own(value):
                self.named.append((name, value))
                if self.computed:
                    self.functions[f"attributes of {name}"] = None
            if isinstance(value, types.ModuleType) and value.__name__ in self.project:
                self.all_variables(value)

    def is_own(self, function: types.FunctionType) -> bool:
        return function.__globals__.get("__name__") in self.project

    def follow(self, module: types.ModuleType, path: tuple[str, ...]) -> None:
        value: Any = module
        for i, name in enumerate(path):
            if isinstance(value, types.FunctionType) and self.is_own(value):
                self.functions[".".join(path[: i + 1])] = None
                return
            if isinstance(value, types.ModuleType):
                if value.__name__ not in self.project and name in self.set_on_others and name not in vars(value):
                    self.functions[".".join(path[: i + 1])] = None
                value = self.variable(value, name)
            elif isinstance(value, type) and is_of_project(value, self.project):
                home = next((base for base in value.__mro__ if name in vars(base)), None)
                if home is None:
                    return
                self.member(home, name, vars(home)[name])
                value = vars(home)[name]
            else:
                return


# Special methods, which code uses without their names.
SPECIAL: Final = (
    frozenset(n for kind in (int, float, list, dict, set, str, type(iter(()))) for n in dir(kind) if n.startswith("__"))
    - frozenset(dir(object))
    | {"__call__", "__enter__", "__exit__", "__aenter__", "__aexit__", "__await__", "__getattr__", "__eq__", "__hash__"}
) - {"__class_getitem__", "__getnewargs__", "__setstate__"}
_SETTABLE: Final = frozenset({"__annotations__", "__defaults__", "__kwdefaults__", "__code__"})
_OF_MEMBERS: Final = frozenset({"_value_", "_name_", "_sort_order_", "name", "value"})
_SCALARS: Final = (int, float, complex, str, bytes, bool, type(None))
# Their subclasses are asked for their methods by the library, under names it makes up: visitors, handlers, test cases.
_PLAIN_BASES: Final = frozenset({"builtins", "typing", "abc", "enum", "collections.abc", "dataclasses", "collections"})


def _is_called_back(cls: type) -> bool:
    return any(
        base.__module__ not in _PLAIN_BASES and base.__module__ in sys.stdlib_module_names for base in cls.__mro__
    )


def kept_by(function: Keeping) -> tuple[Any, ...]:
    """What a function has from one call to the next: arguments, defaults, what the variables around it hold."""
    if isinstance(function, functools.partial):
        return (*function.args, *function.keywords.values())
    return (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values(), *cells(function))


def cells(function: types.FunctionType) -> Iterator[Any]:
    for cell in function.__closure__ or ():
        try:
            yield cell.cell_contents
        except ValueError:
            continue


def functions_in(value: Any) -> Iterator[types.FunctionType]:
    """The functions that a member of a class, or what decorators made of a function, holds."""
    seen: set[int] = set()
    stack = [value]
    while stack:
        each = stack.pop()
        kind = type(each)
        if id(each) in seen:
            continue
        seen.add(id(each))
        if kind in (staticmethod, classmethod, types.MethodType):
            stack.append(each.__func__)
        elif issubclass(kind, property):
            stack += (each.fget, each.fset, each.fdel)
        elif kind is functools.cached_property or kind is functools.partial:
            stack.append(each.func)
        elif kind is functools._lru_cache_wrapper:
            stack.append(each.__wrapped__)
        elif kind is functools.partialmethod:
            stack.append(each.func)
        elif kind is types.FunctionType:
            yield each
            if (wrapped := raw_attribute(each, "__wrapped__")) is not None:
                stack.append(wrapped)


# ---------------------------------------------------------------- which of it may change


_CONSTANT: Final = (
    type, types.FunctionType, types.BuiltinFunctionType, types.ModuleType, types.MethodType, functools.partial,
    functools._lru_cache_wrapper, typing.TypeVar, types.GenericAlias, types.UnionType, property,
    staticmethod, classmethod, functools.cached_property, functools.partialmethod, types.MemberDescriptorType,
    types.GetSetDescriptorType, types.WrapperDescriptorType, types.MethodDescriptorType,
)  # fmt: skip


def is_constant(value: Any) -> bool:
    """Is the value a function, class or the like, assigned only to replace code, and keeping nothing itself?"""
    if isinstance(value, functools.partial):
        return not value.keywords and is_constant(value.func)  # keywords are a dict like any other
    if isinstance(value, types.MethodType | types.BuiltinMethodType | types.MethodWrapperType):
        owner = value.__self__
        return owner is None or is_constant(owner) or object_graph.is_leaf(owner)
    return isinstance(value, _CONSTANT) or type(value).__module__ in _DESCRIBING


# Loggers are here since what is logged is no result, and their settings are the process's.
_DESCRIBING: Final = frozenset({"typing", "logging", "__future__"})


def may_change(name: str, value: Any, changed: Collection[str]) -> bool:
    """May code change the variable or attribute of this name, or what it holds, after the import?

    changed: names of what code of the project changes.
    """
    if is_constant(value):
        return name in changed
    return name in changed or not name.startswith("_")


def declared_fields(cls: type) -> Collection[str]:
    """The attributes that the class declares as a dataclass or named tuple, its class variables included."""
    fields: Collection[str] = raw_attribute(cls, "__dataclass_fields__", ())
    return fields or raw_attribute(cls, "_fields", ())


def instance_fields(cls: type) -> Collection[str]:
    """Those that every instance of the class has itself, whatever the class has under the name.

    A field with a default that no constructor is given (`init=False`) is the class's until it is set.
    """
    fields: Mapping[str, dataclasses.Field[Any]] = raw_attribute(cls, "__dataclass_fields__", {})
    return [n for n, f in fields.items() if _is_of_instance(f)] if fields else declared_fields(cls)


def _is_of_instance(known: dataclasses.Field[Any]) -> bool:
    given = known.init or known.default is dataclasses.MISSING
    return given and getattr(known, "_field_type", None) is getattr(dataclasses, "_FIELD", None)
