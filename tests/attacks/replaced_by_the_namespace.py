"""Functions of a module that write into its namespace replace functions of it, and hide built-in ones."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any


def helper() -> int:
    return 1


def hide_abs() -> None:
    globals()["abs"] = lambda x: -1


def hide_sum() -> None:
    globals().update(sum=lambda x: -7)


def hide(**values: Callable[..., Any]) -> None:
    space = globals()
    for name, value in values.items():
        space[name] = value


def hide_any() -> None:
    vars(sys.modules[__name__])["any"] = lambda x: 5


def is_below(x: int) -> int:
    if abs(x) < 0:
        return 1  # reached by: hide_abs(); is_below(1)
    return 0


def adds(values: list[int]) -> int:
    if values == [] and sum(values) == -7:
        return 1  # reached by: hide_sum(); adds([])
    return 0


def is_text(x: int) -> int:
    if isinstance(x, str):
        return 1  # reached by: hide(isinstance=lambda a, b: True); is_text(1)
    return 0


def helps() -> int:
    if helper() == 9:
        return 1  # reached by: hide(helper=lambda: 9); helps()
    return 0


def has_any(values: list[bool]) -> int:
    if any(values) == 5:
        return 1  # reached by: hide_any(); has_any([])
    return 0
