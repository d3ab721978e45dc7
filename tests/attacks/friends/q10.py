from dataclasses import dataclass
from typing import NamedTuple


@dataclass
class P:
    x: int


class Pair(NamedTuple):
    a: P
    b: P


@dataclass(frozen=True)
class Seg:
    pair: Pair

    def __post_init__(self) -> None:
        if self.pair.a.x > self.pair.b.x:
            raise ValueError


def bad(s: Seg) -> bool:
    if s.pair.a.x > s.pair.b.x:
        return True  # reached by: s = Seg(Pair(P(1), P(2))); s.pair.a.x = 9; bad(s)
    return False
