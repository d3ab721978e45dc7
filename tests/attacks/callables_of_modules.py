"""Private variables of modules, and attributes of classes, that hold what remembers its calls: bound methods, partial
calls, instances with `__call__`, iterators' `__next__`; and two names of one object.
"""

import collections
import functools
import itertools
from collections.abc import Callable


class Counter:
    def __init__(self) -> None:
        self._n = 0

    def __call__(self) -> int:
        self._n += 1
        return self._n

    def up(self) -> int:
        self._n += 1
        return self._n


class Log:
    def __init__(self) -> None:
        self.lines: list[str] = []

    def write(self, line: str) -> int:
        self.lines.append(line)
        return len(self.lines)


_count = Counter()
_up = Counter().up
_write = Log().write
_held: list[int] = []
_add = _held.append
_part = functools.partial(Counter().up)
_pair = (Counter().up, 1)
_pop = [1, 2, 3].pop
_next = iter([1, 2, 3]).__next__
_ids = itertools.count(1).__next__
_cycle = itertools.cycle("ab")
_one: list[int] = []
_same = _one
_kept = collections.UserDict()
TABLE = {"up": Counter().up, "down": Counter()}


def instance() -> int:
    if _count() > 1:
        return 1  # reached by: instance(); instance()
    return 0


def method() -> int:
    if _up() > 1:
        return 1  # reached by: method(); method()
    return 0


def written(s: str) -> int:
    if _write(s) > 1:
        return 1  # reached by: written(""); written("")
    return 0


def method_of_list() -> int:
    _add(1)
    if len(_held) > 1:
        return 1  # reached by: method_of_list(); method_of_list()
    return 0


def partial() -> int:
    if _part() > 1:
        return 1  # reached by: partial(); partial()
    return 0


def in_a_tuple() -> int:
    if _pair[0]() > 1:
        return 1  # reached by: in_a_tuple(); in_a_tuple()
    return 0


def popped() -> int:
    if _pop() < 3:
        return 1  # reached by: popped(); popped()
    return 0


def drawn() -> int:
    if _next() > 1:
        return 1  # reached by: drawn(); drawn()
    return 0


def counted() -> int:
    if _ids() > 3:
        return 1  # reached by: counted(); counted(); counted(); counted()
    return 0


def cycled() -> int:
    if next(_cycle) == "b":
        return 1  # reached by: cycled(); cycled()
    return 0


def add_to_the_same(x: int) -> None:
    _same.append(x)


def under_another_name() -> int:
    if _one:
        return 1  # reached by: add_to_the_same(1); under_another_name()
    return 0


def keep(key: str) -> int:
    if key in _kept:
        return 1  # reached by: keep("a"); keep("a")
    _kept[key] = 1
    return 0


def in_a_table(key: str) -> int:
    if key in TABLE and TABLE[key]() > 2:
        return 1  # reached by: in_a_table("up"); in_a_table("up"); in_a_table("up")
    return 0


def all_of_a_table() -> int:
    for f in TABLE.values():
        if f() > 5:
            return 1  # reached by: [all_of_a_table() for _ in range(7)]
    return 0


def through_a_variable() -> int:
    f = _up
    if f() > 2:
        return 1  # reached by: through_a_variable(); through_a_variable(); through_a_variable()
    return 0


def called(f: Callable[[], int]) -> int:
    return f()


def handed_on() -> int:
    if called(_up) > 2:
        return 1  # reached by: handed_on(); handed_on(); handed_on()
    return 0


def as_a_key() -> int:
    if max([1, 2], key=lambda x: _count()) == 1:
        return 1
    if _count() > 5:
        return 2  # reached by: as_a_key(); as_a_key(); as_a_key()
    return 0


def mapped() -> int:
    if list(map(lambda _: _count(), [1])) > [5]:
        return 1  # reached by: [mapped() for _ in range(7)]
    return 0


class Deco:
    def __init__(self, f: Callable[[int], int]) -> None:
        self.f = f
        self._calls = 0

    def __call__(self, x: int) -> int:
        self._calls += 1
        return self._calls


@Deco
def decorated(x: int) -> int:
    return x


def calls_decorated() -> int:
    if decorated(1) > 1:
        return 1  # reached by: calls_decorated(); calls_decorated()
    return 0


class Holder:
    _c = Counter()
    _p = [1, 2, 3].pop

    def called(self) -> int:
        if self._c() > 1:
            return 1  # reached by: Holder().called(); Holder().called()
        return 0

    def popped(self) -> int:
        if self._p() < 3:
            return 1  # reached by: Holder().popped(); Holder().popped()
        return 0


def by_default(up: Callable[[], int] = Counter().up) -> int:
    if up() > 1:
        return 1  # reached by: by_default(); by_default()
    return 0
