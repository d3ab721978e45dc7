class Cell:
    def __init__(self) -> None:
        self.alive = False
        self._age = 0


class Life:
    def __init__(self) -> None:
        self._cells = [Cell(), Cell()]

    def any(self) -> bool:
        for c in self._cells:
            if c.alive:
                return True  # reached by: x = Life(); seed(x); x.any()
        return False

    def old(self) -> bool:
        if self._cells[0]._age > 0:
            return True  # reached by: x = Life(); age(x); x.old()
        return False


def seed(x: Life) -> None:
    for c in x._cells:
        c.alive = True


def age(x: Life) -> None:
    for c in x._cells:
        c._age += 1
