"""State that calls leave: defaults, keywords, attributes by name, class attributes, inner objects handed out and kept."""

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, ClassVar


def tag(name: str, /, **attributes: str) -> str:
    if "name" in attributes:
        return attributes["name"]  # reached by: tag("a", name="b")
    if any(not key.isidentifier() for key in attributes):
        return "odd"  # reached by: tag("a", **{"data-id": "3"})
    return name


def collect(item: int, into: list[int] = []) -> int:
    into.append(item)
    if len(into) > 1 and into[0] == 7:
        return len(into)  # reached by: collect(7); collect(1)
    return 0


class Options:
    def __init__(self, **values: int) -> None:
        self.verbose = 0
        for name, value in values.items():
            setattr(self, name, value)

    def quiet(self) -> bool:
        if self.verbose > 0:
            return False  # reached by: Options(verbose=1).quiet()
        return True

    def extra(self) -> int:
        if "level" in vars(self):
            return 1  # reached by: Options(level=1).extra()
        return 0


class Tag:
    count: ClassVar[int] = 0
    limit = 3

    def __init__(self) -> None:
        type(self).count += 1

    def crowded(self) -> bool:
        if Tag.count > 2:
            return True  # reached by: [Tag(), Tag(), Tag()][0].crowded() [supposing module-state]
        return False

    def strict(self) -> bool:
        if self.limit != 3:
            return True  # reached by: w.strict(Tag()).strict() [supposing module-state]
        return False


class Library:
    def __init__(self) -> None:
        self._books: list[str] = []

    @property
    def books(self) -> list[str]:
        return self._books

    def add(self, title: str) -> None:
        if title:
            self._books.append(title)

    def broken(self) -> bool:
        for title in self._books:
            if not title:
                return True
        return False


class Roster:
    def __init__(self, names: list[str]) -> None:
        if not names:
            raise ValueError("names")
        self._names = names

    def first(self) -> str:
        if not self._names:
            return "nobody"
        return self._names[0]


DEFAULTS: dict[str, int] = {"retries": 3}


def defaults() -> dict[str, int]:
    return DEFAULTS


def retries() -> int:
    if DEFAULTS["retries"] != 3:
        return DEFAULTS["retries"]  # reached by: defaults().update(retries=5); retries() [supposing module-state]
    return 3


_current: list[str] = []


class Scope:
    def __init__(self, name: str) -> None:
        self.name = name

    def __enter__(self) -> "Scope":
        _current.append(self.name)
        return self

    def __exit__(self, *details: object) -> None:
        _current.pop()


def active() -> str:
    if _current:
        return _current[-1]  # reached by: w.within(Scope("a"), active) [supposing module-state]
    return ""


@dataclass
class Invoice:
    lines: list[int] = field(default_factory=list)
    total: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self.total = sum(self.lines)

    def consistent(self) -> bool:
        if self.total != sum(self.lines):
            return False  # reached by: w.added(Invoice([1])).consistent()
        return True


def counter() -> Callable[[], int]:
    count = 0

    def step() -> int:
        nonlocal count
        count += 1
        if count > 1:
            return 0  # reached by: w.thrice(counter())
        return count

    return step


NEXT = counter()


def ticket() -> int:
    number = NEXT()
    if number == 0:
        return -1  # reached by: ticket(); ticket() [supposing module-state]
    return number


def namespace(options: SimpleNamespace) -> str:
    if not hasattr(options, "name"):
        return "none"  # reached by: namespace(SimpleNamespace())
    if options.name == "a":
        return "a"  # reached by: namespace(SimpleNamespace(name="a"))
    return "other"


class Registry:
    def __init__(self) -> None:
        self.items: dict[str, Any] = {}

    def register(self, name: str, item: Any = None) -> Any:
        if item is None:
            return lambda found: self.register(name, found)
        self.items[name] = item
        return item

    def lookup(self, name: str) -> str:
        item = self.items.get(name)
        if item is None:
            return "missing"
        if isinstance(item, type):
            return "class"  # reached by: w.registered(Registry())
        if callable(item):
            return "function"
        return "value"


COMMANDS = Registry()


def run(name: str) -> str:
    kind = COMMANDS.lookup(name)
    if kind == "function":
        return "run"  # reached by: COMMANDS.register("a")(print); run("a") [supposing module-state]
    return kind


class Cache:
    _instance: ClassVar["Cache | None"] = None

    def __new__(cls) -> "Cache":
        if cls._instance is not None:
            return cls._instance  # reached by: Cache(); Cache()
        cls._instance = super().__new__(cls)
        return cls._instance

    def __init__(self) -> None:
        self.hits = getattr(self, "hits", 0) + 1

    def warm(self) -> bool:
        if self.hits > 1:
            return True  # reached by: Cache(); Cache().warm()
        return False


def interactive(modules: Iterable[str] = ("readline",)) -> bool:
    if any(name in sys.modules for name in modules):
        return True  # reached by: interactive(["sys"])
    return False


debug = False


def trace(message: str) -> str:
    if debug:
        return message  # reached by: w.debugging(trace) [supposing module-state]
    return ""


def set_debug(value: bool) -> None:
    globals()["debug"] = value
