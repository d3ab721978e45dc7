import enum
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Generator, Iterable, KeysView
from dataclasses import dataclass
from decimal import Decimal
from types import SimpleNamespace
from typing import Literal, TypedDict


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Entry(TypedDict, total=False):
    name: str
    count: int


@dataclass
class Item:
    name: str
    cents: int = 0


class Parcel(Item):
    pass


class Cart:
    def __init__(self, items: list[Item]) -> None:
        self.items = items

    def total(self, rate: float, /, colour: Colour | None = None, *more: Item, **fees: int) -> int:
        return sum(item.cents for item in (*self.items, *more))


def containers(a: dict[str, list[int]], b: set[int], c: frozenset[str], d: tuple[int, str], e: tuple[bytes, ...]) -> int:
    return len(a) + len(b) + len(c) + len(d) + len(e)


def others(a: deque[bool], b: Counter[str], c: OrderedDict[int, float], d: Generator[int, None, None], e: Iterable[str]) -> int:
    return len(a) + len(b) + len(c)


def unusual(a: Entry, b: Literal["x", 1, None], c: Callable[[int], str], d: type[Item], e: Decimal, f: KeysView[str], g: slice) -> int:
    return 0


def guessed(a, b, c=3, d=None):
    if isinstance(a, str):
        return a.strip()
    return b.width + c


def nested(a: tuple[()], b: bytearray, c: complex, d: "Unknown", e: "list[Item | int] | None" = None) -> int:
    return 0
