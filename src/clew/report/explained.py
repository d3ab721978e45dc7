"""Which lines to show for a goal that nothing reaches: those of the test that keeps everything away from it.

A proof knows the contradictions at single tests.  A compound test is explained by its conditions, a block by the test
that guards it, and what is inside a dead statement by that statement.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from clew.analysis.regions import Block, regions_of
from clew.goals.goal import Place
from clew.ir import tree as ir
from clew.source.spans import Span
from clew.verdict.evidence import Evidence


def explained(function: ir.Function, proofs: Mapping[Place, Evidence]) -> dict[Place, Evidence]:
    """The proofs, those by exhaustion with the best `because` that there is for them."""
    if not any(shown.method == "exhaustion" for shown in proofs.values()):
        return dict(proofs)
    block_of = {span: block for block in regions_of(function).blocks for span in block.statements}
    known = {place: shown.because for place, shown in proofs.items()}
    for place in proofs:
        if place.kind == "branch":
            inner = [p for p in known if p.kind == "condition" and p.span != place.span and p.span.inside(place.span)]
            places = {span for p in inner for span in known[p]}
            if places:
                known[place] = tuple(sorted(places))
    return {
        place: replace(shown, because=_outer(place, known, block_of)) if shown.method == "exhaustion" else shown
        for place, shown in proofs.items()
    }


def _outer(place: Place, known: dict[Place, tuple[Span, ...]], block_of: dict[Span, Block]) -> tuple[Span, ...]:
    """Of the goal itself, or of the outermost dead thing it is in."""
    around = [s for s in block_of if place.span.inside(s)]
    statement = max(around) if around else None
    best = known[place]
    while statement is not None and (outer := Place(statement, "statement", None)) in known:
        best = known[outer] or best
        block = block_of[statement]
        guard = block.guard
        if guard is not None and guard in known:
            best = known[guard] or best
        statement = block.parent[1] if block.parent is not None else None
    return best
