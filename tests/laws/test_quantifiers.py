"""Quantifiers over ranges: loops when evaluated, one term whatever their variables were called, and nothing captured."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clew.logic import terms as t
from clew.logic.evaluate import MOST_ROUNDS, Model, Unevaluated, all_hold, evaluate
from clew.logic.smtlib import SmtLibError, read, read_query, show, show_query
from clew.logic.sorts import BOOL, INT, array
from clew.logic.terms import Term
from clew.solver.chain import build_solver
from clew.solver.engines.cvc5_engine import Cvc5Engine
from clew.solver.engines.z3_engine import Z3Engine, Z3Limits
from clew.solver.protocol import Query, Sat, Unsat
from laws.naive_terms import BOOL_NAMES, INT_NAMES, naive_value, terms_of

SETTINGS = settings(max_examples=250, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
MODELS = st.fixed_dictionaries(
    {**dict.fromkeys(INT_NAMES, st.integers(-3, 3)), **{name: st.booleans() for name in BOOL_NAMES}}
)
NAMES = {**dict.fromkeys(INT_NAMES, INT), **dict.fromkeys(BOOL_NAMES, BOOL)}
X, Y, Z, W = (t.var(name, INT) for name in "xyzw")
A = t.var("a", array(INT, INT))

Formula = tuple[Term, Callable[[Model], Any]]
"""A term and what it should be under a model."""


@st.composite
def formulas(draw: Any, depth: int, quantified: bool = False) -> Formula:
    """quantified: the outermost symbol is a quantifier."""
    kind = 3 if quantified else draw(st.integers(0, 3)) if depth else 0
    if kind == 0:
        tree = draw(terms_of("Bool", 2, floats=False))
        return tree.built, lambda model: naive_value(tree, model)
    if kind < 3:
        (left, one), (right, other) = draw(formulas(depth - 1)), draw(formulas(depth - 1))
        if kind == 1:
            return t.and_(left, t.not_(right)), lambda model: one(model) and not other(model)
        return t.or_(left, right), lambda model: one(model) or other(model)
    body, holds = draw(formulas(depth - 1))
    name = draw(st.sampled_from(INT_NAMES))
    low, first = _end(draw, name)
    high, last = _end(draw, name)
    variable = t.var(name, INT)
    some = draw(st.booleans())
    term = (t.any_ if some else t.all_)(variable, low, high, body)

    def value(model: Model) -> bool:
        values = (holds({**model, name: i}) for i in range(first(model), last(model)))
        return any(values) if some else all(values)

    return term, value


def _end(draw: Any, variable: str) -> Formula:
    number = draw(st.integers(-2, 3))
    name = draw(st.sampled_from([n for n in INT_NAMES if n != variable]))
    if draw(st.booleans()):
        return t.integer(number), lambda model: number
    return t.add(t.var(name, INT), t.integer(number)), lambda model: model[name] + number  # type: ignore[operator]


@SETTINGS
@given(formulas(3, quantified=True), MODELS)
def test_evaluation_is_a_loop(formula: Formula, model: Model) -> None:
    term, value = formula
    assert evaluate(term, model) == value(model)
    assert all_hold((term,), model) == value(model)
    assert evaluate(t.not_(term), model) == (not value(model))


@SETTINGS
@given(formulas(2), st.sampled_from(INT_NAMES))
def test_names_of_bound_variables_do_not_matter(formula: Formula, name: str) -> None:
    body, variable = formula[0], t.var(name, INT)
    one = t.all_(variable, t.ZERO, t.integer(4), body)
    assert t.all_(W, t.ZERO, t.integer(4), t.substitute(body, {variable: W})) is one
    assert variable not in t.variables(one)
    assert t.variables(one) == t.variables(body) - {variable} or one in (t.TRUE, t.FALSE)
    assert all(leaf.op == "var" for leaf in t.variables(one))


@SETTINGS
@given(formulas(3, quantified=True), formulas(2), MODELS)
def test_substitution_is_evaluation_under_the_new_value(formula: Formula, other: Formula, model: Model) -> None:
    """What is put in may have quantifiers and the names of bound variables in it."""
    term, value = formula
    number = t.ite(other[0], t.add(Y, t.ONE), Z)
    replaced = t.substitute(term, {X: number})
    moved = {**model, "x": evaluate(number, model)}
    assert evaluate(replaced, model) == value(moved)
    assert all(leaf.op == "var" for leaf in t.variables(replaced))


@SETTINGS
@given(formulas(2), formulas(2))
def test_substitution_commutes_with_binding(formula: Formula, other: Formula) -> None:
    body, number = formula[0], t.ite(other[0], W, t.ONE)
    bound = t.var("i", INT)
    inner = t.substitute(body, {X: bound})
    outside = t.substitute(t.all_(bound, t.ZERO, Y, inner), {Z: number, Y: W})
    assert outside is t.all_(bound, t.ZERO, W, t.substitute(inner, {Z: number, Y: W}))


@SETTINGS
@given(formulas(2), st.integers(-2, 2), MODELS)
def test_an_instance_is_the_body_for_one_value(formula: Formula, index: int, model: Model) -> None:
    body, holds = formula
    quantified = t.all_(X, t.ZERO, t.add(Y, Z), body)
    if quantified.op == "all":
        assert t.instance(quantified, t.integer(index)) is t.substitute(body, {X: t.integer(index)})
        assert evaluate(t.instance(quantified, t.integer(index)), model) == holds({**model, "x": index})


@SETTINGS
@given(formulas(3, quantified=True), formulas(2))
def test_text_and_pickle_give_the_same_term(formula: Formula, other: Formula) -> None:
    assert read(show(formula[0]), NAMES) is formula[0]
    assert read_query(show_query((formula[0], other[0]))) == (formula[0], other[0])
    assert pickle.loads(pickle.dumps(formula[0])) is formula[0]


@settings(SETTINGS, max_examples=80)
@given(st.lists(formulas(2), min_size=1, max_size=2), formulas(2, quantified=True))
def test_engines_and_the_chain_agree_with_brute_force(others: list[Formula], formula: Formula) -> None:
    domain = range(-1, 3)
    bounds = [c for n in INT_NAMES for c in (t.le(t.integer(-1), t.var(n, INT)), t.le(t.var(n, INT), t.integer(2)))]
    assertions = (*bounds, formula[0], *(term for term, _ in others))
    models = [
        dict(zip((*INT_NAMES, *BOOL_NAMES), (*numbers, *truths), strict=True))
        for numbers in product(domain, repeat=len(INT_NAMES))
        for truths in product((False, True), repeat=len(BOOL_NAMES))
    ]
    wanted = any(all(holds(model) for _, holds in (formula, *others)) for model in models)
    for solver in (Z3Engine(Z3Limits(50_000)), build_solver(), Cvc5Engine()):
        answer = solver.solve(Query(assertions, wants_core=True))
        if isinstance(answer, Sat):
            assert wanted and all_hold(assertions, answer.model)
        elif isinstance(answer, Unsat) and answer.exact:
            assert not wanted or any(node.op in ("div", "mod") for node in t.post_order(*assertions))
            if not wanted:
                core = [assertions[i] for i in answer.core]
                assert not any(all_hold(core, model) for model in models)


# ---------------------------------------------------------------- examples


SORTED = t.all_(X, t.ZERO, Y, t.all_(Z, X, Y, t.le(t.select(A, X), t.select(A, Z))))


def test_what_is_put_in_is_not_captured() -> None:
    below = t.all_(X, t.ZERO, Z, t.lt(Y, X))
    replaced = t.substitute(below, {Y: X})
    assert t.variables(replaced) == {X, Z}
    assert evaluate(replaced, {"x": -1, "z": 3}) is True and evaluate(replaced, {"x": 1, "z": 3}) is False
    # The inner quantifier becomes higher, and the outer one with it.
    high = t.ite(t.all_(W, t.ZERO, Z, t.lt(W, t.select(A, W))), Z, t.ZERO)
    assert t.substitute(SORTED, {Y: high}) is t.all_(
        X, t.ZERO, high, t.all_(W, X, high, t.le(t.select(A, X), t.select(A, W)))
    )


def test_quantifiers_over_nothing_and_over_one_value_are_none() -> None:
    body = t.lt(t.select(A, X), Y)
    assert t.all_(X, t.integer(3), t.integer(3), body) is t.TRUE
    assert t.any_(X, Z, t.sub(Z, t.ONE), body) is t.FALSE
    assert t.all_(X, Z, t.add(Z, t.ONE), body) is t.substitute(body, {X: Z})
    assert t.all_(X, t.ZERO, Z, t.FALSE) is t.le(Z, t.ZERO)


def test_the_text_has_patterns() -> None:
    text = (
        "(forall ((?1 Int)) (! (=> (and (<= 0 ?1) (< ?1 y)) (forall ((?0 Int)) (! (=> (and (<= ?1 ?0) (< ?0 y)) "
        "(<= (select a ?1) (select a ?0))) :pattern ((select a ?0))))) :pattern ((select a ?1))))"
    )
    assert show(SORTED) == text
    named = text.replace("?1", "i").replace("?0", "i").replace("(<= i i)", "(<= j i)").replace("a i) (s", "a j) (s")
    assert read(text, {"y": INT, "a": array(INT, INT)}) is SORTED
    assert read(named, {"y": INT, "a": array(INT, INT), "j": INT}) is not SORTED
    # A variable of that name is another one.
    assert read(show(t.all_(X, t.ZERO, Y, t.lt(X, t.var("?0", INT)))), {"y": INT, "?0": INT}) is t.all_(
        X, t.ZERO, Y, t.lt(X, t.var("?0", INT))
    )


def test_a_choice_of_patterns_is_left_to_the_solver() -> None:
    other = t.var("b", array(INT, INT))
    equal = t.all_(X, t.ZERO, Y, t.eq(t.select(A, X), t.select(other, X)))
    assert t.trigger(equal) is None and ":pattern" not in show(equal)


def test_what_is_shared_in_a_body_is_named_there() -> None:
    shared = X
    for _ in range(60):
        shared = t.mul(t.add(shared, t.ONE), t.add(shared, Y))
    term = t.and_(t.all_(X, t.ZERO, Y, t.le(shared, t.select(A, X))), t.le(t.substitute(shared, {X: Y}), X))
    text = show(term)
    assert len(text) < 20_000
    assert read(text, {"x": INT, "y": INT, "a": array(INT, INT)}) is term


def test_inner_names_hide_outer_ones_when_read() -> None:
    text = "(forall ((i Int)) (=> (and (<= 0 i) (< i y)) (let ((k (+ i 1))) (forall ((i Int)) (=> (and (<= 0 i) (< i k)) (< i x))))))"
    assert read(text, {"x": INT, "y": INT}) is t.all_(Z, t.ZERO, Y, t.all_(W, t.ZERO, t.add(Z, t.ONE), t.lt(W, X)))


def test_a_quantifier_without_a_range_is_refused() -> None:
    with pytest.raises(SmtLibError, match="not over a range"):
        read("(forall ((i Int)) (< i x))", {"x": INT})


def test_a_model_does_not_count_where_a_range_is_too_wide() -> None:
    square = t.le(t.ZERO, t.mul(X, X))
    wide = t.all_(X, t.ZERO, Y, square)
    assert all_hold((wide,), {"y": MOST_ROUNDS})
    assert not all_hold((wide,), {"y": MOST_ROUNDS + 1}) and not all_hold((t.not_(wide),), {"y": MOST_ROUNDS + 1})
    nested = t.all_(Z, t.ZERO, Y, t.all_(X, Z, Y, t.le(t.mul(X, Z), t.mul(Y, Y))))
    with pytest.raises(Unevaluated):
        evaluate(nested, {"y": 1_000})
    # One that fails early is known to.
    assert evaluate(t.all_(X, t.ZERO, Y, t.lt(t.mul(X, X), t.integer(9))), {"y": 10**12}) is False


def test_sorted_arrays() -> None:
    out_of_order = t.lt(t.select(A, t.integer(3)), t.select(A, t.integer(2)))
    for solver in (Z3Engine(), build_solver()):
        assert isinstance(solver.solve(Query((SORTED, out_of_order, t.le(t.integer(4), Y)))), Unsat)
        answer = solver.solve(Query((t.not_(SORTED), t.eq(Y, t.integer(3)))))
        assert isinstance(answer, Sat) and not evaluate(SORTED, answer.model)


def test_an_encoding_that_needs_facts_about_a_bound_variable_is_not_used() -> None:
    """The common bits of two unknowns are a constant with facts in the encoding: of one value, not of each."""
    bits = t.all_(X, t.ZERO, t.integer(3), t.eq(t.bit_op("bitand", X, Y), X))
    assert not isinstance(Z3Engine().solve(Query((t.eq(Y, t.integer(3)), bits))), Unsat)
    assert all_hold((bits,), {"y": 3})
