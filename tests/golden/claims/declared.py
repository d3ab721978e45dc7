import math
from collections import deque
from pathlib import Path

ROWS = [1, 2, 3]
TABLE: dict[str, int] = {}
REBOUND = []
REBOUND = {}
SET_LATER = []


def set_later() -> None:
    global SET_LATER
    SET_LATER = {}


class Board:
    cells: list[int]
    mixed = []

    def __init__(self, names: list[str], limit: int) -> None:
        self.names = names
        self.queue = deque()
        self.cells = []
        self.limit = limit
        self.mixed = {}

    def look(self, i: int) -> tuple[int, str, int, int, int]:
        return self.cells[i], self.names[i], self.queue[i], self.mixed[i], self.limit[i]


def named(n: int) -> str:
    return "%s" * n


def pair(n: int) -> tuple[int, dict[str, int]]:
    return n, {}


def many(n: int) -> tuple[int, ...]:
    return (n,) * n


def of_the_module(i: int, name: str) -> tuple[int, int, int, int]:
    return ROWS[i], TABLE[name], REBOUND[i], SET_LATER[i]


def lengths(x: float, names: dict[str, int], rows: list[tuple[int, int]]) -> None:
    whole, part = math.modf(x)
    before, _, after = "a=b".partition("=")
    a, b = pair(1)
    c, d = many(2)
    e, f, g = pair(3)
    for i, (name, value) in enumerate(names.items()):
        print(i, name, value)
    for one, other in zip(rows, rows):
        print(one, other)
    for one, other in rows:
        print(one, other)
    first, *rest = pair(4)


def formatted(n: int, d: int) -> str:
    return named(n) % d + named(n).strip() % d


def joined(root: Path, name: str, n: int) -> tuple[Path, Path, float]:
    return root / name, root / "a" / name, n / len(name)


def which_it_is(table, key):
    try:
        return table[key]
    except KeyError:
        return table[0]
