"""A class that another file derives from."""

class P:
    def n(self) -> int:
        return 1


def g(p: P) -> int:
    if p.n() == 2:
        return 5  # reached by: import z; g(z.S())
    return 1
