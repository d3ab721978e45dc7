"""Private variables that a file sets which has the module under a computed name."""
from __future__ import annotations

_level = 0
_names: list[str] = []


def level() -> int:
    if _level > 0:
        return 1  # reached by: import boot; boot.raise_level("core", 3); level()
    return 0


def named() -> int:
    if _names:
        return 1  # reached by: import plugs; plugs.load(["core"]); named()
    return 0
