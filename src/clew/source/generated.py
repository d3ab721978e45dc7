"""The first line of the test files that clew writes: where they are from, and a hash that shows if they were edited."""

from __future__ import annotations

import hashlib
import re
from typing import Final

GENERATED: Final = "# Written by clew"  # how it begins
_HEADER: Final = GENERATED + " from {source}; renewed by its next run unless edited. ({digest})"
_READ: Final = re.compile(GENERATED + r" from .*\(([0-9a-f]{16})\)\n")


def with_header(text: str, source: str) -> str:
    """The text under a header that says where it is from and holds its hash."""
    return _HEADER.format(source=source, digest=_digest(text)) + "\n\n" + text


def is_ours(text: str) -> bool:
    """Whether clew wrote the file and nobody changed it since: only then may it be overwritten."""
    header = _READ.match(text)
    return header is not None and header.group(1) == _digest(text[header.end() :].removeprefix("\n"))


def was_ours(text: str) -> bool:
    """Whether clew wrote the file, whatever somebody made of it since."""
    return _READ.match(text) is not None


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
