"""The life of a host: guard the process, prepare (import the user's module), then a fork for each task.

It begins in a fork of a zygote, before anything of the user's was imported, or of a *stem*: a host that has prepared
what several have in common, as the import of a package, and forks these.  The host itself only forks and waits; what a
task finds goes straight to the caller, over a pipe of its own.
"""

from __future__ import annotations

import _socket
import builtins
import contextlib
import gc
import importlib
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

from clew.records import dataclass
from clew.workers.forking import fork_hosts
from clew.workers.guard import Guard, install, move_to, silence, spend_reserve, start_clock, stop_clock
from clew.workers.host_protocol import (
    HEADER,
    TASK_FAILED,
    Died,
    Done,
    Imported,
    Order,
    Ready,
    dumps,
    readable,
    receive,
    send,
    write_all,
)
from clew.workers.late_imports import LateImports
from clew.workers.limits import MEGABYTE
from clew.workers.process_group import kill_group
from clew.workers.runs import RUNS, Board


class Names:
    """The builtins and modules as they are before a task, which may patch them.

    Kept by the host: to touch every module costs a task more than all else at its start, as each is then copied.
    """

    def __init__(self) -> None:
        self.builtins = dict(vars(builtins))
        self.modules = dict(sys.modules)


class Emit:
    """How a task sends what it finds: `emit(message)`, any time, from any thread.  `guard` is the child's guard."""

    def __init__(self, descriptor: int, guard: Guard, names: Names) -> None:
        self.descriptor = descriptor
        self.guard = guard
        self.lock = threading.RLock()
        self.names = names

    def __call__(self, message: object) -> None:
        self.send(b"m", message)

    def send(self, kind: bytes, message: object) -> None:
        vars(builtins).update(self.names.builtins)  # what user code has patched must not garble what is sent
        body = dumps(message)
        with self.lock:
            write_all(self.descriptor, HEADER.pack(kind, len(body)) + body)

    def send_result(self, result: Done | Died) -> None:
        """The last message: however the task left its process, with the last of the memory."""
        vars(builtins).update(self.names.builtins)
        sys.setrecursionlimit(max(sys.getrecursionlimit(), 1000))
        spend_reserve(self.guard)
        try:
            try:
                self.send(b"r", result)
            except MemoryError:
                raise
            except Exception:  # the class of a record is not what its module has, or the module is gone
                sys.modules.update(self.names.modules)
                self.send(b"r", result)
        except MemoryError:
            raise
        except Exception as error:
            self.send(b"r", Died("worker-died", f"the result cannot be sent: {type(error).__name__}: {error}"))


Task: TypeAlias = Callable[[Any, Any, Emit], Any]


def serve(order: Order, control: _socket.socket, die_with_parent: Callable[[], None]) -> None:
    """The whole life of a host process; never returns."""
    prepared = _prepare(order, control)
    if order.is_stem:
        gc.collect()
        gc.freeze()
        send(control, b"r", None)
        fork_hosts(control, partial(_serve_from, prepared), die_with_parent, prepared.guard.lifted)
    _take_tasks(order, control, die_with_parent, prepared)


@dataclass(frozen=True, slots=True)
class _Prepared:
    """How the preparation went, and what it gave."""

    ready: Ready | Died
    value: Any
    guard: Guard


def _serve_from(stem: _Prepared, order: Order, control: _socket.socket, die_with_parent: Callable[[], None]) -> None:
    """The life of a host that a stem has forked; never returns."""
    prepared = stem
    if isinstance(stem.ready, Ready):
        guard = stem.guard
        move_to(os.path.realpath(order.scratch))
        own = _prepared(partial(_find(order.prepare), order.payload, stem=stem.value), control, guard, order)
        blocked = (*stem.ready.blocked, *own.ready.blocked)
        prepared = replace(own, ready=replace(own.ready, blocked=blocked))
    _take_tasks(order, control, die_with_parent, prepared)


def _take_tasks(
    order: Order, control: _socket.socket, die_with_parent: Callable[[], None], prepared: _Prepared
) -> None:
    """Never returns."""
    guard = prepared.guard
    send(control, b"r", prepared.ready)
    if isinstance(prepared.ready, Ready):
        names, children, board = Names(), _settle(), Board()
        with contextlib.suppress(EOFError, OSError):  # the caller is gone
            while True:
                _, body, (pipe,) = receive(control)
                board.run = 0
                with guard.lifted():
                    pid = os.fork()
                if pid == 0:
                    _child(order, guard, control, pipe, prepared.value, body, die_with_parent, names, board)
                os.close(pipe)
                with contextlib.suppress(OSError):
                    os.setpgid(pid, pid)
                send(control, b"f", pid)
                ended = _wait(pid, control, children)
                _sweep(order.scratch, guard)
                send(control, b"e", (*ended, board.run))
    _sweep(order.scratch, guard)
    os._exit(0)  # without what the user's modules have registered for the exit


