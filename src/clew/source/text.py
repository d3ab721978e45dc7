"""The text of a source file, or an InputError that shows the file as the user named it."""

from __future__ import annotations

from pathlib import Path

from clew.source.diagnostics import Diagnostic, InputError
from clew.source.files import read_source as read_file


def read_source(path: str, shown: str | None = None) -> str:
    """As `files.read_source`, for callers that leave at the first problem."""
    text = read_file(Path(path))
    if isinstance(text, Diagnostic):
        raise InputError(Diagnostic(text.code, text.text, shown or path, text.span))
    return text
