"""What private attributes hold is changed by another file, which finds them by walking the object."""


class Box:
    def __init__(self) -> None:
        self._xs: list[int] = []
        self._n = 0

    def size(self) -> int:
        if self._xs:
            return 1  # reached by: import walkers; b = Box(); walkers.of_space(b); b.size()
        return 0


class Pair:
    def __init__(self) -> None:
        self._ys: list[int] = []

    def size(self) -> int:
        if self._ys:
            return 1  # reached by: import walkers; p = Pair(); walkers.of_pattern(p); p.size()
        return 0


class Option:
    def __init__(self) -> None:
        self._level = 0

    def level(self) -> int:
        if self._level:
            return 1  # reached by: import walkers; o = Option(); walkers.of_parser(o); o.level()
        return 0
