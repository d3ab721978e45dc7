"""What a class has under a name, read from it by its own name, is not always what the import left there."""

import re
from typing import ClassVar


class Fixed:
    SIZE = 3
    WORD = re.compile(r"(\d+)x")

    def share(self) -> float:
        return 4 / Fixed.SIZE

    @staticmethod
    def number(text: str) -> int:
        match = Fixed.WORD.search(text)
        return int(match.group(1)) if match else 0

    @staticmethod
    def apart(n: int) -> float:
        return 4 / (Fixed.SIZE - n)  # fails by: Fixed.apart(3)


class Assigned:
    SIZE = 3

    @staticmethod
    def share() -> float:
        return 4 / Assigned.SIZE  # fails by: (spoil(), Assigned.share())


def spoil() -> None:
    Assigned.SIZE = 0


class Meta(type):
    @property
    def WIDTH(cls) -> int:
        return 0


class Hooked(metaclass=Meta):
    WIDTH = 3

    @staticmethod
    def share() -> float:
        return 4 / Hooked.WIDTH  # fails by: Hooked.share()


class Replaced:
    DEPTH = 3


class Flat:
    DEPTH = 0


def share_of_replaced() -> float:
    return 4 / Replaced.DEPTH  # fails by: (replace(), share_of_replaced())


def replace() -> None:
    global Replaced
    Replaced = Flat  # type: ignore[misc]


class Filled:
    TABLE: ClassVar = [1]

    @staticmethod
    def first() -> int:
        return Filled.TABLE[0]  # fails by: (empty(), Filled.first())


def empty() -> None:
    Filled.TABLE.clear()


class Rebuilt:
    PATTERN = re.compile(r"(\d+)")

    @staticmethod
    def number(text: str) -> int:
        match = Rebuilt.PATTERN.search(text)
        return int(match.group(1)) if match else 0  # fails by: (loosen(), Rebuilt.number("x"))


def loosen() -> None:
    Rebuilt.PATTERN = re.compile("(.)")


class Local:
    EDGE = 3


def share_of_local(Local: type) -> float:
    return 4 / Local.EDGE  # fails by: share_of_local(type("L", (), {"EDGE": 0}))


class Handed:
    RIM = 3


def share_of_handed() -> float:
    return 4 / Handed.RIM  # fails by: (thinned(Handed), share_of_handed())


def thinned(of: type[Handed]) -> None:
    of.RIM -= 3


class Counted:
    """The receiver is nothing that anybody looks at, but what its methods leave in the class is."""

    ROOM = 1

    def down(self) -> None:
        type(self).ROOM -= 1

    def share(self, n: int) -> int:
        return n // Counted.ROOM  # fails by: (c := Counted(), c.down(), c.share(1))


LEFT = [3]


class Leaving:
    def take(self) -> int:
        return LEFT.pop()

    def share(self, n: int) -> int:
        return n // len(LEFT)  # fails by: (o := Leaving(), o.take(), o.share(1))


class Looking:
    def __init__(self) -> None:
        self.n = 1

    def down(self) -> None:
        self.n -= 1

    def share(this, of: int) -> int:
        return of // (lambda: this.n)()  # fails by: (o := Looking(), o.down(), o.share(1))
