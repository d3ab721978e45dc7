"""Moves anything."""

from typing import Any


def moved(o: Any, **by: int) -> Any:
    o.__dict__.update(by or {"x": 9})
    return o
