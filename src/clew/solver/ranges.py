"""Conditions on one integer variable each, decided by sets of ranges.

Most conditions of string and boundary code compare one code point or one length with constants.  The values that such
an assertion allows are a finite union of intervals; intersecting them is exact, yields the smallest value, and costs a
few microseconds.  A query with any other assertion goes to the next solver.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import TypeAlias

from clew.logic.evaluate import Value
from clew.logic.sorts import INT
from clew.logic.terms import Term
from clew.solver.protocol import Answer, Query, Sat, Solver, Unsat

Ranges: TypeAlias = tuple[tuple[float | int, float | int], ...]
"""Sorted, disjoint, not adjacent; both ends belong to it.  Only the outermost ends may be infinite."""

EVERYTHING: Ranges = ((-inf, inf),)


class RangeSolver:
    """Decides a query whose every assertion is about one integer variable; passes on the others."""

    def __init__(self, inner: Solver) -> None:
        self._inner = inner
        self._known: dict[Term, tuple[str, Ranges] | None] = {}

    def solve(self, query: Query) -> Answer:
        allowed: dict[str, Ranges] = {}
        known = self._known
        for assertion in query.assertions:
            if assertion in known:
                one = known[assertion]
            else:
                one = known[assertion] = ranges_of(assertion)
            if one is None:
                return self._inner.solve(query)
            name, ranges = one
            before = allowed.get(name)
            allowed[name] = both = ranges if before is None else intersection(before, ranges)
            if not both:
                return Unsat(self._core(query, name))
        model: dict[str, Value] = {name: smallest(ranges) for name, ranges in allowed.items()}
        return Sat(model)

    def _core(self, query: Query, name: str) -> tuple[int, ...]:
        """The assertions on the variable up to the contradiction, each left out that is not needed."""
        about = []
        for index, assertion in enumerate(query.assertions):
            one = self._known.get(assertion)
            if one is not None and one[0] == name:
                about.append((index, one[1]))
                if not _joint(r for _, r in about):
                    break
        if len(about) > _MINIMISED and not query.wants_core:
            return tuple(index for index, _ in about)
        for entry in list(about):
            if not _joint(r for i, r in about if i != entry[0]):
                about.remove(entry)
        return tuple(index for index, _ in about)


_MINIMISED = 12


def _joint(parts: Iterable[Ranges]) -> Ranges:
    result = EVERYTHING
    for ranges in parts:
        result = intersection(result, ranges)
    return result


def ranges_of(term: Term) -> tuple[str, Ranges] | None:
    """The variable and the values that make the assertion true; None where it is not of this kind."""
    match term.op:
        case "<=0":
            linear = _linear(term.args[0])
            if linear is None:
                return None
            name, factor, constant = linear
            if factor > 0:
                return name, ((-inf, -constant // factor),)
            return name, ((-(-constant // -factor), inf),)
        case "=0":
            linear = _linear(term.args[0])
            if linear is None:
                return None
            name, factor, constant = linear
            if constant % factor:
                return name, ()
            value = -constant // factor
            return name, ((value, value),)
        case "in":
            variable = term.args[0]
            return (variable.data, normal(term.data)) if variable.op == "var" else None
        case "not":
            inner = ranges_of(term.args[0])
            return None if inner is None else (inner[0], complement(inner[1]))
        case "and" | "or":
            return _junction(term)
        case _:
            return None


def _junction(term: Term) -> tuple[str, Ranges] | None:
    if len(term.args) > _WIDEST:
        return None
    first = ranges_of(term.args[0])
    if first is None:
        return None
    name, ranges = first
    for part in term.args[1:]:
        other = ranges_of(part)
        if other is None or other[0] != name:
            return None
        ranges = intersection(ranges, other[1]) if term.op == "and" else union(ranges, other[1])
    return name, ranges


_WIDEST = 64


def _linear(form: Term) -> tuple[str, int, int] | None:
    if form.sort is not INT:
        return None
    if form.op == "var":
        return form.data, 1, 0
    if form.op == "+" and len(form.args) == 1 and form.args[0].op == "var":
        (factor,), constant = form.data
        return form.args[0].data, factor, constant
    return None


def normal(ranges: Ranges) -> Ranges:
    """Sorted, with overlapping and adjacent ranges joined."""
    result: list[tuple[float | int, float | int]] = []
    for low, high in sorted(ranges):
        if low > high:
            continue
        if result and low <= result[-1][1] + 1:
            result[-1] = (result[-1][0], max(result[-1][1], high))
        else:
            result.append((low, high))
    return tuple(result)


def union(a: Ranges, b: Ranges) -> Ranges:
    return normal(a + b)


def complement(ranges: Ranges) -> Ranges:
    result: list[tuple[float | int, float | int]] = []
    low: float | int = -inf
    for first, last in ranges:
        if low < first:
            result.append((low, first - 1))
        low = last + 1
    if low < inf:
        result.append((low, inf))
    return tuple(result)


def intersection(a: Ranges, b: Ranges) -> Ranges:
    result: list[tuple[float | int, float | int]] = []
    i = j = 0
    while i < len(a) and j < len(b):
        low, high = max(a[i][0], b[j][0]), min(a[i][1], b[j][1])
        if low <= high:
            result.append((low, high))
        if a[i][1] < b[j][1]:
            i += 1
        else:
            j += 1
    return tuple(result)


def smallest(ranges: Ranges) -> int:
    """The allowed value nearest to 0, the positive one of two."""
    best: int | None = None
    for low, high in ranges:
        candidate = int(low) if low > 0 else int(high) if high < 0 else 0
        if best is None or (abs(candidate), candidate < 0) < (abs(best), best < 0):
            best = candidate
    assert best is not None
    return best
