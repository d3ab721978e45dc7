"""Work done in forks of this process, each of which may hang or die: a few at a time, within limits.

A fork says what it is about to do before it does it, so that something is known of one that does not end.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import selectors
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, Generic, TypeAlias, TypeVar

from clew.records import dataclass
from clew.workers.process_group import kill_group

T = TypeVar("T")
Say: TypeAlias = Callable[[Any], object]
MEGABYTE: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """seconds: of the processor; wall: of the clock, for what waits.  memory: megabytes beside what is there."""

    seconds: float | None
    wall: float | None
    memory: int


@dataclass(frozen=True, slots=True)
class Ending:
    """said: all that the fork said, in order; how: `done`, `timeout` or `died`."""

    said: tuple[Any, ...]
    how: str

    @property
    def last(self) -> Any:
        return self.said[-1] if self.said else None


@dataclass(slots=True)
class _Fork(Generic[T]):
    task: T
    pid: int
    end: float | None
    received: bytes = b""


def in_forks(
    tasks: Iterable[T], work: Callable[[T, Say], object], limits: Callable[[T], Limits], jobs: int
) -> Iterator[tuple[T, Ending]]:
    """Each task with how it ended, as they end.  Groups of processes that forks leave behind are killed."""
    running: dict[int, _Fork[T]] = {}
    waiting = iter(tasks)
    with selectors.DefaultSelector() as selector:
        try:
            while True:
                while len(running) < jobs and (task := next(waiting, None)) is not None:
                    reader, fork = _started(task, work, limits(task), [*running])
                    running[reader] = fork
                    selector.register(reader, selectors.EVENT_READ)
                if not running:
                    return
                for reader in _ended(selector, running):
                    selector.unregister(reader)
                    os.close(reader)
                    fork = running.pop(reader)
                    late = fork.end is not None and time.monotonic() >= fork.end
                    yield fork.task, _ending(fork, late)
        finally:
            for fork in running.values():
                kill_group(fork.pid)


def _started(task: T, work: Callable[[T, Say], object], limits: Limits, others: Iterable[int]) -> tuple[int, _Fork[T]]:
    reader, writer = os.pipe()
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        os.close(reader)
        for each in others:
            os.close(each)
        _in_fork(task, work, limits, writer)
    os.close(writer)
    end = None if limits.wall is None else time.monotonic() + limits.wall
    return reader, _Fork(task, pid, end)


def _in_fork(task: T, work: Callable[[T, Say], object], limits: Limits, writer: int) -> None:
    """Does the work, and ends the process without what would be done at the end of the one it was forked from."""
    code = 1
    try:
        os.setpgid(0, 0)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        _limit(limits)
        work(task, lambda value: os.write(writer, json.dumps(value).encode() + b"\n"))
        code = 0
    except BaseException:  # whatever the user's code raises, in places where nobody expects it
        traceback.print_exc()
    finally:
        with contextlib.suppress(BaseException):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def _limit(limits: Limits) -> None:
    bytes_wanted = limits.memory * MEGABYTE + _mapped()
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard == resource.RLIM_INFINITY or bytes_wanted < hard:
        resource.setrlimit(resource.RLIMIT_AS, (bytes_wanted, hard))
    if limits.seconds is not None:
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, limits.seconds)


def _mapped() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[0]) * resource.getpagesize()


def _ended(selector: selectors.BaseSelector, running: dict[int, _Fork[T]]) -> list[int]:
    """The readers of forks that closed their end, or whose time is over."""
    ends = [fork.end for fork in running.values() if fork.end is not None]
    ready = selector.select(max(min(ends) - time.monotonic(), 0) if ends else None)
    over: list[int] = []
    for key, _ in ready:
        part = os.read(key.fd, 1 << 16)
        running[key.fd].received += part
        if not part:
            over.append(key.fd)
    now = time.monotonic()
    return over + [fd for fd, fork in running.items() if fd not in over and fork.end is not None and now >= fork.end]


def _ending(fork: _Fork[T], late: bool) -> Ending:
    if late:
        kill_group(fork.pid)
    _, status = os.waitpid(fork.pid, 0)
    kill_group(fork.pid)  # what it started
    said = tuple(json.loads(line) for line in fork.received.split(b"\n")[:-1])
    if late or (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF):
        return Ending(said, "timeout")
    return Ending(said, "done" if os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0 else "died")
