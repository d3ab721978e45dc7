"""Attributes that functions are given, as arguments, through their namespaces, in loops over them."""
from __future__ import annotations

from collections.abc import Callable


def step() -> None: ...
def stride() -> None: ...
def leap() -> None: ...


STEPS = (stride,)


def mark(function: Callable[[], None]) -> None:
    function.hits = 1


def marked() -> int:
    if hasattr(step, "hits"):
        return 1  # reached by: mark(step); marked()
    return 0


def mark_all() -> None:
    for each in STEPS:
        each.counts = 1


def counted() -> int:
    if getattr(stride, "counts", 0):
        return 1  # reached by: mark_all(); counted()
    return 0


def mark_by_space() -> None:
    leap.__dict__["weight"] = 1


def weighed() -> int:
    if hasattr(leap, "weight"):
        return 1  # reached by: mark_by_space(); weighed()
    return 0


def mark_by_vars() -> None:
    vars(leap).update(length=1)


def long() -> int:
    if getattr(leap, "length", 0) > 0:
        return 1  # reached by: mark_by_vars(); long()
    return 0


def rename() -> None:
    step.__name__ = "quiet"


def is_quiet() -> int:
    if step.__name__ == "quiet":
        return 1  # reached by: rename(); is_quiet()
    return 0
