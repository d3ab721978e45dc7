"""The state of modules between two runs in one process: taken once, put back before every run.

What is put back: the globals of the given modules and, reachable from them, the contents of lists, dicts, sets, deques
and byte arrays, attributes of instances (also in slots) and of the modules' classes, default arguments and closures of
their functions, `itertools.count` counters and random generators; `lru_cache`s are emptied.  Of the process: builtins,
the environment, `sys` paths and streams, warning filters, the decimal context, the locale, signal handlers, the current
directory; `random` starts from the same seed in every run.  Objects keep their identity; only contents are put back.

The walk never runs user code: it uses the methods of the built-in types on whatever inherits from them.  Comparing is
by identity, so an untouched container costs one pass in C.
"""

from __future__ import annotations

import _locale
import _signal
import builtins
import collections
import contextlib
import functools
import gc
import io
import itertools
import operator
import os
import random
import signal
import sys
import threading
import types
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import field, replace
from typing import Any, Final

from clew.effects.class_homes import is_of_project
from clew.records import dataclass
from clew.semantics.class_lookup import HEAP_TYPE

MOST_OBJECTS: Final = 20_000
SEED: Final = 0

_ABSENT: Final = object()
_SIGNALS: Final = tuple(
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGALRM", "SIGHUP", "SIGUSR1", "SIGUSR2")
    if hasattr(signal, name)
)
_PARTS: Final = tuple((name, operator.attrgetter(name)) for name in ("__defaults__", "__kwdefaults__", "__code__"))
_STREAMS: Final = ("stdin", "stdout", "stderr", "excepthook", "displayhook", "breakpointhook", "unraisablehook")
# Instances of the standard library's classes are machinery (loggers, locks), except for these containers and records.
_WALKED_LIBRARY: Final = frozenset({"collections", "types", "weakref", "random", "functools", "contextlib", "argparse"})


_HOLDING_ALWAYS: Final = frozenset({tuple, frozenset, type(threading.Lock()), type(threading.RLock())})
_BASES: Final = frozenset({object, list, dict, set, tuple, frozenset})


