"""Which states at the end of a block does no execution reach?  Found backwards, generalised, and remembered.

A *demand* is a conjunction of inequalities at the end of a block.  Assignments are substituted and assumptions added
(the weakest precondition), and the demand goes on to the blocks before, depth first.  It ends well where a state of a
known run satisfies it, or at the entry.  It fails where the inequalities contradict each other; the Farkas
multipliers say which of them are to blame and how far each could be weakened, and what is to blame on every way into
a block is to blame in front of it.  A block is taken together with the blocks that every way to it passes directly
before (its *chain*): nothing is to be chosen there.  So every failure becomes a *lemma*, "nothing arrives here with
a·x <= b and ...", that holds whatever was wanted behind: lemmas serve all goals.  This is lazy annotation (McMillan
2010) turned around, where the precondition is exact without quantifiers and an interpolant is a part of the demand.

Everything is exact integer arithmetic.  Inside the search rational points will do; at the entry whole ones are looked
for, and where there are none that is a failure like others.  Disequalities are left out: a failure is one all the same,
and the path found is to be checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from math import gcd
from operator import itemgetter, mul
from random import Random
from typing import Final, TypeAlias

from clew.logic.evaluate import Value
from clew.records import dataclass
from clew.solver.engines.simplex import Contradiction, Point, Row, Sum, linear_sum
from clew.vc.nogoods import Defs, Flow, Position
from clew.vc.segments import Path, Segments, round_half
from clew.vc.task import Statistics

Normal: TypeAlias = int
"""The number of a vector of whole numbers; that of its opposite differs in the last bit."""
Demand: TypeAlias = dict[Normal, int]
"""For every normal a the bound b of a·x <= b."""
Terms: TypeAlias = tuple[tuple[int, int], ...]
"""Variables, ascending, with the coefficients that are not 0."""


# Demands of the first search for a goal; chance in the later ones, in violated inequalities of the nearest run.
_FIRST_SEARCH: Final = 100
_JITTER: Final = 2.0


@dataclass(frozen=True, slots=True)
class Lemma:
    """No execution ends its block with all of these; because: the instructions that the proof used, by block."""

    atoms: tuple[tuple[Normal, int], ...]
    because: frozenset[Position]


@dataclass(frozen=True, slots=True)
class Found:
    """A path to the goal, whose inputs are those of a known run, or are to be found (run None)."""

    run: int | None
    path: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Effect:
    """A chain of blocks as a map: the variables it changes as forms over those before (terms and constant), and what
    it assumes; each with the instructions it comes from."""

    changed: Mapping[int, tuple[Terms, int]]
    guards: Mapping[Normal, int]
    owners: Mapping[Normal, frozenset[Position]]
    impossible: frozenset[Position] | None
    writers: Mapping[int, frozenset[Position]]


@dataclass(frozen=True, slots=True)
class State:
    """Values at the end of a block in a known run, `length` blocks long up to here."""

    values: tuple[int, ...]
    run: int
    length: int


@dataclass(frozen=True, slots=True)
class _Moved:
    """An inequality in front of a block that one behind it amounts to: behind·x = divisor · (normal·x') + constant.

    normal is None where the block makes the left side constant; the divisor is 0 then.
    """

    normal: Normal | None
    divisor: int
    constant: int


@dataclass(slots=True)
class _Frame:
    """before: the demand in front of the block; origins: the inequality behind it that each of them is made from;
    point: whole numbers close to a solution of the demand; ways: blocks to come from, each with the nearest known state
    at its end; blamed: what the ways tried so far failed for."""

    block: int
    before: Demand
    origins: dict[Normal, Normal]
    point: Sequence[int]
    ways: Iterator[tuple[int, State | None]]
    blamed: Demand = field(default_factory=dict)
    because: set[Position] = field(default_factory=set)


class Backward:
    """Shared by all goals of one linear procedure without havocs."""

    def __init__(self, segments: Segments, flow: Flow, statistics: Statistics) -> None:
        self._segments = segments
        self._flow = flow
        self._statistics = statistics
        self._count = len(segments.names)
        self._chains = [_chain(flow, block) for block in range(len(flow.labels))]
        self._sources = [flow.sources[chain[0]] for chain in self._chains]
        self._random = Random(0)
        self._jitter = 0.0  # how much chance there is in the order in which ways are tried
        self._normals = _Normals()
        self._effects = [_effect_of(segments, flow, chain, self._count, self._normals) for chain in self._chains]
        self._moved: list[dict[Normal, _Moved]] = [{} for _ in flow.labels]
        self._single = [_execute(segments, (block,), self._count)[0] for block in range(len(flow.labels))]
        self._lemmas: list[dict[Normal, list[Lemma]]] = [{} for _ in flow.labels]
        self._dead: dict[int, Lemma] = {}
        self._paths: list[tuple[int, ...]] = []
        self._runs: list[list[tuple[int, ...]]] = []  # the values before each block of the path, and at its end
        self._states: list[list[State]] = [[] for _ in flow.labels]

    def learn_run(self, start: Sequence[Value], path: tuple[int, ...]) -> None:
        """The states that the run passes.  Runs are numbered as they come."""
        values = [value for value in start if isinstance(value, int)]
        run = len(self._paths)
        self._paths.append(path)
        passed = [tuple(values)]
        for length, block in enumerate(path, 1):
            changed = [(v, sum(map(mul, form, values)) + form[-1]) for v, form in self._single[block]]
            for v, value in changed:
                values[v] = value
            passed.append(tuple(values))
            self._states[block].append(State(passed[-1], run, length))
        self._runs.append(passed)

    def reach(self, goal: int, budget: int) -> Found | Lemma | None:
        """A way to the end of the goal, why there is none, or None when so many demands did not settle it.

        A bad choice near the goal costs all that is behind it, so the search begins anew every now and then, with other
        choices (Gomes, Selman and Kautz 1998).  The lemmas stay, and the searches grow longer: it ends all the same.
        """
        share = _FIRST_SEARCH
        self._jitter = 0.0
        while budget > 0:
            outcome = self._search(goal, min(share, budget))
            if outcome is not None:
                return outcome
            budget -= share
            share += share // 2
            self._jitter = _JITTER
        return None

    def _search(self, goal: int, budget: int) -> Found | Lemma | None:
        stack: list[_Frame] = []
        outcome = self._enter(goal, {}, stack, None)
        while True:
            if isinstance(outcome, Found):
                return outcome
            if outcome is not None:
                if not stack:
                    return outcome
                _merge(stack[-1].blamed, outcome.atoms)
                stack[-1].because |= outcome.because
            top = stack[-1]
            way = next(top.ways, None)
            if way is None:
                stack.pop()
                outcome = self._fail(top.block, top.origins, top.blamed, top.because)
                continue
            block, near = way
            outcome = self._known(block, top.before)
            if outcome is None:
                budget -= 1
                if budget < 0:
                    return None
                outcome = self._enter(block, top.before, stack, near)

    def lemmas(self, block: int) -> list[list[Row]]:
        """All conjunctions of inequalities that are remembered to hold of nothing at the end of the block."""
        dead = [self._dead[block]] if block in self._dead else []
        known = dead + [lemma for lemmas in self._lemmas[block].values() for lemma in lemmas]
        return [[(self._normals.vector(normal, self._count), b) for normal, b in lemma.atoms] for lemma in known]

    def _known(self, block: int, demand: Demand) -> Lemma | None:
        """A lemma that the demand contradicts."""
        if block in self._dead:
            return self._dead[block]
        lemmas = self._lemmas[block]
        for normal in demand if lemmas else ():
            for lemma in lemmas.get(normal, ()):
                for a, bound in lemma.atoms:
                    wanted = demand.get(a)
                    if wanted is None or wanted > bound:
                        break
                else:
                    return lemma
        return None

    def _rows(self, demand: Demand) -> list[Row]:
        return [(self._normals.vector(normal, self._count), bound) for normal, bound in demand.items()]

    def _enter(self, block: int, demand: Demand, stack: list[_Frame], near: State | None) -> Found | Lemma | None:
        """Put the demand in front of the block on the stack, unless it is settled here.

        near: a known state at the end of the block.
        """
        effect = self._effects[block]
        if effect.impossible is not None:
            return self._fail(block, {}, {}, set(effect.impossible))
        before: Demand = dict(effect.guards)
        origins: dict[Normal, Normal] = {}
        known = self._moved[block]
        for normal, bound in demand.items():
            moved = known.get(normal)
            if moved is None:
                moved = known[normal] = self._normals.moved(normal, effect.changed)
            key = moved.normal
            if key is None:
                if moved.constant > bound:
                    return self._lemma(block, {normal: moved.constant - 1}, set())
                continue
            limit = (bound - moved.constant) // moved.divisor
            if key not in before or limit < before[key]:
                before[key] = limit
                origins[key] = normal
        for normal, bound in before.items():
            other = before.get(normal ^ 1)
            if other is not None and other + bound < 0:
                pair = {normal: bound, normal ^ 1: other}
                return self._fail(block, origins, self._weaken(pair, (1, 1), origins), set())
        sums = self._normals.sums
        limits = [(sums[normal], bound) for normal, bound in before.items()]
        begin = self._begin(block, stack, near)
        answer: Point | Contradiction | None = None
        if limits:
            with self._statistics.query():
                answer = self._segments.satisfy_sums(limits, begin, lambda: self._rows(before))
            if isinstance(answer, Contradiction):
                atoms = list(before.items())
                core = dict(atoms[i] for i in answer.support)
                return self._fail(block, origins, self._weaken(core, answer.multipliers, origins), set())
        sources = self._sources[block]
        if not sources:
            atoms = list(before.items())
            rows = self._rows(before)
            if isinstance(answer, Point) and (support := self._segments.not_whole(rows, answer)):
                return self._fail(block, origins, dict(atoms[i] for i in support), set())
            return Found(None, self._way(block, stack))
        ways: list[tuple[float, int, State | None]] = []
        for source in sources:
            least, nearest = self._nearest(source, limits)
            if nearest is not None and not least:
                prefix = self._paths[nearest.run][: nearest.length]
                return Found(nearest.run, (*prefix, *self._way(block, stack)))
            ways.append((least + self._jitter * self._random.random(), source, nearest))
        ways.sort(key=itemgetter(0))
        point: Sequence[int] = begin
        if isinstance(answer, Point):
            point = [round_half(n, answer.denominator) for n in answer.numerators]
        stack.append(_Frame(block, before, origins, point, iter([(source, state) for _, source, state in ways])))
        return None

    def _nearest(self, block: int, limits: Sequence[tuple[Sum, int]]) -> tuple[int, State | None]:
        """The known state at the end of the block that violates the fewest inequalities, and how many."""
        least, nearest = len(limits) + 1, None
        for state in self._states[block]:
            missing = 0
            values = state.values
            for value, bound in limits:
                if value(values) > bound:
                    missing += 1
                    if missing >= least:
                        break
            else:
                least, nearest = missing, state
        return least, nearest

    def _begin(self, block: int, stack: Sequence[_Frame], near: State | None) -> Sequence[int]:
        """Values in front of the block's chain close to which to look: the solution behind it, but for variables that
        the chain changes: those as in the nearest run."""
        known = self._runs[near.run][near.length - len(self._chains[block])] if near is not None else (0,) * self._count
        if not stack:
            return known
        start = list(stack[-1].point)
        for variable in self._effects[block].changed:
            start[variable] = known[variable]
        return start

    def _way(self, block: int, stack: Sequence[_Frame]) -> tuple[int, ...]:
        """From the top of the block's chain to the goal."""
        return tuple(b for last in (block, *(frame.block for frame in reversed(stack))) for b in self._chains[last])

    def _weaken(self, core: Demand, multipliers: Sequence[int], origins: Mapping[Normal, Normal]) -> Demand:
        """Bounds as large as they may be for the contradiction to remain."""
        spare = -sum(map(mul, core.values(), multipliers)) - 1
        weak = dict(core)
        for (normal, bound), multiplier in zip(core.items(), multipliers, strict=True):
            if normal in origins and spare >= multiplier:
                weak[normal] = bound + spare // multiplier
                spare %= multiplier
        return weak

    def _fail(self, block: int, origins: Mapping[Normal, Normal], blamed: Demand, because: set[Position]) -> Lemma:
        """The lemma at the end of the block, from inequalities in front of it that nothing satisfies."""
        effect = self._effects[block]
        atoms: Demand = {}
        for normal, bound in blamed.items():
            guard = effect.guards.get(normal)
            if guard is not None and guard <= bound:
                because |= effect.owners[normal]
                continue
            behind = origins[normal]
            moved = self._moved[block][behind]
            _merge(atoms, ((behind, moved.divisor * (bound + 1) - 1 + moved.constant),))
        return self._lemma(block, atoms, because)

    def _lemma(self, block: int, atoms: Demand, because: set[Position]) -> Lemma:
        """Remember it.  The assignments that made its values belong to the explanation."""
        writers = self._effects[block].writers
        for normal in atoms:
            for variable, _ in self._normals.terms[normal]:
                if variable in writers:
                    because |= writers[variable]
        lemma = Lemma(tuple(atoms.items()), frozenset(because))
        if atoms:
            self._lemmas[block].setdefault(next(iter(atoms)), []).append(lemma)
        else:
            self._dead[block] = lemma
        return lemma


def _terms(vector: Sequence[int]) -> Terms:
    return tuple((v, a) for v, a in enumerate(vector) if a)


def _merge(into: Demand, atoms: Iterable[tuple[Normal, int]]) -> None:
    """Both conjunctions: the lower bound of each normal."""
    for normal, bound in atoms:
        known = into.get(normal)
        if known is None or bound < known:
            into[normal] = bound


class _Normals:
    """The vectors that occur, by number: demands are compared all the time, and tuples would be hashed every time."""

    def __init__(self) -> None:
        self.terms: list[Terms] = []
        self._numbers: dict[Terms, Normal] = {}
        self.sums = _Sums(self.terms)

    def number(self, terms: Terms) -> Normal:
        known = self._numbers.get(terms)
        if known is None:
            known = len(self.terms)
            opposite = tuple([(v, -a) for v, a in terms])
            self.terms += [terms, opposite]
            self._numbers[terms] = known
            self._numbers[opposite] = known + 1
        return known

    def vector(self, normal: Normal, count: int) -> tuple[int, ...]:
        coefficients = dict(self.terms[normal])
        return tuple(coefficients.get(v, 0) for v in range(count))

    def moved(self, normal: Normal, changed: Mapping[int, tuple[Terms, int]]) -> _Moved:
        """What a bound on the normal amounts to in front of something that changes variables to these forms."""
        terms = self.terms[normal]
        total: dict[int, int] = {}
        constant = 0
        for variable, coefficient in terms:
            form = changed.get(variable)
            if form is None:
                total[variable] = total.get(variable, 0) + coefficient
            else:
                constant += coefficient * form[1]
                for v, a in form[0]:
                    total[v] = total.get(v, 0) + coefficient * a
        divisor = gcd(*total.values())
        if divisor == 0:
            return _Moved(None, 0, constant)
        return _Moved(self.number(tuple([(v, a // divisor) for v, a in sorted(total.items()) if a])), divisor, constant)


class _Sums(dict[Normal, Sum]):
    """Made when they are first needed."""

    def __init__(self, terms: Sequence[Terms]) -> None:
        self._terms = terms

    def __missing__(self, normal: Normal) -> Sum:
        self[normal] = made = linear_sum(self._terms[normal])
        return made


def _chain(flow: Flow, block: int) -> tuple[int, ...]:
    """The blocks that every path to this one passes directly before, and itself."""
    chain = [block]
    while len(flow.sources[chain[-1]]) == 1:
        chain.append(flow.sources[chain[-1]][0])
    return tuple(reversed(chain))


def _effect_of(segments: Segments, flow: Flow, chain: Sequence[int], count: int, normals: _Normals) -> _Effect:
    changed, parts = _execute(segments, chain, count)
    defs = Defs(flow, chain)
    guards: Demand = {}
    owners: dict[Normal, frozenset[Position]] = {}
    impossible: frozenset[Position] | None = None

    def because(owner: Position) -> frozenset[Position]:
        return frozenset((chain[k], i) for k, i in defs.closure((owner,)))

    for part in parts:
        for (vector, bound), owner in zip(part.rows, part.owners, strict=True):
            if not any(vector):
                if bound < 0 and impossible is None:
                    impossible = because(owner)
                continue
            normal = normals.number(_terms(vector))
            if normal not in guards or bound < guards[normal]:
                guards[normal] = bound
                owners[normal] = because(owner)
    end = (len(chain), 0)
    writers = {}
    for v, _ in changed:
        source = defs.source(segments.names[v].name, end)
        writers[v] = because(source) if source is not None else frozenset()
    forms = {v: (_terms(form[:-1]), form[-1]) for v, form in changed}
    return _Effect(forms, guards, owners, impossible, writers)


def _execute(
    segments: Segments, blocks: Sequence[int], count: int
) -> tuple[tuple[tuple[int, tuple[int, ...]], ...], list[Path]]:
    """The variables that the blocks change, as forms over the values before them, and the demands of each block."""
    begin = segments.begin(count)
    parts = [begin]
    for k, block in enumerate(blocks):
        parts.append(segments.extend(parts[-1], k, block, count))
    changed = tuple((v, tuple(form)) for v, form in enumerate(parts[-1].values) if form != begin.values[v])
    return changed, parts
