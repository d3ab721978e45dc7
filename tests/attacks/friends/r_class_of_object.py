class A:
    limit = 1

    def __init__(self) -> None:
        self._n = 0

    def bump(self) -> None:
        self._n += 1


class B(A):
    limit = 5


class Keep:
    def __init__(self) -> None:
        self._a = A()

    def up(self) -> None:
        self._a.__class__ = B

    def over(self, n: int) -> bool:
        if self._a.limit > 3:
            return True  # reached by: k = Keep(); k.up(); k.over(1)
        return False


class Door:
    def __init__(self) -> None:
        self.count = 0

    def open(self) -> str:
        return "opened"


class Locked(Door):
    def open(self) -> str:
        return "locked"


def lock(d: Door) -> None:
    setattr(d, "__class__", Locked)


def lock2(d: Door) -> None:
    object.__setattr__(d, "__class__", Locked)


def use(d: Door) -> int:
    before = d.open()
    lock(d)
    if d.open() != before:
        return 1  # reached by: use(Door())
    return 0


_door = Door()


def close() -> None:
    lock2(_door)


def look() -> int:
    if _door.open() == "locked":
        return 1  # reached by: close(); look()
    if isinstance(_door, Locked):
        return 2
    return 0