@dataclass(slots=True)
class Snapshot:
    """`Snapshot.take(modules)`, then `restore()` before every run.

    unrestorable: what was found that can change and cannot be put back, e.g. "shop.rows: generator".
    """

    unrestorable: tuple[str, ...] = ()
    _empty: list[dict[Any, Any]] = field(default_factory=list)
    _functions: list[types.FunctionType] = field(default_factory=list)
    _parts: tuple[list[Any], ...] = ()  # of the functions
    _inside: list[Any] = field(default_factory=list)  # of the functions, all that the collector sees
    _lists: list[tuple[list[Any], list[Any]]] = field(default_factory=list)
    _dicts: list[tuple[dict[Any, Any], list[Any], list[Any]]] = field(default_factory=list)
    _sets: list[tuple[set[Any], list[Any]]] = field(default_factory=list)
    _classes: list[tuple[type, list[str], list[Any]]] = field(default_factory=list)
    _instances: list[tuple[object, dict[str, Any]]] = field(default_factory=list)
    _others: list[Callable[[], None]] = field(default_factory=list)
    _process: _Process | None = None
    _put_back: frozenset[int] | None = None  # ids of the objects whose contents are

    @staticmethod
    def take(modules: Iterable[types.ModuleType]) -> Snapshot:
        snapshot = Snapshot()
        walk = _Walk(snapshot, tuple(modules))
        walk.all()
        snapshot._parts = tuple([list(map(get, snapshot._functions)) for _, get in _PARTS])
        snapshot.unrestorable = tuple(sorted(walk.unrestorable))
        snapshot._process = _Process.take()
        snapshot.restore()
        return snapshot

    def process_moved(self) -> None:
        """The snapshot was taken by a stem, which several hosts were forked from, each with a folder of its own."""
        if self._process is not None:
            self._process = replace(self._process, environment=dict(_environment()), directory=os.getcwd())

    def puts_back(self, value: Any) -> bool:
        """Does the object hold the same objects after every `restore`, for certain?"""
        if self._put_back is None:
            whole = [*self._empty, *self._functions, *(dict_ for dict_, _, _ in self._dicts)]
            whole += [items for items, _ in self._lists]
            self._put_back = frozenset(map(id, [*whole, *(s for s, _ in self._sets), *(o for o, _ in self._instances)]))
        kind = type(value)
        if kind in _HOLDING_ALWAYS:
            return True
        own = all(base in _BASES or base.__flags__ & HEAP_TYPE for base in kind.__mro__)
        return id(value) in self._put_back and (own or kind is types.FunctionType)

    def own_objects(self) -> frozenset[int]:
        """Ids of the objects that refer to those of the modules only for this snapshot."""
        tables = (self._dicts, self._lists, self._sets, self._classes)
        found: list[Any] = [self._functions, self._parts, *self._parts, self._inside, self._others]
        found += [each for table in tables for row in table for each in (row, *row[1:])]
        for restore in self._others:
            if isinstance(restore, functools.partial):
                found += [restore.args, *(each for each in restore.args[1:] if type(each) is list)]
            elif isinstance(restore, types.FunctionType):
                closure = restore.__closure__ or ()
                kept = dict(zip(restore.__code__.co_freevars, closure, strict=True))
                found += [closure, *closure]
                if "members" in kept:
                    found += [kept["members"].cell_contents, kept["saved"].cell_contents]
        return frozenset(map(id, found))

    def restore(self) -> None:
        if self._process is not None:
            self._process.restore_builtins()
        is_ = operator.is_
        # An instance whose whole `__dict__` was replaced gets the old one back before that one's contents are checked.
        for instance, attributes in self._instances:
            if object.__getattribute__(instance, "__dict__") is not attributes:
                object.__setattr__(instance, "__dict__", attributes)
        for target, keys, values in self._dicts:
            if (
                dict.__len__(target) != len(keys)
                or not all(map(is_, dict.values(target), values))
                or not all(map(is_, dict.__iter__(target), keys))
            ):
                dict.clear(target)
                dict.update(target, zip(keys, values, strict=True))
        if any(map(dict.__len__, self._empty)):
            for target in self._empty:
                dict.clear(target)
        inside = gc.get_referents(*self._functions)  # a guard is told of each part of each function that is asked for
        if len(inside) != len(self._inside) or not all(map(is_, inside, self._inside)):
            for (name, get), held in zip(_PARTS, self._parts, strict=True):
                for function, old in zip(self._functions, held, strict=True):
                    if get(function) is not old:
                        setattr(function, name, old)
            self._inside[:] = gc.get_referents(*self._functions)
        for items, saved in self._lists:
            if list.__len__(items) != len(saved) or not all(map(is_, list.__iter__(items), saved)):
                list.__setitem__(items, slice(None), saved)
        for members, saved in self._sets:
            if set.__len__(members) != len(saved) or not all(map(is_, set.__iter__(members), saved)):
                set.clear(members)
                set.update(members, saved)
        for cls, names, values in self._classes:
            now = type.__dict__["__dict__"].__get__(cls)
            if len(now) != len(names) or not all(map(is_, now.values(), values)):
                _restore_class(cls, dict(zip(names, values, strict=True)))
        for restore in self._others:
            restore()
        if self._process is not None:
            self._process.restore()


def _restore_class(cls: type, saved: dict[str, Any]) -> None:
    now = dict(type.__dict__["__dict__"].__get__(cls))
    for name in now.keys() - saved.keys():
        with contextlib.suppress(AttributeError, TypeError):
            type.__delattr__(cls, name)
    for name, value in saved.items():
        if now.get(name, _ABSENT) is not value:
            with contextlib.suppress(AttributeError, TypeError):
                type.__setattr__(cls, name, value)


