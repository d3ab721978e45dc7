"""Our dataclasses behave as those of the standard library."""

from __future__ import annotations

import abc
import copy
import dataclasses
import pickle
from dataclasses import field
from typing import Any

import pytest

from clew import records


def classes(dataclass: Any) -> dict[str, type]:
    @dataclass(frozen=True, slots=True)
    class Point:
        """With a docstring."""

        x: int
        y: int = 2
        place: str = field(default="", compare=False)
        tags: tuple[str, ...] = field(default_factory=tuple, repr=False)

        def sum(self) -> int:
            return self.x + self.y

        @property
        def twice(self) -> int:
            return 2 * self.x

    @dataclass(frozen=True, slots=True)
    class One:
        only: Any

    @dataclass(frozen=True, slots=True)
    class Empty:
        pass

    @dataclass(slots=True)
    class State:
        name: str
        seen: list[int] = field(default_factory=list)
        count: int = 0
        size: int = field(init=False)
        fixed: int = field(default=7, init=False)
        made: list[int] = field(default_factory=list, init=False)

        def __post_init__(self) -> None:
            self.size = len(self.seen)

    @dataclass(frozen=True, slots=True)
    class OwnEquality:
        """Equal to all of its length."""

        text: str
        other: int = 0

        def __eq__(self, other: object) -> bool:
            return isinstance(other, OwnEquality) and len(self.text) == len(other.text)

        def __hash__(self) -> int:
            return len(self.text)

    @dataclass(slots=True, eq=False)
    class Identity:
        value: int

        def __repr__(self) -> str:
            return f"<{self.value}>"

    @dataclass(frozen=True, slots=True, kw_only=True)
    class ByName:
        first: int = 1
        second: str
        third: list[int] = field(default_factory=list)

    @dataclass(frozen=True, slots=True)
    class Place(Point):
        x: int = 5
        name: str = "a place"

    @dataclass(slots=True)
    class Machine(abc.ABC):
        wheels: int
        parts: list[str] = field(default_factory=list)

        def sum(self) -> int:
            return self.wheels

    @dataclass(slots=True)
    class Car(Machine):
        doors: int = 4

        def sum(self) -> int:
            return self.wheels + self.doors

    return {c.__name__: c for c in (Point, One, Empty, State, OwnEquality, Identity, ByName, Place, Machine, Car)}


OURS, THEIRS = classes(records.dataclass), classes(dataclasses.dataclass)
CALLS: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    ("Point", (1,), {}),
    ("Point", (1, 3), {"place": "here"}),
    ("Point", (), {"y": 1, "x": 0, "tags": ("a",)}),
    ("Point", (), {}),
    ("Point", (1, 2, 3, 4, 5), {}),
    ("Point", (1,), {"z": 1}),
    ("One", ("a",), {}),
    ("One", ([],), {}),
    ("Empty", (), {}),
    ("State", ("s",), {}),
    ("State", ("s", [1, 2]), {"count": 3}),
    ("State", ("s",), {"size": 3}),
    ("State", ("s", [1], 2, [3]), {}),
    ("OwnEquality", ("ab",), {}),
    ("OwnEquality", ("ab", 1, 2), {}),
    ("Identity", (4,), {}),
    ("ByName", (), {"second": "b"}),
    ("ByName", (), {"second": "b", "first": 2, "third": [3]}),
    ("ByName", (), {"first": 2}),
    ("ByName", (1, "b"), {}),
    ("Place", (), {}),
    ("Place", (1, 2, "here", ("a",), "name"), {}),
    ("Place", (), {"name": "name", "x": 3}),
    ("Machine", (4,), {}),
    ("Car", (4,), {}),
    ("Car", (4, ["wheel"], 2), {}),
    ("Car", (), {}),
]


def observed(cls: type, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
    try:
        made = cls(*args, **kwargs)
    except TypeError as error:
        return {"error": str(error).replace("classes.<locals>.", "")}
    again = cls(*args, **kwargs)
    found: dict[str, Any] = {
        "repr": repr(made),
        "equal": (made == again, made == 1, made != again),
        "fields": [(f.name, f.type, f.init, f.compare, f.repr) for f in dataclasses.fields(made)],
        "dict": dataclasses.asdict(made),
        "match": cls.__match_args__,
        "slots": cls.__slots__,
        "parameters": (cls.__dataclass_params__.eq, cls.__dataclass_params__.frozen),
        "copied": repr(copy.copy(made)),
        "is": (dataclasses.is_dataclass(cls), dataclasses.is_dataclass(made)),
    }
    try:
        found["hash"] = hash(made) if not isinstance(made, (OURS["Identity"], THEIRS["Identity"])) else None
    except TypeError as error:
        found["hash"] = str(error)
    for name in (*cls.__slots__[:1], "unknown"):
        try:
            setattr(made, name, 9)
            found[f"set {name}"] = repr(made)
        except (AttributeError, TypeError) as error:
            found[f"set {name}"] = isinstance(error, dataclasses.FrozenInstanceError) or name == "unknown"
    if cls.__slots__:
        found["replaced"] = repr(dataclasses.replace(again, **{cls.__slots__[0]: 9}))
    return found


@pytest.mark.parametrize(("name", "args", "kwargs"), CALLS)
def test_like_the_standard_library(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    assert observed(OURS[name], args, kwargs) == observed(THEIRS[name], args, kwargs)


def test_methods_and_patterns() -> None:
    match OURS["Point"](1, 2):
        case records_point if records_point.sum() == 3 and records_point.twice == 2:
            pass
        case _:
            pytest.fail("a method is missing")
    assert not hasattr(OURS["Point"](1), "__dict__")


def test_instances_of_classes_never_called_here_can_be_compared() -> None:
    fresh = classes(records.dataclass)["Point"]
    one, other = object.__new__(fresh), object.__new__(fresh)
    for made in (one, other):
        made.__setstate__([1, 2, "", ()])  # as the unpickler does
    assert one == other
    assert hash(one) == hash(other)


def test_pickled_records_come_back() -> None:
    from clew.verdict.reasons import Reason

    reason = Reason("budget", "text", "--len")
    assert pickle.loads(pickle.dumps(reason, 5)) == reason


def test_a_subclass_that_is_a_dataclass_of_its_own() -> None:
    base = classes(records.dataclass)["State"]
    derived = dataclasses.make_dataclass("Derived", [("extra", int, field(default=1))], bases=(base,))
    assert [f.name for f in dataclasses.fields(derived)] == ["name", "seen", "count", "size", "fixed", "made", "extra"]
    assert derived("n", [1]).size == 1


def test_what_first_use_makes_may_be_made_before() -> None:
    point = classes(records.dataclass)["Point"]
    first = vars(point)["__init__"]
    records.make_all()
    made = vars(point)["__init__"]
    assert made is not first and not hasattr(made, "make")
    records.make_all()
    assert vars(point)["__init__"] is made
    assert point(1).sum() == 3 and point(1, place="here").tags == ()
