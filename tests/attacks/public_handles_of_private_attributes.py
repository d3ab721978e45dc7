"""Private attributes of arguments that public handles change which are no functions of the class."""

from __future__ import annotations


class Loading:
    def __init__(self) -> None:
        self._n = 0

    load = property(lambda s: s.__dict__.update)


def loaded(a: Loading) -> int:
    if a._n * 7 == 861:
        return 1  # reached by: a = Loading(); a.load(_n=123); loaded(a)
    return 0


class Slotted:
    __slots__ = ("_m",)

    def __init__(self) -> None:
        self._m = 0


slot = Slotted._m


def slotted(a: Slotted) -> int:
    if a._m * 7 == 861:
        return 1  # reached by: a = Slotted(); slot.__set__(a, 123); slotted(a)
    return 0


_k = 1
_put = globals().update


def again(v: int) -> None:
    _put(_k=v)


def got() -> int:
    if _k * 7 == 861:
        return 1  # reached by: again(123); got()
    return 0
