from dataclasses import dataclass, field


@dataclass
class P:
    x: int = 0


@dataclass(frozen=True)
class Seg:
    a: P = field(default_factory=P, init=False)


def check(q: Seg) -> bool:
    if q.a.x < 0:
        return False  # reached by: q = Seg(); q.a.x = -1; check(q)
    return True