def _prepare(order: Order, control: _socket.socket) -> _Prepared:
    os.environ.update(order.environment)
    time.tzset()
    # What is ours and its part of the standard library first: a user's `types.py` must not get in the way.
    for name in order.preload:
        importlib.import_module(name)
    with contextlib.suppress(ModuleNotFoundError):
        _find(order.prepare)
    sys.dont_write_bytecode = True
    home = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    sys.meta_path.insert(0, LateImports(tuple(sys.path)))
    sys.path[:] = [*order.paths, *([] if home in order.paths else [home])]
    prepare = _find(order.prepare)
    guard = install(order.limits, order.scratch)
    return _prepared(partial(prepare, order.payload), control, guard, order)


def _prepared(prepare: Callable[[], Any], control: _socket.socket, guard: Guard, order: Order) -> _Prepared:
    began = time.perf_counter()
    guard.on_blocked = lambda record: send(control, b"b", record)
    start_clock(guard, order.limits.prepare_wall)
    try:
        value = prepare()
        if isinstance(value, Imported):
            send(control, b"i", None)
            start_clock(guard, order.limits.survey_wall)
            value = value.rest()
    except BaseException as error:
        text = _short_traceback(error)
        return _Prepared(Died("cannot-import", text, guard.drain()), None, guard)
    finally:
        stop_clock()
    guard.on_blocked = None
    return _Prepared(Ready(guard.drain(), guard.layers, time.perf_counter() - began), value, guard)


def _settle() -> int:
    """Ready to fork; a descriptor that becomes readable when a child ends.

    What exists now is never collected, so that children do not copy pages only to count references.
    """
    gc.collect()
    gc.freeze()
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    os.set_blocking(writing, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    return reading


def _wait(pid: int, control: _socket.socket, children: int) -> tuple[int, int, float]:
    """(exit status, peak bytes, cpu seconds) of the child; EOFError when the caller is gone, the child being killed."""
    while True:
        done, status, usage = os.wait4(pid, os.WNOHANG)
        if done:
            scale = 1 if sys.platform == "darwin" else 1024
            return os.waitstatus_to_exitcode(status), usage.ru_maxrss * scale, usage.ru_utime + usage.ru_stime
        for ready in readable((control, children), 1.0):
            if ready is children:
                with contextlib.suppress(BlockingIOError):
                    os.read(children, 4096)
            elif not control.recv(1, _socket.MSG_PEEK):
                kill_group(pid)
                raise EOFError


def _child(
    order: Order,
    guard: Guard,
    control: _socket.socket,
    pipe: int,
    prepared: Any,
    body: bytes,
    die_with_parent: Callable[[], None],
    names: Names,
    board: Board,
) -> None:
    """The life of a task; never returns."""
    code = 1
    try:
        os.setpgid(0, 0)
        die_with_parent()
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        control.close()
        silence(guard)
        start_clock(guard, order.limits.cpu)
        RUNS.begin(board, guard, order.limits.cpu)
        emit = Emit(pipe, guard, names)
        guard.on_blocked = lambda record: emit.send(b"b", record)
        name, payload = pickle.loads(body)
        result: Done | Died
        try:
            result = Done(_find(name)(prepared, payload, emit), 0, 0.0)
        except MemoryError:
            result = Died("worker-died", f"it used more than {order.limits.memory // MEGABYTE} MB of memory")
        except BaseException as error:
            result = Died("worker-died", f"{TASK_FAILED}: {_own_traceback(error)}")
        emit.send_result(result)
        code = 0
    finally:
        os._exit(code)


def _sweep(scratch: str, guard: Guard) -> None:
    """Empty the scratch directory for the next task."""
    with guard.lifted(), contextlib.suppress(OSError):
        for entry in list(os.scandir(scratch)):
            if entry.is_dir(follow_symlinks=False):
                import shutil

                shutil.rmtree(entry.path, ignore_errors=True)
            else:
                os.unlink(entry.path)


def _short_traceback(error: BaseException) -> str:
    """The traceback without our own frames and those of the import machinery."""
    import traceback

    here = os.path.dirname(os.path.dirname(__file__)) + os.sep
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith((here, "<frozen importlib", os.path.dirname(importlib.__file__)))
    ]
    lines = traceback.format_list(frames[-6:]) + traceback.format_exception_only(error)
    return "".join(lines).rstrip()[-4000:]


def _own_traceback(error: BaseException) -> str:
    """What a report of a fault of ours needs: the exception, and the innermost places in this package."""
    import traceback

    package = os.path.dirname(os.path.dirname(__file__))
    places = [
        f"{os.path.relpath(frame.filename, package)}:{frame.lineno}"
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename.startswith(package + os.sep)
    ]
    what = "".join(traceback.format_exception_only(error)).rstrip()
    return f"{what} ({' <- '.join(reversed(places[-4:]))})"[:4000]


def _find(name: str) -> Any:
    module, _, path = name.partition(":")
    found: Any = importlib.import_module(module)
    for part in path.split("."):
        found = getattr(found, part)
    return found
