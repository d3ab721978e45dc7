"""Whether two arguments are one object, and which methods change an object: what no text of the function shows.

Found by adversarial programs; the fuzzer's random executions, which call every public method and pass one object
twice, contradict each of these where the analysis looks at the function alone.
"""

import collections
from collections.abc import Iterator


class Plain:
    def __init__(self, v: int) -> None:
        self.v = v


class Odd:
    def __init__(self, v: int) -> None:
        self.v = v

    def __eq__(self, other):
        return self.v - getattr(other, "v", 0)

    def __hash__(self):
        return 1


def equal_by_identity(a: Plain, b: Plain):
    if a == b:
        return 1  # not infeasible
    return 0


def member_by_identity(a: Plain, b: Plain):
    if a in [b]:
        return 1  # not infeasible
    return 0


def key_by_identity(a: Plain, b: Plain):
    if len({a, b}) == 1:
        return 1  # not infeasible
    return 0


def match_by_identity(a: Plain, b: Plain):
    match (a, b):
        case (x, y) if x == y:
            return 1  # not infeasible
    return 0


def identity_before_equality(a: Odd, b: Odd, c: Odd):
    if c in [a, b] or a.v != b.v:
        return 0
    if [a, b] == [b, a]:
        return 1  # not infeasible
    return 2


def optional(a: Plain | None, b: Plain | None):
    if a is b and a is not None:
        return 1  # not infeasible
    return 0


class Counter:
    def __init__(self) -> None:
        self.n = 0

    def get(self, k: int) -> int:
        self.n += 1
        return k


class Keeper:
    def __init__(self) -> None:
        self.inner = Counter()

    def look(self, k: int) -> int:
        return self.inner.get(k)


def changed_by_get(o: Keeper):
    if o.inner.n == 1:
        return 1  # not infeasible
    return 0


class Lazy:
    def __init__(self) -> None:
        self.n = 0

    @property
    def bumped(self) -> int:
        self.n += 1
        return self.n

    def peek(self) -> int:
        return self.bumped


def changed_by_property(o: Lazy):
    if o.n == 1:
        return 1  # not infeasible
    return 0


class Defaults:
    def __init__(self) -> None:
        self.d = collections.defaultdict(int)

    def look(self, k: str) -> int:
        return self.d[k]


def changed_by_lookup(o: Defaults):
    if len(o.d) == 1:
        return 1  # not infeasible
    return 0


class Source:
    def __init__(self, xs: list[int]) -> None:
        self.xs = xs
        self.it = iter(xs)

    def total(self) -> int:
        return sum(self.it)


def changed_by_iteration(o: Source):
    if o.xs and next(o.it, None) is None:
        return 1  # not infeasible
    return 0


class Fed:
    def __init__(self, it: Iterator[int]) -> None:
        self.it = it
        self.seen = 0

    def total(self) -> int:
        n = 0
        for x in self.it:
            n += x
        return n


def changed_by_a_loop(o: Fed):
    if next(o.it, None) is None:
        return 1  # not infeasible
    return 0


class Compared:
    def __init__(self, v: int) -> None:
        self.v = v
        self.n = 0

    def __lt__(self, other: "Compared") -> bool:
        self.n += 1
        return self.v < other.v

    def less(self, other: "Compared") -> bool:
        return self < other


def changed_by_comparison(o: Compared):
    if o.n == 1:
        return 1  # not infeasible
    return 0


class Sets:
    def __init__(self) -> None:
        self.s = {1, 2}

    def only(self, other: set[int]) -> None:
        self.s.intersection_update(other)


def changed_by_a_set_method(o: Sets):
    if len(o.s) == 1:
        return 1  # not infeasible
    return 0


class Length:
    def __init__(self, n: int) -> None:
        self.n = n

    def __len__(self):
        return self.n


def length_that_will_not_do(s: Length):
    try:
        if s:
            return 1  # covered
    except ValueError:
        return 2  # covered
    except OverflowError:
        return 3  # covered
    return 0


class Account:
    def __init__(self) -> None:
        self.locked = False
        self.times = 0

    def lock(self) -> None:
        self.locked = True
        self.times += 1


class Owner:
    def __init__(self, account: Account) -> None:
        self.account = account


def methods_of_inner_objects(h: Owner):
    """The bound named is the one on objects inside others: one is called on these, and that only to find tests."""
    if h.account.times == 2:
        return 2  # covered
    if h.account.locked:
        return 1  # covered
    return 0


def iterator_without_such_a_method(given: Iterator[int]):
    try:
        given.add(1)
    except AttributeError:
        return 1  # covered
    return 2  # unknown


def iterator_without_such_an_attribute(given: Iterator[int]):
    if hasattr(given, "items"):
        return 1  # unknown
    try:
        given.machine
    except AttributeError:
        return 2  # covered
    return 3  # unknown


def a_constant(p: str):
    if p is "a":
        return 1  # covered
    return 0
