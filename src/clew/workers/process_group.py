"""Ending a process and what it has started."""

from __future__ import annotations

import contextlib
import os
import signal


def kill_group(leader: int) -> None:
    """Kill a process group; just after a fork there may be no group yet, only its leader."""
    for kill in (os.killpg, os.kill):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            kill(leader, signal.SIGKILL)
