"""The first line of the test files that clew writes: where they are from, and a hash that shows if they were edited."""

from __future__ import annotations

from typing import Final

from clew.regexes import regex

GENERATED: Final = "# Written by clew"  # how it begins
_HEADER: Final = GENERATED + " from {source}; renewed by its next run unless edited. ({digest})"
_READ: Final = regex(GENERATED + r" from (?P<source>.*); .*\((?P<digest>[0-9a-f]{16})\)\n")


def with_header(text: str, source: str) -> str:
    """The text under a header that says where it is from and holds its hash."""
    return _HEADER.format(source=source, digest=_digest(text)) + "\n\n" + text


def is_ours(text: str) -> bool:
    """Whether clew wrote the file and nobody changed it since: only then may it be overwritten."""
    header = _READ.match(text)
    return header is not None and header["digest"] == _digest(without_header(text))


def was_ours(text: str) -> bool:
    """Whether clew wrote the file, whatever somebody made of it since."""
    return _READ.match(text) is not None


def source_of(text: str) -> str:
    """What the file says it is from; empty where it says nothing."""
    header = _READ.match(text)
    return "" if header is None else header["source"]


def without_header(text: str) -> str:
    header = _READ.match(text)
    return text if header is None else text[header.end() :].removeprefix("\n")


def _digest(text: str) -> str:
    import hashlib  # a large import

    return hashlib.sha256(text.encode()).hexdigest()[:16]
