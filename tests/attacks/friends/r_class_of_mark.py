class A:
    def hi(self) -> int:
        return 1

    def swap(self) -> None:
        setattr(self, "__class__", B)


class B(A):
    def hi(self) -> int:
        return 2


_a = A()
_b = A()
_c = A()


def up() -> None:
    _a.swap()


def up2() -> None:
    object.__setattr__(_b, "__class__", B)


def up3() -> None:
    _c.__class__ = B


def f() -> int:
    if _a.hi() == 2:
        return 1  # reached by: up(); f()
    return 0


def g() -> int:
    if _b.hi() == 2:
        return 1  # reached by: up2(); g()
    return 0


def h() -> int:
    if _c.hi() == 2:
        return 1  # reached by: up3(); h()
    return 0
