"""The zygotes of a run, and the hosts that are forked from them, as their caller sees them."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import threading
import time
from collections.abc import Mapping
from dataclasses import field, replace

from clew.records import dataclass
from clew.scratch import new_scratch, remove_scratch
from clew.workers.host_protocol import NUMBER, WARM, Frames, Order, readable, send
from clew.workers.limits import Limits
from clew.workers.spawning import spawn

GRACE = 5.0  # seconds for a zygote to end once nobody orders hosts from it any more


@dataclass(slots=True)
class HostProcess:
    """A host: its number, and how it ended.  Used by one thread at a time, but for `kill`."""

    life: socket.socket
    _heard: bytearray = field(default_factory=bytearray)

    @property
    def pid(self) -> int | None:
        """None where it was never forked."""
        return self._number(0, None)

    def wait(self, seconds: float | None = None) -> int | None:
        """How it ended, as in `subprocess.Popen.returncode`; None while it lives, or after so many seconds."""
        return self._number(1, seconds)

    def poll(self) -> int | None:
        return self.wait(0.0)

    def kill(self) -> None:
        """From any thread: let its zygote kill it."""
        with contextlib.suppress(OSError):  # it is dead already
            self.life.shutdown(socket.SHUT_WR)

    def end(self) -> None:
        """Kill it, and wait until it is dead."""
        self.kill()
        self.wait(GRACE)
        self.life.close()

    def _number(self, place: int, seconds: float | None) -> int | None:
        deadline = None if seconds is None else time.monotonic() + seconds
        while len(self._heard) < (place + 1) * NUMBER.size:
            left = 3600.0 if deadline is None else max(0.0, deadline - time.monotonic())
            try:
                if not readable((self.life,), left):
                    if deadline is not None and time.monotonic() >= deadline:
                        return None
                    continue
                data = self.life.recv(64)
            except (OSError, ValueError):  # another thread has ended it meanwhile
                data = b""
            if not data:  # the zygote was killed, and its hosts with it
                return None if place == 0 else -signal.SIGKILL
            self._heard += data
        return int(NUMBER.unpack_from(self._heard, place * NUMBER.size)[0])


@dataclass(frozen=True, slots=True)
class _Zygote:
    pid: int
    control: socket.socket

    @staticmethod
    def of(pid: int, descriptor: int) -> _Zygote:
        return _Zygote(pid, socket.socket(fileno=descriptor))

    def let_go(self) -> None:
        """Tell it to end, without waiting for that."""
        with contextlib.suppress(OSError):  # it is dead already
            self.control.shutdown(socket.SHUT_WR)

    def end(self) -> None:
        self.let_go()
        if not readable((self.control,), GRACE):  # the end of the file, when it is dead
            os.kill(self.pid, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):  # somebody has waited for all children
            os.waitpid(self.pid, 0)
        self.control.close()


@dataclass(slots=True)
class Stem:
    """A host that prepares what several have in common, and forks these.  May be used from several threads."""

    process: HostProcess
    control: socket.socket
    scratch: str
    _inbox: Frames = field(default_factory=Frames)
    has_imported: bool = False
    _is_over: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def is_over(self, seconds: float) -> bool:
        """Has it prepared, or died in it?  Waits for so many seconds."""
        with self._lock:
            if not self._is_over and readable((self.control,), seconds):
                try:
                    data = self.control.recv(1 << 16)
                except OSError:
                    data = b""
                kinds = [kind for kind, _ in self._inbox.feed(data)]
                self.has_imported |= b"i" in kinds
                self._is_over = not data or b"r" in kinds
            return self._is_over

    def order(self, order: Order, ends: tuple[int, int]) -> bool:
        """Let it fork a host, once it is over; False where it is dead."""
        with self._lock:
            try:
                send(self.control, b"h", order, ends)
            except OSError:
                return False
            return True

    def end(self) -> None:
        self.process.end()
        self.control.close()
        remove_scratch(self.scratch)


@dataclass(slots=True)
class Nursery:
    """Starts a zygote for each hash seed that is asked for, and stems of hosts that have something in common.

    May be used from several threads; end with `close`.

    preload: by hash seed, what its zygote imports before it forks anything; otherwise: what the others do.
    """

    preload: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    otherwise: tuple[str, ...] = ()
    _zygotes: dict[tuple[int, bool], _Zygote] = field(default_factory=dict)
    _stems: dict[tuple[int, Order], Stem] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _stemming: threading.Lock = field(default_factory=threading.Lock)

    def adopt(self, hash_seed: int, pid: int, descriptor: int) -> None:
        """Take over a zygote that was spawned for a hash seed, without the caller's environment."""
        self._zygotes[hash_seed, False] = _Zygote.of(pid, descriptor)

    def warm(self, names: tuple[str, ...]) -> None:
        """Let the zygote of the first hash seed, if there is one, import more before it forks any further host."""
        with self._lock, contextlib.suppress(OSError):  # one that was killed is begun anew, and imports less
            if (zygote := self._zygotes.get((0, False))) is not None:
                send(zygote.control, WARM, names)

    def stem(self, order: Order, hash_seed: int) -> Stem:
        """Of all hosts that begin with the order, whose scratch directory is empty."""
        with self._stemming:
            found = self._stems.get((hash_seed, order))
            if found is None:
                scratch = new_scratch()
                process, control = self.host(replace(order, scratch=scratch, is_stem=True), hash_seed)
                found = self._stems[hash_seed, order] = Stem(process, control, scratch)
            return found

    def host(self, order: Order, hash_seed: int, stem: Stem | None = None) -> tuple[HostProcess, socket.socket]:
        """Start a host, without waiting for it; the socket is the one to talk to it.  stem: who forks it."""
        talk, his_talk = socket.socketpair()
        life, his_life = socket.socketpair()
        with his_talk, his_life:
            ends = (his_talk.fileno(), his_life.fileno())
            if stem is not None and stem.order(order, ends):
                return HostProcess(life), talk
            with self._lock:
                try:
                    send(self._zygote(hash_seed, order.limits).control, b"h", order, ends)
                except OSError:  # somebody has killed the zygote
                    self._zygotes.pop((hash_seed, _inherits(order.limits))).end()
                    send(self._zygote(hash_seed, order.limits).control, b"h", order, ends)
        return HostProcess(life), talk

    def _zygote(self, hash_seed: int, limits: Limits) -> _Zygote:
        key = (hash_seed, _inherits(limits))
        if key not in self._zygotes:
            self._zygotes[key] = _Zygote.of(*spawn(*key, self.preload.get(hash_seed, self.otherwise)))
        return self._zygotes[key]

    def end_stems(self) -> None:
        while self._stems:
            self._stems.popitem()[1].end()

    def let_go(self) -> None:
        """Tell all zygotes to end, and so all their hosts, without waiting for that."""
        for zygote in list(self._zygotes.values()):
            zygote.let_go()

    def close(self) -> None:
        """End all stems and zygotes."""
        self.let_go()
        self.end_stems()
        while self._zygotes:
            self._zygotes.popitem()[1].end()

    def __enter__(self) -> Nursery:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _inherits(limits: Limits) -> bool:
    return "env" in limits.allow
