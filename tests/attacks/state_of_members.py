"""Unusual holders of state."""
from __future__ import annotations
import abc
import logging
import operator
import threading
from contextvars import ContextVar
from dataclasses import dataclass, field
from enum import Enum, Flag, IntEnum
from functools import lru_cache, cache, partialmethod, cmp_to_key
from types import MethodType
from typing import NamedTuple, Callable, Protocol, ClassVar


class Bag(Enum):
    LEFT = []
    RIGHT = [1]

    def put(self, n: int) -> None:
        self.value.append(n)


def left(x: int) -> int:
    if x in Bag.LEFT.value:
        return 1  # reached by: Bag.LEFT.put(3); left(3)
    if len(Bag.RIGHT.value) > 1:
        return 2  # reached by: Bag.RIGHT.put(3); left(4)
    return 0


class Rank(IntEnum):
    LOW = 1
    HIGH = 2


Rank.LOW.label = "low"


def relabel(r: Rank, s: str) -> None:
    r.label = s


def label() -> int:
    if Rank.LOW.label == "x":
        return 1  # reached by: relabel(Rank.LOW, "x"); label()
    return 0


class Quota(Enum):
    FREE = ("free", 3)
    PRO = ("pro", 100)

    def __init__(self, title: str, limit: int) -> None:
        self.title = title
        self.limit = limit
        self.used = 0

    def take(self, n: int) -> bool:
        if n > 0 and self.used + n > self.limit:
            return False
        self.used += n
        return True

    def left(self) -> int:
        if self.used > 0:
            return self.limit - self.used  # reached by: Quota.FREE.take(2); Quota.FREE.left()
        return self.limit


def exhausted(name: str) -> bool:
    for q in Quota:
        if q.title == name and q.used == q.limit:
            return True  # reached by: Quota.FREE.take(3); exhausted("free")
    return False


class Plan(Enum):
    A = 1

    @classmethod
    def add(cls, n: int) -> None:
        cls.extra = n


Plan.extra = 0


def plan() -> int:
    if Plan.extra:
        return 1  # reached by: Plan.add(3); plan()
    return 0


class Shape(abc.ABC):
    pass


def adopt() -> None:
    Shape.register(int)


def is_shape(x: int) -> int:
    if isinstance(x, Shape):
        return 1  # reached by: adopt(); is_shape(3) [supposing process-state]
    return 0


class Greeter:
    def hello(self) -> str:
        return "hello"


def patch() -> None:
    Greeter.hello = lambda self: "patched"


def greet() -> int:
    if Greeter().hello() != "hello":
        return 1  # reached by: patch(); greet() [supposing construction]
    return 0


def _price(x: int) -> int:
    return x * 2


def reprice() -> None:
    global _price
    _price = lambda x: -1


def price(x: int) -> int:
    if x > 0 and _price(x) < 0:
        return 1  # reached by: reprice(); price(3)
    return 0


ERR = ValueError("bad")


def note(s: str) -> None:
    ERR.add_note(s)


def rearg(s: str) -> None:
    ERR.args = (s, s)


def err() -> int:
    if len(ERR.args) == 2:
        return 1  # reached by: rearg("x"); err()
    if getattr(ERR, "__notes__", None):
        return 2  # reached by: note("x"); err()
    return 0


class Door:
    def __init__(self) -> None:
        self.n = 0


class OpenDoor(Door):
    pass


DOOR = Door()


def open_door() -> None:
    DOOR.__class__ = OpenDoor


def door() -> int:
    if isinstance(DOOR, OpenDoor):
        return 1  # reached by: open_door(); door()
    return 0


def power(x: int, n: int = 2) -> int:
    return x ** n


def redefault(n: int) -> None:
    power.__defaults__ = (n,)


def powered(x: int) -> int:
    if power(x) < 0:
        return 1  # reached by: redefault(3); powered(-2)
    return 0


class Cell:
    """A descriptor that keeps its values itself."""

    def __init__(self) -> None:
        self.store: dict[str, int] = {}

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, obj: object, owner: type | None = None) -> int:
        return self.store.get(self.name, 0)

    def __set__(self, obj: object, v: int) -> None:
        self.store[self.name] = v


class Sheet:
    a = Cell()
    b = Cell()


def fill(n: int) -> None:
    Sheet().a = n


def sheet() -> int:
    if Sheet().a > 0:
        return 1  # reached by: fill(3); sheet()
    return 0


@dataclass
class Job:
    n: int
    opts: ClassVar[dict[str, int]] = {}
    tags: tuple[list[int], ...] = ([], [])


def job_tag(n: int) -> None:
    j = Job(n)
    j.tags[0].append(n)


def job(x: int) -> int:
    if len(Job(x).tags[0]) > 1:
        return 1  # reached by: job_tag(1); job_tag(1); job(0)
    return 0


class P(NamedTuple):
    x: int
    rest: list[int] = []


def p_add(x: int) -> None:
    P(x).rest.append(x)


def p_len(x: int) -> int:
    if P(x).rest:
        return 1  # reached by: p_add(1); p_len(1)
    return 0


_local = threading.local()
_var: ContextVar[int] = ContextVar("v", default=0)
_vlist: ContextVar[list[int]] = ContextVar("l", default=[])
_log = logging.getLogger("j.s4")


def enter(n: int) -> int:
    old = _var.get()
    _var.set(n)
    if old > 3:
        return 1  # reached by: enter(4); enter(4) [supposing process-state]
    return 0


def venter(n: int) -> int:
    xs = _vlist.get()
    xs.append(n)
    if len(xs) > 1:
        return 1  # reached by: venter(4); venter(4)
    return 0


def tl(n: int) -> int:
    old = getattr(_local, "n", 0)
    _local.n = n
    if old == n and n > 3:
        return 1  # reached by: tl(4); tl(4)
    return 0


def quiet() -> None:
    _log.disabled = True


def logs() -> int:
    if _log.disabled:
        return 1  # reached by: quiet(); logs()
    return 0