class _Walk:
    """What is reachable from the globals of the modules, each object once, breadth first."""

    def __init__(self, snapshot: Snapshot, modules: tuple[types.ModuleType, ...]) -> None:
        self.snapshot = snapshot
        self.modules = modules
        self.names = {module.__name__ for module in modules}
        self.globals = {id(vars(module)) for module in modules}
        self.seen: set[int] = set()
        self.queue: collections.deque[tuple[str, Any]] = collections.deque()
        self.unrestorable: set[str] = set()

    def all(self) -> None:
        for module in self.modules:
            self.seen.add(id(vars(module)))
            self.dictionary(module.__name__, vars(module))
        while self.queue:
            path, value = self.queue.popleft()
            if id(value) in self.seen:
                continue
            if len(self.seen) >= MOST_OBJECTS:
                self.unrestorable.add(f"{path}: more than {MOST_OBJECTS} objects are reachable")
                return
            self.seen.add(id(value))
            self.visit(path, value)

    def push(self, path: str, values: Iterable[Any]) -> None:
        for value in values:
            if type(value) not in _ATOMS:
                self.queue.append((path, value))

    def push_named(self, path: str, items: Iterable[tuple[Any, Any]]) -> None:
        for name, value in items:
            if type(value) not in _ATOMS:
                self.queue.append((f"{path}.{name}" if type(name) is str else path, value))

    def visit(self, path: str, value: Any) -> None:
        # By `type(value)` alone: `isinstance` also asks the value for its `__class__`, which a proxy answers with code.
        cls = type(value)

        def is_a(*kinds: type) -> bool:
            return issubclass(cls, kinds)

        if is_a(type):
            self.class_(path, value)
        elif is_a(types.FunctionType):
            self.function(path, value)
        elif is_a(types.MethodType):
            self.push(path, (value.__self__, value.__func__))
        elif cls in (staticmethod, classmethod):
            self.push(path, (value.__func__,))
        elif is_a(property):
            self.push(path, (value.fget, value.fset, value.fdel))
        elif cls is functools.partial:
            self.push(path, (value.func, value.args, value.keywords))
        elif cls is functools._lru_cache_wrapper:
            self.cache(path, value)
        elif is_a(types.ModuleType, types.BuiltinFunctionType, types.CodeType, types.MappingProxyType):
            pass
        elif cls is random.Random:
            self.snapshot._others.append(functools.partial(value.setstate, value.getstate()))
        elif is_a(tuple):
            self.push(path, tuple.__iter__(value))
            if cls is not tuple:
                self.attributes(path, value)
        elif is_a(frozenset):
            self.push(path, frozenset.__iter__(value))
        elif is_a(io.IOBase):
            self.unrestorable.add(f"{path}: open file")
        elif is_a(types.GeneratorType, types.CoroutineType, types.AsyncGeneratorType):
            self.unrestorable.add(f"{path}: {cls.__name__}")
        else:
            if is_a(list):
                self.snapshot._lists.append((value, list(list.__iter__(value))))
                self.push(path, list.__iter__(value))
            elif is_a(dict):
                self.dictionary(path, value)
            elif is_a(set):
                self.snapshot._sets.append((value, list(set.__iter__(value))))
            elif is_a(collections.deque):
                items = list(collections.deque.__iter__(value))
                self.snapshot._others.append(functools.partial(_restore_deque, value, items))
                self.push(path, items)
            elif is_a(bytearray):
                self.snapshot._others.append(functools.partial(_restore_bytes, value, bytes(value)))
            elif not cls.__flags__ & HEAP_TYPE and cls is not types.SimpleNamespace:
                if hasattr(cls, "__next__") and cls is not itertools.count:
                    self.unrestorable.add(f"{path}: {cls.__name__}")
                return
            self.attributes(path, value)

    def attributes(self, path: str, value: Any) -> None:
        cls = type(value)
        if not _is_walked(cls):
            return
        with contextlib.suppress(AttributeError):
            attributes = object.__getattribute__(value, "__dict__")
            if type(attributes) is dict and id(attributes) not in self.seen:
                self.snapshot._instances.append((value, attributes))
                self.seen.add(id(attributes))
                self.dictionary(path, attributes)
        self.slots(path, value, cls)

    def dictionary(self, path: str, value: dict[Any, Any]) -> None:
        keys, values = list(dict.__iter__(value)), list(dict.values(value))
        if not keys:
            self.snapshot._empty.append(value)
            return
        self.snapshot._dicts.append((value, keys, values))
        self.push_named(path, zip(keys, values, strict=True))
        self.push(path, keys)
        for key, held in zip(keys, values, strict=True):
            if type(held) is itertools.count:
                self.snapshot._others.append(_restore_counter(value, key, held))

    def class_(self, path: str, cls: type) -> None:
        if not is_of_project(cls, self.names):
            return
        attributes = dict(type.__dict__["__dict__"].__get__(cls))
        self.snapshot._classes.append((cls, list(attributes), list(attributes.values())))
        self.push_named(path, attributes.items())
        for name, held in attributes.items():
            if type(held) is itertools.count:
                self.snapshot._others.append(_restore_class_counter(cls, name, held))

    def slots(self, path: str, value: Any, cls: type) -> None:
        members = [
            member
            for base in cls.__mro__
            for member in type.__dict__["__dict__"].__get__(base).values()
            if type(member) is types.MemberDescriptorType and base.__flags__ & HEAP_TYPE
        ]
        if not members:
            return
        saved = [_read_member(member, value) for member in members]
        self.push(path, (held for held in saved if held is not _ABSENT))

        def restore() -> None:
            for member, old in zip(members, saved, strict=True):
                if _read_member(member, value) is not old:
                    if old is _ABSENT:
                        member.__delete__(value)
                    else:
                        member.__set__(value, old)

        self.snapshot._others.append(restore)

    def function(self, path: str, function: types.FunctionType) -> None:
        if id(function.__globals__) not in self.globals and function.__module__ not in self.names:
            return
        self.push(path, (function.__defaults__, function.__kwdefaults__, function.__dict__))
        for cell in function.__closure__ or ():
            self.cell(path, cell)
        self.snapshot._functions.append(function)

    def cell(self, path: str, cell: types.CellType) -> None:
        if id(cell) in self.seen:
            return
        self.seen.add(id(cell))
        saved = _read_cell(cell)
        if saved is not _ABSENT:
            self.push(path, (saved,))

        def restore() -> None:
            if _read_cell(cell) is not saved:
                if saved is _ABSENT:
                    del cell.cell_contents
                else:
                    cell.cell_contents = saved

        self.snapshot._others.append(restore)

    def cache(self, path: str, wrapper: Any) -> None:
        clear: Callable[[], None] = wrapper.cache_clear
        info = wrapper.cache_info
        self.push(path, (wrapper.__wrapped__, wrapper.__dict__))

        def restore() -> None:
            hits, misses, _, size = info()
            if size or hits or misses:
                clear()

        self.snapshot._others.append(restore)


