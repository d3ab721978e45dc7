"""What a constructor takes is what its `__init__` says; what a dict with declared keys may hold besides."""

from dataclasses import InitVar, dataclass, field
from typing import NamedTuple, NotRequired, TypedDict


@dataclass(init=False)
class Size:
    value: int

    def __init__(self, value: str) -> None:
        self.value = len(value)


@dataclass
class Tagged:
    tags: tuple[str, ...]

    def __init__(self, tags: list[str] | None = None) -> None:
        self.tags = tuple(tags or ())


@dataclass
class Scaled:
    raw: int
    factor: InitVar[int]
    result: int = field(init=False)

    def __post_init__(self, factor: int) -> None:
        self.result = self.raw * factor


@dataclass
class Parsed:
    number: int

    def __init__(self, number: object) -> None:
        self.number = number if isinstance(number, int) else -1


class Record(NamedTuple):
    key: int
    note: str = ""


class Movie(TypedDict):
    name: str
    year: int


class Sequel(Movie):
    part: int


class Options(TypedDict, total=False):
    depth: int
    mode: NotRequired[str]


def size(s: Size) -> int:
    if s.value == 3:
        return 1  # reached by: size(Size("abc"))
    return 0


def tagged(t: Tagged) -> int:
    if len(t.tags) == 2:
        return 1  # reached by: tagged(Tagged(["a", "b"]))
    return 0


def scaled(s: Scaled) -> int:
    if s.result == 12:
        return 1  # reached by: scaled(Scaled(3, 4))
    return 0


def parsed(p: Parsed) -> int:
    if p.number == -1:
        return 1  # reached by: parsed(Parsed("x"))
    return 0


def flag_of(r: Record) -> int:
    if r.key is True:
        return 1  # reached by: flag_of(Record(True))
    return 0


def more_keys(m: Movie) -> int:
    if len(m) > 2:
        return 1  # reached by: more_keys({"name": "", "year": 1, "part": 2})
    return 0


def other_keys(m: Movie) -> int:
    for key in m:
        if key not in ("name", "year"):
            return 1  # reached by: other_keys({"name": "", "year": 1, "part": 2})
    return 0


def undeclared(m: Movie) -> int:
    if "part" in m:
        return 1  # reached by: undeclared({"name": "", "year": 1, "part": 2})
    return 0


def looked_for(m: Movie) -> int:
    if m.get("part") is not None:
        return 1  # reached by: looked_for({"name": "", "year": 1, "part": 2})
    return 0


def same_as(m: Movie) -> int:
    if m != {"name": m["name"], "year": m["year"]}:
        return 1  # reached by: same_as({"name": "", "year": 1, "part": 2})
    return 0


def values(m: Movie) -> int:
    if sum(1 for _ in m.values()) == 3:
        return 1  # reached by: values({"name": "", "year": 1, "part": 2})
    return 0


def true_year(m: Movie) -> int:
    if m["year"] is True:
        return 1  # reached by: true_year({"name": "", "year": True})
    return 0


def nothing_declared(o: Options) -> int:
    if o and "depth" not in o and "mode" not in o:
        return 1  # reached by: nothing_declared({"other": 1})
    return 0


def merged(m: Movie) -> int:
    both = {**m}
    if len(both) == 3:
        return 1  # reached by: merged({"name": "", "year": 1, "part": 2})
    return 0


def of_sequel(m: Movie) -> int:
    if sorted(m)[1:2] == ["part"]:
        return 1  # reached by: of_sequel({"name": "", "year": 1, "part": 2})
    return 0
