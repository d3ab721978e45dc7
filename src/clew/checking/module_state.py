"""What a run leaves otherwise in the modules of a project than it found it, and where a test can put it back.

    REGISTRY.append(name)          shop.REGISTRY        its contents
    global COUNT; COUNT += 1       shop.COUNT           another object
    Cart.made += 1                 shop.Cart.made       another object
    def f(x, seen=[]): …           shop.f.__defaults__  what is in it
    registry.rows[2] = row         shop.registry.rows   its contents

A picture holds the names of modules, classes, functions and objects of the project, and the contents of the containers
that they lead to, as they were: compared by identity, an untouched container costs one pass in C.  What is reached
through a container belongs to the place that holds that.  A closure is no place, nor is what the library keeps; what
changes there without being seen shows in the outcome of tests that follow (`replay.py`).

No code of the user's is run by looking: built-in types are asked by their own methods.
"""

from __future__ import annotations

import collections
import contextlib
import copy
import enum
import functools
import importlib
import operator
import os
import sys
import types
from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from typing import Any, Final

from clew.checking.describe import describe, own_attributes
from clew.checking.held_contents import OF_OBJECTS, Anew, Kind, Saved, anew, kind_of
from clew.checking.script import Left
from clew.records import dataclass
from clew.semantics.class_lookup import HEAP_TYPE

MOST: Final = 20_000  # objects that are looked at
SHORT: Final = 60  # characters of a value that a test is given as it was
FEW: Final = 16  # objects in one

_ABSENT: Final = object()
_ATOMS: Final = frozenset({type(None), bool, int, float, complex, str, bytes, type(Ellipsis), type(NotImplemented)})
_OURS: Final = __name__.partition(".")[0]
_INSTALLED: Final = f"{os.sep}site-packages{os.sep}"
PARTS: Final = ("__defaults__", "__kwdefaults__")


@dataclass(slots=True)
class _Place:
    """What a test can set by its path.  hidden: it cannot."""

    path: str
    module: str
    hidden: bool = False


@dataclass(slots=True)
class Names:
    """The names in a module, a class, an object or a function; place: of the owner."""

    place: _Place
    owner: Any
    read: Callable[[Any], dict[str, Any]]
    saved: dict[str, Any]

    @property
    def is_of_object(self) -> bool:
        return not isinstance(self.owner, types.ModuleType | type | types.FunctionType)


@dataclass(slots=True)
class _Contents:
    """What is in a container.  inner: it is in the object that the place holds, or in one of those in it."""

    place: _Place
    inner: bool
    holder: Any
    kind: Kind
    saved: Saved


