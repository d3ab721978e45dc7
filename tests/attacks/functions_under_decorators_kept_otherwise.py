"""Functions of which decorators made something else, kept in defaults and in C."""

from __future__ import annotations

import signal
from typing import Any


def by_default(f):
    def w(x: int, call=f) -> int:
        return call(max(x, 0))

    return w


@by_default
def in_defaults(x: int) -> int:
    if x < 0:
        return -1  # reached by: in_defaults.__defaults__[0](-3)
    return x * 2


def handling(f):
    signal.signal(signal.SIGUSR2, f)

    def w(x: int) -> int:
        return f(max(x, 0), None)

    return w


@handling
def known_to_c(x: int, frame: Any) -> int:
    if x > 0 and frame is not None:
        return -1  # reached by: signal.raise_signal(signal.SIGUSR2)
    return x * 2
