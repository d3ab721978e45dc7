"""Class attributes set by metaclasses, descriptors that give a class, and under computed names."""

from collections.abc import Callable


class Level(type):
    @property
    def top(cls) -> int:
        return cls._top  # type: ignore[attr-defined, no-any-return]

    @top.setter
    def top(cls, v: int) -> None:
        cls._top = v  # type: ignore[attr-defined]

    def put(cls, v: int) -> None:
        cls._low = v  # type: ignore[attr-defined]

    def put_named(cls, name: str, v: int) -> None:
        super().__setattr__("_" + name, v)


class Tower(metaclass=Level):
    _top = 4
    _low = 1
    _mid = 2

    @classmethod
    def raise_to(cls, n: int) -> None:
        cls.top = n

    def high(self) -> bool:
        if self._top == 9:
            return True  # reached by: Tower.raise_to(9); Tower().high()
        return False


def high() -> bool:
    if Tower.top == 9:
        return True  # reached by: Tower.raise_to(9); high()
    return False


def low() -> bool:
    if Tower._low == 9:
        return True  # reached by: Tower.put(9); low()
    return False


def middle() -> bool:
    if Tower._mid == 9:
        return True  # reached by: Tower.put_named("mid", 9); middle()
    return False


class Mast:
    _top = 4
    _low = 1

    @classmethod
    def put(cls, name: str, n: int) -> None:
        setattr(cls, "_" + name, n)

    def put_class(self, name: str, n: int) -> None:
        type.__setattr__(type(self), name, n)


def mast_top() -> bool:
    if Mast._top == 9:
        return True  # reached by: Mast.put("top", 9); mast_top()
    return False


def mast_low() -> bool:
    if Mast._low == 9:
        return True  # reached by: Mast().put_class("_low", 9); mast_low()
    return False


class Shop:
    _open = 4

    def _put(cls, n: int) -> None:
        cls._open = n

    put = classmethod(_put)


def is_open() -> bool:
    if Shop._open == 9:
        return True  # reached by: Shop.put(9); is_open()
    return False


class both:
    """A method of the class, however it is called."""

    def __init__(self, f: Callable[..., None]) -> None:
        self.f = f

    def __get__(self, obj: object, owner: type) -> Callable[..., None]:
        return self.f.__get__(owner)  # type: ignore[no-any-return]


class Yard:
    _size = 4

    @both
    def put(self, n: int) -> None:
        self._size = n


def is_big() -> bool:
    if Yard._size == 9:
        return True  # reached by: Yard.put(9); is_big()
    return False


class Counted:
    _made = 0
    _last = 0

    def __new__(cls, n: int) -> "Counted":
        cls._made += n
        setattr(cls, "_la" + "st", n)
        return super().__new__(cls)

    def __init_subclass__(cls, size: int) -> None:
        Counted._made = size
        cls._last = size


def made() -> bool:
    if Counted._made == 9:
        return True  # reached by: Counted(4); Counted(5); made()
    return False


def last() -> bool:
    if Counted._last == 9:
        return True  # reached by: Counted(9); last()
    return False
