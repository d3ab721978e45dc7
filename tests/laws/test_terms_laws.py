"""The constructors simplify; a term must keep the value of what was asked for."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

from hypothesis import HealthCheck, given, settings

from clew.logic import terms as t
from clew.logic.evaluate import Model, evaluate
from clew.logic.sorts import FLOAT, INT, REAL, array
from clew.logic.terms import Term
from clew.logic.values import same_value
from laws.naive_terms import FLOAT_NAMES, INT_NAMES, MODELS, naive_value, terms_of

SETTINGS = settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


@SETTINGS
@given(terms_of("Bool", 5), MODELS)
def test_conditions_keep_their_value(tree: Any, model: Model) -> None:
    assert evaluate(tree.built, model) == naive_value(tree, model)


@SETTINGS
@given(terms_of("Int", 5), MODELS)
def test_integers_keep_their_value(tree: Any, model: Model) -> None:
    assert evaluate(tree.built, model) == naive_value(tree, model)


@SETTINGS
@given(terms_of("Float", 4), MODELS)
def test_doubles_keep_their_value(tree: Any, model: Model) -> None:
    assert same_value(evaluate(tree.built, model), naive_value(tree, model))


@SETTINGS
@given(terms_of("Bool", 5), MODELS)
def test_negation_is_an_involution_and_negates(tree: Any, model: Model) -> None:
    term = tree.built
    negation = t.not_(term)
    assert t.not_(negation) is term
    assert evaluate(negation, model) is (not evaluate(term, model))
    assert t.and_(term, negation) is t.FALSE
    assert t.or_(term, negation) is t.TRUE


@SETTINGS
@given(terms_of("Int", 4))
def test_linear_arithmetic_is_canonical(tree: Any) -> None:
    a, x = tree.built, t.var("x", INT)
    assert t.neg(t.neg(a)) is a
    assert t.sub(t.add(a, x), x) is a
    assert t.sub(a, a) is t.ZERO
    assert t.le(a, x) is t.not_(t.lt(x, a))
    assert t.eq(a, x) is t.eq(x, a)
    assert t.le(t.scale(3, a), t.scale(3, x)) is t.le(a, x)


@SETTINGS
@given(terms_of("Bool", 4), terms_of("Int", 2), MODELS)
def test_substitution_is_evaluation_under_the_new_value(tree: Any, other: Any, model: Model) -> None:
    x = t.var("x", INT)
    replaced = t.substitute(tree.built, {x: other.built})
    moved = {**model, "x": evaluate(other.built, model)}
    assert evaluate(replaced, model) == evaluate(tree.built, moved)


@SETTINGS
@given(terms_of("Bool", 4))
def test_pickling_gives_the_same_term(tree: Any) -> None:
    assert pickle.loads(pickle.dumps(tree.built)) is tree.built


@SETTINGS
@given(terms_of("Bool", 4), MODELS)
def test_walking_and_closures_agree(tree: Any, model: Model) -> None:
    """A wide term is evaluated bottom up, a narrow one by closures."""
    doubled = tree.built
    total = t.ZERO
    for i in range(6):
        total = t.add(t.mul(t.add(total, t.var(f"w{i}", INT)), total), t.ite(doubled, t.integer(i + 1), t.ZERO))
    expected = 0
    for i in range(6):
        w = model.get(f"w{i}", 0)
        assert isinstance(w, int)
        expected = (expected + w) * expected + (i + 1 if naive_value(tree, model) else 0)
    assert evaluate(total, model) == expected


def test_a_deep_term_needs_no_recursion() -> None:
    x = t.var("x", INT)
    deep: Term = x
    for i in range(5000):
        deep = t.ite(t.le(deep, t.integer(i)), t.add(deep, t.ONE), t.floor_div(deep, t.integer(3)))
    value = 7
    for i in range(5000):
        value = value + 1 if value <= i else value // 3
    assert evaluate(deep, {"x": 7}) == value


def test_a_comparison_of_a_choice_of_constants_is_a_comparison_of_the_choice() -> None:
    condition = t.var("b", t.BOOL)
    number = t.ite(condition, t.ONE, t.ZERO)
    assert t.eq(number, t.ONE) is condition
    assert t.ne(number, t.ZERO) is condition
    assert t.gt(number, t.ZERO) is condition
    assert t.le(t.add(number, t.integer(4)), t.integer(4)) is t.not_(condition)
    assert t.eq(number, t.integer(2)) is t.FALSE


def test_integer_bounds_are_tightened() -> None:
    x = t.var("x", INT)
    assert t.le(t.scale(2, x), t.integer(7)) is t.le(x, t.integer(3))
    assert t.eq(t.scale(2, x), t.integer(7)) is t.FALSE
    assert t.floor_mod(t.add(t.scale(6, x), t.integer(5)), t.integer(3)) is t.integer(2)


def test_arrays_look_through_stores() -> None:
    a, x = t.var("a", array(INT, INT)), t.var("x", INT)
    stored = t.store(t.store(a, x, t.ONE), t.add(x, t.ONE), t.integer(5))
    assert t.select(stored, x) is t.ONE
    assert t.select(stored, t.add(x, t.integer(2))) is t.select(a, t.add(x, t.integer(2)))
    assert t.select(t.const_array(array(INT, INT), t.ZERO), x) is t.ZERO
    assert evaluate(t.select(stored, t.var("y", INT)), {"x": 3, "y": 4}) == 5


def test_reals_are_exact() -> None:
    r = t.var("r", REAL)
    third = t.real(Fraction(1, 3))
    assert t.add(third, third, third) is t.real(1)
    assert t.eq(t.scale(2, r), t.real(3)) is t.eq(r, t.real(Fraction(3, 2)))
    assert evaluate(t.operation("to_int", t.scale(Fraction(-1, 2), r)), {"r": Fraction(3)}) == -2


def test_identity_of_doubles_is_not_their_equality() -> None:
    f = t.var("f", FLOAT)
    assert t.eq(f, f) is t.TRUE
    assert evaluate(t.operation("feq", f, f), {"f": float("nan")}) is False
    assert t.eq(t.floating(0.0), t.floating(-0.0)) is t.FALSE
    assert t.operation("feq", t.floating(0.0), t.floating(-0.0)) is t.TRUE


def test_the_names_of_the_strategies_are_disjoint() -> None:
    assert not set(INT_NAMES) & set(FLOAT_NAMES)
