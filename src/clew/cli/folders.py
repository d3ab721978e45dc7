"""Folders that a command writes to."""

from __future__ import annotations

import os
import tempfile
from typing import Final

from clew.source.diagnostics import Diagnostic

NOT_A_FOLDER: Final = "this is a file, not a folder"


def unwritable(folder: str, shown: str, what: str) -> Diagnostic | None:
    """Is the output folder, or the nearest one above it that exists, one we can write to?  what: is to be written."""
    at = folder
    while not os.path.lexists(at) and os.path.dirname(at) != at:
        at = os.path.dirname(at)
    if not os.path.isdir(at):
        return Diagnostic("output", f"cannot write {what}: {NOT_A_FOLDER}", shown)
    try:
        with tempfile.TemporaryFile(dir=at):
            pass
    except OSError as error:
        return Diagnostic("output", f"cannot write {what}: {error.strerror}", shown)
    return None
