"""What a call asks of the world besides its arguments, seen while it runs in a guarded process.

A test must do the same wherever and whenever it is run, and harm nothing there.  Whether it does cannot be read off
its outcome: a call that deletes `build` fails in an empty folder, and one that asks whether it exists does nothing.  So
what is asked is recorded, not what is answered: audit events (PEP 578) of files and folders, failed attempts too;
functions without an event (`os.stat`, `os.getcwd`, clocks, chance) are replaced by ones that tell of their calls;
`os.environ` and `sys.argv` tell who looks into them.  `pins.py` says what becomes of each mark.

A mark is a word, or a word, a colon and a name.  What cannot be given to a test is refused (`guard.refuse`).
"""

from __future__ import annotations

import _signal
import atexit
import builtins
import contextlib
import gc
import importlib
import io
import os
import random
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from dataclasses import field
from functools import partial, wraps
from typing import Any, Final

from clew.checking.identity_hashes import Numbers
from clew.checking.influences import (
    ADDRESS,
    ARGUMENTS,
    CHANCE,
    CLOCK,
    ENTROPY,
    ENVIRONMENT,
    FOLDER,
    HASH,
    INPUT,
    MACHINE,
    MISSING,
    RANDOM,
    TEMPORARY,
    UNSEEDED,
    VARIABLE,
    WARNING,
)
from clew.effects.chance_hashes import hashed_by_chance
from clew.records import dataclass
from clew.workers.guard import CHANGES, WRITING, Guard, NoInput, bounded_stream

_LIBRARY: Final = os.path.dirname(os.__file__) + os.sep
_OURS: Final = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_MAPPINGS: Final = tuple({os.getenv.__code__.co_filename, Mapping.get.__code__.co_filename})
_IMPORTING: Final = "<frozen importlib"
_MACHINERY: Final = os.path.dirname(importlib.__file__) + os.sep

# Events → the positions of the paths that are looked at.
_READS: Final = {
    "open": (0,), "os.listdir": (0,), "os.scandir": (0,), "os.walk": (0,), "os.fwalk": (0,), "os.chdir": (0,),
    "os.remove": (0,), "os.rmdir": (0,), "os.mkdir": (0,), "os.rename": (0, 1), "os.link": (0, 1), "os.symlink": (0, 1),
    "os.truncate": (0,), "os.chmod": (0,), "os.chown": (0,), "os.utime": (0,), "os.getxattr": (0,), "os.setxattr": (0,),
    "os.listxattr": (0,), "os.removexattr": (0,), "glob.glob": (0,), "shutil.rmtree": (0,), "shutil.copyfile": (0, 1),
    "shutil.copymode": (0, 1), "shutil.copystat": (0, 1), "shutil.copytree": (0, 1), "shutil.move": (0, 1),
    "shutil.chown": (0,), "shutil.make_archive": (0, 2, 3), "shutil.unpack_archive": (0, 1), "pathlib.Path.glob": (0,),
    "pathlib.Path.rglob": (0,), "sqlite3.connect": (0,),
}  # fmt: skip
_LISTING: Final = frozenset(
    {"os.listdir", "os.scandir", "os.walk", "os.fwalk", "glob.glob", "pathlib.Path.glob", "pathlib.Path.rglob"}
)
_OF_THE_MACHINE: Final = frozenset({"socket.gethostname", "os.getlogin"})

# Functions without an event: those that take a path, and those that take a descriptor, by whether they only look.
_PATHS: Final = ("stat", "lstat", "access", "readlink", "statvfs", "pathconf")
_DESCRIPTORS: Final = {
    **dict.fromkeys(("fstat", "isatty", "get_terminal_size", "ttyname", "fstatvfs", "fpathconf", "get_blocking"), True),
    **dict.fromkeys(
        ("close", "dup", "dup2", "write", "read", "lseek", "ftruncate", "fsync", "fdatasync", "fchmod", "fchown",
         "fchdir", "pread", "pwrite", "readv", "writev", "sendfile", "closerange", "set_blocking", "set_inheritable",
         "lockf", "posix_fallocate", "fdopen"),
        False,
    ),
}  # fmt: skip
_CLOCKS: Final = ("time", "perf_counter", "monotonic", "process_time", "thread_time")
_CALENDAR: Final = ("gmtime", "localtime", "ctime")


