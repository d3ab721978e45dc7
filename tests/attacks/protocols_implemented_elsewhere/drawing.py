"""A protocol that a class of a file which nothing connects with this one satisfies, too."""

from typing import Protocol


class Shape(Protocol):
    kind: str

    def area(self) -> int: ...


class Square:
    kind = "square"

    def area(self) -> int:
        return 4


def kind_of(shape: Shape) -> int:
    if shape.kind == "square":
        return 0
    return 1  # reached by: import rounds; kind_of(rounds.Round())


def area_of(shape: Shape) -> int:
    if shape.area() == 4:
        return 0
    return 1  # reached by: import rounds; area_of(rounds.Round())
