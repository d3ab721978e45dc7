"""Builds."""

import tanks
from tanks import Square as Flat


class Builder:
    def __init__(self, target: tanks.Tank) -> None:
        self.target = target

    def put(self, name: str, value: int) -> None:
        setattr(self.target, "_" + name, value)


@tanks.Shape.register
class Hole:
    def area(self) -> int:
        return -1


class Pit(Flat):
    def area(self) -> int:
        return -2
