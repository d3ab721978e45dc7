"""One object as two whole arguments: annotated otherwise, by default, as the receiver of a method."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Any


class Base:
    def __init__(self, n: int = 0) -> None:
        self.n = n


class Derived(Base):
    pass


@dataclass
class Job:
    name: str = ""
    tries: int = 0


class Account:
    def __init__(self) -> None:
        self._sum = 0

    def put(self, n: int) -> None:
        if n <= 0:
            raise ValueError(n)
        self._sum += n

    def send(self, other: Account, n: int) -> bool:
        if self is other:
            return False  # reached by: a = Account(); a.send(a, 1)
        self._sum -= n
        other._sum += n
        return True

    def move(self, other: Account, n: int) -> int:
        before = other._sum
        self._sum -= n
        other._sum += n
        if n and other._sum == before:
            return -1  # reached by: a = Account(); a.move(a, 1)
        return n

    def richer(self, other: Account | None = None) -> bool:
        if other is not None and self is other:
            return False  # reached by: a = Account(); a.richer(a)
        return other is None or self._sum > other._sum

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True  # reached by: a = Account(); a == a
        return isinstance(other, Account) and self._sum == other._sum

    def __hash__(self) -> int:
        return 0

    def __sub__(self, other: Account) -> list[int]:
        kept: list[int] = []
        self._sum += 1
        kept.append(other._sum)
        if other._sum > 0 and kept == [self._sum]:
            return []  # reached by: a = Account(); a - a
        return kept


class Rich(Account):
    def same(self, other: Account) -> bool:
        if other is self:
            return True  # reached by: r = Rich(); r.same(r)
        return False


def base_and_derived(a: Base, b: Derived) -> str:
    a.n = 1
    b.n = 2
    if a.n == 2:
        return "one"  # reached by: d = Derived(); base_and_derived(d, d)
    return "two"


def derived_and_base(a: Derived, b: Base) -> bool:
    if a is b:
        return True  # reached by: d = Derived(); derived_and_base(d, d)
    return False


def one_of_a_union(a: Base | str, b: Base) -> str:
    if a is b:
        return "one"  # reached by: d = Base(); one_of_a_union(d, d)
    return "two"


def or_none(a: Base | None, b: Base) -> str:
    b.n = 1
    if a is not None:
        a.n = 5
    if b.n == 5:
        return "one"  # reached by: d = Base(); or_none(d, d)
    return "two"


def by_default(a: Job, b: Job | None = None) -> int:
    old = a.name
    if b is not None:
        b.name += "!"
    if a.name != old:
        return 1  # reached by: j = Job(); by_default(j, j)
    return 0


def job_or_text(a: Job, b: Job | str) -> int:
    if isinstance(b, Job):
        b.tries = 7
        a.tries = 8
        if b.tries == 8:
            return 1  # reached by: j = Job(); job_or_text(j, j)
    return 0


def keyword_only(a: Job, *, b: Job | None = None) -> int:
    if b is a:
        return 1  # reached by: j = Job(); keyword_only(j, b=j)
    return 0


def three(a: Job, b: Job | None, c: Job | None) -> int:
    if a is c and b is not None and b is not a:
        return 1  # reached by: j = Job(); three(j, Job(), j)
    if a is b and b is c:
        return 2  # reached by: j = Job(); three(j, j, j)
    return 0


def two_unions(a: list[int] | str, b: list[int] | bytes) -> int:
    if a is b:
        return 1  # reached by: x = []; two_unions(x, x)
    return 0


def list_or_none(a: list[int], b: list[int] | None) -> int:
    count = 0 if b is None else len(b)
    a.append(1)
    if b is not None and len(b) > count:
        return 1  # reached by: x = []; list_or_none(x, x)
    return 0


def into(values: list[str], found: list[str] | None = None) -> list[str]:
    if found is None:
        found = []
    for value in values[:3]:
        found.append(value)
    if len(values) == 2 and len(found) == 4 and found[:2] == found[2:] and values is found:
        return []
    if values and values is found:
        return found  # reached by: x = ["a"]; into(x, x)
    return found


def dict_or_none(a: dict[str, int] | None, b: dict[str, int]) -> bool:
    if a is not None:
        a["x"] = 1
        b["x"] = 2
        if a["x"] == 2:
            return True  # reached by: d = {}; dict_or_none(d, d)
    return False


def queues(a: deque[int], b: deque[int] | list[int]) -> int:
    b.append(1)
    if len(b) == 1 and len(a) == 1:
        a.clear()
        if not b:
            return 1  # reached by: q = deque(); queues(q, q)
    return 0


def sets(a: set[int], b: set[int] | frozenset[int]) -> int:
    if not b and not a:
        a.add(1)
        if b:
            return 1  # reached by: s = set(); sets(s, s)
    return 0


def kept_apart(a: Job, b: Base | None) -> Any:
    if a is b:
        return 1
    return 0
