"""Run tasks in forks of a guarded process.

A *host* is a process that calls `prepare(payload)` once (it imports the user's module) and then, for each task, forks a
child that calls `task(prepared, payload, emit)`.  The child's messages and its result come straight to the caller over
a pipe of its own; the host only forks and waits.  So a task costs a fork, not an import, and what it does to its
process (patched builtins, a crash, an endless loop) ends with it.  Hosts themselves are forks of zygotes.

Only plain data comes back.  Several hosts may be used from several threads, each by one at a time.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import field, replace
from typing import Any

from clew.records import dataclass
from clew.scratch import new_scratch, remove_scratch
from clew.workers.host_protocol import EXITED, Died, Done, Frames, Order, Ready, loads, readable, send
from clew.workers.limits import MEGABYTE, Blocked, Limits
from clew.workers.nursery import HostProcess, Nursery, Stem
from clew.workers.process_group import kill_group
from clew.workers.runs import patience_of

GRACE = 5.0  # seconds for the host to notice that a killed child is dead


@dataclass(slots=True)
class Host:
    """Start with `Host.start`, end with `close` or `with`."""

    order: Order
    hash_seed: int
    trusted: tuple[str, ...]
    nursery: Nursery
    borrowed: bool  # whether the nursery is somebody else's
    stem: Stem | None = None
    stopped: bool = False
    _began: float = 0.0
    _ready: Ready | Died | None = None
    _process: HostProcess | None = None
    _control: socket.socket | None = None
    _inbox: Frames = field(default_factory=Frames)

    @staticmethod
    def start(
        prepare: str,
        payload: Any,
        limits: Limits,
        *,
        paths: tuple[str, ...] | None = None,
        preload: tuple[str, ...] = (),
        hash_seed: int = 0,
        trusted: tuple[str, ...] = ("clew",),
        environment: tuple[tuple[str, str], ...] = (),
        nursery: Nursery | None = None,
        stem: Any = None,
    ) -> Host:
        """Returns at once; see `ready` for how the preparation went.

        prepare: "package.module:function".  paths: `sys.path` of the host, by default the caller's.  preload: modules
        imported before the guard is up, e.g. "z3"; environment: variables it has besides its own; trusted: packages
        whose classes may come back.  nursery: where it is forked, by default one of its own.  stem: what a process
        prepares first that hosts with the same one, here and otherwise, are forks of; each then calls `prepare(payload,
        stem=…)` with what came of it.
        """
        if paths is None:
            paths = tuple(p for p in sys.path if p)
        borrowed, nursery = nursery is not None, nursery or Nursery()
        order = Order(prepare, stem, limits, paths, preload, environment, "")
        shared = None if stem is None else nursery.stem(order, hash_seed)
        scratch = new_scratch() if shared is None else tempfile.mkdtemp(dir=shared.scratch)
        host = Host(replace(order, payload=payload, scratch=scratch), hash_seed, trusted, nursery, borrowed, shared)
        host._begin()
        return host

    @property
    def ready(self) -> Ready | Died:
        """How the preparation went, once it is over."""
        if self._ready is None:
            self._ready = self._prepared()
            if isinstance(self._ready, Died):
                self._end()
        return self._ready

    def run(self, task: str, payload: Any = None, on_message: Callable[[Any], None] | None = None) -> Done | Died:
        """Run "package.module:function" in a fork.  Messages are handed over as they come, those before a death too."""
        if self.stopped:
            return _stopped()
        if self._process is None or (self._ready is not None and self._process.poll() is not None):
            self._end()
            self._begin()
        if isinstance(self.ready, Died):
            return self.ready
        try:
            return _Run(self, on_message).go(task, payload)
        except BaseException:
            self._end()  # a task may still be running in it
            raise

    def stop(self) -> None:
        """From any thread: end what is running and take no more tasks; each ends as `interrupted`."""
        self.stopped = True
        process = self._process
        if process is not None:
            process.kill()

    def close(self) -> None:
        self._end()
        if not self.borrowed:
            self.nursery.close()
        remove_scratch(self.order.scratch)

    def __enter__(self) -> Host:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _begin(self) -> None:
        os.makedirs(self.order.scratch, exist_ok=True)
        self._inbox, self._ready, self._began = Frames(), None, time.monotonic()
        if self.stem is None:
            self._process, self._control = self.nursery.host(self.order, self.hash_seed)

    def _prepared(self) -> Ready | Died:
        """Wait for what the host says of its preparation."""
        limits = self.order.limits
        patience = _Patience(limits, self._began)
        blocked: list[Blocked] = []
        while self.stem is not None and not self.stem.is_over(0.2):
            if self.stem.has_imported:
                patience.imported()
            if self.stopped or patience.left() <= 0:
                return _stopped() if self.stopped else patience.late()
        if self._process is None:
            self._process, self._control = self.nursery.host(self.order, self.hash_seed, self.stem)
            patience = _Patience(limits, time.monotonic())  # it begins now, maybe long after it was asked for
        assert self._control is not None
        try:
            while True:
                if not readable((self._control,), max(patience.left(), 0.0)):
                    if patience.left() <= 0:
                        return patience.late(blocked)
                    continue
                data = self._control.recv(1 << 16)
                if not data:
                    status = self._process.wait(GRACE)
                    if self.stopped:
                        return _stopped()
                    if status == -signal.SIGPROF:
                        return patience.late(blocked)
                    how = "" if status is None else f": {_ending(status)}"
                    return Died("cannot-import", f"the import ended the process{how}", tuple(blocked))
                for kind, body in self._inbox.feed(data):
                    message = loads(body, self.trusted)
                    if kind == b"b":
                        blocked.append(message)
                    elif kind == b"i":
                        patience.imported()
                    else:
                        assert isinstance(message, Ready | Died)
                        return message
        except (OSError, EOFError) as error:
            return Died("cannot-import", f"the process that imports ended: {error}", tuple(blocked))
        except Exception as error:  # the import has changed what our own code runs on
            return Died("worker-died", f"what the import left cannot be read: {error}", tuple(blocked))

    def _end(self) -> None:
        if self._control is not None:
            self._control.close()
            self._control = None
        if self._process is not None:
            self._process.end()
            self._process = None


@dataclass(slots=True)
class _Patience:
    """How long a preparation that has begun is waited for: its import, then what else there is to do."""

    limits: Limits
    since: float
    has_imported: bool = False

    def imported(self) -> None:
        if not self.has_imported:
            self.has_imported, self.since = True, time.monotonic()

    def left(self) -> float:
        """Seconds, none or fewer where it takes too long."""
        return self.since + self._seconds - time.monotonic()

    def late(self, blocked: Sequence[Blocked] = ()) -> Died:
        what = "to look through the texts of the project" if self.has_imported else "the import"
        return Died("timeout", f"{what} took more than {self._seconds:g} s", tuple(blocked))

    @property
    def _seconds(self) -> float:
        return self.limits.survey_wall if self.has_imported else self.limits.prepare_wall


class _Run:
    """One task, seen from the caller."""

    def __init__(self, host: Host, on_message: Callable[[Any], None] | None) -> None:
        self.host = host
        self.on_message = on_message
        self.frames = Frames()
        self.result: Done | Died | None = None
        self.blocked: list[Blocked] = []
        self.child: int | None = None
        self.ended: tuple[int, int, float, int] | None = None  # status, peak, seconds, and the run that went on
        self.heard = 0.0

    def go(self, task: str, payload: Any) -> Done | Died:
        limits = self.host.order.limits
        control = self.host._control
        assert control is not None
        reading, writing = os.pipe()
        try:
            os.set_blocking(reading, False)
            try:
                send(control, b"t", (task, payload), (writing,))
            except OSError:
                return self._host_died()
            finally:
                os.close(writing)
            deadline = time.monotonic() + limits.wall
            late = False
            self.heard = time.monotonic()
            open_ends: list[Any] = [reading, control]
            while self.ended is None:
                until = deadline if late else min(deadline, self.heard + limits.quiet)
                ready = readable(open_ends, max(0.0, until - time.monotonic()))
                if not ready and time.monotonic() >= until:
                    if late:
                        return self._late(limits)  # the host does not answer; ended by _host_died
                    late = True
                    deadline = time.monotonic() + GRACE
                    if self.child is not None:
                        kill_group(self.child)
                if reading in ready and not self._read(reading):
                    open_ends.remove(reading)
                if control in ready and not self._hear(control):
                    return self._host_died()
            while reading in open_ends and self._read(reading) and readable((reading,), 0.0):
                pass
        finally:
            os.close(reading)
        return self._concluded(late, limits)

    def _read(self, reading: int) -> bool:
        """Take in what the child wrote; False at its end."""
        try:
            data = os.read(reading, 1 << 20)
        except BlockingIOError:
            return True
        self.heard = time.monotonic()
        for kind, body in self.frames.feed(data):
            try:
                message = loads(body, self.host.trusted)
            except Exception as error:
                self.result = self.result or Died("worker-died", f"what the task sent cannot be read: {error}")
                continue
            match kind:
                case b"m":
                    if self.on_message is not None:
                        self.on_message(message)
                case b"b":
                    self.blocked.append(message)
                case _:
                    self.result = self.result or message
        return bool(data)

    def _hear(self, control: socket.socket) -> bool:
        """Take in what the host says; False when it is gone."""
        try:
            data = control.recv(1 << 16)
        except OSError:
            return False
        for kind, body in self.host._inbox.feed(data):
            match kind:
                case b"f":
                    self.child = loads(body, ())
                case b"e":
                    self.ended = loads(body, ())
        return bool(data)

    def _late(self, limits: Limits) -> Died:
        self.host._end()
        return Died("timeout", self.too_long(limits), tuple(self.blocked))

    def too_long(self, limits: Limits) -> str:
        return f"it did not end within {min(limits.wall, limits.quiet):g} s"

    def _host_died(self) -> Died:
        process = self.host._process
        status = process.wait(GRACE) if process is not None else None
        self.host._end()
        if self.host.stopped:
            return _stopped()
        how = "" if status is None else f": {_ending(status)}"
        return Died("worker-died", f"the process that holds the module died{how}", tuple(self.blocked))

    def _concluded(self, late: bool, limits: Limits) -> Done | Died:
        assert self.ended is not None
        status, peak, cpu, run = self.ended
        blocked = tuple(self.blocked)
        match self.result:
            case Done(value=value):
                return Done(value, peak, cpu, blocked)
            case Died(code=code, text=text):
                return Died(code, text, blocked, cpu)
        if late:
            return Died("timeout", self.too_long(limits), blocked, cpu)
        number = -status
        used_up = cpu >= limits.cpu * 0.98
        if run and number == signal.SIGPROF and not used_up:
            return Died(
                "timeout",
                f"an operation took more than {patience_of(limits.cpu):g} s of processor time",
                blocked,
                cpu,
                run,
            )
        if number == signal.SIGPROF or (number in (signal.SIGXCPU, signal.SIGKILL) and used_up):
            return Died("timeout", f"it used more than {limits.cpu:g} s of processor time", blocked, cpu, run)
        if number == signal.SIGALRM:
            return Died("timeout", "it waited for what did not come", blocked, cpu)
        text = _ending(status)
        if number in (signal.SIGKILL, signal.SIGABRT) and peak > limits.memory // 2:
            text += f", with {peak // MEGABYTE} MB in use"
        return Died("worker-died", text, blocked, cpu, run)


def _stopped() -> Died:
    return Died("interrupted", "the run was stopped")


def _ending(status: int) -> str:
    """status: as in `subprocess.Popen.returncode`."""
    if status >= 0:
        return f"{EXITED} with code {status}"
    try:
        name = signal.Signals(-status).name
    except ValueError:
        name = f"signal {-status}"
    return f"the process was ended by {name}"
