"""What an abstract operation gives stands for everything the operation itself gives; so do joins and widenings."""

from __future__ import annotations

import operator

from hypothesis import given, settings
from hypothesis import strategies as st

from clew.analysis.abstract_values import Int, Many, Number, arithmetic, as_int, join, text, widen

OPERATIONS = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    ">>": operator.rshift,
    "**": operator.pow,
}
NUMBERS = st.integers(-12, 12)


@st.composite
def members(draw: st.DrawFn) -> tuple[Int, int]:
    """An interval and a number in it."""
    low, value, high = sorted(draw(st.tuples(NUMBERS, NUMBERS, NUMBERS)))
    unbounded = draw(st.sampled_from(("none", "low", "high")))
    return Int(float("-inf") if unbounded == "low" else low, float("inf") if unbounded == "high" else high), value


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(sorted(OPERATIONS)), members(), members())
def test_arithmetic(op: str, left: tuple[Int, int], right: tuple[Int, int]) -> None:
    (a, x), (b, y) = left, right
    found = arithmetic(op, a, b)
    try:
        result = OPERATIONS[op](x, y)
    except (ZeroDivisionError, ValueError):
        return
    number = as_int(found)
    if isinstance(found, Number):  # a power may be a float
        assert isinstance(result, int | float) and (found.zero or result != 0)
    elif found is not None:
        assert isinstance(result, int) and number is not None
        assert number.low <= result <= number.high


@settings(max_examples=100, deadline=None)
@given(members(), members())
def test_join_and_widen(left: tuple[Int, int], right: tuple[Int, int]) -> None:
    for both in (join(left[0], right[0]), widen(left[0], right[0])):
        assert isinstance(both, Int)
        assert both.low <= min(left[1], right[1]) and max(left[1], right[1]) <= both.high


def test_digits_only_where_both_are() -> None:
    digits = Many("str", 1, 3, digits=True)
    for combine in (join, widen):
        both = combine(digits, Many("str", 2, 2, digits=True))
        assert isinstance(both, Many) and both.digits
        for a, b in ((digits, text()), (text(), digits)):
            mixed = combine(a, b)
            assert isinstance(mixed, Many) and not mixed.digits
