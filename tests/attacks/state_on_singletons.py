"""State on objects that are there once for all calls: members of enums, functions and their wrappers, classes."""

from __future__ import annotations

import enum
import functools
from collections.abc import Callable
from typing import Any, ClassVar


class Colour(enum.Enum):
    RED = 1
    BLUE = 2

    def __init__(self, number: int) -> None:
        self.code = number * 10
        self.seen: list[int] = []
        self.votes = 0

    def vote(self) -> int:
        self.votes += 1
        return self.votes

    def remember(self, value: int) -> None:
        self.seen.append(value)

    def constant(self) -> bool:
        return self.code > 5


def winner() -> str:
    if Colour.RED.votes > Colour.BLUE.votes:
        return "red"  # reached by: Colour.RED.vote(); winner() [supposing module-state]
    return "none"


def remembered(colour: Colour, value: int) -> bool:
    if value in colour.seen:
        return True  # reached by: Colour.RED.remember(3); remembered(Colour.RED, 3) [supposing module-state]
    return False


def most() -> int:
    found = max(colour.votes for colour in Colour)
    if found > 0:
        return found  # reached by: Colour.BLUE.vote(); most() [supposing module-state]
    return 0


def by_name(name: str) -> int:
    if Colour["RED"].votes:
        return 1  # reached by: Colour.RED.vote(); by_name("a") [supposing module-state]
    return 0


class Flag(enum.Flag):
    A = 1
    B = 2

    def mark(self) -> None:
        self.label = "marked"


def labelled(flag: Flag) -> bool:
    if getattr(flag, "label", ""):
        return True  # reached by: Flag.A.mark(); labelled(Flag.A) [supposing module-state]
    return False


def count(value: int) -> int:
    count.calls += 1  # type: ignore[attr-defined]
    if count.calls > 2:  # type: ignore[attr-defined]
        return -1  # reached by: count(1); count(1); count(1) [supposing module-state]
    return value


count.calls = 0  # type: ignore[attr-defined]


def last(value: int) -> int:
    previous = getattr(last, "value", None)
    last.value = value  # type: ignore[attr-defined]
    if previous is not None and previous > value:
        return previous - value  # reached by: last(2); last(1) [supposing module-state]
    return 0


def limited(times: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def wrapper(*args: Any) -> Any:
            wrapper.left -= 1  # type: ignore[attr-defined]
            if wrapper.left < 0:  # type: ignore[attr-defined]
                return None
            return function(*args)

        wrapper.left = times  # type: ignore[attr-defined]
        return wrapper

    return decorate


@limited(2)
def square(value: int) -> int:
    return value * value


def squared(value: int) -> int:
    result = square(value)
    if result is None:
        return -1  # reached by: square(1); square(1); squared(1) [supposing module-state]
    return int(result)


class Widget:
    instances: ClassVar[int] = 0
    latest: ClassVar[Widget | None] = None

    def __init__(self, name: str) -> None:
        Widget.instances += 1
        Widget.latest = self
        self.name = name

    def newest(self) -> bool:
        if Widget.latest is not self:
            return False  # reached by: [Widget("a"), Widget("b")][0].newest() [supposing module-state]
        return True

    @classmethod
    def several(cls) -> bool:
        if cls.instances > 2:
            return True  # reached by: [Widget("a") for _ in range(3)]; Widget.several() [supposing module-state]
        return False

    def rename(self, name: str) -> bool:
        if Widget.instances == 2 and name == "x":
            return True  # reached by: [Widget("a"), Widget("b")][0].rename("x") [supposing module-state]
        return False


class Single:
    _made: ClassVar[Single | None] = None
    ready: bool = False

    @classmethod
    def get(cls) -> Single:
        if cls._made is not None:
            return cls._made  # reached by: Single.get(); Single.get() [supposing module-state]
        cls._made = cls()
        return cls._made


def prepared() -> bool:
    if Single.get().ready:
        return True  # reached by: setattr(Single.get(), "ready", True); prepared() [supposing module-state]
    return False


class Machine:
    moves: ClassVar[dict[str, set[str]]] = {"idle": {"busy"}, "busy": set()}

    def allowed(self, new: str) -> bool:
        if new == "idle" and new in self.moves["idle"]:
            return True  # reached by: Machine.moves["idle"].add("idle"); Machine().allowed("idle") [supposing module-state]
        return False


class Plugin:
    def run(self) -> int:
        return 0


def plugins() -> int:
    found = len(Plugin.__subclasses__())
    if found:
        return found  # reached by: type("Other", (Plugin,), {}); plugins() [supposing module-state]
    return 0


class Catalogue:
    def __init__(self) -> None:
        self.entries: dict[str, int] = {}

    def entry(self, name: str) -> Callable[[int], int]:
        def keep(value: int) -> int:
            self.entries[name] = value
            return value

        return keep


CATALOGUE = Catalogue()


def listed(name: str) -> bool:
    if name in CATALOGUE.entries:
        return True  # reached by: CATALOGUE.entry("a")(1); listed("a") [supposing module-state]
    return False


def memory(value: int, seen: dict[int, int] = {}) -> int:
    if value in seen:
        return seen[value]  # reached by: memory(1); memory(1) [supposing module-state]
    seen[value] = value + 1
    return 0


def known(value: int) -> bool:
    if memory(value):
        return True  # reached by: known(1); known(1) [supposing module-state]
    return False
