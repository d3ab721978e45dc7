"""Invariants of loops that the user wrote, shown and then used.

The block form asks for each where the function does, and goes on where it does not hold.  Executions that end there
instead are all there are if none of these ends is reached: what holds at the first round, and at each round if it held
at all before, holds (Floyd 1967).  So those that cannot be shown together are dropped, until the others can, and these
are assumed from then on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from clew.analysis.cfg import predecessors, reachable, successors
from clew.goals.goal import Place
from clew.ir.blocks import Procedure, blocks_by_label, origin_of
from clew.ir.contract import LOOP
from clew.logic.terms import TRUE, Term, and_, or_, variables
from clew.passes.flatten.function import Flat
from clew.records import dataclass
from clew.semantics.block_operations import encode
from clew.solver.supply import Supply
from clew.vc.horn import Arrival, Unreachable, after, leading
from clew.vc.inductive import Inductive, conjuncts

MOST_PATHS: Final = 64


@dataclass(frozen=True, slots=True)
class Kept:
    """procedure: executions end where an invariant that was shown does not hold; engine: what is inductive there."""

    procedure: Procedure
    engine: Inductive
    shown: Mapping[Place, Unreachable]


def keep_invariants(
    flat: Flat, procedure: Procedure, steps: int, left: Callable[[], float], supply: Supply
) -> Kept | None:
    """None where there are none, or none that can be shown.  procedure: without calls."""
    checks: dict[Place, tuple[list[str], list[str]]] = {}
    for block in procedure.blocks:
        origin = origin_of(procedure, block)
        at = origin.procedure, origin.label
        if (place := flat.checks.get(at)) is not None:
            checks.setdefault(place, ([], []))[0].append(block.label)
        for place in flat.places.get(at, ()):
            if place.outcome == LOOP:
                checks.setdefault(place, ([], []))[1].append(block.label)
    while checks:
        failing = {label for _, fails in checks.values() for label in fails}
        ended = replace(
            procedure,
            blocks=tuple(replace(b, targets=()) if b.label in failing else b for b in procedure.blocks),
        )
        given = [term for begins, fails in checks.values() for term in _meant(ended, begins, fails)]
        engine = Inductive(ended, steps, left, supply, given)
        answers = {place: engine.unreachable(fails) for place, (_, fails) in checks.items()}
        shown = {place: answer for place, answer in answers.items() if isinstance(answer, Unreachable)}
        if len(shown) == len(checks):
            return Kept(ended, engine, shown)
        checks = {place: checks[place] for place in shown}
    return None


def _meant(procedure: Procedure, begins: Sequence[str], fails: Sequence[str]) -> Iterator[Term]:
    """What the invariant says, read off the paths on which it holds; as far as it can be said."""
    graph = successors(procedure)
    once = {label: tuple(t for t in targets if t not in begins) for label, targets in graph.items()}
    undecided = reachable(predecessors(once), fails)
    left = {target for label in undecided.difference(fails) for target in graph[label]}
    holds = {label for label in left - undecided if graph[label]}
    for begin in begins:
        paths = list(_paths(procedure, begin, holds, undecided))
        if paths and len(paths) < MOST_PATHS:
            yield or_(*paths)


def _paths(procedure: Procedure, begin: str, holds: set[str], undecided: set[str]) -> Iterator[Term]:
    """What is assumed on each path to where the invariant holds, of what there is at its begin."""
    blocks = blocks_by_label(procedure)
    known = {name.name for name in (*procedure.parameters, *procedure.returns, *procedure.locals)}
    stack = [(begin, Arrival(begin, {}, TRUE))]
    steps = 0
    while stack and steps < 4 * MOST_PATHS:
        steps += 1
        label, arrival = stack.pop()
        if label in holds:
            entered = [encode(instr.condition, arrival.values) for instr in leading(blocks[label])]
            said = [part for each in (arrival.condition, *entered) for part in conjuncts(each)]
            yield and_(*(part for part in said if all(v.data in known for v in variables(part))))
        elif label == begin or label in undecided:
            here = after(blocks[label], arrival)
            stack += [(target, here) for target in blocks[label].targets]
