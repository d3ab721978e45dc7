class Inv:
    def __init__(self) -> None:
        self._slots = [Slot(), Slot()]

    def any(self) -> bool:
        for s in self._slots:
            if s.count > 0:
                return True  # reached by: i = Inv(); Shop().stock(i); i.any()
        return False


class Slot:
    def __init__(self) -> None:
        self.count = 0

    def fill(self) -> None:
        self.count += 1


class Shop:
    def stock(self, inv: Inv) -> None:
        for s in inv._slots:
            s.fill()
