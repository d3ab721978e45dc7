"""Linear inequalities over the rationals, exactly, for few variables and many constraints.

The simplex method for satisfiability (Dutertre and de Moura 2006) in revised form.  A vertex is given by one *tight*
thing for each variable: a constraint at its bound, or the variable itself at its starting value.  Only the matrix
that expresses the variables by the tight things is kept, in integers over one common denominator (Edmonds'
integer-preserving pivots), so a constraint costs nothing until it is violated, and then one row.  Least indices are
preferred after a while, which ends every run (Bland 1977).  A contradiction comes with its Farkas support:
constraints of which every single one is needed.

The starting point matters: from a point that satisfies all but the last constraint a few pivots are enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from operator import mul

from clew.records import dataclass

Row = tuple[tuple[int, ...], int]
"""(a, b) for the constraint a·x <= b."""


@dataclass(frozen=True, slots=True)
class Point:
    """x = numerators / denominator, denominator > 0."""

    numerators: tuple[int, ...]
    denominator: int


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Indices of constraints that cannot all hold; without any one of them they can.

    multipliers: positive; the sum of the constraints, each so often, reads 0 <= a negative number (Farkas).
    """

    support: tuple[int, ...]
    multipliers: tuple[int, ...] = ()


def satisfy(rows: Sequence[Row], start: Sequence[int], pivots: int = 4000) -> Point | Contradiction | None:
    """A point that satisfies all rows, the reason why there is none, or None when the pivots are used up.

    A variable that no row names keeps its starting value and costs nothing.
    """
    named = [any(column) for column in zip(*(normal for normal, _ in rows), strict=True)]
    if all(named):
        return _satisfy(rows, start, pivots)
    fewer = [(tuple(compress(normal, named)), bound) for normal, bound in rows]
    found = _satisfy(fewer, tuple(compress(start, named)), pivots)
    if not isinstance(found, Point):
        return found
    denominator = found.denominator
    changed = iter(found.numerators)
    values = (next(changed) if is_named else v * denominator for v, is_named in zip(start, named, strict=True))
    return Point(tuple(values), denominator)


def _satisfy(rows: Sequence[Row], start: Sequence[int], pivots: int) -> Point | Contradiction | None:
    size = len(start)
    # x = Σ columns[j] · value of tight[j] / scale; a negative index -1-j is variable j at its starting value.
    columns = [[int(i == j) for i in range(size)] for j in range(size)]
    tight = [-1 - j for j in range(size)]
    scale = 1
    point = list(start)
    for turn in range(pivots):
        entering = _violated(rows, point, scale, least=turn > 60)
        if entering is None:
            return Point(tuple(point), scale)
        normal, bound = rows[entering]
        row = [sum(map(mul, normal, column)) for column in columns]  # of the violated constraint, over `scale`
        leaving = -1
        for j, coefficient in enumerate(row):
            # The constraint must fall: a free variable may move either way, a constraint at its bound only down.
            if (coefficient > 0 or (coefficient < 0 and tight[j] < 0)) and (
                leaving < 0 or _order(tight[j]) < _order(tight[leaving])
            ):
                leaving = j
        if leaving < 0:
            combined = sorted([(entering, scale), *((tight[j], -c) for j, c in enumerate(row) if c)])
            return Contradiction(tuple(i for i, _ in combined), tuple(m for _, m in combined))
        pivot = row[leaving]
        moved = columns[leaving]
        missing = bound * scale - sum(map(mul, normal, point))
        if pivot == scale:
            point = [p + m * missing // scale for p, m in zip(point, moved, strict=True)]
            for j, coefficient in enumerate(row):
                if coefficient and j != leaving:
                    columns[j] = [a - m * coefficient // scale for a, m in zip(columns[j], moved, strict=True)]
        else:
            point = [(p * pivot + m * missing) // scale for p, m in zip(point, moved, strict=True)]
            for j, coefficient in enumerate(row):
                if j != leaving:
                    columns[j] = [
                        (a * pivot - m * coefficient) // scale for a, m in zip(columns[j], moved, strict=True)
                    ]
            scale = pivot
            if scale < 0:
                scale = -scale
                point = [-p for p in point]
                columns = [[-a for a in column] for column in columns]
        tight[leaving] = entering
    return None


def _order(thing: int) -> tuple[int, int]:
    """Variables leave first, since they were only ever a starting value; then constraints by index."""
    return (0, -thing) if thing < 0 else (1, thing)


def _violated(rows: Sequence[Row], point: list[int], scale: int, least: bool) -> int | None:
    """The constraint violated most (measured roughly, by value), or the first one."""
    worst, found = 0, None
    for index, (normal, bound) in enumerate(rows):
        excess = sum(map(mul, normal, point)) - bound * scale
        if excess > 0:
            if least:
                return index
            if excess > worst:
                worst, found = excess, index
    return found
