"""Intervals of doubles: what a conjunction says about each variable, and what follows for expressions.

Rounding to nearest is monotone, so the ends of `a + b` are the rounded sums of the ends: interval arithmetic on doubles
needs no outward rounding (Goldberg 1991).  An interval says which numbers a value may be and whether it may be nan;
0.0 and -0.0 are one number here, as they are to every comparison.  All answers are over-approximations: a term found
false is false for every value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import product
from math import inf, isinf, isnan, nextafter, prod, sqrt
from typing import Final

from clew.logic.sorts import FLOAT, INT
from clew.logic.terms import FALSE, Term, boolean, floating, integer, substitute, value_of, variables
from clew.logic.values import double_of
from clew.records import dataclass
from clew.solver.ranges import ranges_of


@dataclass(frozen=True, slots=True)
class Interval:
    """low <= value <= high (none where low > high), or nan where `nan` says so."""

    low: float
    high: float
    nan: bool

    @property
    def empty(self) -> bool:
        return self.low > self.high and not self.nan

    def meet(self, other: Interval) -> Interval:
        return Interval(max(self.low, other.low), min(self.high, other.high), self.nan and other.nan)


ANYTHING: Final = Interval(-inf, inf, True)
_NUMBERS: Final = Interval(-inf, inf, False)


def refuted(assertions: tuple[Term, ...]) -> tuple[int, ...] | None:
    """Indices of assertions that contradict each other, where intervals show it."""
    domains, support = _domains(assertions)
    for variable, domain in domains.items():
        if domain.empty:
            return tuple(sorted(support[variable]))
    ends = _ends(assertions, support)
    expressions = _Expressions(domains, ends)
    for index, assertion in enumerate(assertions):
        if expressions.truth(assertion) is False:
            return tuple(sorted({index}.union(*(support.get(v, set()) for v in variables(assertion)))))
    return None


def refuted_by_values(assertions: tuple[Term, ...]) -> tuple[int, ...] | None:
    """The same where variables can only be a few numbers, all of which are tried: 0.0 and -0.0, say.

    What operations leave open, as `float_to_int` of nan, stays so: no value is chosen for it.
    """
    few, support = _few_values(assertions)
    asked = [i for i, assertion in enumerate(assertions) if variables(assertion) & few.keys()]
    if not few or prod(map(len, few.values())) > _MOST_TRIED:
        return None
    core: set[int] = set()
    for values in product(*few.values()):
        chosen = dict(zip(few, values, strict=True))
        failing = next((i for i in asked if substitute(assertions[i], chosen) is FALSE), None)
        if failing is None:
            return None
        core |= {failing}.union(*(support[v] for v in variables(assertions[failing]) & few.keys()))
    return tuple(sorted(core))


def _few_values(assertions: tuple[Term, ...]) -> tuple[dict[Term, tuple[Term, ...]], dict[Term, set[int]]]:
    """The variables that can only be one number, and which; and by which assertions, of these indices."""
    domains, support = _domains(assertions)
    doubles = {v: d.low for v, d in domains.items() if v.sort is FLOAT and d.low == d.high and not d.nan}
    found: dict[Term, tuple[Term, ...]] = {
        v: (floating(0.0), floating(-0.0)) if n == 0 else (floating(n),) for v, n in doubles.items()
    }
    for index, assertion in enumerate(assertions):
        variable = assertion.args[0] if assertion.op == "not" else assertion
        if variable.op == "var":
            found[variable] = (boolean(assertion is variable),)
            support.setdefault(variable, set()).add(index)
    for variable, (low, high) in _ends(assertions, support).items():
        if low == high and low not in (inf, -inf):
            found[variable] = (integer(int(low)),)
    return found, support


def _ends(assertions: tuple[Term, ...], support: dict[Term, set[int]]) -> dict[Term, tuple[float | int, float | int]]:
    """Between which numbers the ints lie, exactly; to support is added what says so."""
    found: dict[Term, tuple[float | int, float | int]] = {}
    ints = {v.data: v for assertion in assertions for v in variables(assertion) if v.sort is INT and v.op == "var"}
    for index, assertion in enumerate(assertions):
        match ranges_of(assertion):
            case str(name), ((low, _), *_) as ranges if name in ints:
                before = found.get(ints[name], (-inf, inf))
                after = max(before[0], low), min(before[1], ranges[-1][1])
                if after != before:
                    found[ints[name]] = after
                    support.setdefault(ints[name], set()).add(index)
    return found


_MOST_TRIED: Final = 16


# ---------------------------------------------------------------- bounds of one variable


def _domains(assertions: tuple[Term, ...]) -> tuple[dict[Term, Interval], dict[Term, set[int]]]:
    """Up to the first that is empty; and by which assertions, of these indices."""
    domains: dict[Term, Interval] = {}
    support: dict[Term, set[int]] = {}
    for index, assertion in enumerate(assertions):
        for variable, interval in _bounds(assertion):
            before = domains.get(variable, ANYTHING)
            after = before.meet(interval)
            if after != before:
                domains[variable] = after
                support.setdefault(variable, set()).add(index)
                if after.empty:
                    return domains, support
    return domains, support


def _bounds(assertion: Term) -> Iterable[tuple[Term, Interval]]:
    """What an assertion says directly about a variable."""
    match assertion.op:
        case "and":
            for part in assertion.args:
                yield from _bounds(part)
        case "flt" | "fle" | "feq":
            yield from _compared(assertion, True)
        case "fisnan":
            if assertion.args[0].op == "var":
                yield assertion.args[0], Interval(inf, -inf, True)
        case "not":
            inner = assertion.args[0]
            if inner.op in ("flt", "fle"):
                yield from _compared(inner, False)
            elif inner.op == "fisnan" and inner.args[0].op == "var":
                yield inner.args[0], _NUMBERS
            elif inner.op == "fisinf" and inner.args[0].op == "var":
                yield inner.args[0], Interval(nextafter(-inf, 0), nextafter(inf, 0), True)
        case "<=0" | "=0" if assertion.args[0].sort is INT:
            found = ranges_of(assertion)
            if found is not None and found[1]:
                form = assertion.args[0]
                variable = form if form.op == "var" else form.args[0]
                low, high = found[1][0][0], found[1][-1][1]
                yield variable, Interval(_double(low), _double(high), False)


def _compared(atom: Term, holds: bool) -> Iterable[tuple[Term, Interval]]:
    left, right = atom.args
    if left.op == "var" and right.op == "const":
        variable, number, mirrored = left, value_of(right), False
    elif right.op == "var" and left.op == "const":
        variable, number, mirrored = right, value_of(left), True
    else:
        return
    if isnan(number):
        if holds:
            yield variable, Interval(inf, -inf, False)
        return
    below, strict = True, atom.op == "flt"
    if atom.op == "feq":
        yield variable, Interval(number, number, False)
        return
    if not holds:
        below, strict = False, not strict
    if mirrored:
        below = not below
    if strict and number == (-inf if below else inf):
        yield variable, Interval(inf, -inf, not holds)
    elif below:
        yield variable, Interval(-inf, nextafter(number, -inf) if strict else number, not holds)
    else:
        yield variable, Interval(nextafter(number, inf) if strict else number, inf, not holds)


def _double(number: float | int) -> float:
    """An end of a range of integers, rounded as `int_to_float` rounds."""
    return number if isinstance(number, float) else double_of(Fraction(number))


# ---------------------------------------------------------------- expressions


class _Expressions:
    """What follows for terms when the variables lie in their domains, and ints between these ends."""

    def __init__(self, domains: Mapping[Term, Interval], ends: Mapping[Term, tuple[float | int, float | int]]) -> None:
        self._domains = domains
        self._ends = ends
        self._known: dict[Term, Interval] = {}
        self._looked: dict[Term, int] = {}  # of what nothing is known, how deep that was looked for
        self._wholes: dict[Term, tuple[float | int, float | int]] = {}

    def truth(self, term: Term, depth: int = 40) -> bool | None:
        """The truth value under all values in the domains; None where it is not the same for all or not known."""
        match term.op:
            case "const":
                return bool(term.data)
            case "not" if depth:
                inner = self.truth(term.args[0], depth - 1)
                return None if inner is None else not inner
            case "and" | "or" if depth and len(term.args) <= _WIDEST:
                absorbing = term.op == "or"
                answers = [self.truth(a, depth - 1) for a in term.args]
                return absorbing if absorbing in answers else None if None in answers else not absorbing
            case "flt" | "fle" | "feq":
                return _comparison(term.op, self.interval(term.args[0]), self.interval(term.args[1]))
            case "fisnan":
                a = self.interval(term.args[0])
                return False if not a.nan else True if a.low > a.high else None
            case "fisinf":
                a = self.interval(term.args[0])
                return False if -inf < a.low and a.high < inf else None
            case _:
                return None

    def interval(self, term: Term, depth: int = 40) -> Interval:
        known = self._known.get(term)
        if known is None:
            if self._looked.get(term, -1) >= depth:
                return ANYTHING
            known = self._computed(term, depth)
            if known != ANYTHING:
                self._known[term] = known
            else:
                self._looked[term] = depth
        return known

    def _computed(self, term: Term, depth: int) -> Interval:
        if term.op == "const" and term.sort is FLOAT:
            value = value_of(term)
            return Interval(inf, -inf, True) if isnan(value) else Interval(value, value, False)
        if term.op == "var":
            return self._domains.get(term, ANYTHING if term.sort is FLOAT else _NUMBERS)
        if depth == 0:
            return ANYTHING
        if term.op == "int_to_float":
            low, high = self._whole(term.args[0])
            return Interval(_double(low), _double(high), False)
        if term.op == "ite":
            a, b = (self.interval(x, depth - 1) for x in term.args[1:])
            return Interval(min(a.low, b.low), max(a.high, b.high), a.nan or b.nan)
        if term.op not in _ARITHMETIC:
            return ANYTHING
        parts = [self.interval(x, depth - 1) for x in term.args]
        if any(p.low > p.high for p in parts):
            return Interval(inf, -inf, True)
        return _arithmetic(term.op, parts)

    def _whole(self, term: Term, depth: int = 40) -> tuple[float | int, float | int]:
        """Between which numbers the int lies, before it is rounded."""
        if term not in self._wholes:
            self._wholes[term] = self._whole_computed(term, depth)
        return self._wholes[term]

    def _whole_computed(self, term: Term, depth: int) -> tuple[float | int, float | int]:
        if term.op == "const":
            return term.data, term.data
        if depth == 0:
            return -inf, inf
        if term.op == "ite":
            one, other = (self._whole(each, depth - 1) for each in term.args[1:])
            return min(one[0], other[0]), max(one[1], other[1])
        if term.op != "+":
            return self._ends.get(term, (-inf, inf))
        factors, constant = term.data
        low = high = constant
        for factor, atom in zip(factors, term.args, strict=True):
            ends = self._whole(atom, depth - 1)[:: 1 if factor > 0 else -1]
            low, high = (_sum(end, factor, more) for end, more in zip((low, high), ends, strict=True))
        return low, high


def _sum(end: float | int, factor: int, more: float | int) -> float | int:
    """end + factor * more, ints being too large for doubles."""
    if more in (inf, -inf):
        return more if factor > 0 else -more
    return end if end in (inf, -inf) else end + factor * more


def _comparison(op: str, a: Interval, b: Interval) -> bool | None:
    if a.low > a.high or b.low > b.high:
        return False
    certain = not (a.nan or b.nan)
    match op:
        case "flt":
            return True if certain and a.high < b.low else False if a.low >= b.high else None
        case "fle":
            return True if certain and a.high <= b.low else False if a.low > b.high else None
        case _:
            if a.high < b.low or b.high < a.low:
                return False
            return True if certain and a.low == a.high == b.low == b.high else None


_ARITHMETIC: Final = frozenset({"fadd", "fsub", "fmul", "fdiv", "fneg", "fabs", "fsqrt"})


def _arithmetic(op: str, parts: list[Interval]) -> Interval:
    a = parts[0]
    b = parts[-1]
    nan = a.nan or b.nan
    if op == "fneg":
        return Interval(-a.high, -a.low, a.nan)
    if op == "fabs":
        low = 0.0 if a.low <= 0 <= a.high else min(abs(a.low), abs(a.high))
        return Interval(low, max(abs(a.low), abs(a.high)), a.nan)
    if op == "fsqrt":
        if a.high < 0:
            return Interval(inf, -inf, True)
        return Interval(sqrt(max(a.low, 0.0)), sqrt(a.high), a.nan or a.low < 0)
    if op == "fsub":
        b = Interval(-b.high, -b.low, b.nan)
        op = "fadd"
    ends = (a.low, a.high, b.low, b.high)
    if op == "fadd":
        # The infinities of different signs make nan, which is no end.
        mixed = (a.low == -inf and b.high == inf) or (a.high == inf and b.low == -inf)
        low = -inf if -inf in (a.low, b.low) else a.low + b.low
        high = inf if inf in (a.high, b.high) else a.high + b.high
        return Interval(low, high, nan or mixed)
    if op == "fmul":
        if any(map(isinf, ends)):
            return ANYTHING
        products = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
        return Interval(min(products), max(products), nan)
    if b.low <= 0 <= b.high or any(map(isinf, ends)):
        return ANYTHING
    quotients = [x / y for x in (a.low, a.high) for y in (b.low, b.high)]
    return Interval(min(quotients), max(quotients), nan)


_WIDEST: Final = 64
