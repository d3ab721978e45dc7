"""Numbers as the logic has them: which are the same, and the arithmetic of doubles that Python lacks."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import inf, isinf, isnan, nan
from typing import Any


def key_of(value: Any) -> Any:
    """A value by its identity in the logic: doubles by their bits (all nans are one)."""
    if isinstance(value, float):
        return value.hex()
    if isinstance(value, tuple):
        return tuple(map(key_of, value))
    return value


def same_value(a: Any, b: Any) -> bool:
    """Equality as `=` has it."""
    return bool(key_of(a) == key_of(b))


def divided(a: float, b: float) -> float:
    """IEEE division, which has a value for a zero divisor."""
    if b:
        return a / b
    if isnan(b) or isnan(a) or a == 0:
        return nan
    return inf if (a < 0) == (b.hex()[0] == "-") else -inf


def integral(rounding: Callable[[float], int]) -> Callable[[float], float]:
    """Rounded to an integral double; the sign of zero is kept, nan and infinities are themselves."""

    def rounded(a: float) -> float:
        if isnan(a) or isinf(a):
            return a
        result = float(rounding(a))
        return -abs(result) if result == 0 and a.hex()[0] == "-" else result

    return rounded


def double_of(number: Fraction | int) -> float:
    """The nearest double, ties to even; an infinity beyond the largest."""
    try:
        return number.numerator / number.denominator
    except OverflowError:
        return inf if number > 0 else -inf
