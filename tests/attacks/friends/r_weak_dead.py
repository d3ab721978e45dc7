import weakref


class W:
    def __init__(self) -> None:
        self.n = 0


_keep = [W()]
_ref = weakref.ref(_keep[0])


def drop() -> None:
    _keep.clear()


def alive() -> int:
    w = _ref()
    if w is None:
        return 0  # reached by: drop(); alive()
    return 2
