class C:
    def __init__(self) -> None:
        self._xs: list[int] = []

    def check(self) -> int:
        if self._xs:
            return 1  # reached by: c = C(); add(c); c.check()
        return 0


def add(c: C) -> None:
    c._xs.append(1)
