"""Folders for what a run needs while it lasts.

Each is locked by who made it, for as long as that process lives: what a killed run left behind is nobody's, and the
next run removes it.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from typing import Final

_PREFIX: Final = "clew-run-"
_FRESH: Final = 600  # seconds in which a folder without a lock may be one that is being made
_locks: dict[str, int] = {}


def new_scratch() -> str:
    """A new folder among the temporary ones, until `remove_scratch`."""
    if not _locks:
        remove_left_behind()
    path = tempfile.mkdtemp(prefix=_PREFIX)
    _locks[path] = _locked(path)
    return path


def remove_scratch(path: str) -> None:
    """With all that is in it, as far as that can be removed."""
    shutil.rmtree(path, ignore_errors=True)
    lock = _locks.pop(path, -1)
    if lock >= 0:
        os.close(lock)


@contextlib.contextmanager
def scratch_folder() -> Iterator[str]:
    path = new_scratch()
    try:
        yield path
    finally:
        remove_scratch(path)


def remove_left_behind() -> None:
    """Remove what runs of this user that are no more have left."""
    now = time.time()
    with contextlib.suppress(OSError):
        for entry in list(os.scandir(tempfile.gettempdir())):
            if entry.name.startswith(_PREFIX) and entry.is_dir(follow_symlinks=False):
                with contextlib.suppress(OSError):
                    about = entry.stat(follow_symlinks=False)
                    if about.st_uid == os.getuid() and now - about.st_mtime > _FRESH:
                        os.close(_locked(entry.path))  # refused where somebody has it
                        shutil.rmtree(entry.path, ignore_errors=True)


def _locked(path: str) -> int:
    """A descriptor that holds the lock.  Raises BlockingIOError where another one does."""
    found = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(found, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BaseException:
        os.close(found)
        raise
    return found
