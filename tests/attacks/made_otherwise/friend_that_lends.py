class C:
    def __init__(self) -> None:
        self._xs: list[int] = []

    def check(self) -> int:
        if self._xs:
            return 1  # reached by: c = C(); D(c).get().append(1); c.check()
        return 0


class D:
    def __init__(self, c: C) -> None:
        self.c = c

    def get(self) -> list[int]:
        return self.c._xs