@dataclass(slots=True)
class ModuleState:
    """Of one process: `begin` before a script, `left` after it.

    file, folders: the module under test, and those whose modules are looked at with it.  first: by path, what a place
    held after the import; a container, a copy of it; nothing where it is not short.
    """

    file: str
    folders: tuple[str, ...]  # each with its separator
    first: dict[str, Any] = field(default_factory=dict)
    names: list[Names] = field(default_factory=list)
    contents: list[_Contents] = field(default_factory=list)
    caches: list[tuple[_Place, Any, Any]] = field(default_factory=list)
    cells: list[tuple[_Place, types.CellType, Any]] = field(default_factory=list)
    bound: dict[int, list[_Place]] = field(default_factory=dict)  # by the id of a container
    loaded: int = 0

    def begin(self) -> None:
        """The modules as they are now are what a run is compared with."""
        if len(sys.modules) != self.loaded or self._is_changed():
            self.take()

    def take(self) -> None:
        self.names, self.contents, self.caches, self.cells, self.bound = [], [], [], [], {}
        _Walk(self, {module.__name__: module for module in self.modules()}).all()
        self.loaded = len(sys.modules)

    def modules(self) -> Iterator[types.ModuleType]:
        """Of the project, the one under test first; none of ours, which run here."""
        found = []
        for name, module in list(sys.modules.items()):
            if name.partition(".")[0] == _OURS:
                continue
            file = vars(module).get("__file__") if type(module) is types.ModuleType else None
            if type(file) is not str or vars(module).get("__name__") != name:
                continue
            if file == self.file or (file.startswith(self.folders) and _INSTALLED not in file):
                found.append((file != self.file, name, module))
        return (module for *_, module in sorted(found, key=lambda each: each[:2]))

    def _is_changed(self) -> bool:
        return (
            any(not _are_same(each.read(each.owner), each.saved) for each in self.names)
            or any(not _holds(each) for each in self.contents)
            or any(_is_filled(cache, info) for _, cache, info in self.caches)
            or any(_content(cell) is not held for _, cell, held in self.cells)
        )

    def left(self, fixed: Iterable[str]) -> frozenset[Left]:
        """What is otherwise.  What a test can set is put back, but for the paths that are fixed: those it has set."""
        if not self._is_changed():
            return frozenset()
        found: dict[str, Left] = {}
        known, kept = set(self.first), set(fixed)
        for names in self.names:
            for name in list(_differing(names)):
                left = self._of_name(names, name)
                if left is None:
                    continue
                found[left.path] = left
                if left.path not in kept and left.how != "hidden":
                    _put_back(names, name)
        for contents in self.contents:
            if _holds(contents):
                continue
            for left in self._of_contents(contents):
                found[left.path] = left
            if contents.place.path not in kept and not contents.place.hidden:
                contents.kind.write(contents.holder, contents.saved)
        for place, cache, info in self.caches:
            if _is_filled(cache, info):
                left = _as_placed(Left(place.path, "cache", place.module), cache)
                found[place.path] = left
                if left.how != "hidden":
                    cache.cache_clear()
        for place, cell, held in self.cells:
            if _content(cell) is not held:
                found[place.path] = Left(place.path, "hidden", place.module)
        self.take()
        self.first = {path: held for path, held in self.first.items() if path in known}
        return frozenset(found.values())

    def as_imported(self, names: Names, name: str) -> frozenset[Left]:
        """What gives a test what was there after the import; nothing where that is not short.

        A container that is known by other names stays the same one under all of them.
        """
        if name not in names.saved:
            if _is_cached_property(names.owner, name):  # a test that asks for it leaves it, and is given none for that
                return frozenset()
            return frozenset({Left(f"{names.place.path}.{name}", "absent", names.place.module)})
        held = names.saved[name]
        contents = (c for c in self.contents if c.holder is held and not c.inner and not c.place.hidden)
        if (found := next(contents, None)) is not None:
            first, *others = self._of_contents(found)
        else:
            left = self._of_name(names, name)
            assert left is not None
            first, others = left, []
        if first.how != "value":
            return frozenset()
        return frozenset({first, *(other for other in others if other.how != "hidden")})

    def _of_name(self, names: Names, name: str) -> Left | None:
        place, old = names.place, names.saved.get(name, _ABSENT)
        path = f"{place.path}.{name}"
        if place.hidden:
            return Left(place.path, "hidden", place.module)
        if old is not _ABSENT:
            return _as_placed(self._valued(path, place.module, "same", old), old, names.owner)
        now = names.read(names.owner)[name]
        if type(now) is types.ModuleType and now.__name__ == path:
            return None  # an import
        if _is_cached_property(names.owner, name):
            # Asking for it would compute it again, so `monkeypatch` cannot take it away.
            held = f"vars({place.path}).pop"
            lines = f'request.addfinalizer(functools.partial({held}, "{name}", None))\n{held}("{name}", None)'
            return _as_placed(Left(path, "process", place.module, lines, ("functools", place.module)), now, names.owner)
        return _as_placed(Left(path, "absent", place.module), now, names.owner)

    def _of_contents(self, contents: _Contents) -> Iterator[Left]:
        place = contents.place
        if place.hidden:
            yield Left(place.path, "hidden", place.module)
            return
        first, *others = [place] if contents.inner else self.bound.get(id(contents.holder), [place])
        held = _held_at(first)
        left = self._valued(first.path, first.module, "deepcopy" if contents.inner else "copy", held)
        yield _as_placed(left, held) if _can_be(left, held) else Left(first.path, "hidden", first.module)
        for other in others:
            yield _as_placed(Left(other.path, "same", other.module, first.path, (first.module,)), held)

    def _valued(self, path: str, module: str, how: str, held: Any) -> Left:
        """As it was after the import, where that can be written down in a line; how: otherwise."""
        first = self.first.get(path, _ABSENT)
        if first is not _ABSENT:
            shown = first if isinstance(first, Anew) else describe(first)
            if shown.text is not None and len(shown.text) <= SHORT and shown.text != path:
                return Left(path, "value", module, shown.text, shown.modules)
        return Left(path, how if type(held) not in _ATOMS else "same", module)


# ---------------------------------------------------------------- looking