_ATOMS: Final = frozenset({type(None), bool, int, float, complex, str, bytes, type(Ellipsis), type(NotImplemented)})


def _is_walked(cls: type) -> bool:
    """Whether instances of `cls` hold state of the program under test, rather than machinery of the library or ours."""
    top = cls.__module__.partition(".")[0]
    return top != "clew" and (top not in sys.stdlib_module_names or top in _WALKED_LIBRARY)


def _read_member(member: types.MemberDescriptorType, value: object) -> Any:
    try:
        return member.__get__(value, type(value))
    except AttributeError:
        return _ABSENT


def _read_cell(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return _ABSENT


def _restore_deque(value: collections.deque[Any], saved: list[Any]) -> None:
    deque = collections.deque
    if deque.__len__(value) != len(saved) or not all(map(operator.is_, deque.__iter__(value), saved)):
        deque.clear(value)
        deque.extend(value, saved)


def _restore_bytes(value: bytearray, saved: bytes) -> None:
    if value != saved:
        value[:] = saved


def _next_numbers(counter: Iterator[Any]) -> Callable[[], Any]:
    """Makes counters like this one is now."""
    text = repr(counter)  # "count(3)" or "count(3, 2)": the only way to see a counter without moving it
    start, _, step = text.removeprefix("count(").removesuffix(")").partition(", ")
    try:
        first, by = int(start), int(step or "1")
    except ValueError:
        return lambda: counter
    return lambda: itertools.count(first, by)


def _restore_counter(holder: dict[Any, Any], key: Any, counter: Iterator[Any]) -> Callable[[], None]:
    """A counter cannot be set back, so its holder gets a new one: the one exception to keeping identity."""
    made, text = _next_numbers(counter), repr(counter)

    def restore() -> None:
        if repr(dict.get(holder, key)) != text:
            dict.__setitem__(holder, key, made())

    return restore


def _restore_class_counter(cls: type, name: str, counter: Iterator[Any]) -> Callable[[], None]:
    made, text = _next_numbers(counter), repr(counter)

    def restore() -> None:
        if repr(type.__dict__["__dict__"].__get__(cls).get(name)) != text:
            type.__setattr__(cls, name, made())

    return restore


@dataclass(slots=True)
class _Process:
    """The state of the interpreter and the process."""

    builtins: dict[str, Any]
    environment: dict[Any, Any]
    lists: list[tuple[list[Any], list[Any]]]
    streams: list[Any]
    handlers: list[Any]
    recursion: int
    directory: str
    locale: str

    @staticmethod
    def take() -> _Process:
        lists: list[list[Any]] = [sys.path, sys.argv, sys.meta_path, sys.path_hooks]
        lists.append(warnings.filters)  # type: ignore[arg-type]
        return _Process(
            dict(vars(builtins)),
            dict(_environment()),
            [(items, list(items)) for items in lists],
            [getattr(sys, name) for name in _STREAMS],
            [_signal.getsignal(number) for number in _SIGNALS],
            sys.getrecursionlimit(),
            os.getcwd(),
            _locale.setlocale(_locale.LC_ALL),
        )

    def restore_builtins(self) -> None:
        """First of all, since the rest of the restoring uses them."""
        now = vars(builtins)
        if len(now) == len(self.builtins) and all(map(operator.is_, now.values(), self.builtins.values())):
            return
        now.update(self.builtins)
        for name in now.keys() - self.builtins.keys():
            del now[name]

    def restore(self) -> None:
        if _environment() != self.environment:
            os.environ.clear()
            os.environ.update({os.fsdecode(name): os.fsdecode(value) for name, value in self.environment.items()})
        for name, stream in zip(_STREAMS, self.streams, strict=True):
            if getattr(sys, name, None) is not stream:
                setattr(sys, name, stream)
        for name, (items, saved) in zip(("path", "argv", "meta_path", "path_hooks"), self.lists[:4], strict=True):
            if getattr(sys, name) is not items:
                setattr(sys, name, items)
            if items != saved:
                items[:] = saved
        self.restore_warnings()
        if sys.getrecursionlimit() != self.recursion:
            sys.setrecursionlimit(self.recursion)
        if threading.current_thread() is threading.main_thread():
            # `_signal`, since `signal` makes an enum of each handler, which takes longer than all the rest.
            for number, handler in zip(_SIGNALS, self.handlers, strict=True):
                if _signal.getsignal(number) is not handler and handler is not None:
                    signal.signal(number, handler)
            signal.setitimer(signal.ITIMER_REAL, 0)
        with contextlib.suppress(OSError):
            os.chdir(self.directory)
        if _locale.setlocale(_locale.LC_ALL) != self.locale:
            _locale.setlocale(_locale.LC_ALL, self.locale)
        if (decimal := sys.modules.get("decimal")) is not None:
            decimal.setcontext(decimal.DefaultContext.copy())
        random.seed(SEED)
        if (numpy := sys.modules.get("numpy.random")) is not None:
            numpy.seed(SEED)

    def restore_warnings(self) -> None:
        filters, saved = self.lists[4]
        if warnings.filters is not filters:
            warnings.filters = filters
        if filters != saved:
            filters[:] = saved
            warnings._filters_mutated()  # type: ignore[attr-defined]


def _environment() -> dict[Any, Any]:
    """The data behind `os.environ`, which `os.environ.copy()` would decode name by name."""
    return os.environ._data  # type: ignore[attr-defined,no-any-return]