@dataclass(slots=True)
class Watch:
    """Of one process; see `watch_over`.

    ahead: seconds that its clocks are ahead.  mask: of the bits in which addresses and hashes differ.  numbers: where
    they are counted instead, by the order in which they were asked for; count: the first of them, and the step.
    stable: folders whose files are the same for every test.  ours: open descriptors that are not the script's.
    generators: those without a seed, with the state they had; states: hashes of those that were asked for, which make a
    copy one of them.  at_import: variables of the environment that an import asked for in vain.
    """

    guard: Guard
    ahead: float = 0.0
    mask: int = 0
    numbers: dict[int, int] = field(default_factory=dict)
    count: tuple[int, int] | None = None
    stable: tuple[str, ...] = ()
    active: bool = False
    marks: set[str] = field(default_factory=set)
    ours: frozenset[int] = frozenset()
    generators: list[tuple[random.Random, object]] = field(default_factory=list)
    states: set[int] = field(default_factory=set)
    at_import: set[str] = field(default_factory=set)
    written: set[str] | None = None  # what an import changes, while there is one
    resolving: bool = False  # where a file of the project lies, whatever the folders above it are
    shared: object = None  # the state of the generator that the functions of `random` share
    hashes: Numbers = field(default_factory=lambda: Numbers(lambda: None))  # of objects

    @contextlib.contextmanager
    def watching(self) -> Iterator[set[str]]:
        """The marks of the block, a call."""
        self.marks = set()
        self.ours = _descriptors()
        self.shared = random.getstate()
        self.generators = [(generator, generator.getstate()) for generator, _ in self.generators]
        threads, process = set(threading.enumerate()), _state_of_process()
        self.active = True
        try:
            yield self.marks
        finally:
            self.active = False
            self._look_at_generators()
            self._look_at_threads(threads)
            self._look_at_process(process)

    @contextlib.contextmanager
    def importing(self) -> Iterator[set[str]]:
        """What the block, an import, changes in the current folder."""
        self.written = written = set[str]()
        try:
            yield written
        finally:
            self.written = None

    def mark(self, mark: str) -> None:
        if self.active:
            self.marks.add(mark)

    def unseeded(self, generator: random.Random) -> None:
        self.mark(UNSEEDED)
        if not self.active:
            self.generators.append((generator, None))

    def _look_at_generators(self) -> None:
        if random.getstate() != self.shared:
            self.marks.add(RANDOM)
        if any(generator.getstate() != state for generator, state in self.generators):
            self.marks.add(UNSEEDED)

    def _look_at_threads(self, before: set[threading.Thread]) -> None:
        for thread in set(threading.enumerate()) - before:
            thread.join(0.05)
            if thread.is_alive():
                self.guard.note("leave", "a thread that goes on after the call")

    def _look_at_process(self, before: dict[str, object]) -> None:
        """What is left otherwise than it was found would end pytest, or change the tests that follow."""
        for name, held in _state_of_process().items():
            if held is not before[name] and held != before[name] and not name.startswith("sys."):
                self.guard.note("leave", f"{name} changed")
        for descriptor, name in enumerate(_STREAMS):
            stream = before[f"sys.{name}"]
            if isinstance(stream, io.StringIO):
                continue  # the test's own, which is taken back
            if getattr(sys, name) is not stream or stream.closed:
                setattr(sys, name, bounded_stream(descriptor, self.guard.limits.output)[0])
                self.guard.note("leave", f"sys.{name} closed or replaced")
        sys.setrecursionlimit(before["the recursion limit"])  # type: ignore[arg-type]

    def look(self, path: object, listing: bool = False, only_asks: bool = False) -> None:
        """Mark what is looked at.  only_asks: whether and what it is, not what is in it."""
        if not self.active or self.resolving or _importing():
            return
        if isinstance(path, int):
            self.descriptor("open", path)
            return
        try:
            text = os.fsdecode(path)  # type: ignore[arg-type]
        except TypeError:
            text = ""  # None stands for the current folder; what is no path at all fails
        if not os.path.isabs(text):
            self.mark(FOLDER)
            return
        text = os.path.normpath(text)
        scratch = self.guard.scratch
        if _is_in(text, scratch):
            self.mark(FOLDER)
        elif text != os.devnull and not (only_asks and _is_in(scratch, text)) and not self._is_stable(text, listing):
            self.mark(f"{MACHINE}{text[:200]}")

    def is_stable(self, path: object) -> bool:
        """Is it an absolute path to what is the same for every test?"""
        known = (str, bytes, *([pathlib.PurePath] if (pathlib := sys.modules.get("pathlib")) is not None else ()))
        text = os.fsdecode(path) if isinstance(path, known) else ""
        return os.path.isabs(text) and self._is_stable(os.path.normpath(text), listing=False)

    def _is_stable(self, text: str, listing: bool) -> bool:
        if listing:  # the folder of a project gains and loses files
            return _is_in(text, _LIBRARY.rstrip(os.sep)) or "site-packages" in text
        return any(_is_in(text, folder) for folder in self.stable)

    def descriptor(self, name: str, number: object, only_looks: bool = False) -> None:
        """A number of a file that the script did not open: it stands for another file everywhere."""
        if not self.active or not isinstance(number, int):
            return
        if number > 2 and number not in self.ours and _is_open(number):
            return
        if only_looks:
            self.mark(f"{MACHINE}descriptor {int(number)}")
        else:
            self.guard.refuse("descriptor", f"{name}({int(number)})")

    def later(self) -> float:
        self.mark(CLOCK)
        return self.ahead


