"""Module-level pieces that generated functions use: classes, helpers, state.  Only those that are used are written.

`#0`, `#1`, … are constants drawn when the program is made.
"""

from __future__ import annotations

from typing import Final

IMPORTS: Final = (
    "bisect", "collections", "contextlib", "copy", "dataclasses", "enum", "functools", "heapq", "io", "itertools",
    "math", "operator", "re", "statistics", "typing",
)  # fmt: skip

# name → (other pieces it needs, text)
PIECES: Final[dict[str, tuple[tuple[str, ...], str]]] = {
    "GLOBAL": ((), "GLOBAL = #0\n"),
    "LOG": ((), "LOG: list[int] = [#0]\n"),
    "TABLE": ((), 'TABLE: dict[str, int] = {"a": #0, "b": #1}\n'),
    "bump": (
        ("LOG",),
        """
COUNT = #0


def bump(by: int) -> int:
    global COUNT
    COUNT += by
    LOG.append(COUNT)
    if COUNT > #1:
        COUNT = 0
    return COUNT
""",
    ),
    "helper": (
        (),
        """
def helper(a: int, b: int = #0, *rest: int, k: int = 0, **more: int) -> int:
    if rest:
        return a + sum(rest)
    if more:
        return len(more)
    if k > #1:
        return b
    return a - b if a > b else k
""",
    ),
    "memo": (
        (),
        """
@functools.lru_cache(maxsize=None)
def memo(n: int) -> int:
    if n > #0:
        return n - #1
    return n * 2
""",
    ),
    "remember": (
        (),
        """
@functools.cache
def remember(key: int) -> list[int]:
    return [key]
""",
    ),
    "grow": (
        (),
        """
def grow(item: int, found: list[int] = []) -> list[int]:
    found.append(item)
    return found
""",
    ),
    "apply": ((), "\n\ndef apply(function, value):\n    return function(value)\n"),
    "count_up": (
        (),
        """
def count_up(limit: int):
    at = 0
    while at < limit and at < 4:
        yield at
        at += 1
    if limit == #0:
        yield #1
""",
    ),
    "managed": (
        (),
        """
@contextlib.contextmanager
def managed(value: int):
    try:
        yield value + 1
    except ValueError:
        if value > #0:
            raise
    finally:
        value -= 1
""",
    ),
    "Failure": (
        (),
        """
class Failure(Exception):
    def __init__(self, code: int) -> None:
        super().__init__(code + #0)
        self.code = code
""",
    ),
    "Guard": (
        (),
        """
class Guard:
    def __init__(self, value: int) -> None:
        self.value = value

    def __enter__(self) -> int:
        return self.value + 1

    def __exit__(self, kind, error, trace) -> bool:
        self.value = 0
        return kind is not None and issubclass(kind, #e)
""",
    ),
    "Box": (
        (),
        """
class Box:
    def __init__(self, size: int = #0) -> None:
        self._size = size
        self.items = [size]
        self.weight = 0.5

    @property
    def size(self) -> int:
        return self._size

    @size.setter
    def size(self, value: int) -> None:
        if value < 0:
            raise ValueError(value)
        self._size = value

    @property
    def twice(self) -> int:
        return self._size * 2

    def add(self, other: int) -> int:
        return self._size + other

    def put(self, item: int) -> None:
        if item in self.items:
            self._size += 1
        self.items.append(item)

    def __len__(self) -> int:
        return len(self.items)

    def __bool__(self) -> bool:
        return self._size > #1

    def __getitem__(self, index: int) -> int:
        return self.items[index]

    def __setitem__(self, index: int, value: int) -> None:
        self.items[index] = value

    def __contains__(self, item: int) -> bool:
        return item == self._size or item in self.items

    def __iter__(self):
        return iter(self.items)

    def __add__(self, other: "Box") -> "Box":
        made = Box(self._size + other._size)
        made.items = self.items + other.items
        return made

    def __iadd__(self, other: "Box") -> "Box":
        self._size += other._size
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Box) and self._size == other._size

    def __hash__(self) -> int:
        return hash(self._size)
""",
    ),
    "Point": (
        (),
        """
@dataclasses.dataclass(order=True)
class Point:
    x: int
    y: int = #0
    name: str = "p"

    def norm(self) -> int:
        if self.x < 0:
            return -self.x + abs(self.y)
        return self.x + abs(self.y)
""",
    ),
    "Shape": (
        (),
        """
class Shape:
    made = 0
    kind = #0

    def __init__(self, side: int) -> None:
        Shape.made += 1
        self.side = side

    def area(self) -> int:
        return 0

    def scale(self, by: int) -> None:
        if by > 0:
            self.side *= by


class Square(Shape):
    kind = #1

    def area(self) -> int:
        return self.side * self.side if self.side > 0 else super().area()


class Flat(Shape):
    def __init__(self) -> None:
        super().__init__(#2)
        self.kind = #3
""",
    ),
    "Meter": (
        (),
        """
class Clamped:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, instance, owner=None):
        return instance.__dict__.get(self.name, #0)

    def __set__(self, instance, value):
        instance.__dict__[self.name] = max(0, value)


@functools.total_ordering
class Meter:
    level = Clamped()

    def __init__(self, level: int) -> None:
        self.level = level

    def __eq__(self, other):
        return self.level == other.level

    def __lt__(self, other):
        return self.level < other.level
""",
    ),
    "Lazy": (
        (),
        """
class Lazy:
    def __init__(self, seed: int) -> None:
        self.seed = seed

    @functools.cached_property
    def value(self) -> int:
        self.seed += 1
        return self.seed

    def __getattr__(self, name: str) -> int:
        if name.startswith("_"):
            raise AttributeError(name)
        return self.seed + len(name)
""",
    ),
    "Color": ((), "\n\nclass Color(enum.Enum):\n    RED = #0\n    BLUE = 2\n    GREEN = 3\n"),
    "Node": (
        (),
        """
class Node:
    def __init__(self, value: int, rest: "Node | None" = None) -> None:
        self.value = value
        self.rest = rest

    def total(self) -> int:
        return self.value + (self.rest.total() if self.rest is not None else 0)

    def push(self, value: int) -> None:
        if value > #0:
            self.rest = Node(self.value, self.rest)
            self.value = value
""",
    ),
    "Pair": (
        (),
        """
class Pair(typing.NamedTuple):
    left: int
    right: int = #0

    @property
    def width(self) -> int:
        return self.right - self.left

    def moved(self, by: int) -> "Pair":
        return self._replace(left=self.left + by)
""",
    ),
    "Slot": (
        (),
        """
class Slot:
    __slots__ = ("a", "b")

    def __init__(self, a: int) -> None:
        self.a = a

    def fill(self, b: int) -> None:
        self.b = b
""",
    ),
    "Child": (
        (),
        """
class Base:
    count = #0

    def __init__(self, n: int) -> None:
        self.n = n
        self.log = [n]

    @classmethod
    def of(cls, n: int) -> "Base":
        return cls(n + 1)

    @staticmethod
    def twice(n: int) -> int:
        return n * 2

    def step(self) -> int:
        self.n += self.stride
        return self.n

    @property
    def stride(self) -> int:
        return 1


class Child(Base):
    def __init__(self, n: int, m: int = #1) -> None:
        super().__init__(n - m)
        self.m = m

    def step(self) -> int:
        self.log.append(self.n)
        return super().step() + self.m

    @property
    def stride(self) -> int:
        return super().stride + 1

    def __repr__(self) -> str:
        return f"Child({self.n})"
""",
    ),
    "Frozen": (
        (),
        """
@dataclasses.dataclass(frozen=True, slots=True)
class Frozen:
    x: int
    tags: tuple[str, ...] = ()
""",
    ),
    "OddEq": (
        (),
        """
class OddEq:
    def __init__(self, v: int) -> None:
        self.v = v

    def __eq__(self, other):
        return self.v - getattr(other, "v", #0)

    def __hash__(self):
        return self.v % 3
""",
    ),
    "Sly": (
        (),
        """
class Sly:
    def __init__(self, n: int) -> None:
        self.n = n
        self.asked = 0

    def __bool__(self) -> bool:
        self.asked += 1
        if self.n == #0:
            raise ValueError("no answer")
        return self.n > #1

    def __len__(self) -> int:
        return self.n

    def __call__(self, x: int) -> int:
        return self.n + x
""",
    ),
    "recent": (
        (),
        """
@functools.lru_cache(maxsize=2)
def recent(n: int) -> list[int]:
    return [n, #0]
""",
    ),
    "descend": (
        (),
        """
def descend(n: int, k: int = #0) -> int:
    if n <= 0:
        return k
    if n % 2:
        return ascend(n - 1, k + 1)
    return descend(n - 2, k)


def ascend(n: int, k: int) -> int:
    return descend(n - 1, k * 2) if k < #1 else k
""",
    ),
    "total_to": (
        (),
        """
def total_to(n: int) -> int:
    total = 0
    i = 0
    while i < n:
        i += 1
        if i % 3 == #0:
            continue
        total += i
    return total
""",
    ),
    "clamp": (
        (),
        """
LOW = #0
HIGH = #1


def clamp(x: int, low: int = LOW, high: int = 10) -> int:
    if x < low:
        return low
    if x > high:
        return high
    return x
""",
    ),
    "check": (
        (),
        """
def check(x: int) -> int:
    if x == #0:
        raise #e(x)
    if x == #1:
        raise KeyError
    return x + 1
""",
    ),
    "parse": (
        (),
        """
def parse(text: str) -> tuple[str, int]:
    m = re.fullmatch(r"([a-z]+)[=:](-?\\d+)", text.strip())
    if m is None:
        raise ValueError(text)
    return m.group(1), int(m[2])
""",
    ),
    "counter_of": (
        (),
        """
def counter_of(start: int):
    n = start

    def step(by: int = 1) -> int:
        nonlocal n
        n += by
        return n

    return step
""",
    ),
    "later": (
        (),
        """
async def later(x: int) -> int:
    if x > #0:
        return x - 1
    return #1
""",
    ),
    "MyList": ((), "\n\nclass MyList(list):\n    def total(self) -> int:\n        return sum(self)\n"),
}
NAMED_BY: Final[dict[str, str]] = {
    "Base": "Child",
    "ascend": "descend",
    "LOW": "clamp",
    "HIGH": "clamp",
    "Square": "Shape",
    "Flat": "Shape",
    "COUNT": "bump",
}
NUMBERS: Final = ("0", "1", "2", "3", "5", "7", "10")
ERRORS: Final = ("ValueError", "KeyError", "LookupError", "ArithmeticError", "Exception")
