"""Numbers that overflow, divide by zero or leave the domain of a function, each just beyond a guard that looks right."""

from __future__ import annotations

import math


def quotient(a: int, b: int) -> float:
    if b != 0:
        return a / b  # fails by: quotient(10 ** 400, 1); quotient(-(2 ** 1024), True)
    return 0.0


def rounded_up(a: int) -> float:
    if a < 2**1024 - 2**970:
        return a / 1  # fails by: rounded_up(-(2 ** 1024))
    return 0.0


def small_quotient(a: int, b: int) -> float:
    if b > 2**1100:
        return a / b  # fails by: small_quotient(2 ** 2200, 2 ** 1101)
    return 0.0


def by_a_float(n: int, x: float) -> float:
    if x == x and x != 0:
        return n / x  # fails by: by_a_float(2 ** 1024, 1.0)
    return 0.0


def under(n: int, x: float) -> float:
    return x / n if n else 0.0  # fails by: under(-(10 ** 400), 0.0)


def shrunk(x: float, n: int) -> float:
    y = x / 1e300
    if x != 0:
        return n / y  # fails by: shrunk(5e-324, 1); shrunk(-5e-324, 0)
    return 0.0


def of_zero(a: int, n: int) -> float:
    if n >= -1:
        return a**n  # fails by: of_zero(0, -1); of_zero(False, -1)
    return 0.0


def with_a_bool(a: bool, n: int) -> float:
    return a**n  # fails by: with_a_bool(False, -1)


def negative_zero(x: float) -> float:
    if not x > 0:
        return 0.0 if x < 0 or x != x else x**-1  # fails by: negative_zero(-0.0)
    return 1.0


def squared(x: float) -> float:
    if x < 1e154:
        return x**2  # fails by: squared(-1e200)
    return 0.0


def exponential(x: float) -> float:
    if x < 709.79:
        return math.exp(x)  # fails by: exponential(709.785)
    return 0.0


def exponential_of_ints(n: int) -> float:
    if n < 710:
        return math.exp(n)  # fails by: exponential_of_ints(-(10 ** 400))
    return 0.0


def hyperbolic(x: float) -> float:
    if x < 700:
        return math.cosh(x)  # fails by: hyperbolic(-711.0)
    return 0.0


def root(x: float) -> float:
    if x != -1.0:
        return math.sqrt(x)  # fails by: root(-5e-324)
    return 0.0


def logarithm(x: float) -> float:
    if x >= 0:
        return math.log(x)  # fails by: logarithm(-0.0)
    return 0.0


def logarithm_of_ints(n: int) -> float:
    return math.log(n) if n != 0 else 0.0  # fails by: logarithm_of_ints(-(2 ** 1100))


def logarithm_to_a_base(x: float, base: float) -> float:
    if x > 0 and base > 0:
        return math.log(x, base)  # fails by: logarithm_to_a_base(2.0, 1.0)
    return 0.0


def after_rounding(x: float) -> float:
    if x > 0:
        return math.log(x / 2)  # fails by: after_rounding(5e-324)
    return 0.0


def next_to_one(x: float) -> float:
    if x <= 1:
        return math.acos(x)  # fails by: next_to_one(-1.0000000000000002)
    return 0.0


def doubled(x: float) -> int:
    if -1e308 <= x <= 1e308:
        return int(x * 2)  # fails by: doubled(1e308)
    return 0


def not_infinite(x: float) -> int:
    if x not in (math.inf, -math.inf):
        return math.floor(x)  # fails by: not_infinite(math.nan)
    return 0


def rounded(x: float) -> int:
    if x == x:
        return round(x / 3)  # fails by: rounded(-math.inf)
    return 0
