"""The criteria whose goals the tree form gets statements for (`automata`), each from the file that says all of it."""

from __future__ import annotations

import ast
from collections.abc import Collection
from typing import Final

from clew.frontend.automata import Notes, Noting, OfOrder
from clew.frontend.boundaries import BOUNDARIES
from clew.frontend.definition_probes import PAIRS
from clew.frontend.du_path_probes import DU_PATHS
from clew.frontend.label_comments import ReadLabels
from clew.frontend.labels import LABELS
from clew.frontend.places import FunctionNode
from clew.frontend.rounds import ROUNDS_OF_LOOPS
from clew.frontend.scopes import Scopes
from clew.ir.tree import Function

ORDERED: Final[tuple[OfOrder, ...]] = (PAIRS, DU_PATHS, ROUNDS_OF_LOOPS, BOUNDARIES, LABELS)


def is_ordered(names: Collection[str]) -> bool:
    """Is one of these criteria about the order of events?"""
    return any(criterion.kind in names for criterion in ORDERED)


def notes_of(tree: ast.Module, scopes: Scopes, labels: ReadLabels, names: Collection[str]) -> Notes:
    """What the criteria of these names note in a function, one after the other."""
    each = [criterion.notes(tree, scopes, labels) for criterion in ORDERED if criterion.kind in names]

    def notes(function: Function, node: FunctionNode) -> Noting:
        noting = Noting(function)
        for note in each:
            more = note(noting.function, node)
            unasked, either = {**noting.unasked, **more.unasked}, {**noting.either, **more.either}
            noting = Noting(more.function, (*noting.places, *more.places), unasked, either)
        return noting

    return notes
