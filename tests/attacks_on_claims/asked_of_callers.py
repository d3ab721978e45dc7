"""What assertions at the start of a function ask of its callers: calls that do not keep it are found where they stand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial, wraps
from typing import Any, ClassVar


def share(total: int, parts: int) -> int:
    assert parts > 0, "nobody to share with"
    return total // parts


def by_true(flag: bool) -> int:
    return share(10, flag)  # fails by: by_true(False)


def by_product(n: int) -> int:
    return share(1, n * n)  # fails by: by_product(0)


def squared(n: int) -> int:
    return share(1, n * n + 1)


def named(n: int) -> int:
    return share(parts=n - 3, total=n)  # fails by: named(3)


def spread(xs: list[int]) -> int:
    return share(*xs[:2]) if len(xs) > 1 else 0  # fails by: spread([1, 0])


def mapped(n: int) -> int:
    given = {"total": n, "parts": n}
    return share(**given)  # fails by: mapped(0)


def again(n: int) -> int:
    first = share(n, 2)
    return first + share(n, first)  # fails by: again(1)


def late(n: int) -> int:
    try:
        return share(n, 1)
    finally:
        share(1, n)  # fails by: late(0)


def in_a_clause(n: int) -> int:
    try:
        return 10 // n
    except ZeroDivisionError:
        return share(1, n)  # fails by: in_a_clause(0)


def taken_elsewhere(n: int) -> int:
    try:
        return share(1, n)  # fails by: taken_elsewhere(0)
    except (ValueError, TypeError):
        return share(2, n + 1)


def taken_by_another(n: int) -> int:
    try:
        return share(1, n)  # fails by: taken_by_another(0)
    except KeyError:
        return 0


def for_each(xs: list[int]) -> list[int]:
    return [share(1, x) for x in xs]  # fails by: for_each([0])


def summed(xs: list[int]) -> int:
    return sum(share(1, x) for x in xs)  # fails by: summed([0])


def sorted_by(xs: list[int]) -> list[int]:
    return sorted(xs, key=lambda x: share(1, x))  # fails by: sorted_by([0])


def within(n: int) -> int:
    def inner(k: int) -> int:
        return share(1, k)  # fails by: within(0)

    return inner(n)


def down(n: int) -> int:
    assert n >= 0
    return 0 if n == 0 else down(n - 2)  # fails by: down(1)


def even(n: int) -> bool:
    assert n >= 0
    return True if n == 0 else odd(n - 1)  # fails by: even(1)


def odd(n: int) -> bool:
    assert n > 0
    return even(n - 2)  # fails by: even(2)


def mean(xs: list[int]) -> float:
    assert xs
    return sum(xs) / len(xs)


def emptied(xs: list[int], ys: list[int]) -> float:
    if not xs:
        return 0.0
    ys.clear()
    return mean(xs)  # fails by: xs = [1]; emptied(xs, xs)


def positive(xs: list[int]) -> int:
    """A quantified one."""
    assert all(x > 0 for x in xs)
    return min(xs, default=1)


def all_but_first(xs: list[int]) -> int:
    return positive([x for x in xs if x > 0] + xs[:1])  # fails by: all_but_first([0])


def half(x: float) -> float:
    assert x == x
    return x / 2


def halved(x: float) -> float:
    return half(x - x)  # fails by: halved(float("inf"))


class Account:
    def __init__(self, cents: int) -> None:
        assert cents >= 0
        self.cents = cents

    def pay(self, cents: int) -> None:
        assert cents <= self.cents, "too little"
        self.cents -= cents


class Frozen(Account):
    def __init__(self, cents: int) -> None:
        super().__init__(cents - 1)  # fails by: Frozen(0)

    def pay(self, cents: int) -> None:
        """It asks for less."""


class Strict(Account):
    def pay(self, cents: int) -> None:
        assert cents > 0
        super().pay(cents)  # fails by: Strict(0).pay(1)


def opened(n: int) -> Account:
    return Account(n)  # fails by: opened(-1)


def paid(account: Account, n: int) -> None:
    if n <= account.cents:
        account.pay(n)  # fails by: paid(Strict(1), 0)


def paid_twice(n: int) -> None:
    account = Account(10)
    account.pay(min(n, 6))
    account.pay(min(n, 6))  # fails by: paid_twice(6)


def transferred(one: Account, other: Account) -> None:
    most = min(one.cents, other.cents)
    one.pay(most)
    other.pay(most)  # fails by: a = Account(1); transferred(a, a)


def paid_by(pay: Callable[[int], None], n: int) -> None:
    pay(n)


@dataclass
class Interval:
    low: int
    high: int

    def __post_init__(self) -> None:
        assert self.low <= self.high


def interval(n: int) -> Interval:
    return Interval(n, n * n - 1)  # fails by: interval(0)


def logged(function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    return wrapper


class Counted:
    def __init__(self, function: Callable[..., int]) -> None:
        self.function = function
        self.count = 0

    def __call__(self, *args: int) -> int:
        self.count += 1
        return self.function(*args)


@logged
def root(n: int) -> int:
    assert n >= 0
    return n


@Counted
def root_counted(n: int) -> int:
    assert n >= 0
    return n


@cache
def root_kept(n: int) -> int:
    assert n >= 0
    return n


def roots(n: int) -> int:
    return root(n)  # fails by: roots(-1)


def roots_counted(n: int) -> int:
    return root_counted(n)  # fails by: roots_counted(-1)


def roots_kept(n: int) -> int:
    return root_kept(n) if n < 5 else 0  # fails by: roots_kept(-1)


def swapped(function: Callable[[int, int], int]) -> Callable[[int, int], int]:
    @wraps(function)
    def wrapper(one: int, other: int) -> int:
        return function(other, one)

    return wrapper


@swapped
def ratio(one: int, other: int) -> int:
    assert other > 0
    return one // other


def swapped_ratio(n: int) -> int:
    return ratio(n, 1)  # fails by: swapped_ratio(0)


def with_default(n: int, least: int = 1) -> int:
    assert n >= least
    return n


def by_default(n: int) -> int:
    if n >= 0:
        return with_default(n)  # fails by: by_default(0)
    return 0


def rest(*values: int, **more: int) -> int:
    assert len(values) + len(more) < 3
    return len(values)


def many(n: int, m: int) -> int:
    return rest(n, m, k=n)  # fails by: many(0, 0)


LIMIT = 10


def below(n: int) -> int:
    assert n < LIMIT
    return n


def raised_limit(n: int) -> None:
    global LIMIT
    LIMIT = n


def of_the_limit(n: int) -> int:
    if n < 10:
        return below(n)  # fails by: raised_limit(3); of_the_limit(4) [supposing module-state]
    return 0


def partially(n: int) -> int:
    one = partial(share, 1)
    return one(n)


def counting(n: int) -> Iterator[int]:
    """A generator begins later: it asks nobody."""
    assert n > 0
    yield n


def counted(n: int) -> int:
    return sum(counting(n * 0 + 1))


def first_of(xs: list[int]) -> int:
    assert xs.pop() > 0  # fails by: first_of([0])
    return 0


def given_away(xs: list[int]) -> int:
    def take(ys: list[int]) -> int:
        ys.clear()
        return 1

    if xs:
        return int(mean(xs[: take(xs)]))  # fails by: given_away([1])
    return 0


class Shared:
    items: ClassVar[list[int]] = []

    def add(self, n: int) -> None:
        assert n not in self.items
        self.items.append(n)


def added(n: int) -> None:
    Shared().add(n)  # fails by: added(1); added(1) [supposing module-state]


def rebound(n: int) -> int:
    share = with_default
    return share(n, 1)  # fails by: rebound(0)


def shadowed(share: Callable[[int, int], int], n: int) -> int:
    return share(n, n)


class Gate:
    def __init__(self, most: int) -> None:
        self.most = most

    def passed(self, n: int) -> int:
        assert n <= self.most
        return n

    entered = passed

    def __getitem__(self, n: int) -> int:
        assert n >= 0
        return n


class Wide(Gate):
    def passed(self, n: int) -> int:
        return n

    def entered(self, n: int) -> int:
        return super().entered(n)


def entered(gate: Gate, n: int) -> int:
    if n <= gate.most:
        return gate.passed(n)
    return gate.entered(n)


def asserts_too(n: int) -> int:
    assert n > 0
    return share(n, n)


def asserts_less(n: int) -> int:
    assert n >= 0
    return share(n, n)  # fails by: asserts_less(0)


def asserts_an_int(n: int) -> int:
    assert type(n) is int
    return n


def of_a_bool(n: int) -> int:
    return asserts_an_int(n)  # fails by: of_a_bool(True)


def by_a_walrus(n: int) -> int:
    return (m := n - 1) and share(n, m)  # fails by: by_a_walrus(0)


def in_a_loop(n: int) -> int:
    total = 0
    for i in range(n):
        total += share(100, 20 - i)  # fails by: in_a_loop(21)
    return total


def while_it_lasts(n: int) -> int:
    total = 0
    while n > 0:
        total += share(100, n)
        n -= 1
    return total


def until_it_is_over(n: int) -> int:
    total = 0
    while n >= 0:
        total += share(100, n)  # fails by: until_it_is_over(0)
        n -= 1
    return total


def of_a_slice(xs: list[int], n: int) -> float:
    if xs and 0 <= n < len(xs):
        return mean(xs[:n])  # fails by: of_a_slice([1], 0)
    return mean([n])


def message(n: int) -> int:
    assert n > 0, f"{10 // n} is too small"  # fails by: message(0)
    return n


def of_a_message(n: int) -> int:
    return message(n)  # fails by: of_a_message(-1)


def raises_another(xs: list[int]) -> int:
    assert xs[0] > 0  # fails by: raises_another([])
    return xs[0]


def of_another(xs: list[int]) -> int:
    return raises_another(xs)  # fails by: of_another([0])


def exchanged(n: int) -> int:
    share = globals()["with_default"]
    return share(n, 1)


async def awaited(n: int) -> int:
    assert n > 0
    return n


async def awaiting(n: int) -> int:
    return share(n, n) + await awaited(n)  # fails by: import asyncio; asyncio.run(awaiting(0))


def sent(n: int) -> Iterator[int]:
    got = yield n
    yield share(n, got)  # fails by: g = sent(1); next(g); g.send(0)