class Telling:
    """A function that tells of its calls before it is called.  None in Python: those become methods in classes."""

    def __init__(self, function: Callable[..., Any], tell: Callable[..., None]) -> None:
        self._function = function
        self._tell = tell

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        self._tell(*args, **kwargs)
        return self._function(*args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._function, name)


class Instead(Telling):
    """A function with another in its place: of the clock, some seconds later."""

    def __init__(self, function: Callable[..., Any], instead: Callable[..., Any]) -> None:
        self._function = function
        self._instead = instead

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._instead(*args, **kwargs)


class _Variables(dict[Any, Any]):
    """What `os.environ` holds.  Whoever goes through all of them has asked for none by name; libraries do that to copy
    them, or to see whether one is there.
    """

    watch: Watch
    went_through = False

    def __getitem__(self, key: Any) -> Any:
        if self.watch.written is not None and key not in self and not _from_library(*_MAPPINGS):
            self.watch.at_import.add(os.fsdecode(key))
        if self.watch.active and not (self.went_through and key in self):
            self.watch.mark(VARIABLE + os.fsdecode(key))
        return super().__getitem__(key)

    def __iter__(self) -> Iterator[Any]:
        if self.watch.active:
            self.went_through = True
            self._asked_for_all()
        return super().__iter__()

    def __len__(self) -> int:
        self._asked_for_all()
        return super().__len__()

    def __setitem__(self, key: Any, value: Any) -> None:
        self._asked_for_all()
        super().__setitem__(key, value)

    def __delitem__(self, key: Any) -> None:
        self._asked_for_all()
        super().__delitem__(key)

    def _asked_for_all(self) -> None:
        if self.watch.active and not _from_library(*_MAPPINGS):
            self.watch.mark(ENVIRONMENT)


@dataclass(slots=True)
class _UnderAnotherName(MutableMapping[Any, Any]):
    """What `os.environb` holds: what a test puts in the place of `os.environ` is not seen there."""

    data: _Variables

    def __getitem__(self, key: Any) -> Any:
        self.data.watch.mark(ENVIRONMENT)
        return self.data[key]

    def __setitem__(self, key: Any, value: Any) -> None:
        self.data[key] = value

    def __delitem__(self, key: Any) -> None:
        del self.data[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.data)

    def __len__(self) -> int:
        return len(self.data)


class _Arguments(list[Any]):
    """`sys.argv`."""

    watch: Watch

    def __getitem__(self, key: Any) -> Any:
        self.watch.mark(ARGUMENTS)
        return super().__getitem__(key)

    def __iter__(self) -> Iterator[Any]:
        self.watch.mark(ARGUMENTS)
        return super().__iter__()

    def __len__(self) -> int:
        self.watch.mark(ARGUMENTS)
        return super().__len__()

    def __eq__(self, other: object) -> bool:
        self.watch.mark(ARGUMENTS)
        return super().__eq__(other)

    def __contains__(self, item: object) -> bool:
        self.watch.mark(ARGUMENTS)
        return super().__contains__(item)

    __hash__ = None


