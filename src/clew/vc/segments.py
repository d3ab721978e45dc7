"""Is there an execution along this path segment?  Assignments are substituted, so that only inequalities over the
values at the start of the segment (and havocked on the way) are left to be solved.

Where all is linear integer arithmetic the forms are rows of integers and the question goes to the simplex method:
over the rationals first, which is enough for a contradiction; a point is then rounded, from well inside where there
is room.  Everything else is built as terms and goes to Z3.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import gcd
from operator import mul
from typing import TypeAlias

from clew.ir.blocks import INT, Assert, Assign, Assume, Block, Havoc, Name, Procedure, blocks_by_label
from clew.logic.evaluate import Value
from clew.logic.sorts import INT as INTEGER
from clew.logic.terms import Term, add, integer, le, scale, var
from clew.records import dataclass
from clew.semantics.block_operations import default_value, encode, sort_of
from clew.semantics.block_run import variables_of
from clew.solver.engines.simplex import Contradiction, Point, Row
from clew.solver.engines.z3_engine import Z3Limits
from clew.solver.protocol import Query, Sat, Solver, Unsat
from clew.vc.nogoods import Defs, Flow, Position
from clew.vc.task import Limits, Statistics

# ---------------------------------------------------------------- answers


@dataclass(frozen=True, slots=True)
class Possible:
    """Values of the variables at the start, and of the havocs in order; None where only rational values were looked
    for."""

    start: tuple[Value, ...] | None
    havocs: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Impossible:
    support: tuple[Position, ...]


@dataclass(frozen=True, slots=True)
class Undecided:
    reason: str


Answer: TypeAlias = Possible | Impossible | Undecided

# ---------------------------------------------------------------- linear procedures

Form: TypeAlias = tuple[tuple[tuple[int, int], ...], int]
"""Σ coefficient · variable + constant, the variables by number."""


@dataclass(frozen=True, slots=True)
class Step:
    """op: `set` target := form, `havoc` target, `<=` form <= 0, `=` form = 0, `!=` form != 0."""

    op: str
    target: int
    form: Form


class Segments:
    """Asks about segments of one procedure."""

    def __init__(self, procedure: Procedure, flow: Flow, statistics: Statistics, limits: Limits) -> None:
        self.flow = flow
        self.statistics = statistics
        self.names = variables_of(procedure)
        self._blocks = [blocks_by_label(procedure)[label] for label in flow.labels]
        self._index = {name.name: i for i, name in enumerate(self.names)}
        self._linear = _linear_steps(self._blocks, self._index) if all(n.type == INT for n in self.names) else None
        self._limits = Z3Limits(steps=limits.steps, seed=limits.seed)
        self.satisfy = limits.supply.satisfy
        self.satisfy_sums = limits.supply.satisfy_sums
        self._supply = limits.supply
        self._z3: Solver | None = None  # made when it is needed
        self._havocs = [sum(s.op == "havoc" for _, s in steps) for steps in self._linear or ()]
        self._kept: dict[int, tuple[tuple[int, ...], int, list[Path]]] = {}

    def check(self, segment: Sequence[int], start: Sequence[Value] | None = None, rational: bool = False) -> Answer:
        """start: values close to which a solution is expected; rational: do not look for whole numbers."""
        if self._linear is None:
            return self._check_terms(segment)
        rows, owners, unequal, width = self._rows(segment)
        for row, owner in zip(rows, owners, strict=True):
            if row[1] < 0 and not any(row[0]):
                return Impossible((owner,))
        begin = [value for value in start or () if isinstance(value, int)]
        begin += [0] * (width - len(begin))
        found = self._solve(rows, owners, unequal, begin)
        if not isinstance(found, Point):
            return found
        if rational:
            return Possible(None)
        values = _whole(rows, unequal, found) or self._inside(rows, unequal, found)
        if values is not None:
            count = len(self.names)
            return Possible(tuple(values[:count]), tuple(values[count:]))
        return self._check_terms(segment)

    def shrink(self, defs: Defs, support: Sequence[Position]) -> set[Position]:
        """Instructions that contradict each other whatever the others do: those of the latest blocks that will do.

        By bisection over the block to begin with, values from earlier blocks being arbitrary.  (Leaving out single
        blocks in the middle too was measured on chains of diamonds: 6,385 path searches against 7,668, but 38 s
        against 20 s.)
        """
        kept = defs.closure(support)
        if self._linear is None:
            return kept
        blocks = sorted({k for k, _ in kept})
        least, most = 0, len(blocks) - 1
        while least < most:
            middle = (least + most + 1) // 2
            later = {position for position in kept if position[0] >= blocks[middle]}
            found = self._contradiction(defs, later)
            if found is None:
                most = middle - 1
                continue
            kept = defs.closure(found, later)
            blocks = sorted({k for k, _ in kept})
            least, most = 0, len(blocks) - 1
        return kept

    def _contradiction(self, defs: Defs, kept: set[Position]) -> tuple[Position, ...] | None:
        """Which of these instructions contradict each other, the results of all others being arbitrary."""
        assert self._linear is not None
        atoms: dict[tuple[int, Position | None], int] = {}
        forms: dict[Position, dict[int, int]] = {}
        demands: list[tuple[str, dict[int, int], Position]] = []
        for position in sorted(kept):
            k, i = position
            for number, step in self._linear[defs.segment[k]]:
                if number != i:
                    continue
                pairs, constant = step.form
                total = {-1: constant}
                for variable, coefficient in pairs:
                    source = defs.source(self.names[variable].name, position)
                    if source is not None and source in forms:
                        for atom, c in forms[source].items():
                            total[atom] = total.get(atom, 0) + coefficient * c
                    else:
                        atom = atoms.setdefault((variable, source), len(atoms))
                        total[atom] = total.get(atom, 0) + coefficient
                if step.op == "set":
                    forms[position] = total
                elif step.op != "havoc":
                    demands.append((step.op, total, position))
        rows: list[Row] = []
        owners: list[Position] = []
        unequal: list[tuple[Row, Position]] = []
        for op, total, position in demands:
            normal, constant = [total.get(j, 0) for j in range(len(atoms))], total[-1]
            _demand(op, normal, constant, position, rows, owners, unequal)
        for row, owner in zip(rows, owners, strict=True):
            if row[1] < 0 and not any(row[0]):
                return (owner,)
        answer = self._solve(rows, owners, unequal, [0] * len(atoms))
        return answer.support if isinstance(answer, Impossible) else None

    # ------------------------------------------------------------ rational solutions

    def _solve(
        self, rows: list[Row], owners: list[Position], unequal: list[tuple[Row, Position]], start: Sequence[int]
    ) -> Point | Impossible | Undecided:
        """Disequalities split the question where the point found does not satisfy them."""
        with self.statistics.query():
            found = self.satisfy(rows, start)
        if found is None:
            return Undecided("budget")
        if isinstance(found, Contradiction):
            return Impossible(tuple(dict.fromkeys(owners[i] for i in found.support)))
        for k, ((normal, bound), owner) in enumerate(unequal):
            if sum(map(mul, normal, found.numerators)) == bound * found.denominator:
                support: dict[Position, None] = {}
                others = unequal[:k] + unequal[k + 1 :]
                for side in ((normal, bound - 1), (tuple(-a for a in normal), -bound - 1)):
                    answer = self._solve([*rows, side], [*owners, owner], others, start)
                    if not isinstance(answer, Impossible):
                        return answer
                    support |= dict.fromkeys(answer.support)
                return Impossible(tuple(support))
        return found

    def _inside(self, rows: list[Row], unequal: list[tuple[Row, Position]], near: Point) -> list[int] | None:
        """Whole numbers, by asking for a point that stays satisfied when every coordinate is rounded."""
        tightened = [(normal, bound - (sum(map(abs, normal)) + 1) // 2) for normal, bound in rows]
        start = [round_half(n, near.denominator) for n in near.numerators]
        with self.statistics.query():
            found = self.satisfy(tightened, start, pivots=400)
        return _whole(rows, unequal, found) if isinstance(found, Point) else None

    def not_whole(self, rows: list[Row], point: Point) -> tuple[int, ...]:
        """Rows that no whole numbers satisfy together, though the point satisfies all; none where there are such
        numbers, or where that is not known within the limits."""
        if _whole(rows, [], point) is not None or self._inside(rows, [], point) is not None:
            return ()
        columns = [var(f"x{j}", INTEGER) for j in range(len(point.numerators))]
        assertions = tuple(
            le(add(*(scale(a, x) for a, x in zip(normal, columns, strict=True) if a)), integer(bound))
            for normal, bound in rows
        )
        with self.statistics.query():
            answer = self._supply.z3(Z3Limits(seed=self._limits.seed)).solve(Query(assertions, wants_core=True))
        return answer.core if isinstance(answer, Unsat) and answer.exact else ()

    def _rows(self, segment: Sequence[int]) -> tuple[list[Row], list[Position], list[tuple[Row, Position]], int]:
        """The inequalities and disequalities of the segment; prefixes shared with the last segment from there are
        kept."""
        assert self._linear is not None
        width = self.width(segment)
        old, old_width, sofar = self._kept.get(segment[0], ((), 0, []))
        common = 0
        if old_width == width:
            for a, b in zip(old, segment, strict=False):
                if a != b:
                    break
                common += 1
        del sofar[common + 1 :]
        if not sofar or old_width != width:
            sofar = [self.begin(width)]
        for k in range(len(sofar) - 1, len(segment)):
            sofar.append(self.extend(sofar[-1], k, segment[k], width))
        self._kept[segment[0]] = (tuple(segment), width, sofar)
        rows: list[Row] = []
        owners: list[Position] = []
        unequal: list[tuple[Row, Position]] = []
        for part in sofar:
            rows += part.rows
            owners += part.owners
            unequal += part.unequal
        return rows, owners, unequal, width

    @property
    def linear(self) -> bool:
        return self._linear is not None

    def width(self, segment: Iterable[int]) -> int:
        """Columns needed for the variables at the start and all havocs of the blocks."""
        return len(self.names) + sum(self._havocs[block] for block in segment)

    def begin(self, width: int) -> Path:
        """Before the first block every variable is itself."""
        count = len(self.names)
        return Path([[int(i == j) for j in range(width + 1)] for i in range(count)], count, [], [], [])

    def extend(self, before: Path, k: int, block: int, width: int) -> Path:
        """One block further.  The last column of a form is its constant."""
        assert self._linear is not None
        values = list(before.values)
        after = Path(values, before.used, [], [], [])
        for i, step in self._linear[block]:
            if step.op == "havoc":
                values[step.target] = [int(j == after.used) for j in range(width + 1)]
                after.used += 1
                continue
            pairs, constant = step.form
            if len(pairs) == 1 and pairs[0][1] == 1:
                total = list(values[pairs[0][0]])
            else:
                total = [0] * (width + 1)
                for variable, coefficient in pairs:
                    if coefficient == 1:
                        total = [a + b for a, b in zip(total, values[variable], strict=True)]
                    else:
                        total = [a + coefficient * b for a, b in zip(total, values[variable], strict=True)]
            total[width] += constant
            if step.op == "set":
                values[step.target] = total
                continue
            constant = total.pop()
            _demand(step.op, total, constant, (k, i), after.rows, after.owners, after.unequal)
        return after

    # ------------------------------------------------------------ everything else

    def _check_terms(self, segment: Sequence[int]) -> Answer:
        values: dict[str, Term] = {}
        assertions: list[Term] = []
        owners: list[Position] = []
        havocs: list[Name] = []
        for k, block in enumerate(segment):
            for i, instr in enumerate(self._blocks[block].instrs):
                match instr:
                    case Assign(target, value):
                        values[target.name] = encode(value, values)
                    case Havoc(target):
                        havocs.append(Name(f"havoc!{len(havocs)}", target.type))
                        values[target.name] = var(havocs[-1].name, sort_of(target.type))
                    case Assume(condition) | Assert(condition):
                        assertions.append(encode(condition, values))
                        owners.append((k, i))
        if self._z3 is None:
            self._z3 = self._supply.z3(self._limits)
        with self.statistics.query():
            answer = self._z3.solve(Query(tuple(assertions), wants_core=True))
        match answer:
            case Sat(model):
                start = tuple(model.get(n.name, default_value(n.type)) for n in self.names)
                return Possible(start, tuple(model.get(h.name, default_value(h.type)) for h in havocs))
            case Unsat(core, exact=True):
                return Impossible(tuple(owners[i] for i in core))
            case Unsat():
                return Undecided("solver-gave-up")
            case _:
                return Undecided(answer.reason)


@dataclass(slots=True)
class Path:
    """Linear execution, after some blocks of a segment: a form for each variable, columns used, and what the last
    block demands."""

    values: list[list[int]]
    used: int
    rows: list[Row]
    owners: list[Position]
    unequal: list[tuple[Row, Position]]


def _demand(
    op: str,
    form: list[int],
    constant: int,
    owner: Position,
    rows: list[Row],
    owners: list[Position],
    unequal: list[tuple[Row, Position]],
) -> None:
    """Add form + constant `op` 0, divided by the common divisor: whole numbers are meant."""
    divisor = gcd(*form) or 1
    bound = -constant
    normal = tuple(a // divisor for a in form) if divisor > 1 else tuple(form)
    if op == "!=":
        if bound % divisor == 0:
            unequal.append(((normal, bound // divisor), owner))
        return
    rows.append((normal, bound // divisor))
    owners.append(owner)
    if op == "=":
        rows.append((tuple(-a for a in normal), (-bound) // divisor))
        owners.append(owner)


def _linear_steps(blocks: Sequence[Block], index: Mapping[str, int]) -> list[tuple[tuple[int, Step], ...]] | None:
    """The instructions of every block as steps over linear forms; None when one of them is something else."""
    result = []
    for block in blocks:
        steps: list[tuple[int, Step]] = []
        for i, instr in enumerate(block.instrs):
            match instr:
                case Assign(target, value):
                    form = _form(encode(value, {}), index)
                    if form is None:
                        return None
                    steps.append((i, Step("set", index[target.name], form)))
                case Havoc(target):
                    steps.append((i, Step("havoc", index[target.name], ((), 0))))
                case Assume(condition) | Assert(condition):
                    term = encode(condition, {})
                    for part in term.args if term.op == "and" else (term,):
                        step = _condition(part, index)
                        if step is None:
                            return None
                        steps.append((i, step))
                case _:
                    return None
        result.append(tuple(steps))
    return result


def _condition(term: Term, index: Mapping[str, int]) -> Step | None:
    if term.op == "const":
        return Step("<=", 0, ((), 0 if term.data else 1))
    op = {"<=0": "<=", "=0": "="}.get(term.op)
    if term.op == "not" and term.args[0].op == "=0":
        op, term = "!=", term.args[0]
    if op is None:
        return None
    form = _form(term.args[0], index)
    return None if form is None else Step(op, 0, form)


def _form(term: Term, index: Mapping[str, int]) -> Form | None:
    if term.op == "const" and isinstance(term.data, int):
        return (), term.data
    if term.op == "var":
        return ((index[term.data], 1),), 0
    if term.op != "+" or any(a.op != "var" for a in term.args):
        return None
    coefficients, constant = term.data
    return tuple((index[a.data], c) for a, c in zip(term.args, coefficients, strict=True)), constant


def round_half(numerator: int, denominator: int) -> int:
    return (2 * numerator + denominator) // (2 * denominator)


def _whole(rows: Sequence[Row], unequal: Sequence[tuple[Row, Position]], point: Point) -> list[int] | None:
    """The point with every coordinate rounded, when that satisfies everything."""
    values = [round_half(n, point.denominator) for n in point.numerators]
    for normal, bound in rows:
        if sum(map(mul, normal, values)) > bound:
            return None
    if any(sum(map(mul, normal, values)) == bound for (normal, bound), _ in unequal):
        return None
    return values
