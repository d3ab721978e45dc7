"""Objects, classes and their methods that functions of the module change without naming them at the place of the change."""

from __future__ import annotations

import decimal
import functools
import operator
from collections.abc import Callable
from typing import Any


class Plain:
    def __init__(self) -> None:
        self.n = 1


_x = Plain()
shown = Plain()


def drop(k: str) -> None:
    delattr(_x, k)


def dropped() -> int:
    if not hasattr(_x, "n"):
        return 1  # reached by: drop("n"); dropped()
    return 0


_y = Plain()


def drop_by_method(k: str) -> None:
    _y.__delattr__(k)


def dropped_by_method() -> int:
    if not hasattr(_y, "n"):
        return 1  # reached by: drop_by_method("n"); dropped_by_method()
    return 0


def drop_shown(k: str) -> None:
    object.__delattr__(shown, k)


def dropped_shown() -> int:
    if not hasattr(shown, "n"):
        return 1  # reached by: drop_shown("n"); dropped_shown()
    return 0


_z = Plain()
_drop_z = functools.partial(delattr, _z)


def drop_z(k: str) -> None:
    _drop_z(k)


def dropped_z() -> int:
    try:
        return _z.n
    except AttributeError:
        return -1  # reached by: drop_z("n"); dropped_z()


class Bare:
    pass


_bare = Bare()
_bared = Bare()
_set_bare = functools.partial(object.__setattr__, _bare)


def give(k: str) -> None:
    _set_bare(k, 1)


def has() -> int:
    if hasattr(_bare, "n"):
        return 1  # reached by: give("n"); has()
    return 0


def give_by_method(k: str) -> None:
    _bared.__setattr__(k, 1)


def has_by_method() -> int:
    if hasattr(_bared, "n"):
        return 1  # reached by: give_by_method("n"); has_by_method()
    return 0


class Shape:
    _sides = 0
    _edges = 0
    _corners = 0

    def tag(self, n: int) -> None:
        self._sides = n

    def cut(self, n: int) -> None:
        self._edges = n

    def mark(self, n: int) -> None:
        self._corners = n


_tag = functools.partial(Shape.tag, Shape)
_jobs: list[tuple[Callable[[Any, int], None], Any]] = [(Shape.cut, Shape)]


class Task:
    def __init__(self, f: Callable[[Any, int], None], who: Any) -> None:
        self.f = f
        self.who = who

    def run(self, n: int) -> None:
        self.f(self.who, n)


_task = Task(Shape.mark, Shape)


def tag_all(n: int) -> None:
    _tag(n)


def sides() -> int:
    if Shape._sides * 7 == 861:
        return 1  # reached by: tag_all(123); sides()
    return 0


def cut_all(n: int) -> None:
    for f, who in _jobs:
        f(who, n)


def edges() -> int:
    if Shape._edges * 7 == 861:
        return 1  # reached by: cut_all(123); edges()
    return 0


def mark_all(n: int) -> None:
    _task.run(n)


def corners() -> int:
    if Shape()._corners * 7 == 861:
        return 1  # reached by: mark_all(123); corners()
    return 0


class Mixin:
    _count = 0

    def bump(self) -> None:
        self._count = self._count + 123


class Meta(Mixin, type):
    pass


class Thing(metaclass=Meta):
    pass


def bump() -> None:
    Thing.bump()


def bumped() -> int:
    if Thing._count * 7 == 861:
        return 1  # reached by: bump(); bumped()
    return 0


class Other:
    _sides = 0

    def tag(self, n: int) -> None:
        self._sides = n


class OtherMeta(type):
    tag = Other.tag


class Round(metaclass=OtherMeta):
    _sides = 0


def tag_round(n: int) -> None:
    Round.tag(n)


def round_sides() -> int:
    if Round._sides * 7 == 861:
        return 1  # reached by: tag_round(123); round_sides()
    return 0


class Area:
    def area(self) -> int:
        return 5

    def size(self) -> int:
        return 5


def plug(f: Callable[[Any], int]) -> None:
    Area.area = f  # type: ignore[method-assign]


def area_of(a: Area) -> int:
    if a.area() == 123:
        return 1  # reached by: plug(lambda s: 123); area_of(Area())
    return 0


def plug_named(name: str, f: Callable[[Any], int]) -> None:
    setattr(Area, name, f)


def size_of(a: Area) -> int:
    if a.size() == 123:
        return 1  # reached by: plug_named("size", lambda s: 123); size_of(Area())
    return 0


def plug_one(a: Area, f: Callable[[], int]) -> None:
    a.area = f  # type: ignore[method-assign]


def area_of_one(a: Area) -> int:
    if a.area() == 777:
        return 1  # reached by: a = Area(); plug_one(a, lambda: 777); area_of_one(a)
    return 0


class Key:
    pass


_key = Key()


def special(k: str, f: Any) -> None:
    setattr(Key, k, f)


def is_false() -> int:
    if not _key:
        return 1  # reached by: special("__len__", lambda s: 0); is_false()
    return 0


def equals() -> int:
    if _key == 5:
        return 1  # reached by: special("__eq__", lambda s, o: True); equals()
    return 0


_inside: list[int] = []
_outside = {"a": _inside}
_get = _outside.__getitem__


def add_inside(n: int) -> None:
    _get("a").append(n)


def filled() -> int:
    if sum(_inside) * 7 == 861:
        return 1  # reached by: add_inside(123); filled()
    return 0


_grown: list[int] = []


def grow(n: int) -> None:
    f = getattr(_grown, "__iadd__")
    f([n])


def grown() -> int:
    if _grown:
        return 1  # reached by: grow(3); grown()
    return 0


_got: list[int] = []


def grow_by_getter(n: int) -> None:
    operator.attrgetter("__iadd__")(_got)([n])


def is_got() -> int:
    if _got:
        return 1  # reached by: grow_by_getter(3); is_got()
    return 0


_ctx = decimal.Context()
_divide = _ctx.divide


def divide() -> None:
    _divide(decimal.Decimal(1), decimal.Decimal(3))


def inexact() -> int:
    if _ctx.flags[decimal.Inexact]:
        return 1  # reached by: divide(); inexact() [supposing process-state]
    return 0


_current = decimal.getcontext()


def third(d: decimal.Decimal) -> decimal.Decimal:
    return d / 3


def rounded() -> int:
    if _current.flags[decimal.Rounded]:
        return 1  # reached by: third(decimal.Decimal(1)); rounded() [supposing process-state]
    return 0