def watch_over(guard: Guard, arguments: tuple[str, ...], ahead: float, moves_clocks: bool, tells: bool) -> Watch:
    """Put the watch up, before the user's module is imported.

    moves_clocks: clocks and `datetime` are replaced; tells: `id` and `hash` are.  In the plain process neither is.
    """
    watch = Watch(guard, ahead, stable=_stable_folders(guard))
    watch.hashes = Numbers(lambda: watch.mark(HASH))
    guard.listeners.update(dict.fromkeys((*CHANGES, *_READS, *_TEMPORARY, *_OF_THE_MACHINE), _listener(watch)))
    sys.meta_path.append(_Vain(watch))
    _watch_paths(watch)
    _watch_chance(watch)
    _watch_process(watch)
    data = _Variables(os.environ._data)  # type: ignore[attr-defined]
    data.watch = watch
    os.environ._data = data  # type: ignore[attr-defined]
    if os.supports_bytes_environ:
        os.environb._data = _UnderAnotherName(data)  # type: ignore[attr-defined]
    argv = _Arguments(arguments)
    argv.watch = watch
    sys.argv = argv
    if moves_clocks:
        _watch_clocks(watch)
    if tells:
        _watch_identity(watch)
    return watch


@dataclass(frozen=True, slots=True)
class _Vain:
    """A meta path finder, asked last: what the project looks for, and nobody finds, may be installed elsewhere."""

    watch: Watch

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if self.watch.active and not _from_packages():
            self.watch.mark(MISSING + name)


def start_over(watch: Watch) -> None:
    """Before each script: what remembers earlier ones forgets them."""
    data = os.environ._data  # type: ignore[attr-defined]
    if isinstance(data, _Variables):
        data.went_through = False
    tempfile = sys.modules.get("tempfile")
    if tempfile is not None:
        vars(tempfile)["tempdir"] = None


def _stable_folders(guard: Guard) -> tuple[str, ...]:
    """Where what Python and the project consist of lies."""
    folders = {sys.prefix, sys.base_prefix, _LIBRARY.rstrip(os.sep), "/usr/share/zoneinfo", *filter(None, sys.path)}
    return tuple(sorted(folder for folder in folders if not _is_in(guard.scratch, folder)))


_STREAMS: Final = ("stdin", "stdout", "stderr")


def _state_of_process() -> dict[str, object]:
    """What pytest itself runs on, by its name."""
    return {
        **{f"sys.{name}": getattr(sys, name) for name in _STREAMS},
        "the recursion limit": sys.getrecursionlimit(),
        "the trace function": sys.gettrace(),
        "the profile function": sys.getprofile(),
        "the handler of SIGINT": _signal.getsignal(signal.SIGINT),  # `signal` makes an enum of it
    }


