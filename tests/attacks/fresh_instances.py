"""Questions about classes, functions and modules themselves, and what several objects of a class share."""

from __future__ import annotations

import enum
import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any, ClassVar


class Meta(type):
    def __instancecheck__(cls, value: object) -> bool:
        return hasattr(value, "quack")


class Duck(metaclass=Meta):
    pass


class Goose:
    pass


class Mallard(Goose):
    quack = True


def duck(bird: Goose) -> bool:
    if isinstance(bird, Duck):
        return True  # reached by: duck(Mallard())
    return False


class Ticket:
    last: ClassVar[int] = 0
    open: ClassVar[set[int]] = set()

    def __init__(self) -> None:
        Ticket.last += 1
        self.number = Ticket.last
        self.open.add(self.number)

    def alone(self) -> bool:
        if len(self.open) > 1:
            return False  # reached by: w.second(Ticket).alone() [supposing module-state]
        return True

    def latest(self) -> bool:
        if self.number != Ticket.last:
            return False  # reached by: w.earlier(Ticket).latest()
        return True


class Handler:
    chain: ClassVar[list[Handler]] = []

    def __init__(self, name: str) -> None:
        self.name = name
        Handler.chain.append(self)

    def shadowed(self) -> bool:
        for other in Handler.chain:
            if other is not self and other.name == self.name:
                return True  # reached by: w.again(Handler) [supposing module-state]
        return False


def subclasses() -> int:
    return len(Goose.__subclasses__())


def many() -> bool:
    if subclasses() > 1:
        return True  # reached by: w.more(Goose); many()
    return False


def counted(function: Callable[[int], int]) -> Callable[[int], int]:
    @functools.wraps(function)
    def wrapper(value: int) -> int:
        wrapper.calls += 1  # type: ignore[attr-defined]
        if wrapper.calls > 1:  # type: ignore[attr-defined]
            return -1  # reached by: triple(1); triple(1)
        return function(value)

    wrapper.calls = 0  # type: ignore[attr-defined]
    return wrapper


@counted
def triple(value: int) -> int:
    return value * 3


def tripled(value: int) -> str:
    if value < 0:
        return "negative"
    if triple(value) < 0:
        return "limit"  # reached by: tripled(1); tripled(1) [supposing module-state]
    return "fine"


def once(function: Callable[[], int]) -> Callable[[], int]:
    done = False
    result = 0

    def wrapper() -> int:
        nonlocal done, result
        if done:
            return result  # reached by: setup(); setup()
        result = function()
        done = True
        return result

    return wrapper


@once
def setup() -> int:
    return 3


class Unit(enum.Enum):
    METRE = "m"

    def __init__(self, short: str) -> None:
        self.short = short
        self.used = 0

    def use(self) -> bool:
        self.used += 1
        if self.used > 1:
            return True  # reached by: Unit.METRE.use(); Unit.METRE.use() [supposing module-state]
        return False


def used(unit: Unit) -> int:
    if unit.used:
        return unit.used  # reached by: Unit.METRE.use(); used(Unit.METRE) [supposing module-state]
    return 0


def arity(function: Callable[..., Any]) -> int:
    try:
        return len(inspect.signature(function).parameters)
    except ValueError:
        return -1  # reached by: arity(dict)
    except TypeError:
        return -2


class Pool:
    shared: ClassVar[dict[str, list[int]]] = {}

    def values(self, name: str) -> list[int]:
        return self.shared.setdefault(name, [])

    def size(self, name: str) -> int:
        if self.values(name):
            return len(self.values(name))  # reached by: Pool().values("a").append(1); Pool().size("a") [supposing module-state]
        return 0


class Setting:
    def __init__(self, default: int) -> None:
        self.default = default
        self.validators: tuple[Callable[[int], bool], ...] = ()

    def validator(self, function: Callable[[int], bool]) -> Callable[[int], bool]:
        self.validators += (function,)
        return function

    def valid(self, value: int) -> bool:
        if not all(check(value) for check in self.validators):
            return False  # reached by: w.refused(Setting(1))
        return True


PORT = Setting(80)


def port(value: int) -> int:
    if not PORT.valid(value):
        return PORT.default  # reached by: PORT.validator(lambda value: value > 0); port(-1) [supposing module-state]
    return value


class Hooks:
    before: list[Callable[[str], str]] = []

    def run(self, text: str) -> str:
        for hook in self.before:
            text = hook(text)
            if not text:
                return "vetoed"  # reached by: Hooks.before.append(lambda text: ""); Hooks().run("a") [supposing module-state]
        return text


def concrete(kinds: Iterable[type[Goose]]) -> int:
    found = 0
    for kind in kinds:
        if kind is Goose:
            continue
        if kind is not Mallard:
            return -1  # reached by: concrete([type("Grey", (Goose,), {})])
        found += 1
    return found
