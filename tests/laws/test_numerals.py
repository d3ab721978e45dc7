"""Texts of numbers, of which Python itself shows only the smaller ones."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction

import pytest

from clew.logic import terms as t
from clew.logic.numerals import decimal_of, fraction_in, fraction_text, int_in
from clew.logic.smtlib import show
from clew.logic.sorts import INT
from clew.solver.engines.z3_engine import Z3Engine
from clew.solver.protocol import Query, Sat


@contextmanager
def any_digits() -> Iterator[None]:
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(limit)


SIZES = (1, 2, 599, 600, 601, 1199, 1200, 1201, 4_299, 4_300, 4_301, 10_000)
NUMBERS = [0, *(10**n for n in SIZES), *(10**n - 1 for n in SIZES), *(random.Random(n).randrange(10**n) for n in SIZES)]


@pytest.mark.parametrize("sign", [1, -1])
def test_as_python_shows_and_reads_them(sign: int) -> None:
    for number in NUMBERS:
        with any_digits():
            text = str(sign * number)
        assert decimal_of(sign * number) == text
        assert int_in(text) == sign * number
        assert fraction_in(fraction_text(Fraction(sign * number, 7))) == Fraction(sign * number, 7)


def test_terms_with_large_numbers_are_shown_and_solved() -> None:
    x = t.var("x", INT)
    large = t.gt(x, t.integer(10**5_000))
    assert "0" * 4_999 in show(large)
    answer = Z3Engine().solve(Query((large, t.lt(x, t.integer(10**5_000 + 2)))))
    assert isinstance(answer, Sat) and answer.model["x"] == 10**5_000 + 1
