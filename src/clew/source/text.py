"""Read a Python source file the way CPython does: byte order mark, encoding cookie, universal newlines."""

from __future__ import annotations

import io
import os
import tokenize

from clew.source.diagnostics import Diagnostic, InputError
from clew.source.spans import Span


def read_source(path: str, shown: str | None = None) -> str:
    """The text of a file; raises InputError where CPython could not read it either."""
    shown = shown or path
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        raise InputError(Diagnostic("unreadable", f"cannot read it: {os.strerror(error.errno or 0)}", shown)) from None
    return decode_source(data, shown)


def decode_source(data: bytes, shown: str) -> str:
    """Decode by the byte order mark or the encoding cookie, UTF-8 without one."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    except SyntaxError as error:
        # The message of a bad first line names the encoding or says "invalid or missing encoding declaration".
        raise InputError(_not_text(data, shown, "utf-8", str(error.msg))) from None
    try:
        text = io.TextIOWrapper(io.BytesIO(data), encoding=encoding).read()
    except UnicodeDecodeError:
        raise InputError(_not_text(data, shown, encoding, f"not valid {encoding}")) from None
    if (at := text.find("\0")) >= 0:
        line = text.count("\n", 0, at) + 1
        raise InputError(Diagnostic("encoding", "a NUL character: this is not Python source", shown, _line(line)))
    return text


def _not_text(data: bytes, shown: str, encoding: str, text: str) -> Diagnostic:
    try:
        data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        hint = "; save it as UTF-8, or name its encoding in the first line: # -*- coding: latin-1 -*-"
        return Diagnostic("encoding", f"byte 0x{data[error.start]:02x} is {text}{hint}", shown, _line(line))
    return Diagnostic("encoding", text, shown, _line(1))


def _line(line: int) -> Span:
    return Span(line, 0, line, 0)
