"""`globals` under another name."""

from __future__ import annotations

_n: int = 0

_ns = globals


def put(n: int) -> None:
    _ns()["_n"] = n


def get() -> int:
    if _n == 5:
        return 1  # reached by: put(5); get()
    return 0
