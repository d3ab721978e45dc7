"""Calls where something is about to run out, or that are interrupted."""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Callable
from typing import Any

ROOM = 40  # frames left at most
DIGITS = 640  # the least limit there is


def deep(depth: int, function: Callable[..., Any], *arguments: Any) -> Any:
    return deep(depth - 1, function, *arguments) if depth else function(*arguments)


def near_the_end(function: Callable[..., Any], *arguments: Any) -> None:
    """Call it with fewer and fewer frames left."""
    used, frame = 0, sys._getframe()
    while frame.f_back is not None:
        used, frame = used + 1, frame.f_back
    last = sys.getrecursionlimit() - used
    for depth in range(last - ROOM, last):
        with contextlib.suppress(RecursionError, ValueError):
            deep(depth, function, *arguments)


def few_digits(function: Callable[..., Any], *arguments: Any) -> None:
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(DIGITS)
    try:
        function(*arguments)
    finally:
        sys.set_int_max_str_digits(before)


class Interrupting(list[int]):
    """Ctrl-C is pressed while it is gone through."""

    def __iter__(self):
        yield 1
        signal.raise_signal(signal.SIGINT)
        yield 2


def interrupted(function: Callable[[list[int]], int]) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    function(Interrupting())
