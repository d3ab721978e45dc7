"""Doubles without an engine: no interval refutes what some values satisfy; repair finds what is near."""

from __future__ import annotations

from itertools import product
from math import inf, nan

from hypothesis import given, settings
from hypothesis import strategies as st

from clew.logic import terms as t
from clew.logic.evaluate import all_hold
from clew.logic.sorts import BOOL, FLOAT, INT
from clew.logic.terms import Term
from clew.solver.doubles import DoubleSolver
from clew.solver.intervals import refuted, refuted_by_values
from clew.solver.plain import small_values
from clew.solver.protocol import Answer, GaveUp, Query, Sat

X, Y = t.var("x", FLOAT), t.var("y", FLOAT)
N = t.var("n", INT)
NUMBERS = (0.0, -0.0, 1.0, -1.0, 0.5, 3.0, -2.5, 1e308, -1e308, 5e-324, inf, -inf, nan, 2.0**53)
WHOLE = (0, 1, -1, 7, 2**53 + 1, -(10**400))
MODELS = [{"x": x, "y": y, "n": n} for x, y, n in product(NUMBERS, NUMBERS, WHOLE)]

leaves = st.sampled_from([X, Y, t.operation("int_to_float", N), *map(t.floating, NUMBERS)])
unary = st.sampled_from(["fneg", "fabs", "fsqrt"])
binary = st.sampled_from(["fadd", "fsub", "fmul", "fdiv"])
numbers = st.recursive(
    leaves,
    lambda inner: (
        st.builds(t.operation, unary, inner)
        | st.builds(t.operation, binary, inner, inner)
        | st.builds(t.ite, st.builds(t.operation, st.sampled_from(["flt", "feq"]), inner, inner), inner, inner)
    ),
    max_leaves=5,
)
comparisons = st.builds(t.operation, st.sampled_from(["flt", "fle", "feq"]), numbers, numbers)
simple = st.builds(t.operation, st.sampled_from(["flt", "fle", "feq"]), leaves, leaves)
whole = st.builds(lambda c, less: (t.le if less else t.ge)(N, t.integer(c)), st.sampled_from(WHOLE), st.booleans())
atoms = simple | comparisons | whole | st.builds(t.operation, st.just("fisnan"), numbers)
conditions = st.recursive(
    atoms,
    lambda inner: st.builds(t.not_, inner) | st.builds(t.and_, inner, inner) | st.builds(t.or_, inner, inner),
    max_leaves=4,
)


class _Nobody:
    """Stands where the next solver would."""

    def solve(self, query: Query) -> Answer:
        del query
        return GaveUp("not asked")


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.lists(conditions, min_size=1, max_size=4))
def test_what_is_refuted_has_no_model(assertions: list[Term]) -> None:
    core = refuted(tuple(assertions))
    if core is not None:
        kept = [assertions[i] for i in core]
        assert not any(all_hold(kept, model) for model in MODELS)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.lists(conditions, min_size=1, max_size=4), st.sampled_from(MODELS))
def test_models_hold(assertions: list[Term], near: dict[str, object]) -> None:
    query = Query(tuple(assertions), near=near)  # type: ignore[arg-type]
    answer = DoubleSolver(_Nobody(), small_values).solve(query)
    if isinstance(answer, Sat):
        assert all_hold(assertions, answer.model)


def answered(*assertions: Term) -> Answer:
    return DoubleSolver(_Nobody(), small_values).solve(Query(assertions))


def test_equations_are_solved_by_undoing_operations() -> None:
    tenth = t.floating(0.1)
    assert isinstance(answered(t.operation("feq", t.operation("fadd", X, tenth), t.floating(0.3))), Sat)
    square = t.operation("fmul", X, X)
    assert isinstance(
        answered(t.operation("flt", t.floating(3.9), square), t.operation("flt", square, t.floating(4.1))), Sat
    )
    ratio = t.operation("fdiv", t.operation("int_to_float", N), t.floating(7.0))
    assert isinstance(answered(t.operation("feq", ratio, t.floating(6.0))), Sat)


def test_contradictions_by_intervals() -> None:
    less, more = t.operation("flt", X, t.floating(2.0)), t.operation("flt", t.floating(3.0), X)
    assert refuted((t.operation("fle", Y, X), less, more)) == (1, 2)
    total = t.operation("fadd", X, Y)
    positive = [t.operation("fle", t.floating(0.0), v) for v in (X, Y)]
    assert refuted((*positive, t.operation("flt", total, t.floating(0.0)))) == (0, 1, 2)


def test_the_few_values_that_are_left_are_all_tried() -> None:
    x, n, b = t.var("x", FLOAT), t.var("n", INT), t.var("b", BOOL)
    zero = t.operation("feq", x, t.floating(0.0))
    rounded = t.operation("float_to_int", t.operation("ftrunc", t.operation("fadd", x, t.floating(0.5))))
    assert refuted_by_values((zero, t.ne(rounded, t.integer(0)))) == (0, 1)
    negative = t.operation("fsub", t.floating(0.0), x)
    assert refuted_by_values((zero, t.not_(t.eq(x, negative)))) is None  # 0.0 - 0.0 is, 0.0 - -0.0 is not -0.0
    assert refuted_by_values((t.operation("fle", x, t.floating(0.0)), t.ne(rounded, t.integer(0)))) is None
    nothing = t.operation("float_to_int", t.operation("fdiv", x, x))
    assert refuted_by_values((zero, t.ne(nothing, t.integer(0)))) is None  # what it gives for nan is left open
    as_double = t.operation("int_to_float", n)
    pinned = (t.le(n, t.integer(3)), t.ge(n, t.integer(3)), b)
    of_both = t.operation("feq", as_double, t.operation("int_to_float", t.ite(b, t.integer(3), n)))
    assert refuted_by_values((*pinned, t.not_(of_both))) in ((0, 1, 2, 3), (0, 1, 3))
    assert refuted_by_values((*pinned[1:], t.not_(t.operation("feq", as_double, t.floating(3.0))))) is None


def test_ints_are_no_infinity_below_the_largest_double() -> None:
    n = t.var("n", INT)
    tenfold = t.operation("fisinf", t.operation("int_to_float", t.scale(10, n)))
    assert refuted((t.le(n, t.integer(10**307)), t.ge(n, t.integer(-(10**307))), tenfold)) == (0, 1, 2)
    assert refuted((t.le(n, t.integer(10**308)), t.ge(n, t.integer(-(10**307))), tenfold)) is None
    assert refuted((t.ge(n, t.integer(-(10**400))), tenfold)) is None
