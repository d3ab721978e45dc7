"""Who breaks an invariant is to blame, and no method that finds it broken."""


# clew: invariant self.n >= 0
class Counter:
    def __init__(self, n: int) -> None:  # claim: proved
        self.n = max(n, 0)

    def get(self) -> int:  # claim: open
        return self.n

    def down(self) -> None:  # claim: refuted twice(Counter(0))
        self.n -= 1


def use(c: Counter) -> int:
    c.n = -5
    return c.get()


def twice(c: Counter) -> int:
    c.down()
    return c.get()
