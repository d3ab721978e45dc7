"""What a dataclass generates belongs to its class: other fields of a subclass are none of its business, and `__init__` assigns as `=` does.

Found by reading: `__eq__` and `__init__` inherited by a class with fields of its own, and an `__init__` that went past `__setattr__`.
"""

from dataclasses import dataclass, field


@dataclass
class Base:
    a: int


@dataclass(eq=False)
class WithoutEq(Base):
    b: int = 0


def inherited_eq(a: int, b: int):
    if WithoutEq(a, b) == WithoutEq(a, b + 1):
        return 1  # covered
    return 2  # infeasible


@dataclass(init=False)
class WithoutInit(Base):
    c: int = 7
    d: list[int] = field(default_factory=list)


def inherited_init(a: int):
    o = WithoutInit(a)
    if hasattr(o, "d"):
        return 1  # infeasible
    if o.a + o.c == 12:
        return 2  # covered
    return 3  # covered


@dataclass
class Limited:
    a: int

    def __setattr__(self, name: str, value: int) -> None:
        if value > 100:
            raise ValueError(name)
        super().__setattr__(name, value)


def checked_on_assignment(a: int):
    try:
        Limited(a)
    except ValueError:
        return 1  # covered
    return 2  # covered


@dataclass
class Managed:
    a: int


Managed.a = property(lambda self: self.kept, lambda self, value: setattr(self, "kept", value + 1))


def field_that_is_a_property(a: int):
    if Managed(a).a == 1000:
        return 1  # covered
    return 2  # covered


@dataclass(slots=True)
class Slotted:
    a: int
    b: int = field(default=4, init=False)


def default_in_a_slot(a: int):
    o = Slotted(a)
    if o.a + o.b == 1000:
        return 1  # covered
    return 2  # covered


class Guarded:
    @property
    def x(self) -> int:
        return self.kept

    @x.setter
    def x(self, value: int) -> None:
        self.kept = value

    def __setattr__(self, name: str, value: int) -> None:
        if name == "x" and value > 10:
            raise ValueError(name)
        super().__setattr__(name, value)


def setattr_before_property(value: int):
    o = Guarded()
    try:
        o.x = value
    except ValueError:
        return 1  # covered
    return 2  # covered
