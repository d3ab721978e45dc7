"""Calls that wait for what never comes: of a queue that stays empty, a lock that nobody releases."""

from __future__ import annotations

import _signal
import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from typing import Final

IDLE: Final = 3.0  # seconds
IDLE_AGAIN: Final = 0.5  # where calls of the same function waited before
IDLE_FOR_GOOD: Final = 6.0  # in a run that nothing else would end
_AT_LEAST: Final = 0.005  # of them on a processor, else the process is idle

_setitimer = signal.setitimer  # as it is, whatever code under test is told


def end_process() -> None:
    """As a process that waited; its host says so."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    os.kill(os.getpid(), signal.SIGALRM)


@contextlib.contextmanager
def ended_when_idle(end: Callable[[], None], seconds: float = IDLE) -> Iterator[None]:
    """Call `end` inside, at the place that waits, when the process has done nothing for so many seconds.

    What it raises ends the wait: the interpreter runs handlers of signals where a lock is waited for.  Waits of other
    threads are their own.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    used = time.process_time()

    def tick(number: int, frame: object) -> None:
        nonlocal used
        before, used = used, time.process_time()
        if used - before < _AT_LEAST:
            end()

    others = _signal.signal(_signal.SIGALRM, tick)  # `signal` makes enums of the handlers: slow, where each run waits
    _setitimer(signal.ITIMER_REAL, seconds, seconds)
    try:
        yield
    finally:
        _setitimer(signal.ITIMER_REAL, 0)
        _signal.signal(_signal.SIGALRM, _signal.SIG_DFL if others is None else others)  # None: of no Python code
