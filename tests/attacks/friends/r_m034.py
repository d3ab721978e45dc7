import json


class Ev:
    def __init__(self) -> None:
        self.n = 0

    def hit(self, *a: object) -> int:
        self.n += 1
        return self.n


_ev = Ev()
_dec = json.JSONDecoder(object_hook=_ev.hit)


def fire() -> None:
    _dec.decode("{}")


def hit() -> bool:
    if _ev.n > 0:
        return True  # reached by: fire(); hit()
    return False
