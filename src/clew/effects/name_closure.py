"""What may run while a function runs, by names over the whole project: a closure of "mentions the name of".

Calls that no name shows are added: special methods, which operators call, and functions that the modules keep in
tables, registries and the like.
"""

from __future__ import annotations

import collections
import contextlib
import enum
import functools
import gc
import re
import types
import weakref
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import field
from typing import Any, Final

from clew.analysis.calls import called_names
from clew.analysis.names_as_values import gets_any, matching
from clew.analysis.state import SET_IN_TEXT, changed_state, globals_bound
from clew.effects import object_graph
from clew.effects.changes import MUTATORS
from clew.effects.class_homes import is_defined_in, is_of_project
from clew.effects.raw_attribute import raw_attribute
from clew.effects.readers import only_reads
from clew.effects.set_on_classes import given_classes
from clew.frontend.handled_names import UNTOUCHED, Handled
from clew.frontend.module import ANY_NAME, Module
from clew.ir import tree as ir
from clew.ir.walk import nodes
from clew.records import dataclass
from clew.semantics.class_lookup import HEAP_TYPE


@dataclass(frozen=True, slots=True)
class NameClosure:
    """by_name: what the functions of a name mention.  hidden: names of functions that may be called without being
    named.

    changed: names of what keeps state between calls, and some function changes it: variables of modules, attributes of
    classes, functions with defaults or closures.  nonlocals: variables of enclosing functions that some function sets.
    given_classes: qualified names of functions in classes that may be given a class first.  flat: names of attributes
    that only classes have, or modules as data, with nothing inside that can change.
    """

    by_name: Mapping[str, frozenset[str]]
    hidden: frozenset[str]
    changed: frozenset[str]
    nonlocals: frozenset[str] = frozenset()
    given_classes: frozenset[str] = frozenset()
    flat: frozenset[str] = frozenset()

    @staticmethod
    def of(
        modules: Iterable[Module],
        loaded: Iterable[types.ModuleType],
        changes: Collection[str],
        others: Handled = UNTOUCHED,
    ) -> NameClosure:
        """changes: the names of functions that change something.  others: what files that are not loaded do."""
        by_name: dict[str, set[str]] = {}
        loaded, modules = tuple(loaded), tuple(modules)
        set_on_objects = frozenset(name for module in modules for name in _set_in(module))
        state = _State.of(loaded, frozenset(changes), set_on_objects)
        given, data = given_classes(loaded), state.mutable & state.attributes
        only_modules = state.imported.keys() - state.survey.data  # by this name nothing else goes
        changed: set[str] = set()
        written: set[str] = set()  # variables of enclosing functions
        for module in modules:
            for function in module.functions:
                by_name.setdefault(function.name, set()).update(called_names(function))
                found = changed_state(
                    function, changes, state.holds, state.acts, state.moves, state.bare, given, only_modules
                )
                changed |= found.globals | (found.attributes & state.mutable) | matching(found.attributes, data)
                changed |= found.set & state.attributes
                changed |= (found.called & state.acting) | matching(found.read, state.moving)
                written.update(function.nonlocals)
                if "cell_contents" in found.set:
                    written.update(name for f in module.functions for name in f.free)
            by_name.setdefault("<lambda>", set()).update(*(called_names(function) for function in module.lambdas))
        if any(gets_any(module.text) for module in modules):
            changed |= data
        changed |= state.keeping(written) | state.shown(loaded) | state.kept_elsewhere(loaded)
        changed |= state.handled_by(others)
        changed |= state.sharing(changed)
        hidden = {name for name in by_name if name.startswith("__")} | {"<lambda>"}
        for each in loaded:
            kept = _kept_functions(each)
            hidden |= by_name.keys() if kept is None else kept & by_name.keys()
        by_name_frozen = {n: frozenset(m) for n, m in by_name.items()}
        sets = frozenset(hidden), frozenset(changed), frozenset(written), given, state.flat
        return NameClosure(by_name_frozen, *sets)

    def holds(self, name: str) -> tuple[bool, bool]:
        """For `changed_state`, where nothing is known but of attributes of classes."""
        return True, name[1:] not in self.flat if name.startswith(".") else True

    def reached(self, function: ir.Function) -> frozenset[str]:
        """Every name that what may run during the function mentions."""
        seen: set[str] = set()
        stack = [*called_names(function), *self.hidden]
        while stack:
            name = stack.pop()
            if name not in seen:
                seen.add(name)
                stack.extend(self.by_name.get(name, ()))
        return frozenset(seen)


