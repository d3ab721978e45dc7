import weakref


class Ev:
    def __init__(self) -> None:
        self.n = 0

    def hit(self) -> None:
        self.n += 1


_ev = Ev()
_ref = weakref.WeakMethod(_ev.hit)


def fire() -> None:
    f = _ref()
    if f is not None:
        f()


def hit() -> bool:
    if _ev.n > 0:
        return True  # reached by: fire(); hit()
    return False
