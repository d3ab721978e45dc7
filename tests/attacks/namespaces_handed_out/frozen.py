from __future__ import annotations
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class H0:
    x: int

    def __post_init__(self) -> None:
        if self.x < 0:
            raise ValueError

    def raw(self) -> dict[str, Any]:
        return vars(self)


def h0(h: H0) -> int:
    if h.x < 0:
        return 1  # reached by: h = H0(1); h.raw()["x"] = -1; h0(h)
    return 0
