"""Vectors and pairs against their definitions, over all Boolean values of the conditions.

The formula is run by Python itself, with a recorder for each condition, and what decides is found by changing a
condition: nothing here looks at how a formula is built.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import product

import pytest

from clew.goals.vectors import Condition, Formula, Junction, Negation, count_vectors, pairs_of, vectors_of

Values = tuple[bool, ...]


def random_formula(rng: random.Random, width: int) -> Formula:
    """With so many conditions, from left to right."""

    def made(first: int, number: int) -> Formula:
        formula: Formula = Condition(first)
        if number > 1:
            count = rng.randint(2, min(number, 4))
            ends = sorted(rng.sample(range(1, number), count - 1))
            parts = tuple(made(first + a, b - a) for a, b in zip([0, *ends], [*ends, number], strict=True))
            formula = Junction(rng.random() < 0.5, parts)
        return Negation(formula) if rng.random() < 0.25 else formula

    return made(0, width)


def source_of(formula: Formula) -> str:
    match formula:
        case Condition(index):
            return f"c({index})"
        case Negation(operand):
            return f"(not {source_of(operand)})"
        case Junction(conjunction, operands):
            return (
                f"({' and '.join(map(source_of, operands)) if conjunction else ' or '.join(map(source_of, operands))})"
            )


def run(code: object, values: Values) -> tuple[str, bool]:
    """What CPython evaluates, and the outcome."""
    seen = ["x"] * len(values)

    def condition(index: int) -> bool:
        seen[index] = "T" if values[index] else "F"
        return values[index]

    outcome = eval(code, {"c": condition})  # type: ignore[arg-type]
    return "".join(seen), outcome


def flipped(values: Values, index: int) -> Values:
    return (*values[:index], not values[index], *values[index + 1 :])


@pytest.mark.parametrize("seed", range(120))
def test_vectors_and_pairs_are_those_of_the_definitions(seed: int) -> None:
    rng = random.Random(seed)
    width = rng.randint(2, 6)
    formula = random_formula(rng, width)
    code = compile(source_of(formula), "decision", "eval")
    observed = {values: run(code, values) for values in product((True, False), repeat=width)}
    vectors = vectors_of(formula, width)
    assert {(v.values, v.outcome) for v in vectors} == set(observed.values())
    assert len(vectors) == len({v.values for v in vectors}) == count_vectors(formula)

    def decides(index: int, values: Values) -> bool:
        return observed[values][1] is not observed[flipped(values, index)][1]

    def masking(index: int, one: Values, other: Values) -> bool:
        return decides(index, one) and decides(index, other)

    def unique_cause(index: int, one: Values, other: Values) -> bool:
        return other == flipped(one, index)

    def wanted(index: int, shows: Callable[[int, Values, Values], bool]) -> Iterator[tuple[str, str]]:
        """The pairs of which some two executions are, whatever the conditions that were not evaluated."""
        for one, other in product(observed, observed):
            (v, before), (w, after) = observed[one], observed[other]
            if (v[index], w[index]) == ("T", "F") and before is not after and shows(index, one, other):
                yield v, w

    for form, shows in (("masking", masking), ("unique-cause", unique_cause)):
        found = pairs_of(formula, vectors, form)
        for index in range(width):
            assert set(found[index]) == set(wanted(index, shows)), (source_of(formula), form, index)
            assert found[index], "by the shape of the decision each condition can decide"
