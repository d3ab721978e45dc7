"""The zygotes of a run, and the hosts that are forked from them, as their caller sees them."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from dataclasses import field

from clew.execution.host_protocol import NUMBER, Order, readable, send
from clew.execution.limits import Limits
from clew.records import dataclass

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
            if not readable((self.life,), left):
                if deadline is not None and time.monotonic() >= deadline:
                    return None
                continue
            data = self.life.recv(64)
            if not data:  # the zygote was killed, and its hosts with it
                return None if place == 0 else -signal.SIGKILL
            self._heard += data
        return int(NUMBER.unpack_from(self._heard, place * NUMBER.size)[0])


@dataclass(frozen=True, slots=True)
class _Zygote:
    process: subprocess.Popen[bytes]
    control: socket.socket

    @staticmethod
    def start(hash_seed: int, inherits: bool, preload: tuple[str, ...]) -> _Zygote:
        ours, theirs = socket.socketpair()
        with theirs:
            # clew comes from where the caller has it; a host sets the user's path later.
            start = f"import gc, sys; gc.disable(); sys.path.insert(0, {_home()!r})\n"
            start += f"from clew.execution.zygote import serve; serve({theirs.fileno()}, {preload!r})"
            process = subprocess.Popen(
                [sys.executable, "-s", "-P", "-c", start],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=_environment(hash_seed, inherits),
                cwd=os.sep,
                pass_fds=(theirs.fileno(),),
                start_new_session=True,
            )
        return _Zygote(process, ours)


@dataclass(slots=True)
class Nursery:
    """Starts a zygote for each hash seed that is asked for.  May be used from several threads; end with `close`.

    preload: by hash seed, what its zygote imports before it forks anything; otherwise: what the others do.
    """

    preload: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    otherwise: tuple[str, ...] = ()
    _zygotes: dict[tuple[int, bool], _Zygote] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def warm(self) -> None:
        """Start the zygotes there is something to preload for, without waiting for them."""
        with self._lock:
            for hash_seed in self.preload:
                self._zygote(hash_seed, Limits())

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
                    self._zygotes.pop((hash_seed, _inherits(order.limits))).control.close()
                    send(self._zygote(hash_seed, order.limits).control, b"h", order, ends)
        return HostProcess(life), talk

    def _zygote(self, hash_seed: int, limits: Limits) -> _Zygote:
        key = (hash_seed, _inherits(limits))
        if key not in self._zygotes:
            self._zygotes[key] = _Zygote.start(*key, self.preload.get(hash_seed, self.otherwise))
        return self._zygotes[key]

    def let_go(self) -> None:
        """Tell all zygotes to end, and so all their hosts, without waiting for that."""
        for zygote in self._zygotes.values():
            zygote.control.close()

    def close(self) -> None:
        """End all zygotes."""
        self.let_go()
        for zygote in self._zygotes.values():
            try:
                zygote.process.wait(GRACE)
            except subprocess.TimeoutExpired:
                zygote.process.kill()
                zygote.process.wait()
        self._zygotes.clear()

    def __enter__(self) -> Nursery:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _home() -> str:
    """The folder clew is imported from."""
    return os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def _inherits(limits: Limits) -> bool:
    return "env" in limits.allow


def _environment(hash_seed: int, inherits: bool) -> dict[str, str]:
    """The environment of hosts: nothing of the caller's, unless allowed, so that results do not depend on it."""
    if inherits:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    else:
        kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH", "SYSTEMROOT") if name in os.environ}
        kept |= {"LANG": "C.UTF-8", "TZ": "UTC"}
    return kept | {"PYTHONHASHSEED": str(hash_seed), "PYTHONUTF8": "1"}
