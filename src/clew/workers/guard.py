"""A process that runs the user's code without harming anything outside it.

Three layers, each reported in `Guard.layers`: resource limits, an audit hook (PEP 578) that refuses what leaves a trace
outside the scratch directory, and, where the kernel has it, Landlock, which holds for C code too.  This protects from
accidents, not from an attacker: code that sets out to defeat an audit hook can.

A refused action raises `SideEffectBlocked`, a PermissionError, and is recorded, so that no verdict rests on it.
What user code changes inside its process (builtins, signal handlers, the environment) dies with the fork it ran in.
"""

from __future__ import annotations

import _posixsubprocess
import _signal
import contextlib
import io
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import field

from clew.records import dataclass
from clew.workers.landlock import confine
from clew.workers.limits import MEGABYTE, Blocked, Limits

try:
    import _posixshmem
except ImportError:  # not in every build of Python
    _posixshmem = None

MOST_RECORDED = 100  # refused actions kept per task; code that retries in a loop must not fill the memory


class SideEffectBlocked(PermissionError):
    """The guard refused what the code did."""


class NoInput(io.RawIOBase):
    """Standard input: at its end from the start.  Reading is recorded: elsewhere there may be something to read."""

    def __init__(self, guard: Guard) -> None:
        super().__init__()
        self.guard = guard

    def readable(self) -> bool:
        return True

    def fileno(self) -> int:
        return 0

    def readinto(self, buffer: object) -> int:
        self.guard.note("input", "standard input")
        return 0


class Sink(io.RawIOBase):
    """Where standard output goes: the first `most` bytes are kept, the rest is dropped."""

    def __init__(self, descriptor: int, most: int) -> None:
        super().__init__()
        self.descriptor = descriptor
        self.most = most
        self.kept = bytearray()

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self.descriptor

    def write(self, data: object) -> int:
        view = memoryview(data)  # type: ignore[arg-type]
        room = self.most - len(self.kept)
        if room > 0:
            self.kept += bytes(view[:room])
        return view.nbytes


@dataclass(slots=True)
class Guard:
    """The guard of this process, made by `install`.  on_blocked is told of every refused action as it happens.

    listeners: who is told of an audit event, by its name, once it is not refused.  They share one hook, since each is
    called for whatever happens, twice for every look at a frame.
    """

    limits: Limits
    scratch: str
    layers: tuple[str, ...] = ()
    blocked: list[Blocked] = field(default_factory=list)
    on_blocked: Callable[[Blocked], None] | None = None
    active: bool = True
    listeners: dict[str, Callable[[str, tuple[object, ...]], None]] = field(default_factory=dict)

    @property
    def opened(self) -> tuple[str, ...]:
        """The folders that may be changed besides the scratch directory."""
        return self.limits.folders if "write" in self.limits.allow else ()

    def drain(self) -> tuple[Blocked, ...]:
        """What was refused since the last call."""
        found = tuple(self.blocked)
        self.blocked.clear()
        return found

    @contextlib.contextmanager
    def lifted(self) -> Iterator[None]:
        """For what clew itself does: nothing is refused inside."""
        before, self.active = self.active, False
        try:
            yield
        finally:
            self.active = before

    def note(self, what: str, target: object) -> Blocked:
        """Record something that was refused, or could not be as it would be outside."""
        record = Blocked(what, _shown(target), _place())
        if len(self.blocked) < MOST_RECORDED and record not in self.blocked:
            self.blocked.append(record)
            if self.on_blocked is not None:
                self.on_blocked(record)
        return record

    def refuse(self, what: str, target: object) -> None:
        record = self.note(what, target)
        text = f"clew does not let code under test do this: {what} {record.target}".rstrip()
        outside = f", which is not below {' or '.join(self.opened)}" if self.opened and what in _OF_FILES else ""
        raise SideEffectBlocked(text + outside)


_INSTALLED: list[Guard] = []


def installed() -> Guard:
    """The guard of this process."""
    return _INSTALLED[-1]


def install(limits: Limits, scratch: str) -> Guard:
    """Guard this process from here to its end, and all its forks."""
    guard = Guard(limits, os.path.realpath(scratch))
    _INSTALLED.append(guard)
    set_limits(limits)
    silence(guard)
    move_to(guard.scratch)
    allow = limits.allow
    # Semaphores are made, and removed at once, in /dev/shm.
    places = (guard.scratch, os.devnull, "/dev/shm", *guard.opened)
    confined = confine(tuple(filter(os.path.exists, places)), network="network" not in allow)
    _close_doors_without_audit(guard)
    sys.addaudithook(_hook(guard))
    guard.layers = ("audit", "limits", "landlock") if confined else ("audit", "limits")
    return guard


