"""The answer is often one variable away.

A flipped decision is solved near the run it was flipped in: all assertions but the last hold under that run's model, so
one variable of the last assertion is moved while the others stay (the alternating variable method; Korel 1990).
Where its assertions are linear the values that satisfy them all are a set of ranges, found exactly; the other
assertions are evaluated on a few candidates.  What is not found nearby is left to the next solver: nothing here says
unsat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf

from clew.logic.evaluate import Value, all_hold, compile_term
from clew.logic.sorts import BOOL, INT
from clew.logic.terms import Term, by_id, variables
from clew.solver.plain import Preference
from clew.solver.protocol import Answer, Query, Sat, Solver
from clew.solver.ranges import EVERYTHING, Ranges, complement, intersection, smallest


class Nearby:
    """Tries to repair `query.near` in one variable."""

    def __init__(self, inner: Solver, preference: Preference) -> None:
        self._inner = inner
        self._preference = preference
        self._forms: dict[Term, Mapping[Term, int] | None] = {}

    def solve(self, query: Query) -> Answer:
        if query.near is not None:
            model = self._repaired(query.assertions, dict(query.near))
            if model is not None:
                return Sat(model)
        return self._inner.solve(query)

    def _repaired(self, assertions: tuple[Term, ...], model: dict[str, Value]) -> dict[str, Value] | None:
        best: tuple[int, str, Value] | None = None
        for variable in sorted(variables(assertions[-1]), key=by_id)[:_MOST_VARIABLES]:
            value = self._moved(variable, assertions, model)
            if value is None:
                continue
            size = abs(value) if isinstance(value, int) else 0
            if best is None or size < best[0]:
                best = (size, variable.data, value)
            if size <= _PLAIN:
                break
        if best is None:
            return None
        model[best[1]] = best[2]
        # What does not mention the variable should hold already; the caller may have been wrong.
        return model if all_hold(assertions, model) else None

    def _moved(self, variable: Term, assertions: tuple[Term, ...], model: dict[str, Value]) -> Value | None:
        """A value of the variable with which every assertion on it holds; the model is left as it was."""
        name = variable.data
        old = model.get(name)
        if variable.op != "var" or old is None:
            return None
        about = [a for a in assertions if variable in variables(a)]
        candidates: Sequence[Value]
        if variable.sort is INT:
            assert isinstance(old, int)
            allowed, rest = self._allowed(variable, old, about, model)
            if not allowed:
                return None
            candidates = self._candidates(name, old, allowed)
            about = rest
        elif variable.sort is BOOL:
            candidates = (not old,)
        else:
            candidates = self._preference(name, variable.sort)
        found: Value | None = None
        for candidate in candidates:
            model[name] = candidate
            if all_hold(about, model):
                found = candidate
                break
        model[name] = old
        return found

    def _allowed(
        self, variable: Term, old: int, about: list[Term], model: dict[str, Value]
    ) -> tuple[Ranges, list[Term]]:
        """What the linear assertions leave of the variable when the others stay, and the other assertions on it."""
        allowed = EVERYTHING
        rest = []
        # The last assertion is the one that was not satisfied: it excludes most.
        for assertion in reversed(about):
            ranges = self._ranges(assertion, variable, old, model)
            if ranges is None:
                rest.append(assertion)
            else:
                allowed = intersection(allowed, ranges)
                if not allowed:
                    break
        return allowed, rest

    def _ranges(self, assertion: Term, variable: Term, old: int, model: dict[str, Value]) -> Ranges | None:
        op = assertion.op
        if op == "not":
            inner = self._ranges(assertion.args[0], variable, old, model)
            return None if inner is None else complement(inner)
        if op == "in":
            return assertion.data if assertion.args[0] is variable else None
        if op != "<=0" and op != "=0":
            return None
        form = assertion.args[0]
        factors = self._factors(form)
        if factors is None:
            return None
        factor = factors[variable]
        rest = compile_term(form)(model) - factor * old
        if op == "=0":
            return () if rest % factor else ((-rest // factor, -rest // factor),)
        return ((-inf, -rest // factor),) if factor > 0 else ((-(rest // factor), inf),)

    def _factors(self, form: Term) -> Mapping[Term, int] | None:
        """The coefficients of an integer form whose atoms are all variables."""
        if form not in self._forms:
            factors: Mapping[Term, int] | None = None
            if form.sort is INT:
                if form.op == "var":
                    factors = {form: 1}
                elif form.op == "+" and all(a.op == "var" for a in form.args):
                    factors = dict(zip(form.args, form.data[0], strict=True))
            self._forms[form] = factors
        return self._forms[form]

    def _candidates(self, name: str, old: int, allowed: Ranges) -> Sequence[Value]:
        """Wished-for values first, then the smallest, then those next to the old one and the ends of the ranges."""
        wanted = [v for v in self._preference(name, INT) if isinstance(v, int) and contains(allowed, v)]
        ends = [int(end) for low, high in allowed[:8] for end in (low, high) if abs(end) < inf]
        near = [v for v in (old + 1, old - 1) if contains(allowed, v)]
        return list(dict.fromkeys([*wanted, smallest(allowed), *near, *ends]))[:_MOST_CANDIDATES]


def contains(ranges: Ranges, value: int) -> bool:
    return any(low <= value <= high for low, high in ranges)


_MOST_VARIABLES = 8
_MOST_CANDIDATES = 10
_PLAIN = 200
