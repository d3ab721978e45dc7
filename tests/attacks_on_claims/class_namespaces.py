"""Objects get attributes of names that are in no text."""


class Given:
    SIZE = 3

    def __init__(self, **given: int) -> None:
        self.__dict__.update(given)

    def share(self) -> float:
        return 4 / self.SIZE  # fails by: Given(SIZE=0).share()


class Named:
    SIZE = 3

    def __init__(self, name: str) -> None:
        setattr(self, name, 0)

    def share(self) -> float:
        return 4 / self.SIZE  # fails by: Named("SIZE").share()


class Plain:
    SIZE = 3

    def share(self, n: int) -> float:
        return 4 / (self.SIZE - n)  # fails by: Plain().share(3)
