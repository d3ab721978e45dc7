"""Classes that have subclasses here and elsewhere: what `self`, `cls` and annotated arguments may be."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from enum import Enum, IntFlag
from typing import ClassVar, Protocol, TypedDict


class Node(ABC):
    @abstractmethod
    def value(self) -> int: ...

    def doubled(self) -> int:
        if self.value() > 10:
            return 0  # reached by: w.Ten().doubled() [supposing types]
        return self.value() * 2

    @classmethod
    def title(cls) -> str:
        if cls.__name__ not in ("Seven", "One", "Node"):
            return cls.__name__  # reached by: w.Ten.title() [supposing types]
        return "known"


class Seven(Node):
    def value(self) -> int:
        return 7


class One(Node):
    def value(self) -> int:
        return 1


def weigh(node: Node) -> int:
    if node.value() not in (1, 7):
        return 0  # reached by: weigh(w.Ten()) [supposing types]
    return 1


def total(nodes: list[Node]) -> int:
    found = sum(n.value() for n in nodes)
    if nodes and found < len(nodes):
        return -1  # reached by: total([w.Minus()]) [supposing types]
    return found


def maybe(node: Node | None) -> int:
    if node is None:
        return 0
    if node.value() == 3:
        return 3  # reached by: maybe(w.Three()) [supposing types]
    return 1


class Speaker(Protocol):
    def speak(self) -> str: ...


class Dog:
    def speak(self) -> str:
        return "woof"


class Cat:
    def speak(self) -> str:
        return "meow"


def loud(speaker: Speaker) -> bool:
    if speaker.speak().isupper():
        return True  # reached by: loud(w.Loud()) [supposing types]
    return False


def silent(speakers: list[Speaker]) -> int:
    count = 0
    for speaker in speakers:
        if not speaker.speak():
            count += 1  # reached by: silent([w.Silent()]) [supposing types]
    return count


class Model:
    tables: ClassVar[list[str]] = []
    maximum = 10

    def __init_subclass__(cls) -> None:
        Model.tables.append(cls.__name__)

    @classmethod
    def label(cls) -> str:
        if cls is not Model:
            return cls.__name__  # reached by: User.label()
        return "model"

    @classmethod
    def order(cls) -> str:
        if cls.maximum == 1:
            return "single"  # reached by: User.order()
        if cls.maximum == 99:
            return "many"  # reached by: w.Wide.order() [supposing types]
        return "plain"

    @classmethod
    def create(cls) -> "Model":
        made = cls()
        if type(made) is not Model:
            return made  # reached by: User.create()
        return made

    def kind(self) -> str:
        if type(self) not in (Model, User):
            return "foreign"  # reached by: w.Wide().kind() [supposing types]
        return "own"

    def limit(self) -> int:
        if self.maximum > 50:
            return 50  # reached by: w.Wide().limit() [supposing types]
        return self.maximum


class User(Model):
    maximum = 1


def known() -> int:
    if len(Model.tables) > 1:
        return len(Model.tables)  # reached by: w.more(Model); known() [supposing module-state]
    return 1


class Meta(type):
    def __contains__(cls, name: str) -> bool:
        return name in vars(cls)


class Service(metaclass=Meta):
    def run(self) -> int:
        if "stop" in type(self):
            return 0  # reached by: w.Stopping().run() [supposing types]
        return 1


class Mode(IntFlag):
    A = 1
    B = 4


def known_mode(value: Mode) -> bool:
    if value in (Mode.A, Mode.B, Mode.A | Mode.B, Mode(0)):
        return True
    return False  # reached by: known_mode(Mode(2))


def negative_mode(value: Mode) -> bool:
    if value < 0:
        return True
    if value & ~(Mode.A | Mode.B):
        return True
    return False


def modes(values: list[Mode]) -> int:
    for value in values:
        if value.name is None:
            return 1  # reached by: modes([Mode(2)])
    return 0


def half(value: float) -> float:
    try:
        return value * 0.5
    except OverflowError:
        return 0.0  # reached by: half(10**400)


def bump(value: float) -> int:
    if abs(value) >= 1e300 and value + 1 > value:
        return 1  # reached by: bump(10**301)
    return 0


def average(values: list[int]) -> str:
    for value in values:
        if f"{value!r}" == "True":
            return "bool"  # reached by: average([True])
    return ""


def whole(values: dict[str, float]) -> bool:
    for value in values.values():
        if isinstance(value, int):
            return True  # reached by: whole({"a": 1})
    return False


class Movie(TypedDict):
    name: str


class Rated(Movie):
    stars: int


def wide(movie: Movie) -> bool:
    if len(movie) > 1:
        return True  # reached by: wide({"name": "a", "stars": 3})
    return False


class Text(str):
    def __len__(self) -> int:
        return 7


class Numbers(list[int]):
    def __iter__(self):
        return iter([1, 2, 3])


def strange(text: str) -> bool:
    if text == "" and len(text) > 0:
        return True  # reached by: strange(Text())
    return False


def loop(values: list[int]) -> bool:
    if not values:
        for _ in values:
            return True  # reached by: loop(Numbers())
    return False


class Level(Enum):
    LOW = 1
    HIGH = 2


def by_level(level: Level, handler: Callable[[Level], int]) -> int:
    found = handler(level)
    if found > 100:
        return 100  # reached by: by_level(Level.LOW, lambda v: 101)
    return found


class Shape:
    def area(self) -> float:
        raise NotImplementedError

    def large(self) -> bool:
        return self.area() > 100


class Square(Shape):
    def __init__(self, side: int) -> None:
        self.side = side

    def area(self) -> float:
        return float(self.side * self.side)


def negative_area(shape: Shape) -> bool:
    if shape.area() < 0:
        return True  # reached by: negative_area(w.Hole()) [supposing types]
    return False


class Box:
    def __init__(self, content: Node) -> None:
        self.content = content

    def full(self) -> bool:
        if self.content.value() > 7:
            return True  # reached by: Box(w.Ten()).full() [supposing types]
        return False