def _is_in(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _descriptors() -> frozenset[int]:
    try:
        return frozenset(filter(_is_open, map(int, os.listdir("/proc/self/fd"))))
    except OSError:
        return frozenset(filter(_is_open, range(256)))


_FSTAT: Final = os.fstat  # itself, before it tells of its calls


def _is_open(number: int) -> bool:
    try:
        _FSTAT(number)
    except OSError:
        return False
    return True


def _importing() -> bool:
    """Is it the import machinery that looks?"""
    frame = sys._getframe(2)
    while frame is not None and frame.f_code.co_filename.startswith(_OURS):
        frame = frame.f_back  # type: ignore[assignment]
    return frame is not None and frame.f_code.co_filename.startswith(_IMPORTING)


def _from_library(*besides: str) -> bool:
    """Is it the standard library that calls?  besides: modules of it whose callers count."""
    frame = sys._getframe(2)
    while frame is not None and frame.f_code.co_filename.startswith((_OURS, *besides)):
        frame = frame.f_back  # type: ignore[assignment]
    name = frame.f_code.co_filename if frame is not None else ""
    return name.startswith("<frozen") or (name.startswith(_LIBRARY) and "site-packages" not in name)


def _from_packages() -> bool:
    """Is it the standard library, or what is installed, that imports?"""
    frame = sys._getframe(2)
    while frame is not None and frame.f_code.co_filename.startswith((_IMPORTING, _MACHINERY)):
        frame = frame.f_back  # type: ignore[assignment]
    name = frame.f_code.co_filename if frame is not None else ""
    return name.startswith(("<frozen", _LIBRARY)) or "site-packages" in name


# ---------------------------------------------------------------- files


_TEMPORARY: Final = ("tempfile.mkstemp", "tempfile.mkdtemp")


def _listener(watch: Watch) -> Callable[[str, tuple[object, ...]], None]:
    def listen(event: str, args: tuple[object, ...]) -> None:
        if watch.written is not None and event in CHANGES:
            watch.written.update(_changed(watch, event, args))
        if not watch.active:
            return
        if event in _READS:
            for position in _READS[event]:
                path = args[position] if position < len(args) else None
                if event == "sqlite3.connect" and path in (":memory:", b":memory:"):
                    continue
                watch.look(path, event in _LISTING, only_asks=event == "os.chdir")
            if event == "os.chdir":
                watch.mark(FOLDER)  # the next test must not find itself elsewhere
        elif event in _TEMPORARY:
            watch.mark(TEMPORARY)
        elif event in _OF_THE_MACHINE:
            watch.mark(MACHINE + event)

    return listen


def _changed(watch: Watch, event: str, args: tuple[object, ...]) -> Iterator[str]:
    """The paths in the current folder that an event is about to change."""
    if event == "open" and not (isinstance(args[2], int) and args[2] & WRITING):
        return
    for position in CHANGES[event]:
        path = args[position] if position < len(args) else None
        with contextlib.suppress(TypeError):
            text = os.fsdecode(path)  # type: ignore[arg-type]
            if text not in (":memory:", os.devnull) and _is_in(
                os.path.join(watch.guard.scratch, text), watch.guard.scratch
            ):
                yield text[:200]


def _resolved(watch: Watch, function: Callable[..., Any]) -> Callable[..., Any]:
    """`realpath`, which looks at each folder on the way; on that to a file of the project it is nothing of interest."""

    @wraps(function)
    def realpath(filename: Any, *args: Any, **named: Any) -> Any:
        before = watch.resolving
        watch.resolving = before or watch.is_stable(filename)
        try:
            return function(filename, *args, **named)
        finally:
            watch.resolving = before

    return realpath


def _watch_paths(watch: Watch) -> None:
    def asks(path: object = None, *_: object, **__: object) -> None:
        if isinstance(path, int):
            watch.descriptor("stat", path, only_looks=True)
        else:
            watch.look(path, only_asks=True)

    for name in _PATHS:
        _replace(os, name, lambda function: Telling(function, asks))
    _replace(os.path, "realpath", partial(_resolved, watch))
    for name in ("getcwd", "getcwdb"):
        _replace(os, name, lambda function: Telling(function, lambda: watch.mark(FOLDER)))
    for name, only_looks in _DESCRIPTORS.items():
        _replace(os, name, partial(Telling, tell=_descriptor_told(watch, name, only_looks)))


def _descriptor_told(watch: Watch, name: str, only_looks: bool) -> Callable[..., None]:
    def tell(number: object = 1, *_: object, **__: object) -> None:
        watch.descriptor(f"os.{name}", number, only_looks)

    return tell


def _replace(module: Any, name: str, made: Callable[[Any], object]) -> None:
    """The function, wherever the module keeps it: in its sets of what supports what, too."""
    old = getattr(module, name, None)
    if old is None:
        return
    new = made(old)
    setattr(module, name, new)
    for kept in ("supports_dir_fd", "supports_effective_ids", "supports_fd", "supports_follow_symlinks"):
        if old in getattr(module, kept, ()):
            getattr(module, kept).add(new)


# ---------------------------------------------------------------- chance, clocks, addresses


def _watch_chance(watch: Watch) -> None:
    def told(*_: object) -> None:
        watch.mark(ENTROPY)

    entropy = Telling(os.urandom, told)
    os.urandom = entropy
    vars(random)["_urandom"] = entropy
    _replace(os, "getrandom", partial(Telling, tell=lambda *_: watch.mark(f"{CHANCE}os.getrandom")))
    seed, getstate, setstate = random.Random.seed, random.Random.getstate, random.Random.setstate

    def seeds(self: random.Random, a: Any = None, version: int = 2) -> None:
        seed(self, a, version)
        if a is not None:
            if not watch.active:  # a later call may find it as some other call left it
                watch.generators = [each for each in watch.generators if each[0] is not self]
        elif type(self).random is random.Random.random and not _from_library(random.__file__):
            watch.unseeded(self)

    def gets(self: random.Random) -> tuple[Any, ...]:
        state = getstate(self)
        if any(generator is self for generator, _ in watch.generators):
            watch.states.add(hash(state))
        return state

    def sets(self: random.Random, state: tuple[Any, ...]) -> None:
        setstate(self, state)
        if hash(state) in watch.states:  # a copy, such as a test puts in the place of the original
            watch.unseeded(self)

    random.Random.seed = seeds  # type: ignore[method-assign]
    random.Random.getstate = gets  # type: ignore[method-assign]
    random.Random.setstate = sets  # type: ignore[method-assign]


def _watch_clocks(watch: Watch) -> None:
    for name in _CLOCKS:
        _replace(time, name, lambda now: Instead(now, lambda: now() + watch.later()))
        _replace(time, f"{name}_ns", lambda now: Instead(now, lambda: now() + int(watch.later() * 10**9)))
    time_now, local, show = time.time._function, time.localtime, time.strftime  # type: ignore[attr-defined]

    def moment() -> float:
        return float(time_now() + watch.later())

    for name in _CALENDAR:
        _replace(time, name, lambda f: Instead(f, lambda at=None: f(moment() if at is None else at)))
    time.strftime = Instead(show, lambda form, *at: show(form, *(at or (local(moment()),))))
    told = time.asctime
    time.asctime = Instead(told, lambda *at: told(*(at or (local(moment()),))))
    _watch_datetime(watch)


def _watch_datetime(watch: Watch) -> None:
    """`datetime.now` reads the clock in C: it is replaced in the class itself, in this process only."""
    import ctypes
    import datetime

    moment = datetime.datetime
    (attributes,) = (held for held in gc.get_referents(vars(moment)) if isinstance(held, dict))
    for name in ("now", "utcnow"):
        attributes[name] = classmethod(_moved(watch, attributes[name]))
    ctypes.pythonapi.PyType_Modified(ctypes.py_object(moment))


def _moved(watch: Watch, original: Any) -> Callable[..., Any]:
    def now(cls: Any, *args: Any, **kwargs: Any) -> Any:
        import datetime

        return original.__get__(None, cls)(*args, **kwargs) + datetime.timedelta(seconds=watch.later())

    return now


def _watch_identity(watch: Watch) -> None:
    """Addresses and hashes by chance are other numbers in every process, and so here; equal ones stay equal."""
    address, hashed = builtins.id, builtins.hash

    def id_elsewhere(value: object) -> int:
        return elsewhere(address(value), 16) if is_asked(ADDRESS) else address(value)

    def hash_elsewhere(value: object) -> int:
        number = hashed(value)
        return elsewhere(number, 1) if is_asked(HASH) and number and hashed_by_chance(value) else number

    def elsewhere(number: int, unit: int) -> int:
        if watch.count is None:
            return number ^ (watch.mask if unit == 1 else watch.mask >> 30 << 3)
        first, step = watch.count
        return unit * (first + step * watch.numbers.setdefault(number, len(watch.numbers)))

    def is_asked(mark: str) -> bool:
        if not watch.active or _from_library() or _in_a_hash():
            return False
        watch.mark(mark)
        return True

    builtins.id = Instead(address, id_elsewhere)
    builtins.hash = Instead(hashed, hash_elsewhere)


def _in_a_hash() -> bool:
    """The hash of an object, by those of its parts: what it is used for decides."""
    frame = sys._getframe(2)
    while frame is not None and frame.f_code.co_filename.startswith(_OURS):
        frame = frame.f_back  # type: ignore[assignment]
    return frame is not None and frame.f_code.co_name == "__hash__"


# ---------------------------------------------------------------- the process


def _watch_process(watch: Watch) -> None:
    """What would reach beyond the end of a test, or comes from a terminal."""

    def refused(what: str, name: str) -> Callable[..., None]:
        def tell(*_: object, **__: object) -> None:
            if watch.active and not _from_library():
                watch.guard.refuse(what, name)

        return tell

    for name in ("alarm", "setitimer"):
        _replace(signal, name, partial(Telling, tell=refused("process", f"signal.{name}")))
    _replace(atexit, "register", lambda f: Telling(f, refused("exit", "atexit.register")))

    def isatty(_: object) -> bool:
        watch.mark(INPUT)
        return False

    class_of_input: Any = NoInput
    class_of_input.isatty = isatty


@contextlib.contextmanager
def warnings_marked(watch: Watch) -> Iterator[None]:
    """Warnings of the block go nowhere, and are marked."""
    with warnings.catch_warnings(record=True) as issued:
        warnings.simplefilter("always")
        yield
    if issued:
        watch.marks.add(WARNING)
