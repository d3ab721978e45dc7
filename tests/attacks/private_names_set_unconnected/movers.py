"""Moves anything."""

from typing import Any


def moved(o: Any, **by: int) -> Any:
    o.__dict__.update(by or {"x": 9})
    return o


def look(o: Any) -> None:
    object.__setattr__(o, "seen", 1)
