"""What a namespace is given comes before the methods of the class."""

class P:
    def n(self) -> int:
        return 1


def put(p: P, f: object) -> None:
    vars(p)["n"] = f


def g(p: P) -> int:
    if p.n() == 2:
        return 5  # reached by: p = P(); put(p, lambda: 2); g(p)
    return 1
