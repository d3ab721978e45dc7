class Inner:
    def __init__(self) -> None:
        self.value = 0


class Outer:
    def __init__(self) -> None:
        self._inner = (Inner(), Inner())

    def check(self) -> bool:
        if self._inner[0].value > 0:
            return True  # reached by: o = Outer(); o.first().value = 1; o.check()
        return False

    def first(self) -> Inner:
        return self._inner[0]


class Outer2:
    def __init__(self) -> None:
        self._inner = (Inner(), Inner())

    def check(self) -> bool:
        if self._inner[0].value > 0:
            return True  # reached by: o = Outer2(); poke(o); o.check()
        return False


def poke(o: Outer2) -> None:
    for i in o._inner:
        i.value = 3
