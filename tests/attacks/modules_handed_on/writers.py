"""Sets variables of a module by names that are computed, or that somebody else says."""
from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator

import kept


def apply(**settings: int) -> None:
    for name, value in settings.items():
        setattr(kept, name, value)


@contextlib.contextmanager
def override(module: object, name: str, value: object) -> Iterator[None]:
    old = getattr(module, name)
    setattr(module, name, value)
    try:
        yield
    finally:
        setattr(module, name, old)


def debugging(call: Callable[[], int]) -> int:
    with override(kept, "_debug", True):
        return call()


put_ready = functools.partial(setattr, kept, "_ready")


def set_prefixed(name: str, value: str) -> None:
    setattr(kept, "_" + name, value)