def set_limits(limits: Limits) -> None:
    """Everything but processor time, which is counted per task by `start_clock`."""
    # A little is kept back, so that a task whose memory is full can still send what it found (`spend_reserve`).
    _limit(resource.RLIMIT_DATA, limits.memory, limits.memory + 64 * MEGABYTE)
    _limit(resource.RLIMIT_AS, 2 * limits.memory + 2048 * MEGABYTE)
    _limit(resource.RLIMIT_NOFILE, limits.open_files)
    _limit(resource.RLIMIT_FSIZE, limits.file_size)
    _limit(resource.RLIMIT_CORE, 0)


def spend_reserve(guard: Guard) -> None:
    """Allow the last of the memory, for sending results."""
    with guard.lifted(), contextlib.suppress(OSError, ValueError):
        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        resource.setrlimit(resource.RLIMIT_DATA, (hard, hard))


def start_clock(guard: Guard, seconds: float) -> None:
    """Kill this process when it has used so much processor time: by SIGPROF, or SIGXCPU where that is ignored.

    The limit is one that the next clock can raise: this process has clocks after one another, and so do its children.
    """
    for number in (signal.SIGPROF, signal.SIGXCPU):
        _signal.signal(number, _signal.SIG_DFL)  # `signal` makes enums of the handlers, and a replay has many clocks
    signal.setitimer(signal.ITIMER_PROF, seconds)
    used = resource.getrusage(resource.RUSAGE_SELF)
    ceiling = int(used.ru_utime + used.ru_stime + seconds) + 2
    with guard.lifted(), contextlib.suppress(OSError, ValueError):
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        if hard != resource.RLIM_INFINITY:
            ceiling = min(ceiling, hard)
        resource.setrlimit(resource.RLIMIT_CPU, (ceiling, hard))


def stop_clock() -> None:
    signal.setitimer(signal.ITIMER_PROF, 0)


def silence(guard: Guard) -> None:
    """No input (a prompt gives EOFError), bounded output."""
    limits = guard.limits
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    if null > 2:
        os.close(null)
    sys.stdin = sys.__stdin__ = io.TextIOWrapper(io.BufferedReader(NoInput(guard)), "utf-8")  # type: ignore[misc]
    sys.stdout = sys.__stdout__ = bounded_stream(1, limits.output)[0]  # type: ignore[misc]
    sys.stderr = sys.__stderr__ = bounded_stream(2, limits.output)[0]  # type: ignore[misc]


