from dataclasses import dataclass


@dataclass
class P:
    x: int


@dataclass(frozen=True)
class Seg:
    a: P
    n: int

    def __post_init__(self) -> None:
        if self.a.x < 0:
            raise ValueError

    def check(self) -> bool:
        if self.a.x < 0:
            return False  # reached by: p = P(0); s = Seg(p, 1); p.x = -5; s.check()
        return True


def check(s: Seg) -> bool:
    if s.a.x < 0:
        return False  # reached by: p = P(0); s = Seg(p, 1); s.a.x = -5; check(s)
    return True
