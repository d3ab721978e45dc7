"""The zygotes of a run, and the hosts that are forked from them, as their caller sees them."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import threading
import time
from collections.abc import Mapping
from dataclasses import field

from clew.records import dataclass
from clew.workers.host_protocol import NUMBER, Order, readable, send
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
class Nursery:
    """Starts a zygote for each hash seed that is asked for.  May be used from several threads; end with `close`.

    preload: by hash seed, what its zygote imports before it forks anything; otherwise: what the others do.
    """

    preload: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    otherwise: tuple[str, ...] = ()
    _zygotes: dict[tuple[int, bool], _Zygote] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def adopt(self, hash_seed: int, pid: int, descriptor: int) -> None:
        """Take over a zygote that was spawned for a hash seed, without the caller's environment."""
        self._zygotes[hash_seed, False] = _Zygote.of(pid, descriptor)

    def host(self, order: Order, hash_seed: int) -> tuple[HostProcess, socket.socket]:
        """Start a host, without waiting for it; the socket is the one to talk to it."""
        talk, his_talk = socket.socketpair()
        life, his_life = socket.socketpair()
        with his_talk, his_life:
            ends = (his_talk.fileno(), his_life.fileno())
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

    def let_go(self) -> None:
        """Tell all zygotes to end, and so all their hosts, without waiting for that."""
        for zygote in list(self._zygotes.values()):
            zygote.let_go()

    def close(self) -> None:
        """End all zygotes."""
        self.let_go()
        while self._zygotes:
            self._zygotes.popitem()[1].end()

    def __enter__(self) -> Nursery:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _inherits(limits: Limits) -> bool:
    return "env" in limits.allow
