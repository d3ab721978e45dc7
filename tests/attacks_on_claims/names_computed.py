"""What a class keeps is got by names that are computed, too."""
# ruff: noqa: RUF012


class ByGetattr:
    _LIST = [1]

    def look(self) -> int:
        return ByGetattr._LIST[0]  # fails by: (by_getattr("LIST"), ByGetattr().look())


def by_getattr(name: str) -> None:
    getattr(ByGetattr(), "_" + name).clear()


class ArgumentsOfMethod:
    def all(*args: object) -> int:
        return 4 // (3 - len(args))  # fails by: ArgumentsOfMethod().all(1, 2)
