"""Evaluation of large terms: deep ones do not recurse, shared ones cost what their nodes cost."""

from __future__ import annotations

from time import process_time

from clew.logic import terms as t
from clew.logic.evaluate import Environment, all_hold, evaluate
from clew.logic.sorts import INT
from clew.logic.terms import Term

X, Y = t.var("x", INT), t.var("y", INT)


def step(total: Term, number: int) -> Term:
    """Not linear, so that nothing is simplified."""
    return t.ite(t.le(total, t.integer(number)), t.add(t.floor_mod(total, t.integer(97)), X), t.mul(total, Y))


def test_a_deep_term_is_evaluated_without_recursion() -> None:
    term, value = X, 3
    for number in range(5_000):
        term = step(term, number)
        value = value % 97 + 3 if value <= number else value * 1
    assert evaluate(term, {"x": 3, "y": 1}) == value
    assert all_hold((t.eq(term, t.integer(value)),), {"x": 3, "y": 1})


def test_what_is_shared_is_computed_once() -> None:
    """Without sharing the tree has 2 ** 200 nodes."""
    term = X
    for number in range(200):
        term = t.ite(t.le(t.mul(term, Y), t.integer(number)), t.mul(term, term), t.floor_mod(term, t.integer(1009)))
    began = process_time()
    evaluate(term, {"x": 2, "y": 3})
    assert process_time() - began < 1


def test_one_environment_is_one_model() -> None:
    term = t.eq(step(step(step(step(step(X, 1), 2), 3), 4), 5), Y)
    for x in range(-3, 4):
        environment = Environment({"x": x, "y": 1})
        assert environment.value(term) == evaluate(term, {"x": x, "y": 1}) == environment.value(term)
