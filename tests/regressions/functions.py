"""Closures that outlive the call, caches, callbacks from C, generators, re-entry, namespaces as dicts.

Found by reading, but for local classes, which the fuzzer found (seed 1, programs 167, 304, 318).
"""

import functools
import itertools
import re
from collections.abc import Callable

LOG: list[int] = []


def defaults_in_loop(x: int):
    fs = []
    for v in [x, 5]:
        fs.append(lambda q=v: q)
    if fs[0]() == 77:
        return 1  # not infeasible
    return 0


def defaults_in_loop_constant_last(x: int):
    fs = []
    for v in [x, 5]:

        def g(q=v):
            return q

        fs.append(g)
    if fs[0]() == 77:
        return 1  # not infeasible
    if fs[1]() == 77:
        return 2  # infeasible
    return 0


@functools.lru_cache
def cached(x: int) -> list[int]:
    LOG.append(x)
    return [x]


def cache_state(x: int):
    cached(x)
    cached(x)
    if len(LOG) == 2:
        return 1  # covered
    if len(LOG) == 1:
        return 2  # covered
    return 0


def cache_identity(x: int):
    cached(x).append(1)
    if len(cached(x)) == 2:
        return 1  # covered
    return 0


def cache_two(x: int, y: int):
    cached(x)
    cached(y)
    if len(LOG) == 1:
        return 1  # covered
    return 0


def re_callback(s: str):
    found = []

    def replace(m):
        found.append(m.group())
        return "x"

    re.sub("[a-c]", replace, s)
    if found and found[0] == "b":
        return 1  # not infeasible
    return 0


def accumulate_closure(x: int):
    seen = []

    def add(a, b):
        seen.append(a)
        return a + b + x

    list(itertools.accumulate([1, 2, 3], add))
    if seen[1] == 77:
        return 1  # not infeasible
    return 0


def tuple_callback(x: int, y: int):
    hit = []

    def key(pair):
        hit.append(pair[0])
        return pair[1]

    max(zip([x], [y]), key=key)
    if hit[0] == 77:
        return 1  # not infeasible
    return 0


def groupby_callback(xs: list[int]):
    for key, group in itertools.groupby(xs, lambda q: q > 3):
        if key:
            for g in group:
                if g == 77:
                    return 1  # not infeasible
    return 0


def callable_differs(f: Callable[[int], int]):
    if f(1) != f(2):
        return 1  # not infeasible
    return 0


def callable_raises(f: Callable[[int], int]):
    try:
        f(1)
    except ValueError:
        return 1  # not infeasible
    return 0


def lazily(xs: list[int]):
    def g(v: int) -> int:
        if v > 3:
            return 1  # not infeasible
        return 0

    return map(g, xs)


def counter():
    n = 0

    def inc() -> int:
        nonlocal n
        n += 1
        if n > 2:
            return 1  # not infeasible
        return 0

    return inc


def pair():
    def one(x: int) -> int:
        if x == 7:
            return 1  # not infeasible
        return 0

    return one, 5


class Keeper:
    def __init__(self) -> None:
        def inner(x: int) -> int:
            if x == 7:
                return 1  # not infeasible
            return 0

        self.inner = inner


def registered(d: dict[str, int]):
    def inner(x: int) -> int:
        if x == 7:
            return 1  # not infeasible
        return 0

    REGISTRY["a"] = inner


REGISTRY: dict = {}


async def waits(x: int):
    if x == 7:
        return 1  # not infeasible
    return 0


async def agen(x: int):
    yield x
    if x == 7:
        yield 2  # not infeasible


def keywords(**options: int):
    if len(options) == 5:
        return 1  # not infeasible
    for name in options:
        if name.startswith("qq"):
            return 2  # not infeasible
    return 0


def many(*args: int):
    if len(args) == 6:
        return 1  # infeasible within len
    return 0


TABLE = {}


def reenters(n: int):
    done = 0
    if n > 5:
        done = 1
        TABLE["f"](n - 5)
    else:
        done = 2
    if done == 2 and n == 3:
        return 1  # covered
    return 0


