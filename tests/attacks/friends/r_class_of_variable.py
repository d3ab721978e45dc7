class Low:
    def __init__(self) -> None:
        self.n = 0

    def kind(self) -> str:
        return "low"

    def promote(self) -> None:
        self.__class__ = High


class High(Low):
    def kind(self) -> str:
        return "high"


_low = Low()


def up() -> None:
    _low.promote()


def k() -> int:
    if _low.kind() == "high":
        return 1  # reached by: up(); k()
    return 0


def k2(low: Low) -> int:
    if low.kind() == "high":
        return 1  # reached by: x = Low(); x.promote(); k2(x)
    return 0


def k3() -> int:
    if type(_low) is High:
        return 1  # reached by: up(); k3()
    return 0
