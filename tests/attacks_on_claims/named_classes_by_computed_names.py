"""Where code sets attributes by names that it computes, no class has what the import left it."""


class ByName:
    LENGTH = 3

    @staticmethod
    def share() -> float:
        return 4 / ByName.LENGTH  # fails by: (put(ByName, "LENGTH", 0), ByName.share())


def put(cls: type, name: str, value: int) -> None:
    setattr(cls, name, value)


def half(n: int) -> float:
    return 1 / n  # fails by: half(0)
