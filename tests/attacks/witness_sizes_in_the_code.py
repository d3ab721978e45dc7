"""Objects on which a method was called many times."""

from typing import Any


def filled(buffer: Any, count: int) -> Any:
    for i in range(count):
        buffer.push(i)
    return buffer


def failing(attempts: Any, count: int) -> Any:
    for _ in range(count):
        attempts.failed()
    return attempts
