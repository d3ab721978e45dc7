class Ev:
    def __init__(self) -> None:
        self.n = 0

    def hit(self, *a: object) -> int:
        self.n += 1
        return self.n


_ev = Ev()
_h = vars(_ev)


def fire() -> None:
    _h["n"] += 1


def hit() -> bool:
    if _ev.n > 0:
        return True  # reached by: fire(); hit()
    return False
