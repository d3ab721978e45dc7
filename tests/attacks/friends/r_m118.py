import logging


class Ev:
    def __init__(self) -> None:
        self.n = 0

    def hit(self, *a: object) -> int:
        self.n += 1
        return self.n


_ev = Ev()
_log = logging.getLogger(__name__)
_log.addFilter(_ev.hit)
_log.addHandler(logging.NullHandler())


def fire() -> None:
    _log.error("x")


def hit() -> bool:
    if _ev.n > 0:
        return True  # reached by: fire(); hit()
    return False
