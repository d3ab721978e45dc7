"""One entry of the table of operators is an operation: built, evaluated, written, read and asked about alike."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clew.logic import terms as t
from clew.logic.evaluate import evaluate
from clew.logic.operators import OPERATORS, Operator
from clew.logic.smtlib import read, read_query, show, show_query
from clew.logic.sorts import BOOL, FLOAT, INT, REAL, Sort
from clew.logic.values import same_value
from clew.solver.engines.z3_engine import Z3Engine
from clew.solver.protocol import Query, Sat, Unsat
from laws.naive_terms import DOUBLES, INTEGERS

SETTINGS = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
VALUES = {
    BOOL: st.booleans(),
    INT: INTEGERS,
    REAL: st.fractions(-8, 8, max_denominator=6),
    FLOAT: DOUBLES,
}
LITERALS = {BOOL: t.boolean, INT: t.integer, REAL: t.real, FLOAT: t.floating}
FIXED = sorted(name for name, operator in OPERATORS.items() if operator.takes)
SAMPLES: dict[Sort, tuple[Any, ...]] = {
    BOOL: (True, False),
    INT: (-7, 3),
    REAL: (t.Fraction(-7, 2), t.Fraction(2)),
    FLOAT: (-2.5, 0.5),
}


def variables_of(operator: Operator) -> list[t.Term]:
    return [t.var(f"v{i}", sort) for i, sort in enumerate(operator.takes)]


@pytest.mark.parametrize("name", FIXED)
@SETTINGS
@given(st.data())
def test_constants_are_computed_as_models_are(name: str, data: Any) -> None:
    operator = OPERATORS[name]
    values = [data.draw(VALUES[sort]) for sort in operator.takes]
    built = t.operation(name, *variables_of(operator))
    assert built.sort is operator.gives
    under_a_model = evaluate(built, {f"v{i}": value for i, value in enumerate(values)})
    folded = t.operation(name, *(LITERALS[sort](v) for sort, v in zip(operator.takes, values, strict=True)))
    assert same_value(evaluate(folded, {}), under_a_model)
    if operator.value is not None:
        result = operator.value(*values)
        assert t.is_const(folded) is (result is not None)
        assert same_value(0 if result is None else result, under_a_model)


@pytest.mark.parametrize("name", FIXED)
def test_the_text_is_read_back(name: str) -> None:
    operator = OPERATORS[name]
    arguments = variables_of(operator)
    built = t.operation(name, *arguments)
    assert read(show(built), {a.data: a.sort for a in arguments}) is built
    query = (t.eq(built, t.var("result", built.sort)),)
    assert read_query(show_query(query)) == query


@pytest.mark.parametrize("name", FIXED)
def test_z3_computes_the_same(name: str) -> None:
    operator = OPERATORS[name]
    arguments = variables_of(operator)
    given = {a.data: SAMPLES[a.sort][i % 2] for i, a in enumerate(arguments)}
    fixed = [t.eq(a, LITERALS[a.sort](given[a.data])) for a in arguments]
    built = t.operation(name, *arguments)
    value = evaluate(built, given)
    agrees = t.eq(built, LITERALS[built.sort](value))
    assert isinstance(Z3Engine().solve(Query((*fixed, agrees))), Sat)
    if not operator.narrow and name != "int_to_float":  # the encoding of these is a part of what they are
        assert isinstance(Z3Engine().solve(Query((*fixed, t.not_(agrees)))), Unsat)


def test_an_entry_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """A remainder as IEEE has it, which clew knows nothing of."""
    entry = Operator("frem", (FLOAT, FLOAT), FLOAT, math.remainder, text="fp.rem", z3="fpa_rem")
    monkeypatch.setitem(OPERATORS, "frem", entry)  # type: ignore[arg-type]
    x = t.var("x", FLOAT)
    remainder = t.operation("frem", x, t.floating(2.0))
    assert show(remainder) == "(fp.rem x (fp #b0 #b10000000000 #x0000000000000))"
    assert evaluate(remainder, {"x": 5.0}) == 1.0
    assert t.substitute(remainder, {x: t.floating(7.0)}) is t.floating(-1.0)
    wanted = (
        t.eq(remainder, t.floating(-0.5)),
        t.operation("flt", t.floating(4.0), x),
        t.operation("flt", x, t.floating(7.0)),
    )
    answer = Z3Engine().solve(Query(wanted))
    assert isinstance(answer, Sat) and answer.model["x"] == 5.5
