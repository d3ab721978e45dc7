class Sheet:
    def __init__(self) -> None:
        self._undo: list[list[int]] = [[]]

    def depth(self) -> int:
        if self._undo[-1]:
            return 1  # reached by: s = Sheet(); Command(s).run(); s.depth()
        return 0


class Command:
    def __init__(self, s: Sheet) -> None:
        self.s = s

    def run(self) -> None:
        self.s._undo[-1].append(1)
