class Pair:
    def __init__(self) -> None:
        self._cfg = {"size": {"w": 1}}

    def check(self) -> bool:
        if self._cfg["size"]["w"] > 1:
            return True  # reached by: p = Pair(); widen(p, 4); p.check()
        return False


def widen(p: Pair, n: int) -> None:
    p._cfg["size"]["w"] = n
