"""Source files: bytes → text, as Python reads them (PEP 263), with what is wrong as plain data."""

from __future__ import annotations

import codecs
import io
import tokenize
from typing import TYPE_CHECKING

from clew.source.diagnostics import Diagnostic
from clew.source.spans import Span

if TYPE_CHECKING:
    from pathlib import Path


def read_source(path: Path) -> str | Diagnostic:
    """The text of a source file."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return Diagnostic("missing", "no such file", str(path))
    except IsADirectoryError:
        return Diagnostic("unreadable", "is a folder", str(path))
    except OSError as error:
        return Diagnostic("unreadable", error.strerror or str(error), str(path))
    return decode_source(data, str(path))


def decode_source(data: bytes, file: str) -> str | Diagnostic:
    """Decode by byte order mark or coding cookie, else UTF-8.  Line ends become `\\n`."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return Diagnostic("encoding", "this is UTF-16; Python source must be UTF-8 or name its encoding", file)
    nul = data.find(b"\0")
    if nul >= 0:
        return Diagnostic("nul", "source code cannot contain NUL bytes", file, _place(data, nul, 1))
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    except SyntaxError as error:
        return Diagnostic("encoding", _cookie_message(data, str(error)), file, _bad_byte(data))
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        shown = "UTF-8" if encoding in ("utf-8", "utf-8-sig") else encoding
        message = f"byte 0x{data[error.start]:02x} is not {shown}"
        if shown == "UTF-8":
            message += "; a line such as `# -*- coding: latin-1 -*-` at the top names another encoding"
        return Diagnostic("encoding", message, file, _place(data, error.start, 1))
    except LookupError:
        return Diagnostic("encoding", f"`{encoding}` is not a text encoding", file, Span(1, 0, 1, 1))
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _cookie_message(data: bytes, message: str) -> str:
    """What `detect_encoding` complains about, in one sentence."""
    if message.startswith("unknown encoding"):
        return f"unknown encoding in the coding line: {message.removeprefix('unknown encoding').strip(' :')}"
    if "encoding problem" in message:
        return "the byte order mark says UTF-8, the coding line says something else"
    return f"not UTF-8: {message}"


def _bad_byte(data: bytes) -> Span:
    """The first byte that is not UTF-8, or the first line."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return _place(data, error.start, 1)
    return Span(1, 0, 1, 1)


def _place(data: bytes, offset: int, length: int) -> Span:
    line = data.count(b"\n", 0, offset) + 1
    column = offset - (data.rfind(b"\n", 0, offset) + 1)
    return Span(line, column, line, column + length)
