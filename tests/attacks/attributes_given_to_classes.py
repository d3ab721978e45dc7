"""Attributes that code of the project gives to classes: they were not there when the module was imported."""


class Box:
    pass


def marked(n: int) -> None:
    b = Box()
    type(b).mark = n  # type: ignore[attr-defined]


def is_marked(n: int) -> int:
    if getattr(Box, "mark", 0) == 4:
        return 1  # reached by: marked(4); is_marked(0)
    return n


class Tin:
    size = 0


def fill(n: int) -> None:
    t = Tin()
    t.__class__.size = n


def is_full(n: int) -> int:
    if Tin.size == 4:
        return 1  # reached by: fill(4); is_full(0)
    if Tin().size == 5:
        return 2  # reached by: fill(5); is_full(0)
    return n


class Pot:
    size = 0


def fill_pot(n: int) -> None:
    t = Pot()
    type(t).size = n


def pot_full(n: int) -> int:
    if Pot.size == 4:
        return 1  # reached by: fill_pot(4); pot_full(0)
    if Pot().size == 5:
        return 2  # reached by: fill_pot(5); pot_full(0)
    if getattr(Pot(), "lid", 0) == 5:
        return 3  # reached by: lid(5); pot_full(0)
    return n


def lid(n: int) -> None:
    t = Pot()
    type(t).lid = n  # type: ignore[attr-defined]


class Jar:
    def __init__(self, n: int) -> None:
        self.n = n


class Lid:
    """Its objects have the attribute that the other class is given."""

    def __init__(self, n: int) -> None:
        self.tag = n


def tag(n: int) -> None:
    j = Jar(n)
    type(j).tag = n  # type: ignore[attr-defined]


def is_tagged(n: int) -> int:
    if getattr(Jar, "tag", 0) == 4:
        return 1  # reached by: tag(4); is_tagged(0)
    return n


class Crate:
    """Only some of its objects have the attribute themselves."""

    def __init__(self, n: int) -> None:
        if n > 3:
            self.size = n


def resize(n: int) -> None:
    c = Crate(0)
    c.__class__.size = n


def is_sized(n: int) -> int:
    c = Crate(0)
    if getattr(c, "size", 9) == 2:
        return 1  # reached by: resize(2); is_sized(0)
    return n


class Bag:
    """Its objects lose their attribute."""

    def __init__(self, n: int) -> None:
        self.load = n

    def empty(self) -> None:
        del self.load


def load_all(n: int) -> None:
    b = Bag(0)
    type(b).load = n


def is_loaded(n: int) -> int:
    b = Bag(0)
    b.empty()
    if getattr(b, "load", 9) == 2:
        return 1  # reached by: load_all(2); is_loaded(0)
    return n


class Proxy:
    """Its attributes are kept elsewhere."""

    def __init__(self, n: int) -> None:
        self.height = n

    def __setattr__(self, name: str, value: object) -> None:
        self.__dict__["_" + name] = value


def raise_all(n: int) -> None:
    p = Proxy(0)
    type(p).height = n


def is_high(n: int) -> int:
    p = Proxy(0)
    if getattr(p, "height", 9) == 2:
        return 1  # reached by: raise_all(2); is_high(0)
    return n