def move_to(scratch: str) -> None:
    """Make it the current, home and temporary directory."""
    os.chdir(scratch)
    for name in ("HOME", "TMPDIR", "TEMP", "TMP", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        os.environ[name] = scratch
    if (tempfile := sys.modules.get("tempfile")) is not None:
        vars(tempfile)["tempdir"] = None


def bounded_stream(descriptor: int, most: int, errors: str = "backslashreplace") -> tuple[io.TextIOWrapper, Sink]:
    """A text stream as `sys.stdout` is one, and where its bytes go once it is flushed."""
    sink = Sink(descriptor, most)
    return io.TextIOWrapper(io.BufferedWriter(sink), "utf-8", errors, write_through=True), sink


def _limit(kind: int, soft: int, hard: int | None = None) -> None:
    """Lower a limit; an older, lower one stays."""
    _, old_hard = resource.getrlimit(kind)
    hard = soft if hard is None else hard
    if old_hard != resource.RLIM_INFINITY:
        hard = min(hard, old_hard)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(kind, (min(soft, hard), hard))


# ---------------------------------------------------------------- the audit hook

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND

# event → (what, the positions of each path and of the folder descriptor it is relative to, -1 where it has none)
_FILE_EVENTS = {
    "os.remove": ("delete", ((0, 1),)),
    "os.rmdir": ("delete", ((0, 1),)),
    "os.mkdir": ("write", ((0, 2),)),
    "os.rename": ("rename", ((0, 2), (1, 3))),
    "os.link": ("write", ((1, 3),)),
    "os.symlink": ("write", ((1, 2),)),
    "os.truncate": ("write", ((0, -1),)),
    "os.chmod": ("chmod", ((0, 2),)),
    "os.chown": ("chmod", ((0, 3),)),
    "os.chflags": ("chmod", ((0, -1),)),
    "os.utime": ("write", ((0, 3),)),
    "os.setxattr": ("write", ((0, -1),)),
    "os.removexattr": ("write", ((0, -1),)),
}

# Those of the library, which come before it looks whether there is anything to change; a path may be any object here.
_LIBRARY_EVENTS = {
    "shutil.rmtree": ("delete", (0,)),
    "shutil.move": ("rename", (0, 1)),
    "shutil.copyfile": ("write", (1,)),
    "shutil.copymode": ("chmod", (1,)),
    "shutil.copystat": ("write", (1,)),
    "shutil.copytree": ("write", (1,)),
    "shutil.chown": ("chmod", (0,)),
    "shutil.make_archive": ("write", (0,)),
    "shutil.unpack_archive": ("write", (1,)),
}

# Event → the positions of the paths that it is about to change, if it is (an `open` may only read).
CHANGES = {
    "open": (0,),
    "sqlite3.connect": (0,),
    **{event: tuple(path for path, _ in places) for event, (_, places) in _FILE_EVENTS.items()},
    **{event: positions for event, (_, positions) in _LIBRARY_EVENTS.items()},
}

_OF_FILES = frozenset({"write", "delete", "rename", "chmod"})

_NETWORK_EVENTS = (
    "socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo", "socket.gethostbyname",
    "socket.gethostbyaddr", "socket.getnameinfo", "socket.getservbyname", "socket.getservbyport", "socket.sethostname",
)  # fmt: skip

_PROCESS_EVENTS = (
    "os.fork", "os.forkpty", "os.exec", "os.posix_spawn", "os.spawn", "os.system", "os.startfile", "subprocess.Popen",
    "pty.spawn", "webbrowser.open",
)  # fmt: skip

_LIMIT_EVENTS = ("resource.setrlimit", "resource.prlimit", "syslog.openlog", "syslog.syslog")


def _hook(guard: Guard) -> Callable[[str, tuple[object, ...]], None]:
    checks, listeners = _checks(guard), guard.listeners

    def hook(event: str, args: tuple[object, ...]) -> None:
        if event in checks and guard.active:
            checks[event](args)
        if event in listeners:
            listeners[event](event, args)

    return hook


def _checks(guard: Guard) -> dict[str, Callable[[tuple[object, ...]], None]]:
    """Event → what refuses it; allowed kinds have no entry."""
    allow = guard.limits.allow
    checks: dict[str, Callable[[tuple[object, ...]], None]] = {}

    def refused(what: str, event: str) -> Callable[[tuple[object, ...]], None]:
        def check(args: tuple[object, ...]) -> None:
            target = next((arg for arg in args if isinstance(arg, str | bytes | tuple)), None)
            guard.refuse(what, event if target is None else target)

        return check

    checks["open"] = lambda args: _check_open(guard, args)
    checks["sqlite3.connect"] = lambda args: _check_database(guard, args)
    for event, (what, places) in _FILE_EVENTS.items():
        checks[event] = _file_check(guard, what, places)
    for event, (what, positions) in _LIBRARY_EVENTS.items():
        checks[event] = _library_check(guard, what, positions)
    if "network" not in allow:
        checks |= {event: refused("network", event) for event in _NETWORK_EVENTS}
    if "process" not in allow:
        checks |= {event: refused("process", event) for event in _PROCESS_EVENTS}
        checks["os.kill"] = checks["os.killpg"] = lambda args: _check_kill(guard, args)
        checks["ctypes.dlopen"] = lambda args: _check_library(guard, args)
        checks["ctypes.dlsym"] = lambda args: _check_symbol(guard, args)
    checks |= {event: refused("limits", event) for event in _LIMIT_EVENTS}
    return checks


def _check_open(guard: Guard, args: tuple[object, ...]) -> None:
    path, _, flags = args
    if isinstance(flags, int) and flags & WRITING and not isinstance(path, int) and not _inside(guard, path):
        guard.refuse("write", path)


def _file_check(guard: Guard, what: str, places: tuple[tuple[int, int], ...]) -> Callable[[tuple[object, ...]], None]:
    def check(args: tuple[object, ...]) -> None:
        for path_position, folder_position in places:
            path = args[path_position]
            folder = args[folder_position] if folder_position >= 0 else -1
            if isinstance(folder, int) and folder >= 0 and not isinstance(path, int):
                path = os.path.join(_descriptor_path(folder), os.fsdecode(path))  # type: ignore[arg-type]
            if not _inside(guard, path):
                guard.refuse(what, path)

    return check


def _library_check(guard: Guard, what: str, positions: tuple[int, ...]) -> Callable[[tuple[object, ...]], None]:
    def check(args: tuple[object, ...]) -> None:
        for position in positions:
            path = args[position]
            with contextlib.suppress(TypeError, ValueError):  # what is no path fails by itself
                if path is not None and not isinstance(path, int) and not _inside(guard, os.fspath(path)):  # type: ignore[call-overload]
                    guard.refuse(what, path)

    return check


def _check_database(guard: Guard, args: tuple[object, ...]) -> None:
    path = args[0]
    text = os.fsdecode(path) if isinstance(path, str | bytes | os.PathLike) else ""
    if text in ("", ":memory:") or (text.startswith("file:") and ("mode=ro" in text or "mode=memory" in text)):
        return
    if not _inside(guard, text.removeprefix("file:").partition("?")[0]):
        guard.refuse("write", text)


def _check_kill(guard: Guard, args: tuple[object, ...]) -> None:
    if args[0] != os.getpid():
        guard.refuse("process", f"kill {args[0]}")


def _check_library(guard: Guard, args: tuple[object, ...]) -> None:
    """Installed packages may load their own libraries; `ctypes` itself opens the running program (None)."""
    if args[0] is not None and not _is_installed(args[0]):
        guard.refuse("process", args[0])


def _check_symbol(guard: Guard, args: tuple[object, ...]) -> None:
    library, name = args
    if not _is_installed(getattr(library, "_name", None)) and not str(name).startswith(("Py", "_Py")):
        guard.refuse("process", f"C function {name}")


def _is_installed(library: object) -> bool:
    return (
        isinstance(library, str)
        and os.path.isabs(library)
        and ("site-packages" in library or "dist-packages" in library or library.startswith(sys.base_prefix + os.sep))
    )


def _inside(guard: Guard, path: object) -> bool:
    if isinstance(path, int):
        path = _descriptor_path(path)
    real = os.path.realpath(os.fsdecode(path))  # type: ignore[arg-type]
    folders = (guard.scratch, *guard.opened)
    return real == os.devnull or any(real == folder or real.startswith(folder + os.sep) for folder in folders)


def _descriptor_path(descriptor: int) -> str:
    return os.path.realpath(f"/proc/self/fd/{descriptor}")


def _close_doors_without_audit(guard: Guard) -> None:
    """Functions of C modules that start processes or make files and raise no audit event."""

    def refusing(what: str, name: str, original: Callable[..., object]) -> Callable[..., object]:
        def call(*args: object, **kwargs: object) -> object:
            if guard.active:
                guard.refuse(what, name)
            return original(*args, **kwargs)

        return call

    if "process" not in guard.limits.allow:
        closed = refusing("process", "fork_exec", _posixsubprocess.fork_exec)
        _posixsubprocess.fork_exec = closed  # type: ignore[assignment]
        if (subprocess := sys.modules.get("subprocess")) is not None:  # a later import finds the closed one
            vars(subprocess)["_fork_exec"] = closed
    if "write" not in guard.limits.allow:
        for name in ("mkfifo", "mknod"):
            setattr(os, name, refusing("write", name, getattr(os, name)))
        if _posixshmem is not None:
            _posixshmem.shm_open = refusing("write", "shared memory", _posixshmem.shm_open)


# ---------------------------------------------------------------- the words of a record


def _shown(target: object) -> str:
    match target:
        case (one,):
            return _shown(one)
        case ():
            return ""
        case bytes():
            return os.fsdecode(target)
        case os.PathLike():
            return os.fsdecode(os.fspath(target))
        case str() | int() | tuple():
            return str(target)[:200]
        case _:
            return type(target).__name__


def _place() -> str:
    frame = sys._getframe(1)
    innermost = ""
    here = os.path.dirname(os.path.dirname(__file__))
    library = os.path.dirname(os.__file__)
    while frame is not None:
        name = frame.f_code.co_filename
        is_ours = name.startswith((here + os.sep, "<frozen"))
        is_library = name.startswith(library + os.sep) and "site-packages" not in name
        if not is_ours and not is_library:
            return f"{name}:{frame.f_lineno}"
        if not innermost and not is_ours:
            innermost = f"{name}:{frame.f_lineno}"
        frame = frame.f_back  # type: ignore[assignment]
    return innermost
