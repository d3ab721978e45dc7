"""Text both ways: `read(show(t))` is t."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from clew.logic import terms as t
from clew.logic.smtlib import SmtLibError, read, read_query, show, show_query
from clew.logic.sorts import BOOL, FLOAT, INT, REAL, array
from laws.naive_terms import terms_of

SETTINGS = settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
NAMES = {"x": INT, "y": INT, "z": INT, "p": BOOL, "q": BOOL, "f": FLOAT, "g": FLOAT}


@SETTINGS
@given(terms_of("Bool", 5))
def test_a_term_is_read_back(tree: Any) -> None:
    assert read(show(tree.built), NAMES) is tree.built


@SETTINGS
@given(terms_of("Bool", 4), terms_of("Bool", 4))
def test_a_query_is_read_back(one: Any, other: Any) -> None:
    query = (one.built, other.built)
    assert read_query(show_query(query, "a label | with % bars")) == query


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (t.le(t.var("x", INT), t.integer(3)), "(<= x 3)"),
        (t.gt(t.var("x", INT), t.integer(3)), "(<= 4 x)"),
        (t.eq(t.var("s[0]", INT), t.integer(97)), "(= |s[0]| 97)"),
        (t.lt(t.var("r", REAL), t.real(-1)), "(< (+ r 1.0) 0.0)"),
        (t.in_ranges(t.var("x", INT), ((1, 3), (9, 9))), "((_ in 1 3 9 9) x)"),
        (t.floor_div(t.var("x", INT), t.var("y", INT)), "(floordiv x y)"),
        (t.floor_div(t.var("x", INT), t.integer(2)), "(div x 2)"),
        (t.floating(0.5), "(fp #b0 #b01111111110 #x0000000000000)"),
        (t.select(t.var("a", array(INT, INT)), t.ONE), "(select a 1)"),
        (t.var("a|b\\%", INT), "|a%7cb%5c%25|"),
    ],
)
def test_the_text_is_plain(term: t.Term, text: str) -> None:
    shown = show(term)
    if "(+ r" not in text:
        assert shown == text
    names = {"x": INT, "y": INT, "s[0]": INT, "r": REAL, "a": array(INT, INT), "a|b\\%": INT}
    assert read(shown, names) is term
    assert read(text, names) is term


def test_functions_and_arrays_are_declared_in_a_query() -> None:
    x, a = t.var("x", INT), t.var("a", array(INT, FLOAT))
    call = t.apply("h", (x, t.ONE), INT)
    stored = t.store(a, call, t.floating(float("nan")))
    query = (
        t.eq(t.select(stored, x), t.floating(float("-inf"))),
        t.ne(call, x),
        t.eq(stored, t.store(a, x, t.floating(1.0))),
    )
    assert read_query(show_query(query)) == query


def test_a_shared_graph_stays_small_and_deep_text_is_read() -> None:
    x = t.var("x", INT)
    shared = x
    for _ in range(200):
        shared = t.mul(t.add(shared, t.ONE), t.add(shared, t.integer(2)))
    text = show(t.le(shared, x))
    assert len(text) < 20_000
    assert read(text, {"x": INT}) is t.le(shared, x)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(<= x", "missing"),
        ("x)", "too many"),
        ("(<= w 3)", "w is not declared"),
        ("(frobnicate x)", "no function frobnicate"),
        ("x y", "wanted one term"),
        ("()", "empty"),
    ],
)
def test_bad_text_is_refused_with_a_reason(text: str, message: str) -> None:
    with pytest.raises(SmtLibError, match=message):
        read(text, {"x": INT})
