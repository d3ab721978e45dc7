"""A frozen record that a helper which knows nothing of it changes."""

from dataclasses import dataclass, field


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


@dataclass(frozen=True)
class Job:
    """`seen` is the class's until it is set."""

    name: str
    seen: int = field(default=0, init=False)

    def is_fresh(self) -> int:
        if self.seen > 0:
            return 0  # reached by: import movers; j = Job(""); movers.look(j); j.is_fresh()
        return 1
