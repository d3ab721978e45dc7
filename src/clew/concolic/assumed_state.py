"""What a proof about a function takes for granted of what modules and classes keep between calls.

`module-state` names the variables that the function can read and others may change; `private-state` the private ones of
which no code is seen that does; `process-state` those that say what the process was like when their module was
imported.
"""

from __future__ import annotations

import abc
import enum
import functools
import inspect
import itertools
import re
import sys
import types
import weakref
from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any

from clew.analysis.library_results import is_looked_up
from clew.analysis.names_as_values import ANY_ATTRIBUTE, gets_any, matching
from clew.analysis.state import Changed, changed_state, globals_bound, globals_deleted
from clew.concolic.library_state import changed_in_libraries
from clew.concolic.opened import SETTING, Opened
from clew.concolic.project_texts import ProjectTexts
from clew.effects import object_graph
from clew.effects.class_homes import home_of, is_of_project
from clew.effects.environment_effects import THIS_PYTHON, bound_at_import
from clew.effects.kept_state import (
    SPECIAL,
    Kept,
    Reach,
    Reads,
    cells,
    declared_fields,
    functions_in,
    instance_fields,
    is_constant,
    may_change,
    reads_of,
)
from clew.effects.name_closure import KEEPING_NOTHING, changeable, gets_more, is_made_by_code
from clew.effects.raw_attribute import raw_attribute
from clew.effects.set_on_classes import has_class, members_of, set_on_others, sets_any_name
from clew.frontend.import_time import OF_THIS_PYTHON, made_at_import
from clew.frontend.module import ANY_NAME, Unit
from clew.frontend.splice import lines_of_def
from clew.inputs.class_names import class_name
from clew.inputs.interface import changes_of
from clew.inputs.outside import of_instances
from clew.inputs.setters import set_elsewhere, unmangled
from clew.inputs.shapes import EnumShape, ObjectShape, parts
from clew.inputs.sharing import ANYTHING, Place
from clew.ir import tree as ir
from clew.ir.walk import nodes
from clew.records import dataclass
from clew.verdict.assumptions import CHANGED, Assumption

if TYPE_CHECKING:
    from clew.concolic.entry import Entry
    from clew.concolic.prepared import Prepared

# What functions that these modules make remember is of no call but the one that goes on.
_MAKING = frozenset({"__init__", "__new__"})
_SPACES = frozenset({"__dict__", "vars"})
_CONTAINERS = (dict, list, tuple)