TABLE["f"] = reenters


class Node:
    def __init__(self, n: int) -> None:
        self.n = n

    def __eq__(self, other):
        return compares(self.n - 1)


def compares(n: int):
    if n == 9:
        a = Node(9) == Node(1)
        b = 0
    else:
        b = 1
    if b == 1 and n == 8:
        return 1  # covered
    return 0


def generator_state(x: int):
    def g():
        a = yield 1
        b = yield a
        yield a + b

    it = g()
    next(it)
    it.send(x)
    if it.send(x) == 78:
        return 1  # not infeasible
    return 0


def throws_in(x: int):
    def g():
        try:
            yield 1
        except ValueError as e:
            yield e.args[0]

    it = g()
    next(it)
    if it.throw(ValueError(x)) == 78:
        return 1  # not infeasible
    return 0


def stop_value(x: int):
    def g():
        yield 1
        return x

    def h():
        r = yield from g()
        yield r

    if list(h())[1] == 78:
        return 1  # not infeasible
    it = g()
    next(it)
    try:
        next(it)
    except StopIteration as s:
        if s.value == 79:
            return 2  # not infeasible
    return 0


def local_class(x: int):
    class A:
        k = x

        def m(self) -> int:
            return x + 1

    if A().m() == 78:
        return 1  # not infeasible
    if A.k == 79:
        return 2  # not infeasible
    return 0


def uses_locals(x: int):
    if locals()["x"] == 77:
        return 1  # not infeasible
    return 0


def uses_eval(x: int):
    if eval("x + 1") == 78:
        return 1  # not infeasible
    exec("global EXECUTED\nEXECUTED = x")
    if EXECUTED == 79:
        return 2  # not infeasible
    return 0


EXECUTED = 0


def uses_globals(x: int):
    globals()["EXECUTED"] = x
    if EXECUTED == 77:
        return 1  # not infeasible
    return 0


def partial_state(x: int):
    p = functools.partial(lambda a, b=0: a - b, x)
    if p(b=3) == 77:
        return 1  # not infeasible
    q = functools.partial(max, *[x, 3])
    if q() == 78:
        return 2  # not infeasible
    return 0


def bound_method(x: int):
    xs: list[int] = []
    add = xs.append
    add(x)
    if xs[0] == 77:
        return 1  # not infeasible
    pop = [x].pop
    if pop() == 78:
        return 2  # not infeasible
    return 0


def function_attribute(x: int):
    function_attribute.last = x
    if function_attribute.last == 77:
        return 1  # not infeasible
    return 0


def mutable_default(x: int, seen: list[int] = []):
    seen.append(x)
    if seen[-1] == 77:
        return 1  # not infeasible
    return 0


def helper_default(x: int, seen: list[int] = []) -> int:
    seen.append(x)
    return len(seen)


def calls_default(x: int):
    helper_default(x)
    if helper_default(x) == 2:
        return 1  # covered
    return 0


def returned_by_finally(x: int):
    try:
        return x
    finally:
        if x == 77:
            return 1  # covered


def wrapped(f):
    @functools.wraps(f)
    def wrapper(*args, **kwargs):
        r = f(*args, **kwargs)
        return r

    return wrapper


@wrapped
def decorated(x: int) -> int:
    if x == 77:
        return 1  # covered
    return 0


def some_numbers():
    yield 1
    yield 2


GENERATOR = some_numbers()
ITERATOR = iter([1, 2])


def generator_of_the_module(x: int):
    """What one run takes from it is gone in the next; found by comparing runs of one path."""
    n = next(GENERATOR, 0)
    if x == 5:
        if n == 1:
            return 1  # not infeasible
        return 2
    return 0


def iterator_of_the_module(x: int):
    n = next(ITERATOR, 0)
    if x == 5:
        if n == 1:
            return 1  # not infeasible
        return 2
    return 0


class Nameless:
    pass


def shown_with_its_address(x: int):
    if repr(Nameless())[-2] == "0":
        return 1  # not infeasible
    if f"{[Nameless()]}"[-4] == "3":
        return 2  # not infeasible
    return 0  # not infeasible
