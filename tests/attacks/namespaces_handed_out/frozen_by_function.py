from __future__ import annotations
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class H1:
    x: int

    def __post_init__(self) -> None:
        if self.x < 0:
            raise ValueError


def h1(h: H1) -> int:
    if h.x < 0:
        return 1  # reached by: h = H1(1); state(h)["x"] = -1; h1(h)
    return 0


def state(o: object) -> dict[str, Any]:
    return vars(o)
