"""Objects of a class that were made before the one in question, or are used by others: class variables they share."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar


class Ticket:
    last: ClassVar[int] = 0

    def __init__(self) -> None:
        Ticket.last += 1
        self.number = Ticket.last

    def first(self) -> bool:
        if self.number != 1:
            return False  # reached by: Ticket(); Ticket().first() [supposing module-state]
        return True

    def latest(self) -> bool:
        if self.number != Ticket.last:
            return False  # reached by: [Ticket(), Ticket()][0].latest()
        return True


class Tag:
    count: ClassVar[int] = 0

    def __init__(self) -> None:
        type(self).count += 1

    def crowded(self) -> bool:
        if Tag.count > 2:
            return True  # reached by: [Tag(), Tag(), Tag()][0].crowded()
        return False


class Handler:
    _chain: ClassVar[list[Handler]] = []

    def __init__(self, name: str) -> None:
        self._name = name
        Handler._chain.append(self)

    def shadowed(self) -> bool:
        for other in Handler._chain:
            if other is not self and other._name == self._name:
                return True  # reached by: a = Handler("a"); b = Handler("a"); b.shadowed()
        return False


class Cache:
    _instance: ClassVar[Cache | None] = None

    def __new__(cls) -> Cache:
        if cls._instance is not None:
            return cls._instance  # reached by: Cache(); Cache()
        cls._instance = super().__new__(cls)
        return cls._instance

    def __init__(self) -> None:
        self._hits = getattr(self, "_hits", 0) + 1

    def warm(self) -> bool:
        if self._hits > 1:
            return True  # reached by: Cache(); Cache().warm()
        return False


class Named:
    _names: ClassVar[set[str]] = set()

    def __init__(self, name: str) -> None:
        if name in Named._names:
            raise ValueError(name)  # reached by: Named("a"); Named("a")
        Named._names.add(name)
        self.name = name


class Numbered:
    _numbers = itertools.count(1)

    def __init__(self) -> None:
        self.number = next(Numbered._numbers)

    def later(self) -> bool:
        if self.number > 1:
            return True  # reached by: Numbered(); Numbered().later()
        return False


class Pool:
    _free: ClassVar[list[int]] = []

    def release(self, value: int) -> None:
        Pool._free.append(value)

    def take(self) -> int:
        if Pool._free:
            return Pool._free.pop()  # reached by: Pool().release(3); Pool().take()
        return 0


class Guard:
    _active = 0

    def __enter__(self) -> Guard:
        Guard._active += 1
        return self

    def __exit__(self, *details: object) -> None:
        Guard._active -= 1

    def nested(self) -> bool:
        if Guard._active > 1:
            return True  # reached by: w.nested(Guard)
        return False


def guarded() -> bool:
    if Guard._active:
        return True  # reached by: Guard().__enter__(); guarded() [supposing module-state]
    return False


@dataclass
class Job:
    name: str
    seen: ClassVar[dict[str, int]] = {}

    def __post_init__(self) -> None:
        Job.seen[self.name] = Job.seen.get(self.name, 0) + 1

    def repeated(self) -> bool:
        if Job.seen[self.name] > 1:
            return True  # reached by: Job("a"); Job("a").repeated()
        return False


class Limited:
    _made = 0

    def __init__(self) -> None:
        if Limited._made >= 2:
            raise RuntimeError("too many")  # reached by: Limited(); Limited(); Limited()
        Limited._made += 1


class Account:
    _accounts: ClassVar[dict[str, Account]] = {}

    def __init__(self, owner: str) -> None:
        self.owner = owner
        self._balance = 0
        self._accounts[owner] = self

    def deposit(self, amount: int) -> None:
        self._balance += amount

    def richest(self) -> bool:
        for other in self._accounts.values():
            if other._balance > self._balance:
                return False  # reached by: w.richer(Account).richest()
        return True


class Singleton:
    _made: ClassVar[Singleton | None] = None

    @classmethod
    def get(cls) -> Singleton:
        if cls._made is None:
            cls._made = cls()
            return cls._made
        return cls._made  # reached by: Singleton.get(); Singleton.get()


def last_number() -> int:
    if Ticket.last > 0:
        return Ticket.last  # reached by: Ticket(); last_number() [supposing module-state]
    return 0


def owner_known(name: str) -> bool:
    if name in Account._accounts:
        return True  # reached by: Account("a"); owner_known("a") [supposing module-state]
    return False


class Hooks:
    before: list[Callable[[str], str]] = []

    def run(self, text: str) -> str:
        for hook in self.before:
            text = hook(text)
            if not text:
                return "vetoed"  # reached by: Hooks.before.append(lambda text: ""); Hooks().run("a") [supposing module-state]
        return text


class Shape:
    sides = 0
    _registry: ClassVar[dict[int, type[Shape]]] = {}

    def __init_subclass__(cls) -> None:
        cls._registry[cls.sides] = cls

    @classmethod
    def of(cls, sides: int) -> str:
        found = cls._registry.get(sides)
        if found is None:
            return "none"
        if found.__name__ != "Triangle":
            return "other"  # reached by: w.square(Shape).of(4) [supposing module-state]
        return "triangle"


class Triangle(Shape):
    sides = 3


def merged(first: Account, second: Account) -> int:
    if len(Account._accounts) > 2:
        return 1  # reached by: merged(*[Account(n) for n in "abc"][:2]) [supposing module-state]
    return 0


@dataclass
class Item:
    label: str = ""
    tags: list[str] = field(default_factory=list)
    everything: ClassVar[list[Item]] = []

    def __post_init__(self) -> None:
        self.everything.append(self)

    def same(self) -> int:
        return sum(1 for other in self.everything if other.label == self.label)

    def twin(self) -> bool:
        if self.same() > 1:
            return True  # reached by: Item("a"); Item("a").twin()
        return False
