"""What other modules of the project read, and what changes some of it."""

from __future__ import annotations

CLASSES = {"low": 1, "high": 9}
COUNTS = {"low": 1}
RANGES = [1, 2, 3]
NESTED = {"inner": {"low": 1}}
PAIRS = ([1], [2])
LIMIT = 3
MODE = "plain"
NAMES = ("a", "b")
STEPS = {"one": 1}
OTHER = {"one": 1}
_hidden = {"one": 1}
SIZES = {"s": 1}


def count(name: str) -> None:
    COUNTS[name] = 12


def extend() -> None:
    RANGES.append(4)


def set_limit(value: int) -> None:
    global LIMIT
    LIMIT = value


def sizes() -> dict[str, int]:
    return SIZES
