"""Subclasses that everybody who reads the module knows of: for `int`, `str`, `list`, `dict`, `tuple`, exceptions."""

from collections import Counter, OrderedDict, defaultdict, deque
from enum import Enum, Flag, IntEnum, IntFlag, auto
from typing import Any, Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Level(IntEnum):
    LOW = 1
    HIGH = 2


class Mode(str, Enum):
    READ = "r"
    WRITE = "w"


class Perm(Flag):
    READ = auto()
    WRITE = auto()
    EXEC = auto()


class Bits(IntFlag):
    A = 1
    B = 2


class Name(str):
    def initial(self) -> str:
        return self[:1]


class Pair(NamedTuple):
    number: int
    word: str


class AppError(Exception):
    code = 3


def level(x: int) -> int:
    if isinstance(x, Level):
        return 1  # reached by: level(Level.LOW)
    return 0


def named_level(x: int) -> int:
    name = getattr(x, "name", None)
    if name == "HIGH":
        return 1  # reached by: named_level(Level.HIGH)
    return 0


def shown_level(x: int) -> int:
    if repr(x).startswith("<"):
        return 1  # reached by: shown_level(Level.LOW)
    return 0


def mode(text: str) -> int:
    if isinstance(text, Mode):
        return 1  # reached by: mode(Mode.READ)
    return 0


def formatted(text: str) -> int:
    if text == "r" and str(text) != "r":
        return 1  # reached by: formatted(Mode.READ)
    return 0


def named(text: str) -> int:
    if hasattr(text, "initial"):
        return 1  # reached by: named(Name("x"))
    return 0


def made_up(d: dict[str, int], key: str) -> int:
    before = len(d)
    d[key]
    if len(d) > before:
        return 1  # reached by: made_up(defaultdict(int), "a")
    return 0


def absent(d: dict[str, int]) -> int:
    if "x" in d:
        return 2
    value = d["x"]
    return value  # reached by: absent(Counter())


def ordered(d: dict[str, int]) -> int:
    if isinstance(d, OrderedDict):
        return 1  # reached by: ordered(OrderedDict())
    return 0


def factory(d: dict[str, list[int]]) -> int:
    if hasattr(d, "default_factory"):
        return 1  # reached by: factory(defaultdict(list))
    return 0


def order_counts(a: dict[str, int], b: dict[str, int]) -> int:
    if a != b and sorted(a.items()) == sorted(b.items()):
        return 1  # reached by: order_counts(OrderedDict(a=1, b=2), OrderedDict(b=2, a=1))
    return 0


def shown_dict(d: dict[str, int]) -> int:
    if str(d).startswith("defaultdict"):
        return 1  # reached by: shown_dict(defaultdict(int))
    return 0


def pair(p: tuple[int, str]) -> int:
    if isinstance(p, Pair):
        return 1  # reached by: pair(Pair(1, "a"))
    return 0


def fields(p: tuple[int, str]) -> int:
    if hasattr(p, "_fields"):
        return 1  # reached by: fields(Pair(1, "a"))
    return 0


def shown_pair(p: tuple[int, str]) -> int:
    if repr(p).startswith("Pair"):
        return 1  # reached by: shown_pair(Pair(1, "a"))
    return 0


def empty_flag(p: Perm) -> int:
    if not p:
        return 1  # reached by: empty_flag(Perm(0))
    return 0


def combined(p: Perm) -> int:
    if Perm.READ in p and Perm.WRITE in p:
        return 1  # reached by: combined(Perm.READ | Perm.WRITE)
    return 0


def no_member(p: Perm) -> int:
    if p not in (Perm.READ, Perm.WRITE, Perm.EXEC):
        return 1  # reached by: no_member(Perm.READ | Perm.EXEC)
    return 0


def unknown_bits(b: Bits) -> int:
    if b & 64:
        return 1  # reached by: unknown_bits(Bits(64))
    return 0


def flags_of(ps: list[Perm]) -> int:
    for p in ps:
        if p == Perm.READ | Perm.WRITE | Perm.EXEC:
            return 1  # reached by: flags_of([Perm(7)])
    return 0


def bounded_queue(q: deque[int]) -> int:
    before = len(q)
    q.append(1)
    if len(q) == before:
        return 1  # reached by: bounded_queue(deque([1], maxlen=1))
    return 0


def limit(q: deque[int]) -> int:
    if q.maxlen is not None:
        return 1  # reached by: limit(deque(maxlen=3))
    return 0


def of_error(error: Exception) -> int:
    if isinstance(error, AppError):
        return error.code  # reached by: of_error(AppError())
    return 0


def held_level(d: dict[str, int]) -> int:
    for value in d.values():
        if isinstance(value, Level):
            return 1  # reached by: held_level({"a": Level.LOW})
    return 0


class Holder(Generic[T]):
    def __init__(self, held: T) -> None:
        self.held = held


def in_holder(h: Holder[int]) -> int:
    if type(h.held) is bool:
        return 1  # reached by: in_holder(Holder(True))
    return 0


def anything(x: Any) -> int:
    if isinstance(x, frozenset):
        return 1  # reached by: anything(frozenset())
    return 0


def counted(c: Counter[str]) -> int:
    if c["a"] < 0:
        return 1  # reached by: counted(Counter({"a": -1}))
    return 0


def of_default(d: defaultdict[str, int]) -> int:
    if d["new"] == 5:
        return 1  # reached by: of_default(defaultdict(lambda: 5))
    return 0


def inverted(x: int) -> int:
    if x == 1 and ~x == 2:
        return 1  # reached by: inverted(Bits.A)
    return 0


def _flipped(x: int) -> int:
    return x ^ -1


def through_helper(x: int) -> int:
    if x == 1 and _flipped(x) > 0:
        return 1  # reached by: through_helper(Bits.A)
    return 0
