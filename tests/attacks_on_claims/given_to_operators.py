"""An operator hands what a class or module keeps to the special methods of the other operand."""
# ruff: noqa: RUF012


class Spoiling:
    def __rmul__(self, other: list[int]) -> int:
        other.clear()
        return 1

    def __gt__(self, other: list[int]) -> bool:
        other.clear()
        return True

    def __contains__(self, other: list[int]) -> bool:
        other.clear()
        return True

    def __getitem__(self, key: list[int]) -> int:
        key.clear()
        return 1


class Times:
    _TIMES = [1]

    def look(self) -> int:
        return Times._TIMES[0]  # fails by: (Times().spoil(), Times().look())

    def spoil(self) -> object:
        return self._TIMES * Spoiling()  # type: ignore[operator]


class Less:
    _LESS = [1]

    def look(self) -> int:
        return self._LESS[0]  # fails by: (Less().spoil(), Less().look())

    def spoil(self) -> bool:
        return Spoiling() > self._LESS  # type: ignore[operator]


class In:
    _IN = [1]

    def look(self) -> int:
        return self._IN[0]  # fails by: (In().spoil(), In().look())

    def spoil(self) -> bool:
        return self._IN in Spoiling()


class Key:
    _KEY = [1]

    def look(self) -> int:
        return self._KEY[0]  # fails by: (Key().spoil(), Key().look())

    def spoil(self) -> int:
        return Spoiling()[self._KEY]


_OF_MODULE = [1]


def first() -> int:
    return _OF_MODULE[0]  # fails by: (spoil(), first())


def spoil() -> object:
    return _OF_MODULE * Spoiling()  # type: ignore[operator]


class Kept:
    _KEPT = [1]

    def look(self) -> int:
        return self._KEPT[0] if 1 in self._KEPT else 0
