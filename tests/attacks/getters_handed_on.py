"""What gives attributes by name, under a name of its own: nobody sees which attributes it is asked for."""


class Kept:
    def __init__(self) -> None:
        self._xs = [1, 2]

    __getitem__ = object.__getattribute__

    def size(self) -> int:
        if len(self._xs) != 2:
            return 1  # reached by: o = Kept(); o["_xs"].append(3); o.size()
        return 0


class Asked:
    def __init__(self) -> None:
        self._ys = [1, 2]

    def size(self) -> int:
        if len(self._ys) != 2:
            return 1  # reached by: o = Asked(); poke(o, "ys"); o.size()
        return 0


get = getattr


def poke(o: Asked, name: str) -> None:
    get(o, "_" + name).append(3)
