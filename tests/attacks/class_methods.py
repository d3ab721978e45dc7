"""What class methods are called on: a subclass, which has other attributes, constructors and methods, or none of them."""

from __future__ import annotations

import abc
import enum
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple


class Limit:
    maximum: ClassVar[int] = 3
    made: ClassVar[int] = 0

    def __init__(self, value: int) -> None:
        self.value = value

    @classmethod
    def zero(cls) -> Limit:
        made = cls(0)
        if type(made) is not Limit:
            return made  # reached by: Tight.zero()
        return made

    @classmethod
    def order(cls) -> int:
        if cls.maximum == 1:
            return 1  # reached by: Tight.order()
        return 0

    @classmethod
    def over(cls, value: int) -> int:
        if cls is Odd and value > 3:
            return 1  # reached by: Odd.over(4)
        return 0

    @classmethod
    def __hidden(cls, value: int) -> int:
        if cls is Odd and value > 3:
            return 1  # reached by: Odd._Limit__hidden(4)
        return 0

    @classmethod
    def named(cls) -> str:
        if cls.__name__.startswith("T"):
            return "tight"  # reached by: Tight.named()
        return cls.__name__

    @classmethod
    def strict(cls) -> bool:
        if issubclass(cls, Tight):
            return True  # reached by: Tight.strict()
        return False

    @classmethod
    def parse(cls, text: str) -> Limit:
        try:
            return cls(int(text))
        except TypeError:
            return Limit(0)  # reached by: Pair.parse("1")

    @classmethod
    def deep(cls) -> int:
        if len(cls.__mro__) > 3:
            return 2  # reached by: Tighter.deep()
        return 1

    @classmethod
    def extra(cls) -> int:
        if hasattr(cls, "step"):
            return 1  # reached by: Odd.extra()
        return 0

    @classmethod
    def chosen(cls) -> Limit:
        match cls.maximum:
            case 3:
                return cls(3)
            case 1:
                return cls(1)  # reached by: Tight.chosen()
        return cls(0)  # reached by: Tighter.chosen()


class Tight(Limit):
    maximum = 1


class Tighter(Tight):
    maximum = 0


class Odd(Limit):
    step = 2

    @classmethod
    def over(cls, value: int) -> int:
        return super().over(value) + 1


class Pair(Limit):
    def __init__(self, first: int, second: int) -> None:
        super().__init__(first + second)


class Shape(abc.ABC):
    sides: ClassVar[int] = 0

    @classmethod
    def build(cls) -> Shape | None:
        try:
            return cls()
        except TypeError:
            return None  # reached by: Shape.build()

    @classmethod
    def polygon(cls) -> bool:
        if cls.sides:
            return True  # reached by: Square.polygon()
        return False

    @abc.abstractmethod
    def area(self) -> float: ...


class Square(Shape):
    sides = 4

    def area(self) -> float:
        return 1.0


@dataclass
class Event:
    kind: ClassVar[str] = "event"
    time: int = 0

    @classmethod
    def read(cls, data: dict[str, Any]) -> Event:
        event = cls(**data)
        if event.time > 0 and event.kind == "click":
            return event  # reached by: Click.read({"time": 1})
        return event


@dataclass
class Click(Event):
    kind: ClassVar[str] = "click"
    button: int = 1


class Handler:
    registry: ClassVar[dict[str, type[Handler]]] = {}
    name: ClassVar[str] = ""

    @classmethod
    def key(cls) -> str:
        if not cls.name:
            raise NotImplementedError
        return cls.name  # reached by: Mail.key()

    @classmethod
    def own(cls) -> bool:
        if "name" in vars(cls):
            return True
        return False  # reached by: Post.own()

    @classmethod
    def default(cls) -> int:
        return cls.priority()

    @classmethod
    def priority(cls) -> int:
        return 0

    def send(self) -> int:
        if type(self).priority() > 0:
            return 1  # reached by: Mail().send()
        return 0

    @classmethod
    def urgent(cls) -> bool:
        if cls.default() > 0:
            return True  # reached by: Mail.urgent()
        return False


class Mail(Handler):
    name = "mail"

    @classmethod
    def priority(cls) -> int:
        return 1


class Post(Handler):
    pass


class Point(NamedTuple):
    x: int
    y: int

    @classmethod
    def origin(cls) -> Point:
        point = cls(0, 0)
        if type(point) is Labelled:
            return point  # reached by: Labelled.origin()
        return point


class Labelled(Point):
    label = "a"


class Level(enum.Enum):
    LOW = 1
    HIGH = 2

    @classmethod
    def highest(cls) -> Level:
        found = list(cls)[-1]
        if found is cls.HIGH:
            return found  # reached by: Level.highest()
        return cls.LOW
