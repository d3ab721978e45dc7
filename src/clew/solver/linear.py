"""Linear integer arithmetic without an engine.

A query whose every assertion is a linear (in)equality over integer variables is answered by, in this order:

1. moving one variable of the last assertion away from the model it is asked near (see `nearby.py`), by intervals;
2. the simplex method over the rationals on constraints tightened so far that rounding each variable to the nearest
   integer cannot violate them: a·x <= b - Σ|a|/2 (a cube around the point lies in the polyhedron; Bromberger and
   Weidenbach 2016);
3. the simplex method on the constraints themselves: a Farkas contradiction is exact for the integers too;
4. a few steps of branch and bound (Land and Doig 1960), whose contradictions are exact as well.

What is still open is left to the next solver.  A disequality is followed on one side of it only, so a contradiction
that needs it proves nothing here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from operator import mul
from typing import Final

from clew.logic.evaluate import Value
from clew.logic.sorts import INT
from clew.logic.terms import Term, by_id
from clew.records import dataclass
from clew.solver.engines.simplex import Contradiction, Point, Row, satisfy
from clew.solver.plain import Preference
from clew.solver.protocol import Answer, Query, Sat, Solver, Unsat


@dataclass(frozen=True, slots=True)
class _Form:
    """Σ factor * variable + constant, compared with 0: `<=`, `=` or `!=`."""

    factors: tuple[tuple[Term, int], ...]
    constant: int
    relation: str


@dataclass(slots=True)
class _System:
    """Constraints a·x <= b.  origin: the assertion of each; sided: it is one side of a disequality."""

    variables: list[Term]
    rows: list[Row] = field(default_factory=list)
    origin: list[int] = field(default_factory=list)
    sided: list[bool] = field(default_factory=list)
    equations: bool = False

    def add(self, row: Row, origin: int, sided: bool = False) -> None:
        self.rows.append(row)
        self.origin.append(origin)
        self.sided.append(sided)


class LinearSolver:
    """Answers what it can of linear integer queries over two or more variables; passes on the others."""

    def __init__(self, inner: Solver, preference: Preference) -> None:
        self._inner = inner
        self._preference = preference
        self._forms: dict[Term, _Form | None] = {}

    def solve(self, query: Query) -> Answer:
        return self._solved(query) or self._inner.solve(query)

    def _solved(self, query: Query) -> Answer | None:
        forms: list[_Form] = []
        known = self._forms
        for assertion in query.assertions:
            form = known[assertion] if assertion in known else known.setdefault(assertion, _form_of(assertion))
            if form is None:
                return None
            forms.append(form)
        variables = sorted({v for form in forms for v, _ in form.factors}, key=by_id)
        if not 2 <= len(variables) <= _WIDEST or len(forms) > _LONGEST:
            return None
        near = query.near or {}
        start = [_whole(near.get(v.data)) for v in variables]
        for side in (1, -1):
            system = _system_of(forms, variables, start, side)
            answer = self._moved(system, start, forms[-1]) if query.near is not None else None
            answer = answer or self._by_simplex(system, start)
            if answer is not None:
                return answer
            if not (forms[-1].relation == "!=" and system.sided[-1]):
                break
        return None

    # ------------------------------------------------------------ one variable

    def _moved(self, system: _System, start: list[int], last: _Form) -> Answer | None:
        """The best model that differs from the start in one variable of the last assertion."""
        slacks = [b - sum(map(mul, a, start)) for a, b in system.rows]
        best: tuple[int, int, int] | None = None
        place = {v: j for j, v in enumerate(system.variables)}
        for variable, _ in last.factors:
            j = place[variable]
            interval = _interval(system.rows, slacks, j, start[j])
            if interval is None:
                continue
            value = self._best(variable, *interval)
            if best is None or abs(value) < best[0]:
                best = abs(value), j, value
            if best[0] <= _PLAIN:
                break
        if best is None:
            return None
        values = list(start)
        values[best[1]] = best[2]
        return _sat(system, values)

    def _best(self, variable: Term, low: int | None, high: int | None) -> int:
        """The value in the interval that a reader would like most."""
        for wanted in self._preference(variable.data, INT):
            if isinstance(wanted, int) and (low is None or low <= wanted) and (high is None or wanted <= high):
                return wanted
        if low is not None and low > 0:
            return low
        return high if high is not None and high < 0 else 0

    def _plain(self, system: _System, values: list[int]) -> list[int]:
        """Each variable in turn as plain as the others allow."""
        rows = system.rows
        slacks = [b - sum(map(mul, a, values)) for a, b in rows]
        for j, variable in enumerate(system.variables):
            interval = _interval(rows, slacks, j, values[j])
            assert interval is not None
            value = self._best(variable, *interval)
            moved = value - values[j]
            if moved and abs(value) < abs(values[j]):
                values[j] = value
                for i, (a, _) in enumerate(rows):
                    slacks[i] -= a[j] * moved
        return values

    # ------------------------------------------------------------ simplex

    def _by_simplex(self, system: _System, start: list[int]) -> Answer | None:
        rows = system.rows
        if not system.equations:
            tightened = [(a, b - (sum(map(abs, a)) + 1) // 2) for a, b in rows]
            point = satisfy(tightened, start, _PIVOTS)
            if isinstance(point, Point):
                rounded = _rounded(point)
                if _fits(rows, rounded):
                    return _sat(system, self._plain(system, rounded))
        return self._by_branching(system, start)

    def _by_branching(self, system: _System, start: list[int]) -> Answer | None:
        """Branch and bound; the supports of all contradictions together contradict each other over the integers."""
        rows = system.rows
        support: set[int] = set()
        waiting: list[list[Row]] = [[]]
        for _ in range(_BRANCHES):
            if not waiting:
                break
            cuts = waiting.pop()
            point = satisfy([*rows, *cuts], start, _PIVOTS)
            if point is None:
                return None
            if isinstance(point, Contradiction):
                support.update(i for i in point.support if i < len(rows))
                continue
            rounded = _rounded(point)
            if _fits(rows, rounded):
                return _sat(system, self._plain(system, rounded))
            fractional = next((j for j, n in enumerate(point.numerators) if n % point.denominator), None)
            assert fractional is not None, "a whole point satisfies the constraints"
            floor = point.numerators[fractional] // point.denominator
            unit = [int(j == fractional) for j in range(len(start))]
            waiting.append([*cuts, (tuple(-u for u in unit), -floor - 1)])
            waiting.append([*cuts, (tuple(unit), floor)])
        if waiting or any(system.sided[i] for i in support):
            return None
        return Unsat(tuple(sorted({system.origin[i] for i in support})))


# ---------------------------------------------------------------- systems


def _form_of(assertion: Term) -> _Form | None:
    relation = {"<=0": "<=", "=0": "="}.get(assertion.op)
    body = assertion
    if assertion.op == "not" and assertion.args[0].op == "=0":
        relation, body = "!=", assertion.args[0]
    if relation is None:
        return None
    form = body.args[0]
    if form.sort is not INT:
        return None
    if form.op == "var":
        return _Form(((form, 1),), 0, relation)
    if form.op != "+" or any(a.op != "var" for a in form.args):
        return None
    numbers, constant = form.data
    return _Form(tuple(zip(form.args, numbers, strict=True)), constant, relation)


def _system_of(forms: Sequence[_Form], variables: list[Term], start: list[int], side: int) -> _System:
    """side: of the last disequality which one to follow where the start lies on neither."""
    system = _System(variables)
    place = {v: j for j, v in enumerate(variables)}
    for index, form in enumerate(forms):
        dense = [0] * len(variables)
        for variable, factor in form.factors:
            dense[place[variable]] = factor
        row, opposite = tuple(dense), tuple([-c for c in dense])
        match form.relation:
            case "<=":
                system.add((row, -form.constant), index)
            case "=":
                system.equations = True
                system.add((row, -form.constant), index)
                system.add((opposite, form.constant), index)
            case _:
                value = sum(map(mul, dense, start)) + form.constant or side
                if value > 0:
                    system.add((opposite, form.constant - 1), index, sided=True)
                else:
                    system.add((row, -form.constant - 1), index, sided=True)
    return system


def _interval(rows: Sequence[Row], slacks: list[int], j: int, value: int) -> tuple[int | None, int | None] | None:
    """The values of variable j with which every row holds, the others staying; None where there is none."""
    low: int | None = None
    high: int | None = None
    for (a, _), slack in zip(rows, slacks, strict=True):
        factor = a[j]
        if factor > 0:
            end = value + slack // factor
            if high is None or end < high:
                high = end
        elif factor < 0:
            end = value - slack // -factor
            if low is None or end > low:
                low = end
        elif slack < 0:
            return None
    return None if low is not None and high is not None and low > high else (low, high)


def _rounded(point: Point) -> list[int]:
    denominator = point.denominator
    return [(2 * n + denominator) // (2 * denominator) for n in point.numerators]


def _fits(rows: Sequence[Row], values: list[int]) -> bool:
    return all(sum(map(mul, a, values)) <= b for a, b in rows)


def _sat(system: _System, values: list[int]) -> Sat:
    model: dict[str, Value] = {v.data: value for v, value in zip(system.variables, values, strict=True)}
    return Sat(model)


def _whole(value: Value | None) -> int:
    return value if isinstance(value, int) else 0


_WIDEST: Final = 40
_LONGEST: Final = 200
_PIVOTS: Final = 60
_BRANCHES: Final = 100
_PLAIN: Final = 200
