"""Models that people read: each value is moved toward a plain one as long as every assertion holds.

Only our evaluator is asked.  A value is bisected toward 0 where no plain value fits, which finds the boundary where
the assertions are monotone in it (`x > 41` gives 42) and some smaller value otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import isinf, isnan
from typing import TypeAlias

from clew.logic.evaluate import Value, all_hold
from clew.logic.sorts import BOOL, FLOAT, INT, REAL, Sort
from clew.logic.terms import Term, by_id, variables
from clew.logic.values import same_value

Preference: TypeAlias = Callable[[str, Sort], Sequence[Value]]
"""The values to try first for a variable, best first; any value after them is as good as its distance from 0."""


def small_values(name: str, sort: Sort) -> Sequence[Value]:
    """The preference when nothing is known about a variable: near zero."""
    del name
    if sort is INT:
        return (0, 1, -1, 2)
    if sort is BOOL:
        return (False,)
    if sort is FLOAT:
        return (0.0, 1.0, -1.0, 0.5, 2.0)
    return (Fraction(0), Fraction(1)) if sort is REAL else ()


def plain_model(
    assertions: Sequence[Term], model: dict[str, Value], preference: Preference = small_values
) -> dict[str, Value]:
    """A model of the same assertions with plainer values; variables go in the order of their first assertion."""
    uses: dict[Term, list[Term]] = {}
    for assertion in assertions:
        for variable in sorted(variables(assertion), key=by_id):
            uses.setdefault(variable, []).append(assertion)
    model = dict(model)
    for variable, about in uses.items():
        name = variable.data
        value = model.get(name)
        if value is None or variable.op != "var":
            continue
        wanted = preference(name, variable.sort)
        if wanted and same_value(value, wanted[0]):
            continue
        model[name] = _plainest(value, wanted, variable.sort, about, model, name)
    return model


def _plainest(
    value: Value, wanted: Sequence[Value], sort: Sort, about: list[Term], model: dict[str, Value], name: str
) -> Value:
    def fits(candidate: Value) -> bool:
        model[name] = candidate
        return all_hold(about, model)

    for candidate in wanted:
        if same_value(candidate, value) or fits(candidate):
            return candidate
    if sort is INT:
        assert isinstance(value, int)
        return _bisected(value, fits)
    if sort is FLOAT:
        assert isinstance(value, float)
        return next((v for v in _rounded(value) if fits(v)), value)
    return value


def _bisected(value: int, fits: Callable[[Value], bool]) -> int:
    """Between 0, which does not fit (or is not wanted), and a value that does."""
    near, far = 0, value
    while abs(far - near) > 1:
        middle = (near + far) // 2
        if fits(middle):
            far = middle
        else:
            near = middle
    return far


def _rounded(value: float) -> Iterator[float]:
    """The value with few digits."""
    if isnan(value) or isinf(value):
        return
    whole = int(value)
    if whole:
        yield float(_bisected_power(whole))
    for digits in range(4):
        yield round(value, digits)
    yield float(whole)


def _bisected_power(whole: int) -> int:
    """The number with its first digit only."""
    power: int = 10 ** (len(str(abs(whole))) - 1)
    return whole // power * power if whole > 0 else -(-whole // power * power)
