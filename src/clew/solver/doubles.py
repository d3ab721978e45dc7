"""Doubles without an engine: contradictions by intervals, models by repair.

Floating point costs a SAT solver seconds where a few tries with the evaluator are enough.  A model is repaired one
variable at a time, as in `nearby.py`: each comparison of a failing assertion says what the variable should be for its
sides to be equal, found by undoing the operations around it; that value, its neighbours and values far from it are
tried, and the one that leaves fewest assertions false is kept (min-conflicts; Minton et al. 1992).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import inf, isinf, isnan, nextafter
from typing import Any, Final

from clew.logic.evaluate import Environment, Value, all_hold, default_of
from clew.logic.sorts import BOOL, FLOAT, INT
from clew.logic.terms import Term, by_id, post_order, variables
from clew.logic.values import same_value
from clew.solver.intervals import refuted, refuted_by_values
from clew.solver.plain import Preference
from clew.solver.protocol import Answer, Query, Sat, Solver, Unsat


class DoubleSolver:
    """Answers what it can of queries with doubles; passes on the others."""

    def __init__(self, inner: Solver, preference: Preference) -> None:
        self._inner = inner
        self._preference = preference
        self._comparisons: dict[Term, tuple[Term, ...] | None] = {}

    def solve(self, query: Query) -> Answer:
        known = [self._comparisons_of(a) for a in query.assertions]
        if all(k is None for k in known):
            return self._inner.solve(query)
        core = refuted(query.assertions)
        if core is not None:
            return Unsat(core)
        model = self._repaired(query)
        if model is not None:
            return Sat(model)
        core = refuted_by_values(query.assertions)
        if core is not None:
            return Unsat(core)
        return self._inner.solve(query)

    def _comparisons_of(self, assertion: Term) -> tuple[Term, ...] | None:
        """The comparisons in an assertion; None where it has nothing to do with doubles."""
        if assertion not in self._comparisons:
            nodes = list(post_order(assertion))
            found: tuple[Term, ...] | None = None
            if any(node.sort is FLOAT for node in nodes):
                found = tuple(n for n in nodes if n.op in _COMPARISONS and n.args[0].sort is not BOOL)[:_MOST]
            self._comparisons[assertion] = found
        return self._comparisons[assertion]

    def _repaired(self, query: Query) -> dict[str, Value] | None:
        leaves = frozenset().union(*map(variables, query.assertions))
        if len(query.assertions) > _LONGEST or any(v.op != "var" or v.sort.name == "Array" for v in leaves):
            return None
        near = query.near or {}
        model: dict[str, Value] = {}
        for variable in sorted(leaves, key=by_id):
            value = near.get(variable.data)
            model[variable.data] = default_of(variable.sort) if value is None else value
        tabu: set[tuple[str, Any]] = set()
        for _ in range(_ROUNDS):
            failing = [a for a in query.assertions if not all_hold((a,), model)]
            if not failing:
                return model
            move = self._best_move(query.assertions, failing, model, tabu)
            if move is None:
                return None
            tabu.add((move[0], model[move[0]]))
            model[move[0]] = move[1]
        return None

    def _best_move(
        self, assertions: tuple[Term, ...], failing: list[Term], model: dict[str, Value], tabu: set[tuple[str, Any]]
    ) -> tuple[str, Value] | None:
        """The change of one variable of a failing assertion that leaves fewest failing."""
        best: tuple[tuple[float, ...], str, Value] | None = None
        target = failing[-1]
        for variable in sorted(variables(target), key=by_id)[:_MOST_VARIABLES]:
            name = variable.data
            about = [a for a in assertions if variable in variables(a)]
            elsewhere = sum(variable not in variables(a) for a in failing)
            old = model[name]
            for candidate in self._candidates(variable, target, about, model):
                if same_value(candidate, old) or (name, candidate) in tabu:
                    continue
                model[name] = candidate
                score = elsewhere + sum(not all_hold((a,), model) for a in about), *_plainness(candidate)
                if best is None or score < best[0]:
                    best = score, name, candidate
            model[name] = old
            if best is not None and best[0][0] == 0:
                break
        return None if best is None else best[1:]

    def _candidates(self, variable: Term, target: Term, about: list[Term], model: dict[str, Value]) -> Iterator[Value]:
        if variable.sort is BOOL:
            yield not model[variable.data]
            return
        yield from self._preference(variable.data, variable.sort)
        values = Environment(model)
        ends: list[float] = []
        for assertion in dict.fromkeys((target, *about)):
            for atom in (self._comparisons_of(assertion) or _linear(assertion))[: _MOST if assertion is target else 4]:
                for end in _balancing(variable, atom, values):
                    ends.append(end)
        ends = sorted({e for e in ends if not isnan(e)})[:_MOST]
        middles = [a / 2 + b / 2 for a, b in pairwise(ends) if not (isinf(a) or isinf(b))]
        for end in (*ends, *middles):
            yield from _around(end, variable)


_COMPARISONS: Final = frozenset({"flt", "fle", "feq", "=", "<=0", "=0", "<0"})


def _linear(assertion: Term) -> tuple[Term, ...]:
    """The comparison that an assertion without doubles is, if it is one."""
    atom = assertion.args[0] if assertion.op == "not" else assertion
    return (atom,) if atom.op in ("<=0", "=0") else ()


def _around(end: float, variable: Term) -> Iterator[Value]:
    """The value, its neighbours, and values at several distances from it."""
    if variable.sort is INT:
        if not isinf(end):
            whole = int(end // 1)
            yield from (whole, whole + 1, whole - 1, whole + 2)
        return
    if variable.sort is not FLOAT:
        return
    yield end
    if not isinf(end):
        up, down = nextafter(end, inf), nextafter(end, -inf)
        yield from (end // 1, end // 1 + 1, end + 1, end - 1, 2 * end, end / 2, round(end, 2), up, down)
        yield from (nextafter(up, inf), nextafter(down, -inf), end + 0.25, end - 0.25, 10 * end, -end)


# ---------------------------------------------------------------- undoing operations


def _balancing(variable: Term, atom: Term, values: Environment) -> Iterator[float]:
    """About which values of the variable make both sides equal, everything else staying?"""
    if len(atom.args) == 1:
        yield from _undone(variable, atom.args[0], 0.0, values, _DEEPEST)
        return
    left, right = atom.args
    for side, other in ((left, right), (right, left)):
        if variable in variables(side):
            yield from _undone(variable, side, _number(values.value(other)), values, _DEEPEST)


def _undone(variable: Term, term: Term, wanted: float, values: Environment, depth: int) -> Iterator[float]:
    """About which values of the variable give the term the wanted value?"""
    if term is variable:
        yield wanted
        return
    if depth == 0 or variable not in variables(term):
        return
    inner = [a for a in term.args if variable in variables(a)]
    match term.op, term.args:
        case "fadd", (a, b):
            for x, other in ((a, b), (b, a)):
                if x in inner:
                    yield from _undone(variable, x, wanted - _number(values.value(other)), values, depth - 1)
        case "fsub", (a, b):
            if a in inner:
                yield from _undone(variable, a, wanted + _number(values.value(b)), values, depth - 1)
            if b in inner:
                yield from _undone(variable, b, _number(values.value(a)) - wanted, values, depth - 1)
        case "fmul", (a, b):
            if a is b and wanted >= 0:
                yield from _undone(variable, a, wanted**0.5, values, depth - 1)
                return
            for x, other in ((a, b), (b, a)):
                factor = _number(values.value(other))
                if x in inner and factor:
                    yield from _undone(variable, x, wanted / factor, values, depth - 1)
        case "fdiv", (a, b):
            if a in inner:
                yield from _undone(variable, a, wanted * _number(values.value(b)), values, depth - 1)
            if b in inner and wanted:
                yield from _undone(variable, b, _number(values.value(a)) / wanted, values, depth - 1)
        case "fneg", (a,):
            yield from _undone(variable, a, -wanted, values, depth - 1)
        case "fabs", (a,):
            yield from _undone(variable, a, wanted, values, depth - 1)
            yield from _undone(variable, a, -wanted, values, depth - 1)
        case "fsqrt", (a,):
            yield from _undone(variable, a, wanted * wanted, values, depth - 1)
        case (("fround" | "ffloor" | "fceil" | "ftrunc" | "int_to_float" | "float_to_int" | "to_real"), (a,)):
            yield from _undone(variable, a, wanted, values, depth - 1)
        case "+", atoms:
            factors, _ = term.data
            value = _number(values.value(term))
            for factor, atom in zip(factors, atoms, strict=True):
                if atom in inner:
                    now = _number(values.value(atom))
                    yield from _undone(
                        variable, atom, now + (wanted - value) / (_number(factor) or 1.0), values, depth - 1
                    )
        case "ite", (_, then, orelse):
            for x in (then, orelse):
                yield from _undone(variable, x, wanted, values, depth - 1)
        case _:
            return


def _plainness(value: Value) -> tuple[float, ...]:
    """Less for what is easier to read: short, whole, near zero."""
    if isinstance(value, int):
        return value.bit_length(), 0, abs(value)
    if not isinstance(value, float) or isinf(value) or isnan(value):
        return len(repr(value)), 1, inf
    return len(repr(value)), value != value // 1, abs(value)


def _number(value: Any) -> float:
    """As a double; 0.0 for what is none."""
    try:
        return float(value)
    except (OverflowError, TypeError):
        return 0.0


_MOST: Final = 12
_MOST_VARIABLES: Final = 8
_LONGEST: Final = 120
_ROUNDS: Final = 8
_DEEPEST: Final = 12
