"""What decorators leave under a name: a wrapper, an object that keeps the function, a descriptor, nothing."""

import functools

HANDLERS = {}


def register(name):
    def wrap(f):
        HANDLERS[name] = f
        return None

    return wrap


@register("a")
def handler(x: int) -> int:
    if x > 3:
        return 1  # unknown
    return 0  # unknown


class Command:
    def __init__(self, f):
        self.f = f


@Command
def command(x: int) -> int:
    if x > 3:
        return 1  # covered
    return 0  # covered


class lazy:
    def __init__(self, f):
        self.f = f

    def __get__(self, o, cls=None):
        if o is None:
            return self
        value = self.f(o)
        o.__dict__[self.f.__name__] = value
        return value


class Thing:
    def __init__(self, n: int):
        self.n = n

    @lazy
    def twice(self) -> int:
        if self.n > 3:
            return 2 * self.n  # covered
        return 0  # covered

    @Command
    def run(self, x: int) -> int:
        if x > 3:
            return 1  # covered
        return 0  # covered

    @register("m")
    def method(self, x: int) -> int:
        if x > 3:
            return 1  # unknown
        return 0  # unknown

    @functools.singledispatchmethod
    def show(self, x):
        if x is None:
            return 0  # covered
        return 1  # covered

    @show.register
    def _(self, x: int):
        if x > 3:
            return 3  # covered
        return 2  # covered

    @functools.partialmethod
    def part(self, x: int):
        if x > 3:
            return 3  # covered
        return 2  # covered


@functools.singledispatch
def shown(x):
    if x is None:
        return 0  # covered
    return 1  # covered


@shown.register
def _(x: int):
    if x > 3:
        return 3  # covered
    return 2  # covered


@shown.register(str)
def of_text(x):
    if len(x) > 3:
        return 3  # covered
    return 2  # covered


def never(f):
    @functools.wraps(f)
    def inner(*args):
        return 5

    return inner


@never
def replaced(x: int):
    if x > 3:
        return 3  # infeasible assuming by-name
    return 2  # infeasible assuming by-name


class Lazy:
    def __init__(self, n: int):
        self.n = n

    @functools.cached_property
    def value(self) -> int:
        if self.n > 3:
            return 1  # covered
        if self.n > 5:
            return 2  # infeasible
        return 0  # covered

    @functools.lru_cache
    def cached(self, x: int) -> int:
        if x > 3:
            return 1  # covered
        if x > 5:
            return 2  # infeasible
        return 0  # covered
