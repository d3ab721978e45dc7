"""Vectors of the conditions of a decision, and which of them show that a condition decides by itself (MC/DC).

A vector says of each condition, from left to right, that it was true (`T`), false (`F`) or not evaluated (`x`): Python
evaluates no more than it needs, so `a and b` has the vectors `TT`, `TF` and `Fx`, one for each path through its
decision diagram.  Every occurrence of a condition is a condition of its own.  As each stands in the formula once, what
a condition can do is read off the vector:

    masking       a condition is masked where an operand beside it, or beside an operand it is in, has the value that
                  decides (false in `and`, true in `or`).  A pair shows a condition where it is evaluated and not masked
                  in both vectors, with different values.  (Chilenski, DOT/FAA/AR-01/18, 2001; CAST-6, 2001; for short
                  circuits Whalen, Heimdahl and De Silva, ICSE 2013.)
    unique-cause  a pair shows a condition where its values and the outcomes differ, and every other condition has one
                  value in both vectors (Chilenski and Miller, 1994).

What was not evaluated has no value: it masks nothing, and is equal to anything, since the operand could have had
whichever value the definition asks for, without any difference to the execution.  So each unique-cause pair is a
masking pair.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from clew.records import dataclass

MOST: Final = 256
"""Decisions with more vectors are not asked about."""


@dataclass(frozen=True, slots=True)
class Condition:
    """index: from left to right."""

    index: int


@dataclass(frozen=True, slots=True)
class Negation:
    operand: Formula


@dataclass(frozen=True, slots=True)
class Junction:
    """The operands, joined by `and` or by `or`; a chained comparison is a conjunction."""

    conjunction: bool
    operands: tuple[Formula, ...]


Formula: TypeAlias = Condition | Negation | Junction
Pair: TypeAlias = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Vector:
    """values: a letter for each condition.  outcome: of the decision."""

    values: str
    outcome: bool


def count_vectors(formula: Formula) -> int:
    return sum(_counts(formula))


def _counts(formula: Formula) -> tuple[int, int]:
    """How many vectors make it true, and how many false."""
    match formula:
        case Condition():
            return 1, 1
        case Negation(operand):
            true, false = _counts(operand)
            return false, true
        case Junction(conjunction, operands):
            going_on, decided = 1, 0
            for operand in operands:
                true, false = _counts(operand)
                more, end = (true, false) if conjunction else (false, true)
                going_on, decided = going_on * more, decided + going_on * end
            return (going_on, decided) if conjunction else (decided, going_on)


def vectors_of(formula: Formula, width: int) -> list[Vector]:
    """All there are by the shape of the decision, which has so many conditions; true first, from left to right."""
    found = []
    for seen, outcome in _paths(formula):
        values = dict(seen)
        letters = ("x" if i not in values else "T" if values[i] else "F" for i in range(width))
        found.append(Vector("".join(letters), outcome))
    return found


def _paths(formula: Formula) -> list[tuple[tuple[tuple[int, bool], ...], bool]]:
    match formula:
        case Condition(index):
            return [(((index, True),), True), (((index, False),), False)]
        case Negation(operand):
            return [(seen, not outcome) for seen, outcome in _paths(operand)]
        case Junction(conjunction, operands):
            paths: list[tuple[tuple[tuple[int, bool], ...], bool]] = [((), conjunction)]
            for operand in operands:
                further = _paths(operand)
                paths = [
                    way
                    for seen, outcome in paths
                    for way in (
                        [(seen + more, end) for more, end in further] if outcome is conjunction else [(seen, outcome)]
                    )
                ]
            return paths


def unmasked(formula: Formula, values: str) -> frozenset[int]:
    """The conditions that decide in a vector, each by itself."""
    match formula:
        case Condition(index):
            return frozenset((index,))
        case Negation(operand):
            return unmasked(operand, values)
        case Junction(conjunction, operands):
            known = [(each, _value(each, values)) for each in operands]
            deciding = [each for each, value in known if value is (not conjunction)]
            # No more than one decides, as none is evaluated after it.
            free = deciding or [each for each, value in known if value is not None]
            return frozenset().union(*(unmasked(each, values) for each in free))


def _value(formula: Formula, values: str) -> bool | None:
    """None: it was not evaluated."""
    match formula:
        case Condition(index):
            return {"T": True, "F": False}.get(values[index])
        case Negation(operand):
            value = _value(operand, values)
            return None if value is None else not value
        case Junction(conjunction, operands):
            known = [value for each in operands if (value := _value(each, values)) is not None]
            return all(known) if conjunction and known else any(known) if known else None


def pairs_of(formula: Formula, vectors: Sequence[Vector], form: str) -> Mapping[int, tuple[Pair, ...]]:
    """By condition: the pairs that show that it decides by itself, the vector first in which it is true.

    form: `masking` or `unique-cause`.
    """
    free = {v.values: unmasked(formula, v.values) for v in vectors}
    width = len(vectors[0].values)
    return {
        i: tuple(
            (v.values, w.values)
            for v in vectors
            for w in vectors
            if v.values[i] == "T" and w.values[i] == "F"
            if v.outcome is not w.outcome
            if (i in free[v.values] & free[w.values] if form == "masking" else _alike_but_for(i, v.values, w.values))
        )
        for i in range(width)
    }


def _alike_but_for(index: int, one: str, other: str) -> bool:
    return all(i == index or a == b or "x" in (a, b) for i, (a, b) in enumerate(zip(one, other, strict=True)))
