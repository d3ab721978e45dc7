"""Which states at the end of a block does no execution reach?  Found backwards, generalised, and remembered.

A *demand* is a conjunction of inequalities at the end of a block.  Assignments are substituted and assumptions added
(the weakest precondition), and the demand goes on to the blocks before, depth first.  It ends well where a state of a
known run satisfies it, or at the entry.  It fails where the inequalities contradict each other; the Farkas
multipliers say which of them are to blame and how far each could be weakened, and what is to blame on every way into
a block is to blame in front of it.  So every failure becomes a *lemma*, "nothing arrives here with a·x <= b and ...",
that holds whatever was wanted behind: lemmas serve all goals.  This is lazy annotation (McMillan 2010) turned
around, where the precondition is exact without quantifiers and an interpolant is a part of the demand.

Everything is exact integer arithmetic.  Disequalities are left out: a failure is one all the same, and the path found
is to be checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import gcd
from operator import mul
from typing import TypeAlias

from clew.logic.evaluate import Value
from clew.solver.engines.simplex import Contradiction, satisfy
from clew.vc.nogoods import Flow, Position
from clew.vc.segments import Segments
from clew.vc.task import Statistics

Normal: TypeAlias = tuple[int, ...]
Demand: TypeAlias = dict[Normal, int]
"""For every normal a the bound b of a·x <= b."""


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
    """A block as a map: the variables it changes as forms over those before (constant last), and what it assumes."""

    changed: tuple[tuple[int, tuple[int, ...]], ...]
    guards: Mapping[Normal, int]
    owners: Mapping[Normal, Position]
    impossible: Position | None
    writers: Mapping[int, frozenset[Position]]


@dataclass(frozen=True, slots=True)
class State:
    """Values at the end of a block in a known run, `length` blocks long up to here."""

    values: tuple[int, ...]
    run: int
    length: int


@dataclass(slots=True)
class _Frame:
    """before: the demand in front of the block; origins: the inequality behind it that each of them is made from,
    with the divisor and constant of the substitution; blamed: what the ways tried so far failed for."""

    block: int
    before: Demand
    origins: dict[Normal, tuple[Normal, int, int]]
    ways: Iterator[int]
    blamed: Demand = field(default_factory=dict)
    because: set[Position] = field(default_factory=set)


class Backward:
    """Shared by all goals of one linear procedure without havocs."""

    def __init__(self, segments: Segments, flow: Flow, statistics: Statistics) -> None:
        self._flow = flow
        self._statistics = statistics
        self._count = len(segments.names)
        self._effects = [_effect_of(segments, flow, block, self._count) for block in range(len(flow.labels))]
        self._lemmas: list[dict[Normal, list[Lemma]]] = [{} for _ in flow.labels]
        self._dead: dict[int, Lemma] = {}
        self._paths: list[tuple[int, ...]] = []
        self._states: list[list[State]] = [[] for _ in flow.labels]

    def learn_run(self, start: Sequence[Value], path: tuple[int, ...]) -> None:
        """The states that the run passes.  Runs are numbered as they come."""
        values = [value for value in start if isinstance(value, int)]
        run = len(self._paths)
        self._paths.append(path)
        for length, block in enumerate(path, 1):
            changed = [(v, sum(map(mul, form, values)) + form[-1]) for v, form in self._effects[block].changed]
            for v, value in changed:
                values[v] = value
            self._states[block].append(State(tuple(values), run, length))

    def reach(self, goal: int, budget: int) -> Found | Lemma | None:
        """A way to the end of the goal, why there is none, or None when so many demands did not settle it."""
        stack: list[_Frame] = []
        outcome = self._enter(goal, {}, stack)
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
            outcome = self._known(way, top.before)
            if outcome is None:
                budget -= 1
                if budget < 0:
                    return None
                outcome = self._enter(way, top.before, stack)

    def lemmas(self, block: int) -> list[Lemma]:
        """All that is remembered about the end of the block."""
        dead = [self._dead[block]] if block in self._dead else []
        return dead + [lemma for lemmas in self._lemmas[block].values() for lemma in lemmas]

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

    def _enter(self, block: int, demand: Demand, stack: list[_Frame]) -> Found | Lemma | None:
        """Put the demand in front of the block on the stack, unless it is settled here."""
        effect = self._effects[block]
        if effect.impossible is not None:
            return self._fail(block, {}, {}, {effect.impossible})
        before: Demand = dict(effect.guards)
        origins: dict[Normal, tuple[Normal, int, int]] = {}
        for normal, bound in demand.items():
            moved, constant = _substitute(normal, effect.changed)
            divisor = gcd(*moved)
            if divisor == 0:
                if constant > bound:
                    return self._lemma(block, {normal: constant - 1}, set())
                continue
            if divisor > 1:
                moved = [a // divisor for a in moved]
            key, limit = tuple(moved), (bound - constant) // divisor
            if key not in before or limit < before[key]:
                before[key] = limit
                origins[key] = (normal, divisor, constant)
        for normal, bound in before.items():
            opposite = tuple(-a for a in normal)
            if opposite in before and before[opposite] + bound < 0:
                pair = {normal: bound, opposite: before[opposite]}
                return self._fail(block, origins, self._weaken(pair, (1, 1), origins), set())
        sources = self._flow.sources[block]
        rows = list(before.items())
        best: int | None = None
        nearest: State | None = None
        distances: dict[int, int] = {}
        for source in sources:
            distances[source] = 1 << 60
            for state in self._states[source]:
                missing = 0
                for normal, bound in rows:
                    excess = sum(map(mul, normal, state.values)) - bound
                    if excess > 0:
                        missing += 1
                if not missing:
                    prefix = self._paths[state.run][: state.length]
                    return Found(state.run, (*prefix, block, *(frame.block for frame in reversed(stack))))
                distances[source] = min(distances[source], missing)
                if best is None or missing < best:
                    best, nearest = missing, state
        if rows:
            with self._statistics.query():
                answer = satisfy(rows, nearest.values if nearest is not None else (0,) * self._count)
            if isinstance(answer, Contradiction):
                core = {rows[i][0]: rows[i][1] for i in answer.support}
                return self._fail(block, origins, self._weaken(core, answer.multipliers, origins), set())
        if not sources:
            return Found(None, (block, *(frame.block for frame in reversed(stack))))
        ordered = sorted(sources, key=lambda source: distances[source])
        stack.append(_Frame(block, before, origins, iter(ordered)))
        return None

    def _weaken(
        self, core: Demand, multipliers: Sequence[int], origins: Mapping[Normal, tuple[Normal, int, int]]
    ) -> Demand:
        """Bounds as large as they may be for the contradiction to remain."""
        spare = -sum(map(mul, core.values(), multipliers)) - 1
        weak = dict(core)
        for (normal, bound), multiplier in zip(core.items(), multipliers, strict=True):
            if normal in origins and spare >= multiplier:
                weak[normal] = bound + spare // multiplier
                spare %= multiplier
        return weak

    def _fail(
        self, block: int, origins: Mapping[Normal, tuple[Normal, int, int]], blamed: Demand, because: set[Position]
    ) -> Lemma:
        """The lemma at the end of the block, from inequalities in front of it that nothing satisfies."""
        effect = self._effects[block]
        atoms: Demand = {}
        for normal, bound in blamed.items():
            guard = effect.guards.get(normal)
            if guard is not None and guard <= bound:
                because.add(effect.owners[normal])
                continue
            behind, divisor, constant = origins[normal]
            _merge(atoms, ((behind, divisor * bound + divisor - 1 + constant if divisor else bound),))
        return self._lemma(block, atoms, because)

    def _lemma(self, block: int, atoms: Demand, because: set[Position]) -> Lemma:
        """Remember it.  The assignments that made its values belong to the explanation."""
        for normal in atoms:
            for variable, _ in self._effects[block].changed:
                if normal[variable]:
                    because |= self._effects[block].writers[variable]
        lemma = Lemma(tuple(atoms.items()), frozenset(because))
        if atoms:
            self._lemmas[block].setdefault(next(iter(atoms)), []).append(lemma)
        else:
            self._dead[block] = lemma
        return lemma


def _merge(into: Demand, atoms: Iterable[tuple[Normal, int]]) -> None:
    """Both conjunctions: the lower bound of each normal."""
    for normal, bound in atoms:
        known = into.get(normal)
        if known is None or bound < known:
            into[normal] = bound


def _substitute(normal: Normal, changed: Sequence[tuple[int, tuple[int, ...]]]) -> tuple[list[int], int]:
    total = [*normal, 0]
    for variable, _ in changed:
        total[variable] = 0
    for variable, form in changed:
        coefficient = normal[variable]
        if coefficient:
            total = [a + coefficient * b for a, b in zip(total, form, strict=True)]
    constant = total.pop()
    return total, constant


def _effect_of(segments: Segments, flow: Flow, block: int, count: int) -> _Effect:
    identity = segments.begin(count)
    after = segments.extend(identity, 0, block, count)
    changed = tuple((v, tuple(form)) for v, form in enumerate(after.values) if form != identity.values[v])
    guards: Demand = {}
    owners: dict[Normal, Position] = {}
    impossible = None
    for (normal, bound), (_, i) in zip(after.rows, after.owners, strict=True):
        if not any(normal):
            if bound < 0:
                impossible = (block, i)
        elif normal not in guards or bound < guards[normal]:
            guards[normal] = bound
            owners[normal] = (block, i)
    writers = {
        v: frozenset((block, i) for i, name in enumerate(flow.writes[block]) if name == segments.names[v].name)
        for v, _ in changed
    }
    return _Effect(changed, guards, owners, impossible, writers)
