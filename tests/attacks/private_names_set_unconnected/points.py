"""A frozen record that a helper which knows nothing of it changes."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Point:
    x: int = 0

    def __post_init__(self) -> None:
        if self.x > 5:
            raise ValueError(self.x)


def is_far(p: Point) -> int:
    if p.x > 5:
        return 1  # reached by: import movers; is_far(movers.moved(Point()))
    return 0
