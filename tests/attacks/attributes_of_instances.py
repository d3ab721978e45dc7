"""Public attributes that callers give an object beside what its constructor sets: in place of a default that its class
has, in a slot left empty, or under a name that nothing has.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import ClassVar, Generic, Protocol, TypeVar

T = TypeVar("T")


class Config:
    debug = False
    retries = 3
    name: str = ""

    def limit(self) -> int:
        return self.retries * 2

    def label(self) -> str:
        if self.name != "":
            return self.name  # reached by: c = Config(); c.name = "x"; c.label()
        return "config"


class Local(Config):
    debug: bool = True
    hosts: tuple[str, ...] = ("localhost",)

    def __init__(self, port: int) -> None:
        self.port = port


class Slotted:
    __slots__ = ("a", "b")

    def __init__(self, a: int) -> None:
        self.a = a


class Node:
    __slots__ = ("value", "next")

    def __init__(self, value: int) -> None:
        self.value = value
        self.next: Node | None = None


class Task:
    done = False
    result: int | None = None

    def run(self) -> None:
        self.result = 7


@dataclass
class Point:
    x: int = 1
    tags: list[str] = field(default_factory=list)


@dataclass
class Own(Point):
    def __init__(self, z: int) -> None:
        self.z = z


class Limits:
    MOST = 10
    least: ClassVar[int] = 1

    def width(self) -> int:
        return self.MOST - self.least


class Account:
    limit = 10

    def __init__(self) -> None:
        self._sum = 0

    def put(self, n: int) -> None:
        if n < 0 or self._sum + n > self.limit:
            raise ValueError(n)
        self._sum += n

    def check(self) -> bool:
        if self._sum > self.limit:
            return False  # reached by: a = Account(); a.put(9); a.limit = 5; a.check()
        return True

    def rich(self) -> bool:
        if self._sum > 20:
            return True  # reached by: a = Account(); a.limit = 100; a.put(50); a.rich()
        return False


class Window:
    def __init__(self) -> None:
        self.enabled = False
        self._events: list[str] = []
        self._last = ""

    def notify(self, event: str) -> None:
        if self.enabled:
            self._events.append(event)
            self._last = event

    def count(self) -> int:
        if self._events:
            return len(self._events)  # reached by: x = Window(); x.enabled = True; x.notify("a"); x.count()
        return 0

    def last(self) -> str:
        if self._last != "":
            return self._last  # reached by: x = Window(); x.enabled = True; x.notify("a"); x.last()
        return "none"


class Meter:
    """What only counts itself makes nothing else uncertain."""

    def __init__(self) -> None:
        self.calls = 0
        self._total = 0

    def add(self, n: int) -> None:
        self.calls += 1
        self._total += abs(n)

    def total(self) -> int:
        if self._total < 0:
            return -1
        if self.calls < 0:
            return -2  # reached by: m = Meter(); m.calls = -1; m.total()
        return self._total


def default_set(c: Config) -> int:
    if c.debug:
        return 1  # reached by: c = Config(); c.debug = True; default_set(c)
    return 0


def read_by_a_method(c: Config) -> int:
    if c.limit() == 0:
        return 1  # reached by: c = Config(); c.retries = 0; read_by_a_method(c)
    return 0


def default_of_a_base(c: Local) -> int:
    if c.retries > c.port > 1000:
        return 1  # reached by: c = Local(8080); c.retries = 9999; default_of_a_base(c)
    return 0


def default_that_is_overridden(c: Local) -> int:
    if not c.debug:
        return 1  # reached by: c = Local(1); c.debug = False; default_that_is_overridden(c)
    if len(c.hosts) == 0:
        return 2  # reached by: c = Local(1); c.hosts = (); default_that_is_overridden(c)
    return 0


def by_name(c: Config) -> int:
    if getattr(c, "debug", False):
        return 1  # reached by: c = Config(); c.debug = True; by_name(c)
    return 0


def slot_left_empty(s: Slotted) -> int:
    if hasattr(s, "b"):
        return 1  # reached by: s = Slotted(1); s.b = 2; slot_left_empty(s)
    return 0


def slot_read(s: Slotted) -> int:
    try:
        return s.b + 1  # reached by: s = Slotted(1); s.b = 2; slot_read(s)
    except AttributeError:
        return 0


def slot_that_the_class_fills(n: Node) -> int:
    if n.next is not None:
        return n.next.value  # reached by: n = Node(1); n.next = Node(2); slot_that_the_class_fills(n)
    return n.value


def set_by_a_method_or_not(t: Task) -> int:
    if t.done and t.result is None:
        return 1  # reached by: t = Task(); t.done = True; set_by_a_method_or_not(t)
    if t.result is not None and t.result != 7:
        return 2  # reached by: t = Task(); t.result = 8; set_by_a_method_or_not(t)
    return 0


def field_without_its_constructor(o: Own) -> int:
    if o.x == 1:
        return 0
    return o.x  # reached by: o = Own(3); o.x = 2; field_without_its_constructor(o)


def field_that_is_missing(o: Own) -> int:
    if hasattr(o, "tags"):
        return 1  # reached by: o = Own(3); o.tags = []; field_that_is_missing(o)
    return 0


def under_any_name(c: Config) -> int:
    if hasattr(c, "extra"):
        return 1  # reached by: c = Config(); c.extra = 1; under_any_name(c)
    return 0


def of_an_element(all: list[Config]) -> int:
    if any(c.debug for c in all):
        return 1  # reached by: c = Config(); c.debug = True; of_an_element([c])
    return 0


def constant_of_the_class(limits: Limits) -> int:
    if limits.width() > 9:
        return 1  # reached by: l = Limits(); l.MOST = 99; constant_of_the_class(l) [supposing construction]
    return 0


def deleted(s: Slotted) -> int:
    try:
        return s.a
    except AttributeError:
        return -1  # reached by: s = Slotted(1); del s.a; deleted(s) [supposing construction]


def set_here(c: Config) -> int:
    c.debug = False
    if c.debug:
        return 1
    return 0


def all_of_them(c: Config) -> int:
    if vars(c):
        return 1  # reached by: c = Config(); c.debug = True; all_of_them(c)
    return 0


class Kind(Enum):
    A = 1
    B = 2


class Plugin:
    kind = Kind.A
    priority: float = 1.0

    def sort_key(self) -> tuple[float, str]:
        return (-self.priority, type(self).__name__)


class Derived(Plugin):
    kind = Kind.B


@dataclass
class Settings:
    host: str = "x"
    port = 80

    def url(self) -> str:
        if self.port != 80:
            return f"{self.host}:{self.port}"  # reached by: s = Settings(); s.port = 81; s.url()
        return self.host


class Dyn:
    def __init__(self) -> None:
        self._data = {"a": 1}

    def __getattr__(self, name: str) -> int:
        try:
            return self._data[name]
        except KeyError:
            raise AttributeError(name) from None


def kind_of(p: Plugin) -> int:
    if p.kind is Kind.B and type(p) is Plugin:
        return 1  # reached by: p = Plugin(); p.kind = Kind.B; kind_of(p)
    return 0


def order(ps: list[Plugin]) -> int:
    if len(ps) == 2 and ps[0].sort_key() < ps[1].sort_key() and ps[0].kind is ps[1].kind:
        return 1  # reached by: p = Plugin(); p.priority = 5.0; order([p, Plugin()])
    return 0


def dyn(d: Dyn) -> int:
    if d.a != 1:
        return 1  # reached by: d = Dyn(); d.a = 3; dyn(d)
    try:
        return d.zzz
    except AttributeError:
        return -1  # reached by: dyn(Dyn())


def dyn2(d: Dyn) -> int:
    if hasattr(d, "q"):
        return 1  # reached by: d = Dyn(); d.q = 3; dyn2(d)
    return 0


def set_and_deleted(s: Settings) -> int:
    s.port = 3
    del s.port
    if s.port != 80:
        return 1
    return 0


class Cell(Generic[T]):
    value: T | None = None

    def get(self, other: Cell[T]) -> int:
        self.value = None
        if other.value is not None:
            return 1  # reached by: c = Cell(); c.value = 1; Cell().get(c)
        return 0


class HasN(Protocol):
    n: int


class N:
    n = 4


def proto(h: HasN) -> int:
    if h.n != 4:
        return 1  # reached by: x = N(); x.n = 5; proto(x)
    return 0


def shadowed(s: Settings, t: Settings) -> int:
    s.port = 99
    if t.port == 99:
        return 1  # reached by: s = Settings(); shadowed(s, s)
    return 0
