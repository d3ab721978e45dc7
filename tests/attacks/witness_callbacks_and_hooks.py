"""Witnesses too long for a mark."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import callbacks_and_hooks


def call_after_failure() -> None:
    handlers: list[Callable[[], None]] = []
    with contextlib.suppress(ValueError):
        callbacks_and_hooks.kept_and_failed(handlers)
    handlers[0]()
