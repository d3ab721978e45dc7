import weakref


class W:
    def __init__(self) -> None:
        self.n = 0


_w = W()
_ref = weakref.ref(_w)


def bump() -> None:
    _w.n += 1


def alive() -> int:
    w = _ref()
    if w is not None and w.n == 1:
        return 1  # reached by: bump(); alive()
    return 2
