"""A module that looks at frames: any variable may be read."""

from __future__ import annotations

known = locals


def shown(n: int) -> int:
    m = n + 1
    return len(known())


def plain(n: int) -> int:
    m = n + 1
    return n