@dataclass(slots=True)
class ProjectState:
    """What is asked of the whole project; found out once, when it is asked first."""

    prepared: Prepared
    texts: ProjectTexts
    opened: Opened = field(init=False)
    reads: dict[int, Reads] = field(default_factory=dict)
    _changed: frozenset[str] | None = None
    _at_import: dict[str, dict[str, str]] = field(default_factory=dict)
    _set_from_outside: frozenset[str] | None = None
    _set_on_classes: frozenset[str] | None = None
    _in_place: frozenset[str] | None = None
    _sets_classes: bool | None = None
    _weak: bool = False
    _bound: dict[str, frozenset[str]] = field(default_factory=dict)
    _deleted: dict[str, frozenset[str]] = field(default_factory=dict)
    _later: dict[type, frozenset[str]] = field(default_factory=dict)
    _made_with: dict[type, frozenset[str]] = field(default_factory=dict)
    _changes: dict[int, Changed] = field(default_factory=dict)
    _units: dict[object, dict[str | None, list[Unit]]] = field(default_factory=dict)
    _other: dict[tuple[object, str], tuple[Any, bool]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.opened = Opened(self.prepared, self.reads_of)

    def reads_of(self, function: ir.Function) -> Reads:
        found = self.reads.get(id(function))
        if found is None:
            found = self.reads[id(function)] = reads_of(function)
        return found

    def changes_of(self, function: ir.Function) -> Changed:
        """function: one of the project, as lowered."""
        found = self._changes.get(id(function))
        if found is None:
            changes, holds = self.prepared.catalogue.changing().names, self.prepared.name_closure.holds
            found = self._changes[id(function)] = changed_state(function, changes, holds)
        return found

    def changed(self) -> frozenset[str]:
        """Names of variables and attributes that code of the project assigns, or whose objects it changes."""
        if self._changed is None:
            self._changed = self.prepared.name_closure.changed | self.set_from_outside()
        return self._changed

    def may_change(self, name: str, value: Any) -> bool:
        """May code change the variable or attribute of this name, or what it holds, after the import?"""
        return may_change(name, value, self.changed()) or self.is_used_elsewhere(name, value)

    def is_used_elsewhere(self, name: str, value: Any) -> bool:
        """Does a file that is not imported use the private name, whose object may change, or give it attributes?"""
        elsewhere = self.prepared.elsewhere
        is_given = name in elsewhere.given and not isinstance(value, types.ModuleType)
        is_used = not elsewhere.private.isdisjoint((name, unmangled(name)))
        is_used |= ANY_NAME in elsewhere.changed  # there are more files than were read
        return is_given or (is_used and not is_constant(value))

    def is_lost(self, module: str, name: str) -> bool:
        """Is the variable one of those that code of the project changes, and that runs start without (`shared_state`)?

        Where it is set from outside of its module, what reads it there is not told; nor is what reads attributes of
        functions.
        """
        known = self.prepared.project.modules.get(module)
        if known is None or name not in self.changed() or self.opened.module(module):
            return False
        if gets_more(vars(sys.modules[module]).get(name)):  # of which nothing is there yet
            return False
        if name in self.bound_in(module):
            return True
        return name not in self.set_from_outside() and not is_constant(vars(sys.modules[module]).get(name))

    def deleted(self, module: str) -> frozenset[str]:
        """Names of variables of the module that its functions delete."""
        if module not in self._deleted:
            functions = self.prepared.project.modules[module].functions
            self._deleted[module] = frozenset(name for f in functions for name in globals_deleted(f))
        return self._deleted[module]

    def is_of_library(self, value: Any) -> bool:
        """Is the value a module, class or function of a library?  What the project hands on of one is none itself."""
        if isinstance(value, types.ModuleType):
            return value.__name__ not in self.prepared.project.modules and not is_made_by_code(value)
        if isinstance(value, types.BuiltinFunctionType) and not isinstance(value.__self__, types.ModuleType | None):
            return False  # a method, bound to what may be anybody's
        if isinstance(value, type):
            return not is_of_project(value, self.prepared.project.modules)
        plain = isinstance(value, types.FunctionType | types.BuiltinFunctionType)
        return plain and raw_attribute(value, "__module__") not in self.prepared.project.modules

    def set_from_outside(self) -> frozenset[str]:
        """Names under which something is set on any object but a receiver, the project's other files included."""
        if self._set_from_outside is None:
            given, project = self.prepared.name_closure.given_classes, self.prepared.project.modules
            functions = [(m.name, f) for m in project.values() for f in m.functions]
            named = {name for _, function in functions for name in set_on_others(function, given)}
            catalogue, elsewhere = self.prepared.catalogue, self.prepared.elsewhere
            members = {name for cls in catalogue.classes() for name in members_of(cls)}
            handed_on = elsewhere.computed or not catalogue.handed_on.isdisjoint(SETTING - _SPACES)
            if handed_on or any(sets_any_name(f, given, vars(sys.modules.get(m, sys))) for m, f in functions):
                named |= SPECIAL | members
            in_spaces = set_elsewhere(catalogue).in_spaces
            named |= members if ANY_NAME in in_spaces else in_spaces  # objects may have others in place of these
            self._set_from_outside = elsewhere.assigned | elsewhere.changed | named
        return self._set_from_outside

    def set_on_classes(self) -> frozenset[str]:
        """Those of them that are set where an object is asked for its class."""
        if self._set_on_classes is None:
            given, elsewhere = self.prepared.name_closure.given_classes, self.prepared.elsewhere
            functions = (f for m in self.prepared.project.modules.values() for f in m.functions)
            named = frozenset(name for f in functions if has_class(f, given) for name in set_on_others(f, given))
            asked = any("__class__" in text or "type(" in text for text in elsewhere.texts)
            self._set_on_classes = named | elsewhere.assigned if asked else named
        return self._set_on_classes

    def lasting(self, module: types.ModuleType) -> frozenset[str]:
        """Names of the module that stand for what `analysis` knows of the library, and go on doing so.

        (A call of `re.sub` counts among what may change `re`, which keeps patterns; what it gives is none of that.)
        """
        name, outside = module.__name__, self.set_from_outside()
        if self.opened.module(name):
            return frozenset()
        return frozenset(
            own
            for own, value in vars(module).items()
            if is_looked_up(value)
            and own not in outside | self.bound_in(name)
            and not (isinstance(value, types.ModuleType) and not outside.isdisjoint(vars(value)))
        )

    def is_left_alone(self, value: Any) -> bool:
        """Does code of the project set nothing in the module of Python's library, or in that of the function?"""
        module = value if isinstance(value, types.ModuleType) else sys.modules.get(raw_attribute(value, "__module__"))
        replaced = self.texts.replaced.keys()
        return module is not None and (self.set_from_outside() | replaced).isdisjoint((ANY_NAME, *vars(module)))

    def of_class(self, owner: type, name: str) -> Any:
        """The constant, pattern or container that every object of the class, and of those below it, has under the name,
        as the class does; None where there is none, or where it may be another one, or hold something else.
        """
        classes = [owner, *(c for c in self.prepared.catalogue.classes() if c is not owner and owner in c.__mro__)]
        first, *others = (inspect.getattr_static(cls, name, None) for cls in classes)
        if type(first) in _CONTAINERS:
            changed = matching(self.changed_in_place(), [name]) or self.is_used_elsewhere(name, first)
            if changed or self.opened.holds(first):
                return None
        elif not isinstance(first, int | float | str | re.Pattern):
            return None
        if any(value is not first for value in others):
            return None
        if name in self.changed() or self.texts.sets_computed_names or not all(map(_is_looked_up_plainly, classes)):
            return None
        units = (u for base in {b for cls in classes for b in cls.__mro__} for u in self.units_of(base))
        of_objects = {n.name for u in units for n in nodes(u.function.body) if isinstance(n, ir.SetAttr | ir.DelAttr)}
        given = any(name in declared_fields(cls) or name in of_instances(cls) for cls in classes)
        return None if name in of_objects or given else first

    def bound_in(self, module: str) -> frozenset[str]:
        """The variables of a module of the project that its functions bind."""
        if module not in self._bound:
            functions = self.prepared.project.modules[module].functions
            self._bound[module] = frozenset[str]().union(*map(globals_bound, functions))
        return self._bound[module]

    def held_may_be_other(self, holder: object, name: str, value: Any) -> bool:
        """The same of what a module (by its name) or class holds under a name."""
        known = self._other.get((holder, name))
        if known is None or known[0] is not value:
            known = self._other[holder, name] = (value, self.may_be_other(value))
        return known[1]

    def may_be_other(self, value: Any) -> bool:
        """May it lead to something else later though no attribute changes: by a weak reference, or to an object whose
        class code of the project sets?
        """
        if self._sets_classes is None:
            modules = self.prepared.project.modules.values()
            inside = (n for m in modules for f in m.functions for n in nodes(f.body))
            own = any(isinstance(n, ir.SetAttr | ir.DelAttr) and n.name == "__class__" for n in inside)
            self._sets_classes = own or "__class__" in self.set_from_outside()
            self._weak = any("weakref" in m.text for m in modules)
        if not (self._sets_classes or self._weak):
            return False
        for each in object_graph.reachable([(value, None)]):
            if each is object_graph.TOO_MANY or (self._weak and isinstance(each, weakref.ref)):
                return True
            if self._sets_classes and is_of_project(type(each), self.prepared.project.modules):
                return True
        return False

    def changed_in_place(self) -> frozenset[str]:
        """Names of attributes, or patterns of them, whose objects code of the project changes."""
        if self._in_place is None:
            modules = self.prepared.project.modules.values()
            patterns = {n for m in modules for f in m.functions for n in self.changes_of(f).attributes}
            patterns |= {ANY_ATTRIBUTE} if any(gets_any(m.text) for m in modules) else set()
            self._in_place = frozenset(patterns)
        return self._in_place

    def rebinds(self, function: types.FunctionType | functools.partial[Any]) -> bool:
        """Does some function set a variable around it, or perhaps its code or defaults?"""
        if not isinstance(function, types.FunctionType):
            return False
        code = function.__code__
        if not self.texts.attributes_set.isdisjoint(("__code__", "cell_contents")):
            return True
        around = not self.prepared.name_closure.nonlocals.isdisjoint(code.co_freevars)
        return around or (self.texts.sets_defaults and code.co_argcount + code.co_kwonlyargcount > 0)

    def set_later(self, cls: type) -> frozenset[str]:
        """Names of attributes that methods of the class set, its constructor left out."""
        if cls not in self._later:
            own = [u for b in cls.__mro__ for u in self.units_of(b) if u.qualname.rpartition(".")[2] not in _MAKING]
            texts = (n for u in own for n in nodes(u.function.body))
            found = {n.name for n in texts if isinstance(n, ir.SetAttr | ir.DelAttr)}
            self._later[cls] = frozenset(found)
        return self._later[cls]

    def made_with(self, cls: type) -> frozenset[str]:
        """Names of attributes that every object of the class gets in its constructor, or has as a field, and keeps."""
        if cls not in self._made_with:
            self._made_with[cls] = self._set_by_constructor(cls)
        return self._made_with[cls]

    def _set_by_constructor(self, cls: type) -> frozenset[str]:
        if raw_attribute(cls, "__setattr__") is not object.__setattr__ and not instance_fields(cls):
            return frozenset()
        found = set(instance_fields(cls))
        for base in cls.__mro__:
            own = next((u for u in self.units_of(base) if u.qualname == f"{base.__qualname__}.__init__"), None)
            if own is None and "__init__" in vars(base):
                break
            if own is not None:
                always = list(_always_done(own.function))
                found |= {
                    s.name for s in always if isinstance(s, ir.SetAttr) and s.object == ir.Var(own.function.receiver)
                }
                if not any(isinstance(n, ir.SuperCall) for n in nodes(tuple(always))):
                    break
        return frozenset(name for name in found if not self.texts.may_delete(name))

    def units_of(self, cls: type) -> list[Unit]:
        """Of what the body of the class defines, whatever the class says of its name and module."""
        functions = [f for member in list(vars(cls).values()) for f in functions_in(member)]
        homes = ((f.__globals__.get("__name__"), f.__code__.co_qualname.rpartition(".")[0]) for f in functions)
        paths = dict.fromkeys([(cls.__module__, cls.__qualname__), *homes])
        return [unit for home, path in paths for unit in self.units_in(home).get(path, ())]

    def units_in(self, module: object) -> Mapping[str | None, list[Unit]]:
        """By the path of their class."""
        if module not in self._units:
            known = self.prepared.project.modules.get(module) if isinstance(module, str) else None
            by_class: dict[str | None, list[Unit]] = {}
            for unit in () if known is None else known.units:
                by_class.setdefault(unit.class_path, []).append(unit)
            self._units[module] = by_class
        return self._units[module]

    def depends_on(self, module: str, name: str) -> str | None:
        """What of the process at import a variable of a module depends on."""
        known = self.at_import(module)
        return known.get(name) or known.get(ANY_NAME)

    def at_import(self, module: str) -> dict[str, str]:
        if module not in self._at_import:
            known = self.prepared.project.modules.get(module)
            self._at_import[module] = {}  # to modules that import each other
            if known is not None:
                package = self.prepared.loaded(module).__package__ or ""
                self._at_import[module] = made_at_import(known.text, package, self.of_project, self.changed())
        return self._at_import[module]

    def of_project(self, module: str) -> Mapping[str, str] | None:
        return self.at_import(module) if module in self.prepared.project.modules else None

    def lowered(self, function: types.FunctionType) -> ir.Function | None:
        definitions, module = self.prepared.catalogue.definitions, function.__module__
        number = self.prepared.machine.by_code.get(function.__code__)
        if number is not None:
            followed = self.prepared.sites.functions[number]
            return definitions.get((followed.module, followed.span.line))
        lines = lines_of_def(function.__code__)
        return next((definitions[module, line] for line in lines if (module, line) in definitions), None)

    def keeps(self, function: types.FunctionType) -> bool:
        """Does the function keep something that can change in a default, or in a variable around it?"""
        if function.__globals__.get("__name__") in KEEPING_NOTHING:
            return False
        if self.rebinds(function):
            return True
        own_class = "__class__" in function.__code__.co_freevars or function.__code__.co_filename == "<string>"
        around = [value for value in cells(function) if not (own_class and isinstance(value, type))]
        kept = [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values(), *around]
        return any(any(changeable(value)) for value in kept if not isinstance(value, types.FunctionType))


def of_named(state: ProjectState, module: types.ModuleType, name: str, attribute: str) -> Any:
    """As `ProjectState.of_class`, of a class or module of the project that a variable of the module stands for, and
    goes on doing so.
    """
    held, own = vars(module).get(name), module.__name__
    bound = state.bound_in(own) | state.set_from_outside() | state.texts.replaced.keys()
    if name in bound or state.opened.module(own):
        return None
    if type(held) is types.ModuleType and held.__name__ in state.prepared.project.modules:
        return _of_module(state, held, attribute)
    if not isinstance(held, type) or home_of(held) not in state.prepared.project.modules:
        return None
    return None if state.is_used_elsewhere(name, held) else state.of_class(held, attribute)


def _of_module(state: ProjectState, module: types.ModuleType, name: str) -> Any:
    """The constant, pattern or container that the variable holds, and nothing else later."""
    value, own = vars(module).get(name), module.__name__
    if not isinstance(value, int | float | str | re.Pattern) and type(value) not in _CONTAINERS:
        return None
    if name in state.changed() | state.bound_in(own) | state.texts.replaced.keys() or state.is_used_elsewhere(
        name, value
    ):
        return None
    return None if state.opened.module(own) or state.opened.variable(own, value) else value


def is_stored_in_plainly(state: ProjectState, owner: type) -> bool:
    """Is each object of the class, and of those below it, a dict, in which nothing but code of the project, if
    anything, stores in its own way?
    """
    classes = [c for c in state.prepared.catalogue.classes() if owner in c.__mro__]
    if not issubclass(owner, dict) or "__setitem__" in state.changed():
        return False
    return all(_has_known_store(state, cls) for cls in (owner, *classes))


def _has_known_store(state: ProjectState, cls: type) -> bool:
    holder = next(base for base in cls.__mro__ if "__setitem__" in vars(base))
    store = vars(holder)["__setitem__"]
    if home_of(holder) in ("builtins", "collections"):
        return issubclass(holder, dict)
    return isinstance(store, types.FunctionType) and state.lowered(store) is not None


def _is_looked_up_plainly(cls: type) -> bool:
    """Are attributes of its objects, and its own, found as usual?"""
    return type(cls) in (type, abc.ABCMeta) and raw_attribute(cls, "__getattribute__") is object.__getattribute__


def _always_done(function: ir.Function) -> Iterable[ir.Statement]:
    """Its statements as far as no earlier one may return."""
    return itertools.takewhile(lambda s: not any(isinstance(n, ir.Return) for n in nodes(s)), function.body)


def reached_state(prepared: Prepared, entry: Entry) -> Kept:
    """What the call of the entry, and making its arguments, may read."""
    state, catalogue = prepared.state, prepared.catalogue
    project = frozenset(prepared.project.modules)
    outside = state.set_from_outside()

    @functools.cache
    def bound_later(module: str) -> frozenset[str]:
        return outside | (state.bound_in(module) if module in project else frozenset())

    @functools.cache
    def set_on_members(cls: type) -> frozenset[str]:
        return state.set_later(cls) | outside

    used = set[str]()

    def reads_of(function: ir.Function) -> Reads:
        reads = state.reads_of(function)
        used.update(reads.members, reads.globals)
        return reads

    reach = Reach(
        state.lowered,
        reads_of,
        project,
        catalogue.classes(),
        state.keeps,
        set_on_members,
        state.made_with,
        outside,
        state.set_on_classes(),
        bound_later,
    )
    reach.text(entry.module, entry.unit.function)
    own = entry.unit.qualname.rpartition(".")[2]
    for function in functions_in(entry.callee.function):
        reach.function(function, own)
    if not isinstance(entry.callee.function, types.FunctionType):
        reach.value(entry.callee.function, own)
    if entry.owner is not None:
        idle = entry.is_receiver_idle(prepared.name_closure)
        _object(prepared, reach, entry.owner, None if idle else entry.owner_name)
    for shape in (s for p in entry.parameters for s in parts(p.shape)):
        if isinstance(shape, ObjectShape):
            for name in (shape.cls, *shape.alternatives):
                _object(prepared, reach, catalogue.resolve(name), name)
        elif isinstance(shape, EnumShape):
            _object(prepared, reach, catalogue.resolve(shape.cls), None)
    kept = reach.run()
    values = [vars(sys.modules[m]).get(n) for m, n in kept.variables]
    return replace(kept, of_libraries=changed_in_libraries(state.texts, used, reach.computed, values))


def _object(prepared: Prepared, reach: Reach, cls: Any, name: Any) -> None:
    """An instance among the arguments, on which methods may be called before."""
    if isinstance(cls, type):
        reach.instance_of(cls)
        if name is not None:
            for change in changes_of(prepared.catalogue, name):
                reach.member_named(change.name)


def assumed_state(prepared: Prepared, entry: Entry, kept: Kept) -> tuple[Assumption, ...]:
    """That what the function may read is as the import left it, and is nothing that it is given."""
    return (*stated(prepared, entry, kept), *apart(entry, kept))


def apart(entry: Entry, kept: Kept) -> tuple[Assumption, ...]:
    """That no argument is, or holds, an object that a module keeps: neither does the program hand one over."""
    if not entry.sharing or not entry.places:
        return ()

    @functools.cache
    def meet(held: frozenset[object]) -> bool:
        found = Place(held, -1)
        return any(place.meets(found) for place in entry.places)

    names = [n for m, n in sorted(kept.variables) if meet(_changeable_classes(vars(sys.modules[m]).get(n)))]
    names += [f"{c.__qualname__}.{n}" for c, n in kept.attributes if meet(_changeable_classes(vars(c).get(n)))]
    if not names:
        return ()
    text = f"no changeable object that a module keeps is an argument, or inside of one: {', '.join(names)}"
    return (Assumption("no-sharing", text, entry.unit.span, "modules"),)


def _changeable_classes(value: Any) -> frozenset[object]:
    """The classes of what is changeable of the value and what it holds, as in `Place`."""
    if is_constant(value):
        return frozenset()
    held_classes: set[object] = set()
    for each in object_graph.reachable([(value, None)]):
        kind = type(each)
        if each is object_graph.TOO_MANY:
            held_classes.add(ANYTHING)
        elif kind.__module__ not in ("builtins", "collections"):
            held_classes.add(class_name(kind))
        elif not issubclass(kind, _PLAIN):
            held_classes.add(kind.__name__)
    return frozenset(held_classes)


_PLAIN = (tuple, frozenset, types.FunctionType, types.MethodType, types.CellType)


def stated(prepared: Prepared, entry: Entry, kept: Kept) -> tuple[Assumption, ...]:
    state, unit = prepared.state, entry.unit
    names: dict[str, bool] = {}  # with whether code of the project changes it
    private: list[str] = []
    process: dict[str, list[str]] = {}
    for module, name in sorted(kept.variables):
        value = vars(sys.modules[module]).get(name)
        shown = name if module == entry.module else f"{module}.{name}"
        depends = state.depends_on(module, name)
        if depends is not None:
            process.setdefault(depends, []).append(shown)
        opened = state.opened.variable(module, value)
        if state.may_change(name, value) or (opened and not is_constant(value)):
            by_others = state.is_used_elsewhere(name, value) or _is_changed_by_whoever_has_it(state, name, value)
            by_others |= name in state.texts.replaced and name not in vars(sys.modules[module])  # a builtin one
            changed = (by_others or name in state.changed() or opened) and not state.is_of_library(value)
            if not (changed and state.is_lost(module, name)):
                names[shown] = changed
        elif not is_constant(value):
            private.append(shown)
    for cls, name in sorted(kept.attributes, key=lambda pair: (pair[0].__module__, pair[0].__qualname__, pair[1])):
        value = vars(cls).get(name)
        if name in SPECIAL and name not in vars(cls):
            names[f"the special methods of {cls.__qualname__}"] = True
        elif (is_held := state.opened.holds(value)) or state.may_change(name, value):
            by_others = is_held or state.is_used_elsewhere(name, value)
            names[f"{cls.__qualname__}.{name}"] = by_others or name in state.changed()
        elif name == "_value2member_map_" and issubclass(cls, enum.Flag):  # a member is made of each value asked for
            names[f"{cls.__qualname__}.{name}"] = True
        elif not is_constant(value):
            private.append(f"{cls.__qualname__}.{name}")
    for cls, name in sorted(kept.of_members, key=lambda pair: (pair[0].__module__, pair[0].__qualname__, pair[1])):
        own = "_value_" if name == "value" else name
        held = [vars(m).get(own) for m in cls.__members__.values()]
        public = not own.startswith("_")
        changed = not (state.set_later(cls) | state.changed()).isdisjoint((name, own))
        changed = changed or bool(matching(state.changed_in_place(), (name, own)))
        if changed or public or any(any(changeable(value)) for value in held):
            names[f"{cls.__qualname__} members' {name}"] = changed
        else:
            private.append(f"{cls.__qualname__} members' {name}")
    rebound = [name for name, f in kept.functions if f is not None and state.rebinds(f)]
    names |= {f"the code, the defaults and the closure of {name}": True for name in rebound}
    around = {(c.__module__, c.__qualname__.partition(".")[0]) for c in kept.classes}
    for home, top in sorted(around | {(entry.module, unit.qualname.partition(".")[0])}):
        if (depends := state.depends_on(home, top)) is not None and top not in process.get(depends, ()):
            process.setdefault(depends, []).append(top)
    names |= {name: _may_be_given(state, name) for name, f in kept.functions if f is None}
    names |= dict.fromkeys(kept.of_libraries, True)
    written = state.texts.replacing.intersection((entry.module, *(home for home, _ in kept.variables)))
    names |= {f"the functions of {home} and built-in ones": True for home in sorted(written)}
    private += (f"the closure of {name}" for name in kept.enclosed)
    may_be_set = state.set_from_outside()
    names |= {n: n in may_be_set or state.texts.sets_computed_names for n in sorted(import_variables(unit))}
    found = [THIS_PYTHON] if process.pop(OF_THIS_PYTHON, None) else []
    found += [bound_at_import(f"{what} (`{'`, `'.join(process[what])}`)") for what in sorted(process)]
    for about, said in (("", ""), (CHANGED, ", though code of the project changes it, or may")):
        if shown := ", ".join(name for name, changed in names.items() if changed == bool(about)):
            text = f"what modules keep is as their import left it{said}: {shown}"
            found.append(Assumption("module-state", text, about=about))
    if private:
        text = f"private variables are changed by nothing but the code that is seen to: {', '.join(private)}"
        found.append(Assumption("private-state", text))
    return tuple(replace(assumption, place=unit.span) for assumption in found)


def _is_changed_by_whoever_has_it(state: ProjectState, name: str, value: Any) -> bool:
    """Is it a public variable with an object that its own methods change, or of which others set attributes?

    Whoever imports the module may call these, or hand the object to a function that does.
    """
    if name.startswith("_") or is_constant(value):
        return False
    outside = state.set_from_outside()
    for each in object_graph.reachable([(value, None)]):
        cls = type(each)
        if is_of_project(cls, state.prepared.project.modules) and not issubclass(cls, enum.Enum):
            own = raw_attribute(each, "__dict__", None) or {n: raw_attribute(each, n) for n in instance_fields(cls)}
            filled = {n for n in matching(_filled_by_methods(state, cls), own) if any(changeable(own[n]))}
            if filled or state.set_later(cls) or not outside.isdisjoint(own):
                return True
    return False


def _filled_by_methods(state: ProjectState, cls: type) -> frozenset[str]:
    """The names of attributes, or patterns of them, whose objects methods of the class may change."""
    own = (u for base in cls.__mro__ for u in state.units_of(base) if u.qualname.rpartition(".")[2] not in _MAKING)
    return frozenset[str]().union(*(state.changes_of(unit.function).attributes for unit in own))


def _may_be_given(state: ProjectState, attribute: str) -> bool:
    """Does code of the project set the attribute of functions?  attribute: as in `Kept.functions`."""
    _, dot, name = attribute.rpartition(".")
    named = bool(dot) and (not name.endswith("__") or name in state.set_from_outside())
    named |= bool(matching(state.changed_in_place(), [name]))
    return named or state.texts.sets_computed_names


def import_variables(unit: Unit) -> frozenset[str]:
    """`__spec__`, `__name__`, …: what they are depends on how the module was imported."""
    read = (
        n.value.name for n in nodes(unit.function.body) if isinstance(n, ir.Assign) and isinstance(n.value, ir.Global)
    )
    return frozenset(name for name in read if name.startswith("__") and name.endswith("__"))
