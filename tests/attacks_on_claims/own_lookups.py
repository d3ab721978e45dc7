"""Objects that look attributes up in a way of their own, and change by it."""


class Bag:
    def __init__(self) -> None:
        self._n = 1

    def __getattribute__(self, name: str) -> object:
        if name == "x":
            self._n = 0
            return 5
        return super().__getattribute__(name)

    def share(self) -> float:
        return 4 / self._n  # fails by: (lambda b: (b.x, b.share()))(Bag())


class Plain:
    def __init__(self, n: int) -> None:
        self._n = n

    def share(self) -> float:
        return 4 / self._n  # fails by: Plain(0).share()
