"""Objects with an attribute hook of the user's: looking at them must not run it."""

import functools


class Lazy:
    @functools.cached_property
    def value(self) -> int:
        return 1

    def __getattr__(self, name: str) -> int:
        return 0


def captured(o: Lazy):
    def inner(q: int) -> int:
        return o.value

    return 0


def not_callable(o: Lazy, x: int):
    try:
        o(x)
    except TypeError:
        return 1  # covered
    return 0  # infeasible
