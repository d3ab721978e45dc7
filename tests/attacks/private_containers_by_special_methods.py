"""What an operator or builtin gives of a private object is whatever its special method gives: often itself."""


class Parts:
    def __init__(self) -> None:
        self._parts = [0]

    def __abs__(self) -> list[int]:
        return self._parts

    def __neg__(self) -> list[int]:
        return self._parts

    def __round__(self, digits: int = 0) -> list[int]:
        return self._parts

    def __truediv__(self, n: int) -> list[int]:
        return self._parts

    def __rsub__(self, n: int) -> list[int]:
        return self._parts

    def __pow__(self, n: int) -> list[int]:
        return self._parts

    def first(self) -> int:
        return self._parts[0]


class ByAbs:
    def __init__(self) -> None:
        self._held = Parts()

    def size(self) -> list[int]:
        return abs(self._held)

    def look(self) -> int:
        if self._held.first() == 5:
            return 1  # reached by: o = ByAbs(); o.size().insert(0, 5); o.look()
        return 0


class ByRounding:
    def __init__(self) -> None:
        self._held = Parts()

    def plain(self) -> list[int]:
        return round(self._held, 1)

    def look(self) -> int:
        if self._held.first() == 5:
            return 1  # reached by: o = ByRounding(); o.plain().insert(0, 5); o.look()
        return 0


class ByPower:
    def __init__(self) -> None:
        self._held = Parts()

    def squared(self) -> list[int]:
        return pow(self._held, 2)

    def look(self) -> int:
        if self._held.first() == 5:
            return 1  # reached by: o = ByPower(); o.squared().insert(0, 5); o.look()
        return 0


class ByMinus:
    def __init__(self) -> None:
        self._held = Parts()

    def negated(self) -> list[int]:
        return -self._held

    def look(self) -> int:
        if self._held.first() == 5:
            return 1  # reached by: o = ByMinus(); o.negated().insert(0, 5); o.look()
        return 0


class ByDivision:
    def __init__(self) -> None:
        self._held = Parts()

    def halved(self) -> list[int]:
        return self._held / 2

    def look(self) -> int:
        if self._held.first() == 5:
            return 1  # reached by: o = ByDivision(); o.halved().insert(0, 5); o.look()
        return 0


class ByDifference:
    def __init__(self) -> None:
        self._held = Parts()

    def rest(self) -> list[int]:
        return 1 - self._held

    def look(self) -> int:
        if self._held.first() == 5:
            return 1  # reached by: o = ByDifference(); o.rest().insert(0, 5); o.look()
        return 0


class Elsewhere:
    def __init__(self) -> None:
        self._held = Parts()

    def look(self) -> int:
        if self._held.first() == 5:
            return 1  # reached by: o = Elsewhere(); negated_of(o).insert(0, 5); o.look()
        return 0


def negated_of(o: Elsewhere) -> list[int]:
    return -o._held
