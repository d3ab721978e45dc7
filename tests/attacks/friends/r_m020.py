import contextlib


class Ev:
    def __init__(self) -> None:
        self.n = 0

    def hit(self, *a: object) -> int:
        self.n += 1
        return self.n


_ev = Ev()
_stack = contextlib.ExitStack()
_stack.callback(_ev.hit)


def fire() -> None:
    _stack.close()


def hit() -> bool:
    if _ev.n > 0:
        return True  # reached by: fire(); hit()
    return False
