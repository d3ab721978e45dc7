import types


class Ev:
    def __init__(self) -> None:
        self.n = 0

    def hit(self, *a: object) -> int:
        self.n += 1
        return self.n


_ev = Ev()
_h = types.SimpleNamespace(go=_ev.hit)


def fire() -> None:
    _h.go()


def hit() -> bool:
    if _ev.n > 0:
        return True  # reached by: fire(); hit()
    return False
