"""Things that look like constants and hold something that changes."""
from __future__ import annotations
import operator
import re
from dataclasses import dataclass, field, replace
from functools import partial, wraps, reduce, cached_property
from fractions import Fraction
from pathlib import PurePosixPath
from types import MappingProxyType, SimpleNamespace
from typing import Callable, Final, NamedTuple
import datetime as dt
import decimal


class Tag(str):
    weight: int = 0


TAG: Final = Tag("hot")


def weigh(n: int) -> None:
    TAG.weight = n


def weight(x: int) -> int:
    if TAG.weight > x > 3:
        return 1  # reached by: weigh(9); weight(4)
    return 0


class Money(int):
    def __init__(self, n: int) -> None:
        self.notes: list[str] = []


ZERO: Final = Money(0)


def note(s: str) -> None:
    ZERO.notes.append(s)


def noted() -> int:
    if ZERO.notes:
        return 1  # reached by: note("x"); noted()
    return 0


class Point(NamedTuple):
    x: int
    y: int


class LPoint(Point):
    label = ""


ORIGIN = LPoint(0, 0)


def name_origin(s: str) -> None:
    ORIGIN.label = s


def origin() -> int:
    if ORIGIN.label:
        return 1  # reached by: name_origin("o"); origin()
    return 0


@dataclass(frozen=True)
class Key:
    name: str
    uses: list[int] = field(default_factory=list, compare=False)

    def use(self, n: int) -> "Key":
        self.uses.append(n)
        return self

    def rename(self, s: str) -> None:
        object.__setattr__(self, "name", s)


KEYS = frozenset({Key("a"), Key("b")})
MAIN = Key("main")
TABLE = MappingProxyType({"m": MAIN, "l": Key("l")})


def use_all(n: int) -> int:
    total = sum(len(k.uses) for k in KEYS)
    for k in KEYS:
        k.use(n)
    if total:
        return 1  # reached by: use_all(1); use_all(1)
    return 0


def main_name() -> int:
    if MAIN.name != "main":
        return 1  # reached by: MAIN.rename("x"); main_name() [supposing module-state]
    return 0


def table(k: str) -> int:
    item = TABLE.get(k)
    if item is None:
        return -1
    if len(item.use(1).uses) == 2:
        return 2  # reached by: table("m"); table("m")
    return 0


class Special(Exception):
    code = 0
    seen: list[int] = []

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.seen.append(n)
        if n > 5:
            Special.code = n


def special(n: int) -> int:
    try:
        if n > 0:
            raise Special(n)
    except Special:
        pass
    if Special.code and n < 0:
        return 1  # reached by: special(6); special(-1)
    if len(Special.seen) > 1:
        return 2  # reached by: special(1); special(1)
    return 0


WINDOW = slice([1], None)


def win() -> int:
    WINDOW.start.append(1)
    if len(WINDOW.start) > 2:
        return 1  # reached by: win(); win()
    return 0


adder: Callable[[int], int] = lambda x, acc=[]: acc.append(x) or len(acc)


def add(x: int) -> int:
    if adder(x) > 1:
        return 1  # reached by: add(1); add(1)
    return 0


def via_default(x: int, step: Callable[[int], int] = partial(lambda acc, n: acc.append(n) or len(acc), [])) -> int:
    if step(x) > 1:
        return 1  # reached by: via_default(1); via_default(1)
    return 0


class Acc:
    def __init__(self) -> None:
        self.n = 0

    def __call__(self, x: int) -> int:
        self.n += x
        return self.n

    def method(self, x: int) -> int:
        self.n -= x
        return self.n


ACC = Acc()


def acc(x: int, f: Callable[[int], int] = ACC.method) -> int:
    if f(x) != -x:
        return 1  # reached by: acc(1); acc(1)
    return 0


def acc2(x: int) -> int:
    if x > 0 and ACC(x) > x:
        return 1  # reached by: acc2(1); acc2(1)
    return 0


STEP = partial(ACC, 1)
STEP2 = partial(Acc.method, ACC)
BOX = partial(dict, a=[1])


def step() -> int:
    if STEP() > 1:
        return 1  # reached by: step(); step()
    return 0


def step2(x: int) -> int:
    if STEP2(x) == -2 * x != 0:
        return 1  # reached by: step2(1); step2(1)
    return 0


def box() -> int:
    d = BOX()
    d["a"].append(1)
    if len(BOX()["a"]) > 2:
        return 1  # reached by: box(); box()
    return 0


def set_step(n: int) -> None:
    STEP.note = n


def step_note() -> int:
    if getattr(STEP, "note", 0):
        return 1  # reached by: set_step(2); step_note()
    return 0


class Shared:
    __slots__ = ("x",)
    _one: Shared | None = None

    def __new__(cls) -> Shared:
        if cls._one is None:
            cls._one = super().__new__(cls)
            cls._one.x = 0
        return cls._one

    def inc(self) -> int:
        self.x += 1
        if self.x == 3:
            return -1  # reached by: Shared().inc(); Shared().inc(); Shared().inc()
        return self.x


def shared() -> int:
    if Shared().x:
        return 1  # reached by: Shared().inc(); shared()
    return 0


def prec(n: int) -> None:
    decimal.getcontext().prec = n


def third() -> int:
    d = decimal.Decimal(1) / decimal.Decimal(3)
    if len(str(d)) < 6:
        return 1  # reached by: prec(3); third() [supposing process-state]
    return 0


class Label(str):
    uses: int

    def __init__(self, text: str) -> None:
        self.uses = 0


HEAD: Final = Label("head")


def use_head() -> None:
    HEAD.uses += 1


def head_was_used() -> bool:
    if HEAD.uses > 1:
        return True  # reached by: use_head(); use_head(); head_was_used()
    return False


def noted_by_itself(s: str) -> int:
    ZERO.notes.append(s)
    if len(ZERO.notes) > 1:
        return 1  # reached by: noted_by_itself("a"); noted_by_itself("b")
    return 0
