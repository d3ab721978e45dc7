"""What assertions at the start of functions ask is claimed of the calls, where these stand."""

from collections.abc import Callable
from functools import wraps
from typing import Any


def share(total: int, parts: int) -> int:
    """No call of it from outside refutes anything."""
    assert parts > 0, "nobody to share with"
    return total // parts  # proved ZeroDivisionError


def alone(total: int) -> int:
    return share(total, 1)  # proved require


def even(total: int, parts: int) -> int:
    if parts % 2:
        return 0
    return share(total, parts)  # refuted AssertionError even(0, 0)


def mean(xs: list[int]) -> int:
    assert xs
    return share(sum(xs), len(xs))  # proved require


def positive_mean(xs: list[int]) -> int:
    return mean([x for x in xs if x > 0])  # refuted AssertionError positive_mean([])


def known_to_fail(n: int) -> int:
    try:
        return share(1, n)
    except AssertionError:
        return 0


def told_through(n: int) -> int:
    return alone(n) + even(n, 2)


def down(n: int) -> int:
    assert n >= 0
    return 0 if n == 0 else down(n - 2)  # refuted AssertionError down(1)


def logged(function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def wrapper(*args: Any) -> Any:
        return function(*args)

    return wrapper


class Account:
    def __init__(self, cents: int) -> None:
        assert cents >= 0
        self.cents = cents

    @logged
    def pay(self, cents: int) -> None:
        assert cents > 0
        self.cents -= cents


def opened(n: int) -> Account:
    return Account(n)  # refuted AssertionError opened(-1)


def paid(n: int) -> None:
    Account(0).pay(n)  # proved require and refuted AssertionError paid(0)


def guessed(n):
    return share(1, n)  # refuted AssertionError guessed(0) [guessed]


def of_any_type(n: object) -> str:
    assert isinstance(n, str)
    return n.strip()


def forms(n):
    return of_any_type(n)  # unknown require types
