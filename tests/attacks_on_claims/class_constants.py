"""What a class has under a name is not always what its objects have."""

from dataclasses import dataclass


class Parts:
    SIZE = 3

    def share(self) -> float:
        return 4 / self.SIZE  # fails by: None_().share()


class None_(Parts):
    SIZE = 0


class Spoiled:
    SIZE = 3

    def share(self) -> float:
        return 4 / self.SIZE  # fails by: (s := Spoiled(), spoil(s), s.share())

    @classmethod
    def of_class(cls) -> float:
        return 4 / cls.SIZE


def spoil(o: Spoiled) -> None:
    o.SIZE = 0


class Hooked:
    SIZE = 2

    def share(self) -> float:
        return 4 / self.SIZE  # fails by: Hooked().share()

    def __getattribute__(self, name: str) -> object:
        return 0 if name == "SIZE" else object.__getattribute__(self, name)


class Set:
    SIZE = 2

    def __init__(self, n: int) -> None:
        if n > 3:
            self.SIZE = n - 4

    def share(self) -> float:
        return 4 / self.SIZE  # fails by: Set(4).share()


@dataclass
class Field:
    SIZE: int = 2

    def share(self) -> float:
        return 4 / self.SIZE  # fails by: Field(0).share()


class Open:
    size = 3

    def share(self) -> float:
        return 4 / self.size  # fails by: (o := Open(), setattr(o, "size", 0), o.share())


class Meta(type):
    @property
    def SIZE(cls) -> int:
        return 0


class Made(metaclass=Meta):
    SIZE = 2

    @classmethod
    def share(cls) -> float:
        return 4 / cls.SIZE  # fails by: Made.share()


class Rebound:
    SIZE = 2

    def share(self) -> float:
        self = Zero()
        return 4 / self.SIZE  # fails by: Rebound().share()


class Zero:
    SIZE = 0
