"""Methods, properties and bound methods of values that carry their shadow themselves; ends of ranges; raising elsewhere."""

import functools
import json
import types
from typing import NamedTuple


class Point(NamedTuple):
    x: int
    y: int

    def norm(self) -> int:
        return self.x + self.y

    @property
    def far(self) -> bool:
        return self.x > 1000


def method_of_a_named_tuple(p: Point) -> int:
    if p.norm() == 99:
        return 1  # not infeasible
    bound = p.norm
    if bound() == 98:
        return 2  # not infeasible
    if p.far:
        return 3  # not infeasible
    return 0


def end_of_a_range(n: int) -> int:
    numbers = range(n)
    if numbers.stop == 50:
        return 1  # not infeasible
    find = (n, 2).index
    if find(2) == 0:
        return 2  # not infeasible
    return 0


def raises_for_other_values(text: str) -> int:
    try:
        json.loads(text)
    except ValueError:
        return 1  # not infeasible
    return 2  # not infeasible


def bound_arguments(a: int) -> int:
    f = functools.partial(max, a)
    if f(3) == 77:
        return 1  # not infeasible
    return 0


class Small:
    def __init__(self) -> None:
        self.size = 1


class Wide:
    def __init__(self) -> None:
        self.width = 1


EXCEPTIONS = types.MappingProxyType({False: ValueError, True: KeyError})
THINGS = types.MappingProxyType({False: Small, True: Wide})


def caught_by_a_type_that_was_lost(n: int) -> int:
    kind = EXCEPTIONS.get(n * n + n == 1523990)
    try:
        raise KeyError(n)
    except kind:
        return 1  # not infeasible
    except LookupError:
        return 2  # not infeasible


def deleted_from_an_object_that_was_lost(n: int) -> int:
    thing = THINGS.get(n * n + n == 1523990)()
    try:
        del thing.size
    except AttributeError:
        return 1  # not infeasible
    return 2  # not infeasible
