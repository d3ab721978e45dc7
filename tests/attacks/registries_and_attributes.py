"""Objects as the world makes them: registries filled by decorators, public attributes set and filled from outside."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


class Bus:
    def __init__(self) -> None:
        self.handlers: list[Callable[[int], object]] = []
        self.limit = 3
        self.closed = False

    def emit(self, number: int) -> int:
        for handler in self.handlers:
            handler(number)  # reached by: b = Bus(); b.handlers.append(print); b.emit(1)
        return len(self.handlers)

    def allowed(self, number: int) -> bool:
        if number > 3 and number <= self.limit:
            return True  # reached by: b = Bus(); b.limit = 9; b.allowed(5)
        return False

    def send(self, number: int) -> int:
        if self.closed:
            return -1  # reached by: b = Bus(); b.closed = True; b.send(1)
        return number


class App:
    def __init__(self) -> None:
        self._routes: dict[str, Callable[[], object]] = {}
        self.errors: dict[int, Callable[[], object]] = {}

    def route(self, path: str) -> Callable[[Callable[[], object]], Callable[[], object]]:
        def add(function: Callable[[], object]) -> Callable[[], object]:
            self._routes[path] = function
            return function

        return add

    def error(self, code: int) -> Callable[[Callable[[], object]], Callable[[], object]]:
        def add(function: Callable[[], object]) -> Callable[[], object]:
            self.errors[code] = function
            return function

        return add

    def run(self, path: str) -> object:
        if path in self._routes:
            return self._routes[path]()  # reached by: a = App(); a.route("/")(int); a.run("/")
        return self.missing(404)

    def missing(self, code: int) -> object:
        if code in self.errors:
            return self.errors[code]()  # reached by: a = App(); a.error(404)(int); a.missing(404)
        raise LookupError(code)


class Filters:
    def __init__(self) -> None:
        self._all: dict[str, Callable[[str], str]] = {}

    def register(self, function: Callable[[str], str]) -> Callable[[str], str]:
        self._all[function.__name__] = function
        return function

    def apply(self, text: str) -> str:
        for name in sorted(self._all):
            text = self._all[name](text)  # reached by: f = Filters(); f.register(str.upper); f.apply("x")
        return text


@dataclass
class Account:
    owner: str
    balance: int = 0
    history: list[int] = field(default_factory=list)
    _limit: int = 0

    def __post_init__(self) -> None:
        if self.balance < 0:
            raise ValueError(self.balance)
        self.open = True

    def spend(self, amount: int) -> int:
        if self.balance < 0:
            return -1  # reached by: a = Account("x"); a.balance = -5; a.spend(1)
        if not self.open:
            return -2  # reached by: a = Account("x"); a.open = False; a.spend(1)
        return self.balance - amount

    def last(self) -> int:
        if len(self.history) > 20:
            return self.history[-1]  # reached by: a = Account("x"); a.history.extend(range(21)); a.last() [beyond len]
        return 0


@dataclass(frozen=True)
class Basket:
    name: str
    items: list[str] = field(default_factory=list, init=False)

    def total(self) -> int:
        if self.items:
            return len(self.items)  # reached by: b = Basket("x"); b.items.append("y"); b.total()
        return 0


class Counter:
    def __init__(self, start: int) -> None:
        self.value = start if start > 0 else 0
        self.step = 1

    def advance(self) -> int:
        self.value += self.step
        if self.value < 0:
            return -1  # reached by: c = Counter(1); c.value = -9; c.advance()
        return self.value


class Cache:
    def __init__(self, size: int) -> None:
        self.size = size
        self.entries: dict[str, int] = {}
        self.recent: deque[str] = deque()
        self.hot: set[str] = set()

    def get(self, key: str) -> int:
        if key in self.entries:
            return self.entries[key]  # reached by: c = Cache(1); c.entries["a"] = 1; c.get("a")
        return 0

    def oldest(self) -> str:
        if self.recent:
            return self.recent[0]  # reached by: c = Cache(1); c.recent.append("a"); c.oldest()
        return ""

    def heat(self, key: str) -> bool:
        if key in self.hot:
            return True  # reached by: c = Cache(1); c.hot.add("a"); c.heat("a")
        return False


class Twice:
    def __init__(self, value: int) -> None:
        self.first = value
        self.second = value

    def same(self) -> bool:
        if self.first != self.second:
            return False  # reached by: t = Twice(1); t.second = 2; t.same()
        return True


class Sized:
    def __init__(self, items: list[int]) -> None:
        self.items = items
        self.count = len(items)

    def consistent(self) -> bool:
        if self.count != len(self.items):
            return False  # reached by: s = Sized([]); s.items.append(1); s.consistent()
        return True


class Latch:
    __slots__ = ("_set", "level")

    def __init__(self) -> None:
        self.level = 0
        self._set = False

    def trip(self) -> None:
        self.level = 1
        self._set = True

    def state(self) -> int:
        if self._set and self.level == 0:
            return -1  # reached by: s = Latch(); s.trip(); s.level = 0; s.state()
        return self.level


class Child:
    def __init__(self) -> None:
        self.name = ""


class Parent:
    def __init__(self) -> None:
        self.child = Child()

    def greeting(self) -> str:
        if self.child.name:
            return self.child.name  # reached by: p = Parent(); p.child.name = "x"; p.greeting()
        return "nobody"


def of_argument(parent: Parent) -> int:
    if parent.child.name == "x":
        return 1  # reached by: p = Parent(); p.child.name = "x"; of_argument(p)
    return 0


def of_many(buses: list[Bus]) -> int:
    for bus in buses:
        if bus.closed:
            return 1  # reached by: b = Bus(); b.closed = True; of_many([b])
    return 0


class Plugins:
    registered: list[type] = []

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        Plugins.registered.append(cls)

    @classmethod
    def first(cls) -> str:
        if cls.registered:
            return cls.registered[0].__name__  # reached by: type("P", (Plugins,), {}); Plugins.first() [supposing module-state]
        return ""


class Base:
    def __init__(self, name: str) -> None:
        self.name = name


class Derived(Base):
    def __init__(self, name: str) -> None:
        super().__init__(name.strip())

    def bare(self) -> bool:
        if self.name.startswith(" "):
            return True  # reached by: d = Derived(""); d.name = " x"; d.bare()
        return False


class Point:
    """Free: the constructor stores what it is given."""

    def __init__(self, x: int, y: int = 0) -> None:
        self.x = x
        self.y = y
        self._seen = 0

    def look(self) -> int:
        if self.x > 3 and self.x < 2:
            return -1  # infeasible
        if self.y < 0 and self.y > 0:
            return -2  # infeasible
        self._seen += 1
        return self.x