class _Walk:
    """What is reachable from the globals of the modules, each object once, breadth first."""

    def __init__(self, state: ModuleState, modules: dict[str, types.ModuleType]) -> None:
        self.state = state
        self.modules = modules
        self.globals = {id(vars(module)) for module in modules.values()}
        self.seen: set[int] = set()
        self.queue: collections.deque[tuple[_Place, bool, Any]] = collections.deque()

    def all(self) -> None:
        for name, module in self.modules.items():
            self.owner(_Place(name, name), module, _globals_of)
        while self.queue and len(self.seen) < MOST:
            self.visit(*self.queue.popleft())

    def owner(self, place: _Place, owner: Any, read: Callable[[Any], dict[str, Any]]) -> None:
        saved = read(owner)
        self.state.names.append(Names(place, owner, read, saved))
        for name, value in saved.items():
            path = f"{place.path}.{name}"
            if not place.hidden:
                self.state.first.setdefault(path, _copied(value))
            if type(value) not in _ATOMS:
                self.queue.append((_Place(path, place.module, place.hidden), False, value))

    def visit(self, place: _Place, inner: bool, value: Any) -> None:
        cls = type(value)
        kind = kind_of(cls)
        if kind is not None and not inner and not place.hidden:
            self.state.bound.setdefault(id(value), []).append(place)
        if id(value) in self.seen:
            return
        self.seen.add(id(value))
        if issubclass(cls, type):
            self.class_(place, value)
        elif cls is types.FunctionType:
            self.function(place, value)
        elif cls in (staticmethod, classmethod):
            self.visit(place, inner, value.__func__)
        elif cls is property:
            for function in filter(None, (value.fget, value.fset, value.fdel)):
                self.visit(_Place(place.path, place.module, True), inner, function)
        elif cls is functools._lru_cache_wrapper:
            self.state.caches.append((place, value, value.cache_info()))
            self.visit(_Place(f"{place.path}.__wrapped__", place.module), inner, value.__wrapped__)
        elif cls in (tuple, frozenset):
            self.queue.extend((place, True, each) for each in value)
        else:
            if kind is not None:
                saved = kind.read(value)
                self.state.contents.append(_Contents(place, inner, value, kind, saved))
                if type(saved) is list:
                    self.queue.extend((place, True, each) for each in saved if type(each) not in _ATOMS)
            if cls.__flags__ & HEAP_TYPE and (cls.__module__ in self.modules or cls is types.SimpleNamespace):
                self.instance(place, inner, value)

    def instance(self, place: _Place, inner: bool, value: Any) -> None:
        if isinstance(value, enum.Enum):  # a member of its class
            return
        if not inner:
            self.owner(place, value, own_attributes)
            return
        saved = OF_OBJECTS.read(value)
        self.state.contents.append(_Contents(place, True, value, OF_OBJECTS, saved))
        self.queue.extend((place, True, each) for each in saved if type(each) not in _ATOMS)

    def class_(self, place: _Place, cls: type) -> None:
        if cls.__module__ not in self.modules:
            return
        place = self.named(place, cls)
        if not issubclass(cls, enum.Enum):
            self.owner(place, cls, _class_names)
            return
        for name, member in _names_of(cls).get("_member_map_", {}).items():
            if name == member._name_:
                self.owner(_Place(f"{place.path}.{name}", place.module, place.hidden), member, _member_names)

    def function(self, place: _Place, function: types.FunctionType) -> None:
        if id(function.__globals__) not in self.globals:
            return
        place = self.named(place, function)
        self.owner(place, function, _function_names)
        hidden = _Place(place.path, place.module, True)
        for cell in function.__closure__ or ():
            if id(cell) not in self.seen:
                self.seen.add(id(cell))
                held = _content(cell)
                self.state.cells.append((hidden, cell, held))
                self.queue.append((hidden, False, held))

    def named(self, place: _Place, value: Any) -> _Place:
        """By its own name rather than by the one under which it was found first, if that leads to it."""
        module, path = value.__module__, value.__qualname__
        if place.hidden or module not in self.modules or "<" in path:
            return place
        found: Any = self.modules[module]
        for part in path.split("."):
            found = _names_of(found).get(part)
            if type(found) in (staticmethod, classmethod):
                found = found.__func__
        return _Place(f"{module}.{path}", module) if found is value else place


def _is_counted(name: object) -> bool:
    return type(name) is str and not name.startswith(("__", "_clew")) and name != "_abc_impl"


def _is_cached_property(owner: Any, name: str) -> bool:
    return any(type(_names_of(base).get(name)) is functools.cached_property for base in type(owner).__mro__)


def _names_of(owner: Any) -> dict[str, Any]:
    if issubclass(type(owner), type):
        return dict(type.__dict__["__dict__"].__get__(owner))
    return vars(owner) if type(owner) is types.ModuleType else {}


def _globals_of(module: Any) -> dict[str, Any]:
    return {name: value for name, value in vars(module).items() if _is_counted(name)}


def _class_names(cls: Any) -> dict[str, Any]:
    return {name: value for name, value in _names_of(cls).items() if _is_counted(name)}


def _member_names(member: Any) -> dict[str, Any]:
    """Attributes of a member of an enum, which is one object for all."""
    return {name: value for name, value in own_attributes(member).items() if _is_counted(name) and name not in _OF_ENUM}


_OF_ENUM: Final = frozenset({"_name_", "_value_", "_sort_order_", "_hashable_values_", "_unhashable_values_"})


def _function_names(function: Any) -> dict[str, Any]:
    found = {name: held for name in PARTS if (held := getattr(function, name)) is not None}
    found.update((name, held) for name, held in function.__dict__.items() if _is_counted(name))
    return found


