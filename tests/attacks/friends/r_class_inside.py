class A:
    kind = "a"


class B:
    kind = "b"


class Holder:
    def __init__(self) -> None:
        self.item = A()


_h = Holder()


def up() -> None:
    _h.item.__class__ = B


def f() -> int:
    if isinstance(_h.item, B):
        return 1  # reached by: up(); f()
    return 0


def g() -> int:
    if _h.item.kind == "b":
        return 1  # reached by: up(); g()
    return 0


def k(h: Holder) -> int:
    if h.item.kind == "b":
        return 1  # reached by: h = Holder(); h.item.__class__ = B; k(h)
    return 0
