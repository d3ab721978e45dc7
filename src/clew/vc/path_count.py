"""All feasible paths of a procedure as an acyclic graph of states, by which they are counted and listed.

A path is what is decided at some blocks (`letters`); what happens between them is followed all at once, values that
differ being joined by `if … then … else` where ways meet (Avgerinos, Rebert, Cha and Brumley, ICSE 2014).  A state is
where the executions of one path are, with the values that are still to be read and the conditions that say something
about them.  Two paths with the same state go on alike, so each state is expanded once: the paths of 100 tests in a row
that have nothing to do with each other are counted by 200 questions.  (Exact: of conditions that share no variable with
what is to come it is known already that some values meet them, whatever meets the others.)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Final, TypeAlias

from clew.analysis.cfg import reverse_postorder, successors
from clew.analysis.liveness import live_at_blocks
from clew.ir.blocks import Assign, Assume, Block, Havoc, Procedure, blocks_by_label
from clew.logic.terms import FALSE, TRUE, Term, and_, ite, or_, var, variables
from clew.records import dataclass
from clew.semantics.block_operations import encode, variable
from clew.solver.parts import around
from clew.solver.protocol import Query, Sat, Solver, Unsat

Letter: TypeAlias = tuple[str, ...]
"""What is decided at a block, or how the path ends."""

MOST_STATES: Final = 10_000


class TooManyStates(Exception):
    """The paths do not meet often enough."""


@dataclass(slots=True, eq=False)
class State:
    """after: by what is decided next, the state then; None: the path has ended."""

    after: dict[Letter, State | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Place:
    """Some executions of a path: at the start of a block, if the guard holds, with these values of variables."""

    label: str
    guard: Term
    values: Mapping[str, Term]


@dataclass(slots=True)
class Paths:
    """letters: of the blocks at which something is decided, and of those in which a path ends.

    unsure: how many questions the solver did not answer; their paths are among those found.
    """

    procedure: Procedure
    letters: Mapping[str, Letter]
    solver: Solver
    unsure: int = 0
    queries: int = 0
    blocks: Mapping[str, Block] = field(init=False)
    order: Mapping[str, int] = field(init=False)
    live: Mapping[str, frozenset[str]] = field(init=False)
    unassigned: Mapping[str, Term] = field(init=False)  # of each variable, the value that nothing gave it
    known: dict[object, State] = field(default_factory=dict)
    fresh: int = 0

    def __post_init__(self) -> None:
        """The procedure has no cycles and no calls."""
        graph = successors(self.procedure)
        self.blocks = blocks_by_label(self.procedure)
        self.order = {label: n for n, label in enumerate(reverse_postorder(graph, self.procedure.entry))}
        self.live = live_at_blocks(self.procedure)
        every = (*self.procedure.parameters, *self.procedure.returns, *self.procedure.locals)
        self.unassigned = {name.name: variable(name) for name in every}

    def explored(self) -> State:
        """The state at the entry; TooManyStates."""
        root = State()
        first = [_Place(self.procedure.entry, TRUE, {})]
        waiting: list[tuple[State, list[_Place], tuple[Term, ...]]] = [(root, first, ())]
        while waiting:
            state, places, conditions = waiting.pop()
            for letter, reached in sorted(self.next(places).items()):
                guard = or_(*(place.guard for place in reached))
                if not self.is_possible(conditions, guard):
                    continue
                if self.blocks[reached[0].label].targets == ():
                    state.after[letter] = None
                    continue
                lone = [_Place(p.label, TRUE, p.values) for p in reached] if len(reached) == 1 else reached
                kept = self.kept((*conditions, guard), lone)
                key = (frozenset(kept), frozenset((p.label, p.guard, *sorted(self.read(p).items())) for p in lone))
                found = self.known.get(key)
                if found is None:
                    found = self.known[key] = State()
                    waiting.append((found, lone, kept))
                    if len(self.known) > MOST_STATES:
                        raise TooManyStates
                state.after[letter] = found
        return root

    # ------------------------------------------------------------ between two decisions

    def next(self, places: Sequence[_Place]) -> dict[Letter, list[_Place]]:
        """Where executions come to next, by what is decided there."""
        waiting: dict[str, list[_Place]] = {}
        found: dict[Letter, list[_Place]] = {}
        for place in places:
            waiting.setdefault(place.label, []).append(place)
        while waiting:
            label = min(waiting, key=self.order.__getitem__)
            place = self.joined(waiting.pop(label))
            block = self.blocks[label]
            if not block.targets:  # it ends, and was no decision of its own
                found.setdefault(self.letters.get(label, ("end",)), []).append(place)
                continue
            after = self.carried_out(block, place)
            for target in block.targets if after.guard is not FALSE else ():
                there = self.entered(_Place(target, after.guard, after.values))
                if there.guard is FALSE:
                    continue
                if target in self.letters:
                    found.setdefault(self.letters[target], []).append(there)
                else:
                    waiting.setdefault(target, []).append(there)
        return {letter: self.by_block(reached) for letter, reached in found.items()}

    def by_block(self, places: Sequence[_Place]) -> list[_Place]:
        labels: dict[str, list[_Place]] = {}
        for place in places:
            labels.setdefault(place.label, []).append(place)
        return [self.joined(each) for each in labels.values()]

    def joined(self, places: Sequence[_Place]) -> _Place:
        """Ways that meet at the start of a block."""
        first, *others = places
        for other in others:
            names = [n for n in self.live[first.label] if first.values.get(n) is not other.values.get(n)]
            values = {**first.values}
            for name in names:
                given = [place.values.get(name, self.unassigned[name]) for place in (other, first)]
                values[name] = ite(other.guard, *given)
            first = _Place(first.label, or_(first.guard, other.guard), values)
        return first

    def entered(self, place: _Place) -> _Place:
        """With the assumptions that its block begins with."""
        guard = place.guard
        for instr in self.blocks[place.label].instrs:
            if not isinstance(instr, Assume):
                break
            guard = and_(guard, encode(instr.condition, place.values))
        return _Place(place.label, guard, place.values)

    def carried_out(self, block: Block, place: _Place) -> _Place:
        guard, values = place.guard, {**place.values}
        for instr in block.instrs:
            match instr:
                case Assume(condition):
                    guard = and_(guard, encode(condition, values))
                case Assign(target, value):
                    values[target.name] = encode(value, values)
                case Havoc(target):
                    self.fresh += 1
                    values[target.name] = var(f"{target.name}?{self.fresh}", variable(target).sort)
                case _:
                    raise AssertionError(instr)
        return _Place(place.label, guard, values)

    # ------------------------------------------------------------ states

    def read(self, place: _Place) -> dict[str, Term]:
        return {name: place.values[name] for name in self.live[place.label] if name in place.values}

    def kept(self, conditions: tuple[Term, ...], places: Sequence[_Place]) -> tuple[Term, ...]:
        """The conditions that say something about what is to come, each once."""
        seen: set[Term] = set()
        for place in places:
            seen |= variables(place.guard)
            for name in self.live[place.label]:
                seen |= variables(place.values.get(name, self.unassigned[name]))
        parts = dict.fromkeys(part for each in conditions for part in (each.args if each.op == "and" else (each,)))
        flat = [part for part in parts if part is not TRUE]
        kept, grown = set[int](), True
        while grown:
            grown = False
            for index, part in enumerate(flat):
                if index not in kept and not variables(part).isdisjoint(seen):
                    kept.add(index)
                    grown = grown or not variables(part) <= seen
                    seen |= variables(part)
        return tuple(part for index, part in enumerate(flat) if index in kept)

    def is_possible(self, conditions: tuple[Term, ...], guard: Term) -> bool:
        if guard is FALSE or guard is TRUE:
            return guard is TRUE
        near = tuple(conditions[index] for index in around(conditions, guard))
        self.queries += 1
        answer = self.solver.solve(Query((*near, guard)))
        if isinstance(answer, Unsat):
            return not answer.exact
        self.unsure += not isinstance(answer, Sat)
        return True


def count(root: State) -> dict[Letter, int]:
    """How many paths there are, by how they end."""
    totals: dict[int, dict[Letter, int]] = {}
    waiting = [(root, False)]
    while waiting:
        state, done = waiting.pop()
        if id(state) in totals:
            continue
        following = [each for each in state.after.values() if each is not None]
        if not done:
            waiting += [(state, True), *((each, False) for each in following)]
            continue
        found: dict[Letter, int] = {}
        for letter, after in state.after.items():
            for end, number in {letter: 1}.items() if after is None else totals[id(after)].items():
                found[end] = found.get(end, 0) + number
        totals[id(state)] = found
    return totals[id(root)]


def listed(root: State) -> Iterator[tuple[Letter, ...]]:
    """The paths, one after the other."""
    stack: list[tuple[State | None, tuple[Letter, ...]]] = [(root, ())]
    while stack:
        state, path = stack.pop()
        if state is None:
            yield path
        else:
            stack += [(after, (*path, letter)) for letter, after in reversed(state.after.items())]
