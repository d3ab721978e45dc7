"""Callers that handle an exception."""

from __future__ import annotations

from collections.abc import Callable


def while_handling(call: Callable[[], object]) -> object:
    try:
        return {}[1]
    except KeyError:
        return call()


def with_context() -> ValueError:
    try:
        try:
            {}[1]
        except KeyError:
            raise ValueError("x")
    except ValueError as e:
        return e
