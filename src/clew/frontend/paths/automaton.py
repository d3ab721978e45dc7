"""Expression → deterministic automaton over the steps of a function.

Thompson's construction, subsets, and the partition of states that behave alike (Hopcroft, Motwani, Ullman, Introduction
to Automata Theory, 2007, chapters 2 to 4).  It reads a call step by step, and accepts where the path so far is one of
those meant.

Paths that begin inside of a call come behind anything: such an automaton waits for a step that begins one, and goes on
waiting, since a later one may begin another.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import Final

from clew.frontend.paths.expression import AnyBut, BadExpression, Choice, Event, Expression, Repeated, Series
from clew.frontend.paths.steps import Step, is_meant
from clew.records import dataclass

MOST: Final = 500
"""Expressions that need more states are refused."""


@dataclass(frozen=True, slots=True)
class Automaton:
    """State 0 is the first.  moves: of each state, by step, the next one; no entry: no path goes on so."""

    accepting: frozenset[int]
    moves: tuple[Mapping[Step, int], ...]

    def after(self, state: int | None, step: Step) -> int | None:
        return None if state is None else self.moves[state].get(step)


def automaton_of(expression: Expression, steps: Sequence[Step], begins: Sequence[Step] = ()) -> Automaton:
    """The automaton of paths that begin with one of `begins`, or of those that begin with the call.

    steps: all that there are, with those of `begins`.  BadExpression where it is too large, or no path of it begins so.
    """
    net = _Net()
    first, last = net.build(expression)
    if begins:
        first = net.waiting(first, begins)
    alike = net.alike(steps)
    small = _smallest(*_subsets(net, first, last, [*dict.fromkeys(alike.values())]))
    moves = [{step: each[one] for step, one in alike.items() if one in each} for each in small.moves]
    return Automaton(small.accepting, tuple(moves))


@dataclass(slots=True)
class _Net:
    """A nondeterministic automaton: silent moves, and moves by what an expression names.

    following: by state and step, where one of these moves and silent ones lead.
    """

    silent: list[list[int]] = field(default_factory=list)
    moves: list[list[tuple[Event | AnyBut | Step, int]]] = field(default_factory=list)
    following: dict[tuple[int, Step], frozenset[int]] = field(default_factory=dict)

    def state(self) -> int:
        self.silent.append([])
        self.moves.append([])
        return len(self.silent) - 1

    def build(self, expression: Expression) -> tuple[int, int]:
        """Its first and its last state."""
        first, last = self.state(), self.state()
        match expression:
            case Event() | AnyBut():
                self.moves[first].append((expression, last))
            case Series(parts):
                at = first
                for part in parts:
                    begin, end = self.build(part)
                    self.silent[at].append(begin)
                    at = end
                self.silent[at].append(last)
            case Choice(parts):
                for part in parts:
                    begin, end = self.build(part)
                    self.silent[first].append(begin)
                    self.silent[end].append(last)
            case Repeated(part, sign):
                begin, end = self.build(part)
                self.silent[first] += [begin, *([last] if sign in "*?" else [])]
                self.silent[end] += [last, *([begin] if sign in "*+" else [])]
        return first, last

    def waiting(self, first: int, begins: Sequence[Step]) -> int:
        """The state before any steps and one that begins a path.  first: that of the expression."""
        waiting = self.state()
        self.moves[waiting].append((AnyBut(), waiting))
        for step in begins:
            for to in sorted(self.after(self.closed((first,)), step)):
                self.moves[waiting].append((step, to))
        if len(self.moves[waiting]) == 1:
            raise BadExpression("no path of this expression begins there", 0)
        return waiting

    def alike(self, steps: Sequence[Step]) -> dict[Step, Step]:
        """Of each step the first of those that no move tells from it."""
        asked = [*dict.fromkeys(each for moves in self.moves for each, _ in moves)]
        firsts: dict[tuple[bool, ...], Step] = {}
        return {step: firsts.setdefault(tuple([_allows(each, step) for each in asked]), step) for step in steps}

    def closed(self, states: Iterable[int]) -> frozenset[int]:
        """With all that silent moves lead to."""
        found, waiting = set[int](), [*states]
        while waiting:
            state = waiting.pop()
            if state not in found:
                found.add(state)
                waiting += self.silent[state]
        return frozenset(found)

    def after(self, states: frozenset[int], step: Step) -> frozenset[int]:
        return frozenset[int]().union(*(self.after_one(state, step) for state in states if self.moves[state]))

    def after_one(self, state: int, step: Step) -> frozenset[int]:
        found = self.following.get((state, step))
        if found is None:
            found = self.closed(to for asked, to in self.moves[state] if _allows(asked, step))
            self.following[state, step] = found
        return found


def _allows(asked: Event | AnyBut | Step, step: Step) -> bool:
    if isinstance(asked, Step):
        return asked == step
    if isinstance(asked, Event):
        return is_meant(step, asked)
    return not any(is_meant(step, event) for event in asked.but)


def _subsets(net: _Net, first: int, last: int, steps: Sequence[Step]) -> tuple[list[dict[Step, int]], frozenset[int]]:
    """Moves of sets of states, and those that accept; sets from which nothing is accepted are left out."""
    start = net.closed((first,))
    numbers, order, moves = {start: 0}, [start], list[dict[Step, int]]()
    for states in order:
        made: dict[Step, int] = {}
        for step in steps:
            following = net.after(states, step)
            if following:
                if following not in numbers:
                    numbers[following] = len(order)
                    order.append(following)
                made[step] = numbers[following]
        moves.append(made)
        if len(order) > MOST:
            raise BadExpression(f"the expression is too large: it needs more than {MOST} states", 0)
    return moves, frozenset(number for states, number in numbers.items() if last in states)


def _smallest(moves: Sequence[Mapping[Step, int]], accepting: frozenset[int]) -> Automaton:
    """States that accept the same paths are one; those that accept none go."""
    alive = _alive(moves, accepting)
    kept = [{step: to for step, to in each.items() if to in alive} for each in moves]
    classes = [int(state in accepting) for state in range(len(kept))]
    while True:
        signs = [(c, frozenset((s, classes[to]) for s, to in kept[n].items())) for n, c in enumerate(classes)]
        numbers = {sign: number for number, sign in enumerate(dict.fromkeys(signs))}
        before, classes = len(set(classes)), [numbers[sign] for sign in signs]
        if len(numbers) == before:
            break
    firsts = {c: state for state, c in reversed([*enumerate(classes)])}
    order = [c for c in dict.fromkeys(classes) if firsts[c] in alive or firsts[c] == 0]
    new = {c: number for number, c in enumerate(order)}
    made = tuple({step: new[classes[to]] for step, to in kept[firsts[c]].items()} for c in order)
    return Automaton(frozenset(new[c] for c in order if firsts[c] in accepting), made)


def _alive(moves: Sequence[Mapping[Step, int]], accepting: frozenset[int]) -> set[int]:
    """The states from which something is accepted."""
    found = set(accepting)
    before: dict[int, set[int]] = {}
    for state, each in enumerate(moves):
        for to in each.values():
            before.setdefault(to, set()).add(state)
    waiting = [*found]
    while waiting:
        for state in before.get(waiting.pop(), ()):
            if state not in found:
                found.add(state)
                waiting.append(state)
    return found