@dataclass(frozen=True, slots=True)
class _State:
    """What modules hold after their import.

    variables: of their globals, whether the object can change, and whether one inside of it can, in any of the modules.
    attributes: names of attributes of classes and modules that are no functions; mutable: those whose object can
    change.  functions: with the global name, or that of the attribute.  imported: modules, by their global names.
    acting, moving: names of variables and attributes of classes that change when called, or when used at all; held: by
    such a name, the identities of the objects that can change.  bare: names of classes alone, of which no data in the
    body can change.  flat: as in `NameClosure`.
    """

    variables: Mapping[str, tuple[bool, bool]]
    acting: frozenset[str]
    moving: frozenset[str]
    changes: frozenset[str]
    held: Mapping[str, frozenset[int]]
    attributes: frozenset[str]
    mutable: frozenset[str]
    functions: tuple[tuple[str, types.FunctionType], ...]
    imported: Mapping[str, types.ModuleType]
    bare: frozenset[str]
    flat: frozenset[str]
    survey: _Survey

    @staticmethod
    def of(modules: Iterable[types.ModuleType], changes: frozenset[str], set_on_objects: frozenset[str]) -> _State:
        """set_on_objects: names of attributes that functions set, whatever the object is."""
        variables: dict[str, tuple[bool, bool]] = {}
        modules = tuple(modules)
        survey = _Survey(changes, frozenset(module.__name__ for module in modules))
        attributes: set[str] = set()
        functions: list[tuple[str, types.FunctionType]] = []
        imported: dict[str, types.ModuleType] = {}
        bare, others = set[str](), set[str]()
        of_classes, fields, mixed = set[str](), set[str](), set[str]()
        for module in modules:
            for name, value in list(vars(module).items()):
                if name in object_graph.NO_DATA:
                    continue
                seen = survey.seen(value)
                functions += ((name, f) for f in seen.functions)
                (bare if seen.bare else others).add(name)
                old, now = variables.get(name, (False, False)), seen.changeable
                variables[name] = old[0] or now[0], old[1] or now[1]
                survey.note(name, seen)
                if type(value) is types.ModuleType:
                    imported[name] = value
                    mixed.add(name)
                    continue
                survey.data.add(name)
                (mixed if isinstance(value, type | types.FunctionType) else attributes).add(name)
                if not isinstance(value, type) or not is_defined_in(value, module.__name__):
                    continue
                for cls in _with_nested(value):
                    fields.update(vars(cls).get("__annotations__", ()))
                    of_classes.update(vars(cls))
                    if cls is not value:
                        fields.update(name for name, inner in vars(cls).items() if survey.seen(inner).changeable[1])
                for member, inner in list(vars(value).items()):
                    seen = survey.seen(inner)
                    functions += ((member, f) for f in seen.functions)
                    if not member.startswith("__") and not isinstance(inner, _MEMBERS):
                        attributes.add(member)
                        survey.note(member, seen)
                        survey.data.add(member)
        held = {name: frozenset(ids) for name, ids in survey.held.items()}
        found = frozenset(survey.acting), frozenset(survey.moving), changes, held, frozenset(attributes)
        plain = of_classes | (attributes - mixed)
        flat = frozenset(plain - survey.deep - survey.acting - survey.moving - fields - set_on_objects)
        flat = frozenset() if ANY_NAME in set_on_objects else flat
        alone = frozenset(bare - others)
        return _State(variables, *found, frozenset(held), tuple(functions), imported, alone, flat, survey)

    def holds(self, name: str) -> tuple[bool, bool]:
        """Of a global, as `module.name` of one of another module, or as `.name` of an attribute."""
        module, _, inner = name.rpartition(".")
        if name.startswith("."):
            return True, inner not in self.flat
        if not module:
            return self.variables.get(name, (False, False))
        return self._inner(module, inner).changeable if module in self.imported else (False, False)

    def acts(self, name: str) -> bool:
        """May a call of what the variable holds, or of something inside, change that?  Named as for `holds`."""
        module, _, inner = name.rpartition(".")
        if not module:
            return name in self.acting
        return module in self.imported and self._inner(module, inner).acts

    def moves(self, name: str) -> bool:
        """May any use of what the variable holds, or of something inside, change that?  Named as for `holds`."""
        module, _, inner = name.rpartition(".")
        if not module:
            return name in self.moving
        return module in self.imported and self._inner(module, inner).moves

    def _inner(self, module: str, name: str) -> _Seen:
        return self.survey.seen(vars(self.imported[module]).get(name))

    def sharing(self, changed: Collection[str]) -> set[str]:
        """The names of what holds an object that is held under one of these names, too."""
        return self.holding(frozenset[int]().union(*(self.held.get(name, ()) for name in changed)))

    def holding(self, objects: frozenset[int]) -> set[str]:
        return {name for name, held in self.held.items() if not held.isdisjoint(objects)}

    def handled_by(self, others: Handled) -> set[str]:
        """The names of what code elsewhere may change."""
        unsure = not others.asked.isdisjoint(self.changes)
        bound = {holder for holder, method in others.taken if method in MUTATORS or method in self.changes}
        lost = (others.had | bound | self.moving) | (others.inside & self.survey.deep)
        return {name for name in others.used & self.survey.data & self.held.keys() if unsure or name in lost}

    def keeping(self, written: Collection[str]) -> set[str]:
        """The names of functions that keep something that can change in a default or in a variable around them.

        written: names of such variables that inner functions set.
        """
        found: set[str] = set()
        for name, function in self.functions:
            if function.__globals__.get("__name__") in KEEPING_NOTHING:
                continue
            kept = [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
            for variable, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
                with contextlib.suppress(ValueError):  # an empty cell
                    kept += [] if variable == "__class__" else [cell.cell_contents]
                if variable in written:
                    found |= {name, function.__name__}
            if any(any(changeable(value)) for value in kept):
                found |= {name, function.__name__}
                found |= self.holding(frozenset(each for value in kept for each in _changeable_in(value)))
        return found

    def kept_elsewhere(self, modules: Iterable[types.ModuleType]) -> set[str]:
        """The names of what others change that have a method of it, or a weak reference: whoever calls a bound method
        that some table, object or library keeps need not name its object, nor need a generator of the module.
        """
        if not self.held:
            return set()
        project = {module.__name__ for module in modules}
        ids = frozenset[int]().union(*self.held.values())
        found: set[int] = set()
        names: set[str] = set()
        with object_graph.all_objects():
            every = [each for each in gc.get_objects() if type(each) not in _COMMON]
        holders = [each for each in every if type(each) in _BINDING or id(each) in ids]
        for each in holders:
            kind = type(each)
            if kind is types.MethodType:
                function = each.__func__
                own = raw_attribute(function, "__module__") in project
                if (own and raw_attribute(function, "__name__") in self.changes) or (
                    not own and id(each.__self__) in ids
                ):
                    found.update(_changeable_in(each.__self__))
            elif kind in _BOUND_IN_C:
                if id(each.__self__) in ids and _acts(each):
                    found.add(id(each.__self__))
            elif kind is types.GeneratorType and each.gi_frame is not None:
                if each.gi_frame.f_globals.get("__name__") in project:
                    names.update(each.gi_code.co_names, filter(_is_text, each.gi_code.co_consts))
            elif id(each) in ids and not isinstance(each, _PLAIN_CONTAINERS) and weakref.getweakrefcount(each):
                found.update(_changeable_in(each))
        return self.holding(frozenset(found)) | (names & self.held.keys())

    def shown(self, modules: Iterable[types.ModuleType]) -> set[str]:
        """Names of private variables whose objects are also inside of what is public, or of a class: of its members,
        the defaults of its fields.
        """
        data: list[Any] = []
        for module in modules:
            for name, value in vars(module).items():
                if isinstance(value, type) and is_defined_in(value, module.__name__):
                    members = vars(value).items()
                    data += [each for n, each in members if not (n.startswith("_") or isinstance(each, _MEMBERS))]
                    data += [*vars(value).get("_field_defaults", {}).values()]  # of a named tuple
                elif not name.startswith("_") and not isinstance(value, types.FunctionType | types.ModuleType | type):
                    data.append(value)
        found = [id(each) for each in object_graph.reachable([(value, None) for value in data])]
        names = {*self.held} if id(object_graph.TOO_MANY) in found else self.holding(frozenset(found))
        return {name for name in names if name.startswith("_")}


def _with_nested(cls: type) -> Iterator[type]:
    """The class, and those that stand in its body."""
    yield cls
    for member in list(vars(cls).values()):
        if isinstance(member, type) and member.__qualname__.startswith(f"{cls.__qualname__}."):
            yield from _with_nested(member)


def _set_in(module: Module) -> Iterator[str]:
    """Names of attributes and globals that it may set, or that classes in functions may have; any, where it may compute
    one.
    """
    yield from (name for _, name in SET_IN_TEXT.findall(module.text))  # while it is imported
    if not _SETTING.isdisjoint(re.findall(r"\w+", module.text)):
        yield ANY_NAME
    for function in module.functions:
        yield from globals_bound(function)
    for node in (node for function in module.functions for node in nodes(function.body)):
        match node:
            case ir.SetAttr(_, name):
                yield name
            case ir.Native(text) | ir.NativeStatement(text):
                yield from re.findall(r"\w+", text)


_SETTING: Final = frozenset({"setattr", "__setattr__", "__dict__", "vars", "__setstate__"})

# Methods of containers that hand out nothing of what is inside.
_ANSWERING: Final = frozenset(
    {"__len__", "__contains__", "__bool__", "__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__hash__",
     "__repr__", "__str__", "__format__", "__sizeof__", "index", "count", "isdisjoint", "issubset", "issuperset"}
)  # fmt: skip
_BOUND_IN_C: Final = (types.BuiltinFunctionType, types.MethodWrapperType)
# What functions of these modules keep is none of who calls them: `__repr__` of a dataclass keeps who is being shown.
KEEPING_NOTHING: Final = frozenset({"reprlib", "dataclasses", "contextlib", "typing", "abc", "enum"})
_BINDING: Final = frozenset({types.MethodType, types.GeneratorType, *_BOUND_IN_C})
# Most objects are of these; they cannot change, or have no weak references.  (A guard is told of each `id`.)
_COMMON: Final = frozenset({list, dict, tuple, type, types.FunctionType, types.CellType, types.WrapperDescriptorType,
                            types.MethodDescriptorType, types.GetSetDescriptorType})  # fmt: skip
_PLAIN_CONTAINERS: Final = (list, dict, set, bytearray, collections.deque)
_MEMBERS: Final = (types.FunctionType, staticmethod, classmethod, property, types.MemberDescriptorType,
                   types.GetSetDescriptorType, type(vars(collections.namedtuple("_Sample", "x"))["x"]))  # fmt: skip
# Objects of these modules keep nothing that code of a project would read again.
_NO_STATE: Final = frozenset(
    {"builtins", "re", "logging", "_thread", "threading", "struct", "_struct", "string", "decimal", "fractions",
     "typing", "datetime", "pathlib", "operator", "functools", "enum", "abc", "types", "zoneinfo", "collections",
     "uuid"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Seen:
    """A value.  held: identities of what can change of it; functions: what it is, wraps or encloses; bare: is it a
    class of which no data in the body can change?
    """

    changeable: tuple[bool, bool]
    held: frozenset[int]
    acts: bool
    moves: bool
    functions: tuple[types.FunctionType, ...]
    bare: bool


@dataclass(slots=True)
class _Survey:
    """What is seen of variables and of attributes of classes, by name; see `_State`.

    project: names of its modules.
    values: by identity.  (Modules of a package hand on to each other most of what they have.)
    """

    changes: frozenset[str]
    project: frozenset[str]
    values: dict[int, _Seen] = field(default_factory=dict)
    acting: set[str] = field(default_factory=set)
    moving: set[str] = field(default_factory=set)
    held: dict[str, set[int]] = field(default_factory=dict)
    deep: set[str] = field(default_factory=set)  # something inside can change
    data: set[str] = field(default_factory=set)  # no modules, of which every variable is seen under its own name

    def seen(self, value: Any) -> _Seen:
        """value: one that a module or a class holds, so that its identity is no other's meanwhile."""
        if id(value) not in self.values:
            below = _below(value)
            can = changeable(value, below)
            held = frozenset(_changeable_in(value, below)) if any(can) else frozenset()
            bare = isinstance(value, type) and not any(map(_can_change, _data_of(value)))
            moves = _moves(value, below, self.changes, self.project)
            facts = _acts(value), moves, tuple(_functions_in(value)), bare
            self.values[id(value)] = _Seen(can, held, *facts)
        return self.values[id(value)]

    def note(self, name: str, seen: _Seen) -> None:
        if any(seen.changeable):
            self.held.setdefault(name, set()).update(seen.held)
        if seen.changeable[1]:
            self.deep.add(name)
        if seen.acts:
            self.acting.add(name)
        if seen.moves:
            self.moving.add(name)


def _functions_in(value: Any) -> Iterator[types.FunctionType]:
    """A function, what it wraps, and the functions its variables hold."""
    seen: set[int] = set()
    stack = [value]
    while stack:
        function = stack.pop()
        function = (
            getattr(function, "__func__", function) if type(function) in (staticmethod, classmethod) else function
        )
        if type(function) is property:
            stack += (function.fget, function.fset, function.fdel)
        if type(function) is functools._lru_cache_wrapper:
            stack.append(function.__wrapped__)
        if type(function) is not types.FunctionType or id(function) in seen:
            continue
        seen.add(id(function))
        yield function
        for cell in function.__closure__ or ():
            with contextlib.suppress(ValueError):
                stack.append(cell.cell_contents)


def changeable(value: Any, below: Collection[Any] | None = None) -> tuple[bool, bool]:
    """Whether the object can change, and whether one inside of it can.  below: what is inside, if that is known."""
    if type(value) is types.ModuleType and _has_only_functions(value) and not is_made_by_code(value):
        return False, False
    inside = _below(value) if below is None else below
    return _can_change(value), any(map(_can_change, inside)) or gets_more(value, inside)


def gets_more(value: Any, below: Collection[Any] | None = None) -> bool:
    """May it, or what is inside, be given something that can change by being looked at?  below: as for `changeable`."""
    return any(map(_gets_more, (value, *(_below(value) if below is None else below))))


def _gets_more(value: Any) -> bool:
    """Has its class a `cached_property`, or is it one?"""
    kind = type(value)
    if id(kind) not in _FILLED:
        members = (m for base in kind.__mro__ if base.__flags__ & HEAP_TYPE for m in vars(base).values())
        _FILLED[id(kind)] = kind, any(isinstance(member, functools.cached_property) for member in members)
    return isinstance(value, functools.cached_property) or _FILLED[id(kind)][1]


_FILLED: Final[dict[int, tuple[type, bool]]] = {}  # by identity, as classes may have an `__eq__` of their own


def _changeable_in(value: Any, below: Collection[Any] | None = None) -> Iterator[int]:
    """With the namespaces of objects, which code may have under other names.  below: what is inside, if known."""
    for each in (value, *(_below(value) if below is None else below)):
        if _can_change(each):
            yield id(each)
            if isinstance(space := raw_attribute(each, "__dict__", None), dict):
                yield id(space)


def _acts(value: Any) -> bool:
    """May a call of it change it, or what it is bound to?  Classes and functions are known by their text."""
    kind = type(value)
    if kind in _BOUND_IN_C:
        owner = value.__self__
        if owner is None or isinstance(owner, types.ModuleType | type):
            return False
        plain = type(owner).__module__ == "builtins" and not hasattr(type(owner), "__next__")
        return not plain or not only_reads(value) or (value.__name__ not in _ANSWERING and changeable(owner)[1])
    if issubclass(kind, type | types.FunctionType | types.ModuleType):
        return False
    if kind in _TABLES:
        return any(_acts(each) for each in _below(value) if type(each) not in _TABLES)
    return callable(value) and any(changeable(value))


def _moves(value: Any, below: Collection[Any], changes: Collection[str], project: Collection[str]) -> bool:
    """May it change by being used: drawn from, asked for a missing key, raised, through a special method that changes
    it, or by methods whose text is none of the project's?
    """
    if isinstance(value, type | types.FunctionType | types.ModuleType):
        return False
    every = (value, *below)
    return any(_is_moved(type(each), changes) or _is_foreign(each, project) for each in every)


def _is_foreign(value: Any, project: Collection[str]) -> bool:
    """Is it an object of a library that has more to it than a container?"""
    kind = type(value)
    if issubclass(kind, BaseException):
        return True  # whoever raises it sets its traceback and context
    known = issubclass(kind, (list, dict, set, bytearray, collections.deque)) or is_of_project(kind, project)
    return not known and _can_change(value)


_WRITTEN_IN_C: Final = (types.WrapperDescriptorType, types.MethodDescriptorType, types.ClassMethodDescriptorType)


def _is_moved(kind: type, changes: Collection[str]) -> bool:
    if issubclass(kind, type | types.ModuleType | types.FunctionType):
        return False
    if hasattr(kind, "__next__") or hasattr(kind, "__missing__"):
        return True
    own = (pair for base in kind.__mro__ if base.__flags__ & HEAP_TYPE for pair in vars(base).items())
    return any(
        name.startswith("__") and name in changes and name not in _MAKING and not isinstance(member, _WRITTEN_IN_C)
        for name, member in own
    )


_TABLES: Final = (list, tuple, dict, set, frozenset)  # of what is called


def _can_change(value: Any) -> bool:
    """Itself, not what it holds.  A frozen object keeps what it was given."""
    kind = type(value)
    if issubclass(kind, list | dict | set | bytearray | collections.deque) or isinstance(value, _NAMESPACES):
        return True
    if isinstance(value, types.ModuleType):
        return is_made_by_code(value)
    if issubclass(kind, type | enum.Enum):
        return False
    if issubclass(kind, BaseException):
        return True
    if issubclass(kind, tuple | str | int | float | complex | bytes):
        return object_graph.has_attributes(value)
    if hasattr(kind, "__next__"):
        return True
    if (kind.__module__, kind.__name__) == ("decimal", "Context"):
        return True
    return not (kind.__module__.partition(".")[0] in _NO_STATE or _stays_frozen(kind))


_NAMESPACES: Final = (types.SimpleNamespace, collections.ChainMap, collections.UserDict, collections.UserList)


def _stays_frozen(kind: type) -> bool:
    """Is it a frozen dataclass whose methods do not set attributes past that, as `object.__setattr__` does?"""
    if not getattr(kind.__dict__.get("__dataclass_params__"), "frozen", False):
        return False
    members = (m for base in kind.__mro__ for name, m in vars(base).items() if name not in _MAKING)
    codes = (f.__code__ for member in members for f in _functions_in(member))
    # Instrumented text has the names of methods as constants.
    return all(_PAST.isdisjoint(c.co_names) and _PAST.isdisjoint(filter(_is_text, c.co_consts)) for c in codes)


def _is_text(value: object) -> bool:
    return type(value) is str


_PAST: Final = frozenset({"__setattr__", "__delattr__", "__dict__"})
# What sets attributes of a frozen object while it is made; generated ones refuse.
_MAKING: Final = frozenset({"__init__", "__post_init__", "__setstate__", "__setattr__", "__delattr__", "__new__"})


def is_made_by_code(module: types.ModuleType) -> bool:
    """Was it not imported?"""
    return raw_attribute(module, "__spec__") is None


def _has_only_functions(module: types.ModuleType) -> bool:
    """Of C, and numbers, as `math` has: what its functions give is no part of it."""
    data = (value for name, value in vars(module).items() if name not in object_graph.NO_DATA)
    return all(type(value) in (types.BuiltinFunctionType, int, float, str) for value in data)


def _data_of(cls: type) -> Iterator[Any]:
    """What the bodies of the class and its bases hold, functions and what Python itself adds left out."""
    for base in cls.__mro__:
        for name, member in list(vars(base).items()) if base.__flags__ & HEAP_TYPE else ():
            if name == "__dataclass_fields__":
                yield from (each for f in member.values() for each in (f.metadata, *_below(f.metadata)) if f.metadata)
            elif not (name.startswith("__") and name.endswith("__")) and not isinstance(member, _MEMBERS):
                yield from (member, *_below(member))


def _below(value: Any) -> list[Any]:
    """What can be reached from a value, itself left out; one list where that is much."""
    found = [
        v
        for v in object_graph.reachable([(v, None) for v in object_graph.children(value)])
        if not isinstance(v, _MEMBERS)
    ]
    return [[]] if object_graph.TOO_MANY in found else found


def _kept_functions(module: types.ModuleType) -> set[str] | None:
    """Names of the functions that data of the module holds, or of its classes; None where there is too much of it."""
    data = []
    for name, value in vars(module).items():
        if name in object_graph.NO_DATA:
            continue
        if isinstance(value, type) and is_defined_in(value, module.__name__):
            data += [v for v in vars(value).values() if not isinstance(v, types.FunctionType)]
        elif not isinstance(value, types.FunctionType | types.ModuleType | type):
            data.append(value)
    found: set[str] = set()
    for value in object_graph.reachable([(v, None) for v in data]):
        if value is object_graph.TOO_MANY:
            return None
        function = value.__func__ if isinstance(value, types.MethodType) else value
        if isinstance(function, types.FunctionType):
            found.add(function.__code__.co_name)
    return found
