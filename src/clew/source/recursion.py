"""Room for deep recursion.  Calls between Python functions do not use the C stack since Python 3.11."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

DEEP = 60_000


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Raise the recursion limit while a syntax tree or the IR is walked."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, DEEP))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
