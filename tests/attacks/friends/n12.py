from dataclasses import dataclass


@dataclass
class P:
    x: int


@dataclass(frozen=True)
class Seg:
    a: P
    b: P

    def __post_init__(self) -> None:
        if self.a is self.b:
            raise ValueError
        if self.a == self.b:
            raise ValueError


def same(s: Seg) -> bool:
    if s.a == s.b:
        return True  # reached by: p = P(1); s = Seg(p, P(2)); p.x = 2; same(s)
    return False