def _content(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return _ABSENT


# ---------------------------------------------------------------- comparing


def _holds(contents: _Contents) -> bool:
    return _are_alike(contents.kind.read(contents.holder), contents.saved)


def _are_alike(now: Saved, saved: Saved) -> bool:
    if type(now) is not list:
        return bool(now == saved)
    if len(now) == len(saved) and all(map(operator.is_, now, saved)):
        return True
    return len(now) == len(saved) and all(map(_is_same, now, saved))


def _are_same(now: dict[str, Any], saved: dict[str, Any]) -> bool:
    if now.keys() != saved.keys():
        return False
    return all(map(operator.is_, now.values(), saved.values())) or all(_is_same(now[name], saved[name]) for name in now)


def _is_filled(cache: Any, info: Any) -> bool:
    """Otherwise than it was; empty it is as good as new."""
    now = cache.cache_info()
    return bool(now != info and (now.hits or now.misses))


def _is_same(now: Any, saved: Any) -> bool:
    return now is saved or (type(now) in _ATOMS and type(now) is type(saved) and bool(now == saved))


def _differing(names: Names) -> Iterator[str]:
    now, saved = names.read(names.owner), names.saved
    for name in sorted(now.keys() | saved.keys()):
        if not _is_same(now.get(name, _ABSENT), saved.get(name, _ABSENT)):
            yield name


def _put_back(names: Names, name: str) -> None:
    with contextlib.suppress(AttributeError, TypeError):
        set_, delete = (
            (type.__setattr__, type.__delattr__)
            if isinstance(names.owner, type)
            else (object.__setattr__, object.__delattr__)
        )
        if name in names.saved:
            set_(names.owner, name, names.saved[name])
        else:
            delete(names.owner, name)


def _copied(value: Any, room: int = FEW) -> Any:
    """An equal value that nobody else holds; absent where it is not made of a few plain ones."""
    left = [room]

    def copied(part: Any) -> Any:
        left[0] -= 1
        cls = type(part)
        if left[0] < 0:
            raise ValueError
        if cls in _ATOMS or cls in (type, types.FunctionType, types.BuiltinFunctionType) or issubclass(cls, enum.Enum):
            return part
        if cls in (list, tuple, set, frozenset):
            return cls(map(copied, part))
        if cls in (dict, collections.OrderedDict):
            return cls((copied(key), copied(held)) for key, held in part.items())
        if cls is collections.Counter:
            return collections.Counter({copied(key): copied(held) for key, held in part.items()})
        if cls is collections.defaultdict:
            return collections.defaultdict(part.default_factory, {copied(k): copied(v) for k, v in part.items()})
        if cls is collections.deque:
            return collections.deque(map(copied, part), part.maxlen)
        if cls is bytearray:
            return bytearray(part)
        raise ValueError

    try:
        return anew(value) or copied(value)
    except Exception:  # a count of things without a text, a key that cannot be hashed twice
        return _ABSENT


# ---------------------------------------------------------------- places


def resolve(path: str) -> Any:
    """What pytest finds by this path: attributes before modules."""
    used, *parts = path.split(".")
    found: Any = importlib.import_module(used)
    for part in parts:
        used += "." + part
        if not hasattr(found, part):
            importlib.import_module(used)
        found = getattr(found, part)
    return found


def _held_at(place: _Place) -> Any:
    with contextlib.suppress(Exception):
        return resolve(place.path)
    return _ABSENT


def _can_be(left: Left, held: Any) -> bool:
    """Can it be copied, where that is wanted?"""
    kind = kind_of(type(held))
    if kind is not None and not kind.copies and left.how != "value":
        return False
    try:
        return left.how != "deepcopy" or copy.deepcopy(held) is not None
    except Exception:  # `__deepcopy__` of a user's, locks and open files
        return False


def _is_settable(cls: type) -> bool:
    """Are its attributes set as those of other objects are?  Not where it is frozen."""
    plain: tuple[object, ...] = (object.__setattr__, type.__setattr__, types.ModuleType.__setattr__)
    return cls is not types.MethodType and (cls is types.FunctionType or cls.__setattr__ in plain)


def _as_placed(left: Left, held: Any, owner: Any = _ABSENT) -> Left:
    """Hidden, where its path, as pytest reads it, leads elsewhere, or is none."""
    try:
        above = resolve(left.path.rpartition(".")[0])
        leads = above is owner if owner is not _ABSENT else resolve(left.path) is held
        leads = leads and (left.how == "cache" or _is_settable(type(above)))
    except Exception:
        leads = False
    named = all(part.isidentifier() for name in (left.path, *left.modules) for part in name.split("."))
    return left if leads and named else Left(left.path, "hidden", left.module)
