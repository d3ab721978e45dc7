"""Linear integer queries without an engine: every answer against Z3, cores against Z3."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from clew.logic import terms as t
from clew.logic.evaluate import all_hold
from clew.logic.sorts import INT
from clew.logic.terms import Term
from clew.solver.engines.z3_engine import Z3Engine, Z3Limits
from clew.solver.linear import LinearSolver
from clew.solver.plain import small_values
from clew.solver.protocol import Answer, GaveUp, Query, Sat, Unsat

NAMES = ("x", "y", "z")


class _Nobody:
    """Stands where the next solver would."""

    def solve(self, query: Query) -> Answer:
        del query
        return GaveUp("not asked")


def build(relation: str, factors: tuple[int, ...], constant: int) -> Term:
    form = t.add(t.integer(constant), *(t.scale(c, t.var(n, INT)) for n, c in zip(NAMES, factors, strict=True)))
    compare = {"<=": t.le, "=": t.eq, "!=": t.ne}[relation]
    return compare(form, t.ZERO)


FACTORS = st.integers(-4, 4) | st.integers(-1000, 1000)
CONSTRAINTS = st.builds(
    build, st.sampled_from(["<=", "<=", "<=", "=", "!="]), st.tuples(*[FACTORS] * 3), st.integers(-50, 50)
)


@settings(max_examples=250, deadline=None, derandomize=True)
@given(st.lists(CONSTRAINTS, min_size=2, max_size=9), st.tuples(*[st.integers(-20, 20)] * 3), st.booleans())
def test_answers_are_those_of_z3(assertions: list[Term], values: tuple[int, ...], has_near: bool) -> None:
    near = dict(zip(NAMES, values, strict=True)) if has_near else None
    solver = LinearSolver(_Nobody(), small_values)
    match solver.solve(Query(tuple(assertions), near=near)):
        case Sat(model):
            assert all_hold(assertions, model)
        case Unsat(core, exact):
            assert exact
            kept = tuple(assertions[i] for i in core)
            assert not isinstance(Z3Engine(Z3Limits(200_000)).solve(Query(kept)), Sat)
        case GaveUp():
            pass


def test_contradictions_of_whole_numbers_only() -> None:
    x, y = t.var("x", INT), t.var("y", INT)
    between = t.add(t.scale(3, x), t.scale(3, y))
    assertions = (t.ge(between, t.integer(4)), t.le(between, t.integer(5)))
    # The simplification of terms already sees this one; the next needs branching.
    assert t.FALSE in assertions or isinstance(_answer(*assertions), Unsat)
    triangle = (t.ge(t.sub(t.scale(2, x), y), t.ONE), t.le(t.scale(2, x), t.add(y, t.ONE)), t.eq(y, t.scale(4, t.ONE)))
    assert isinstance(_answer(*triangle), Unsat | GaveUp)


def test_models_are_plain() -> None:
    x, y = t.var("x", INT), t.var("y", INT)
    answer = _answer(t.gt(t.add(x, y), t.integer(10)), t.ge(x, y))
    assert isinstance(answer, Sat)
    assert all(isinstance(v, int) and abs(v) <= 12 for v in answer.model.values())


def _answer(*assertions: Term) -> Answer:
    return LinearSolver(_Nobody(), small_values).solve(Query(assertions))
