from dataclasses import dataclass


@dataclass
class P:
    x: int


@dataclass(frozen=True)
class Seg:
    a: P
    b: P

    def __post_init__(self) -> None:
        if self.a.x > self.b.x:
            raise ValueError


def length(s: Seg) -> int:
    if s.a.x > s.b.x:
        return -1  # reached by: p = P(0); s = Seg(p, P(1)); p.x = 5; length(s)
    return s.b.x - s.a.x
