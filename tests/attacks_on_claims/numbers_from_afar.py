"""Numbers that are no numbers, from where nobody looks, and names that stand for something else than was imported."""

import itertools
import math


def not_less(x: float) -> int:
    if x < 3:
        return 0
    return int(x)  # fails by: not_less(math.nan)


def other(x: float) -> int:
    return int(x) if x != 1 else 0  # fails by: other(math.nan)


def made(x: float) -> int:
    if not math.isinf(x) and x > 1:
        y = x * 1e308 * 10
        return int(y - y)  # fails by: made(2.0)
    return 0


def remainder(x: float) -> int:
    return int(x % 3) if x > 1 else 0  # fails by: remainder(math.inf)


def largest(x: float) -> int:
    return int(max(x, 1.0))  # fails by: largest(math.nan)


def inside(x: float) -> float:
    import math

    class math:  # noqa: F811
        @staticmethod
        def modf(x: float) -> tuple[float, ...]:
            return ()

    return math.modf(x)[0]  # fails by: inside(1.0)


def outer(xs: list[int]) -> int:
    def first(ys: list[int]) -> int:
        nonlocal xs
        if xs:
            xs = ys
            return xs[0]  # fails by: outer([1])
        return 0

    return first([])


def star(*xs: int) -> int:
    if xs:
        xs = xs[1:]
        return xs[0]  # fails by: star(1)
    return 0


def twice(xs: list[int]) -> int:
    words = list(xs)
    if len(words) == 1:
        words.pop()
        return words.pop()  # fails by: twice([1])
    return 0


def pairs(xs: list[int]) -> int:
    _a, _b = itertools.tee(xs, 3)  # fails by: pairs([])
    return 0
