"""Numbers that are not between the bounds that it looks as if they were, NaN and infinities among them."""

from __future__ import annotations

import math
from math import log


def not_compared(x: float) -> int:
    return 0 if abs(x) >= 1000 else int(x)  # fails by: not_compared(math.nan)


def from_above_only(x: float) -> int:
    return int(x) if x < 1000 else 0  # fails by: from_above_only(-math.inf)


def from_below_only(x: float) -> int:
    return int(x) if x > -1000 else 0  # fails by: from_below_only(math.inf)


def up_to_infinity(x: float) -> int:
    return int(x) if abs(x) <= math.inf else 0  # fails by: up_to_infinity(math.inf)


def unequal(x: float) -> int:
    return int(x) if abs(x) != 1.0 else 0  # fails by: unequal(math.nan)


def set_anew(x: float, z: float) -> int:
    y = abs(x)
    x = z
    return int(x) if y < 10 else 0  # fails by: set_anew(1.0, math.inf)


def of_another(x: float, z: float) -> int:
    y = abs(x)
    y = abs(z) if z > 0 else y
    return int(x) if y < 10 else 0  # fails by: of_another(math.inf, 1.0)


def in_rounds(x: float, n: int) -> int:
    y = abs(x)
    for _ in range(n):
        x = x * 1e300
    return int(x) if y < 10 else 0  # fails by: in_rounds(9.0, 3)


def smaller_of(x: float) -> int:
    return int(min(x, 3))  # fails by: smaller_of(-math.inf)


def smaller_of_nan(x: float) -> int:
    return int(min(max(x, 0.0), 3.0))  # fails by: smaller_of_nan(math.nan)


def nan_first(x: float) -> int:
    return int(max(x, 0.0)) if not x > 3 else 0  # fails by: nan_first(math.nan)


def logarithm(x: float) -> float:
    return log(x) if x >= 0 else 0.0  # fails by: logarithm(0.0)


def of_base(x: float) -> float:
    return log(5, x) if x >= 1 else 0.0  # fails by: of_base(1.0)


def small_base(x: float) -> float:
    return log(5, x) if x > 0.5 else 0.0  # fails by: small_base(1.0)


def of_negative_base(x: float) -> float:
    return log(5, x) if x < 1 else 0.0  # fails by: of_negative_base(-1.0)


def infinite_base(x: float) -> int:
    return int(log(x, math.inf)) if x >= 1 else 0  # fails by: infinite_base(math.inf)


def index_of(x: float) -> str:
    if x >= 1:
        return "abc"[int(min(log(x, 10), 3))]  # fails by: index_of(1e5)
    return ""


def last_index(x: float) -> str:
    if x >= 1:
        return "abc"[int(min(log(x, 10), 3)) - 4]  # fails by: last_index(1.0)
    return ""


def truncated(x: float) -> int:
    return 1 // int(x) if 0 < x < 9 else 0  # fails by: truncated(0.5)


def truncated_below(x: float) -> str:
    return "abc"[int(x)] if -3.9 < x <= 2.9 and x != 0 else "abc"[int(x) + 9]  # fails by: truncated_below(3.0)


def negated(x: float) -> float:
    y = -x
    return 1 / (y + 2) if y <= -2 else 0.0  # fails by: negated(2.0)


def negated_below(x: float) -> int:
    y = -x
    return int(x) if y > 5 else 0  # fails by: negated_below(-math.inf)


def difference(x: float) -> float:
    y = abs(x) - 1
    return 1 / y if y < 5 else 0.0  # fails by: difference(1.0)


def absolute_zero(x: float) -> float:
    y = abs(x)
    return 1 / x if y >= 0 else 0.0  # fails by: absolute_zero(-0.0)


def tiny(x: float) -> float:
    return 1 / (x * x) if x > 0 else 0.0  # fails by: tiny(5e-324)


def large_int(n: int) -> float:
    return float(n) if abs(n) > 3 else 0.0  # fails by: large_int(10**400)


def whole_or_not(x: float | str) -> int:
    y = float(x)
    return int(y) if abs(y) > 1 else 0  # fails by: whole_or_not("inf")


def widened(n: int) -> int:
    x = 0.5
    while n > 0:
        x = x * 2.0 if x < 1e307 else math.inf
        n -= 1
    return int(x)  # fails by: widened(1100)


def joined(x: float) -> float:
    y = 1.5 if x > 0 else -1.5
    if x == 0:
        y = 0
    return 1 / y  # fails by: joined(0.0)


def chained(x: float, y: float) -> int:
    return int(y) if 0 < x < 5 and y < x else 0  # fails by: chained(1.0, -math.inf)


def both_ways(x: float, y: float) -> int:
    if x < 5:
        return int(y) if y == x else 0  # fails by: both_ways(-math.inf, -math.inf)
    return 0


def shadowed(x: float) -> int:
    def abs(number: float) -> float:
        return 0.0

    return int(x) if abs(x) < 5 else 0  # fails by: shadowed(math.inf)


def rebound(x: float) -> int:
    y = abs(x)
    y, z = 1.0, y
    return int(x) if y < 5 else int(z)  # fails by: rebound(math.inf)


def in_place(x: float) -> int:
    y = abs(x)
    x += math.inf
    return int(x) if y < 5 else 0  # fails by: in_place(1.0)
