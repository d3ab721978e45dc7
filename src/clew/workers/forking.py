"""Forking hosts: a process that has made ready what they need, and forks each one from itself when it is asked to.

Between a caller and each of its hosts there is, besides what they say to each other, a socket for its life: the process
that forks writes the process id and, when the host is dead, how it ended; and it kills the host when the caller's end
is closed or shut down.  So no one but its parent ever signals a host by its number.
"""

from __future__ import annotations

import _socket
import contextlib
import os
import pickle
import signal
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager

from clew.records import dataclass
from clew.workers.host_protocol import NUMBER, WARM, Order, readable, receive
from clew.workers.process_group import kill_group

Serve = Callable[[Order, _socket.socket, Callable[[], None]], None]


@dataclass(frozen=True, slots=True)
class _Life:
    pid: int
    caller: _socket.socket


def fork_hosts(
    control: _socket.socket,
    serve: Serve,
    die_with_parent: Callable[[], None],
    lifted: Callable[[], AbstractContextManager[None]] = contextlib.nullcontext,
    warm: Callable[[tuple[str, ...]], None] | None = None,
) -> None:
    """Take orders until the caller is gone, and end with all hosts; never returns.

    serve: the whole life of a host, in its process.  die_with_parent: what `death_signal` gave.  lifted: a context in
    which this process may fork and kill.  warm: imports further modules for the hosts to come.
    """
    children = _wake_up_for_children()
    lives: list[_Life] = []
    with contextlib.suppress(EOFError, OSError):  # the caller is gone
        while True:
            sources = readable((control, children, *(life.caller for life in lives)), 60.0)
            if children in sources:
                with contextlib.suppress(BlockingIOError):
                    os.read(children, 4096)
            with lifted():
                lives = [life for life in lives if not _ended(life, life.caller in sources)]
            if control in sources:
                kind, body, ends = receive(control)
                if kind == WARM and warm is not None:
                    warm(pickle.loads(body))
                    continue
                talk, caller = ends
                others = (control, *(life.caller for life in lives))
                with lifted():
                    pid = os.fork()
                if pid == 0:
                    _begin(body, talk, caller, others, die_with_parent, serve)
                os.close(talk)
                lives.append(_Life(pid, _socket.socket(fileno=caller)))
                _tell(lives[-1], pid)
    with lifted():
        for life in lives:
            kill_group(life.pid)
    os._exit(0)


def _begin(
    body: bytes,
    talk: int,
    caller: int,
    others: tuple[_socket.socket, ...],
    die_with_parent: Callable[[], None],
    serve: Serve,
) -> None:
    """In the process of a host; never returns.  body: its order, pickled; talk, caller: its ends of the sockets;
    others: what it must not hold.
    """
    try:
        os.setsid()
        die_with_parent()
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for other in others:
            other.close()
        os.close(caller)
        serve(pickle.loads(body), _socket.socket(fileno=talk), die_with_parent)
    finally:
        os._exit(1)


def _ended(life: _Life, asked: bool) -> bool:
    """Is the host dead?  asked: its caller has closed the socket, or shut it down."""
    if asked:
        kill_group(life.pid)
    pid, status = os.waitpid(life.pid, 0 if asked else os.WNOHANG)
    if pid == 0:
        return False
    _tell(life, os.waitstatus_to_exitcode(status))
    life.caller.close()
    return True


def _tell(life: _Life, number: int) -> None:
    with contextlib.suppress(OSError):  # the caller does not listen any more
        life.caller.sendall(NUMBER.pack(number))


def _wake_up_for_children() -> int:
    """A descriptor that becomes readable when a child ends."""
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    os.set_blocking(writing, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    return reading


def death_signal() -> Callable[[], None]:
    """A function that asks the kernel to kill the calling process when the one that forked it dies (Linux)."""
    if not sys.platform.startswith("linux"):
        return lambda: None
    import ctypes

    prctl = ctypes.CDLL(None, use_errno=True).prctl
    set_parent_death_signal = 1
    return lambda: prctl(set_parent_death_signal, int(signal.SIGKILL), 0, 0, 0)
