"""Run a piece of work in a forked process, under limits of memory and processor time."""

from __future__ import annotations

import math
import os
import pickle
import resource
import select
import signal
import time
import traceback
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
MEMORY = 3 * 2**30
PATIENCE = 20  # wall-clock seconds for each second of the processor: on a busy machine, or where it sleeps


def isolated(work: Callable[[], T], seconds: float) -> T | str:
    """What the work returns (it must be picklable), or a string: why it did not.  seconds: of the processor."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(reading)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            limit = math.ceil(time.process_time() + seconds)
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
            quiet = os.open(os.devnull, os.O_RDWR)
            os.dup2(quiet, 0)
            os.dup2(quiet, 1)
            try:
                body = pickle.dumps((True, work()))
            except BaseException:
                body = pickle.dumps((False, traceback.format_exc()))
            with os.fdopen(writing, "wb") as stream:
                stream.write(body)
            status = 0
        finally:
            os._exit(status)
    os.close(writing)
    parts: list[bytes] = []
    ends = time.monotonic() + PATIENCE * seconds
    late = False
    while True:
        ready, _, _ = select.select([reading], [], [], max(0.0, ends - time.monotonic()))
        if not ready:
            os.kill(child, signal.SIGKILL)
            late = True
            break
        part = os.read(reading, 1 << 16)
        if not part:
            break
        parts.append(part)
    os.close(reading)
    _, status = os.waitpid(child, 0)
    if late or (os.WIFSIGNALED(status) and not parts and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL)):
        return "timeout"
    try:
        good, value = pickle.loads(b"".join(parts))
    except (EOFError, pickle.UnpicklingError):
        return f"died with status {status}"
    return value if good else str(value)
