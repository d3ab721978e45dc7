import weakref


class W:
    def __init__(self) -> None:
        self.n = 0


_w = W()
_proxy = weakref.proxy(_w)
_set = weakref.WeakSet([_w])
_keyed = weakref.WeakKeyDictionary({_w: 1})


def bump() -> None:
    _w.n += 1


def drop() -> None:
    global _w
    del _w


def f() -> int:
    if _proxy.n == 1:
        return 1  # reached by: bump(); f()
    return 2


def g() -> int:
    if len(_set) == 0:
        return 1
    return 2


def h() -> int:
    for w in _keyed:
        if w.n == 1:
            return 1  # reached by: bump(); h()
    return 2
