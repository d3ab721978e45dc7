"""Knows the protocol by what it asks for."""


class Round:
    def __init__(self) -> None:
        self.kind = "round"

    def area(self) -> int:
        return 3
