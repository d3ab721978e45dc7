class C:
    def __init__(self) -> None:
        self._xs: list[int] = []

    def check(self) -> int:
        if self._xs:
            return 1  # reached by: c = C(); items(c).append(1); c.check()
        return 0


def items(c: C) -> list[int]:
    return c._xs
