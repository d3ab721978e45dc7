"""Goals of a flattened function that nothing reaches, however often its loops go round and however long its lists are.

What lists hold is forgotten, and so is most of what products are: their lengths are enough for what is said of indexes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from clew.analysis.cfg import is_acyclic, successors
from clew.goals.goal import Place
from clew.ir.blocks import Procedure, origin_of
from clew.passes.cuts import DEPTH
from clew.passes.flatten.drop import without_unread
from clew.passes.flatten.function import Flat
from clew.passes.inline import TooLarge
from clew.passes.linear import linear
from clew.passes.without_maps import lengths_read_twice, read_twice, without_maps
from clew.solver.supply import Supply
from clew.vc.horn import HornClauses, Unreachable
from clew.vc.inductive import Inductive
from clew.vc.loop_invariants import keep_invariants
from clew.vc.units import call_free
from clew.verdict.evidence import Evidence

MOST_BLOCKS: Final = 200
PATIENCE: Final = 2  # goals that Spacer gives up on, before it is asked no more


def prove_unreachable(
    flat: Flat, places: Sequence[Place], depth: int, steps: int, left: Callable[[], float], supply: Supply
) -> dict[Place, Evidence]:
    """depth: of recursion, which stays a bound where it cuts something; steps: of the solver, for one goal; left:
    seconds for all of them.
    """
    places = [place for place in places if flat.has(place)]
    try:
        procedure = call_free(flat, depth)
    except TooLarge:
        return {}
    acyclic = is_acyclic(successors(procedure), procedure.entry)
    if len(procedure.blocks) > MOST_BLOCKS or (acyclic and flat.exact and not flat.lists):
        return {}
    kept = keep_invariants(flat, procedure, steps, left, supply) if flat.checks else None
    procedure = procedure if kept is None else kept.procedure
    proofs: dict[Place, Evidence] = {}
    remembered: frozenset[str] | None = None
    for maps in (lengths_read_twice(procedure), read_twice(procedure)):
        # More is known of the items where less was not enough.
        if maps != remembered:
            forgetful = without_maps(procedure, maps)
            forgetful = linear(replace(forgetful, blocks=without_unread(forgetful.blocks, ())))
            open_places = [place for place in places if place not in proofs]
            proofs |= _proofs(flat, forgetful, open_places, depth, HornClauses(forgetful, steps, left, supply))
        remembered = maps
    open_places = [place for place in places if place not in proofs]
    if open_places:
        engine = Inductive(procedure, steps, left, supply) if kept is None else kept.engine
        proofs |= _proofs(flat, procedure, open_places, depth, engine)
    return proofs


def _proofs(
    flat: Flat, procedure: Procedure, places: Sequence[Place], depth: int, clauses: HornClauses
) -> dict[Place, Evidence]:
    carriers: dict[Place, list[str]] = {place: [] for place in places}
    for block in procedure.blocks:
        origin = origin_of(procedure, block)
        for place in flat.places.get((origin.procedure, origin.label), ()):
            if place in carriers:
                carriers[place].append(block.label)
    scope = (("recursion", depth),) if any(block.label == DEPTH for block in procedure.blocks) else ()
    if scope and isinstance(clauses.unreachable([DEPTH]), Unreachable):
        scope = ()
    answers: dict[tuple[str, ...], Unreachable | str] = {(): Unreachable({}, ())}
    proofs: dict[Place, Evidence] = {}
    for place, labels in carriers.items():
        key = tuple(labels)
        if key not in answers:
            given_up = sum(answer == "solver-gave-up" for answer in answers.values())
            answers[key] = clauses.unreachable(key) if given_up < PATIENCE else "budget"
        answer = answers[key]
        if isinstance(answer, Unreachable):
            proofs[place] = Evidence("unreached", "invariants", scope, because=answer.because)
    return proofs
