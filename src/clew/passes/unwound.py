"""A flattened function without calls and loops, and where it was cut: inlined, unwound, cuts as ends.

When `slim`, what no condition depends on is left out and conditional values are branches: what the covering algorithms
work on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from clew.ir.blocks import Procedure
from clew.passes.conditionals import branch_conditionals
from clew.passes.cuts import DEPTH, LOOP, cuts_as_ends
from clew.passes.drop_unreachable import drop_unreachable
from clew.passes.flatten.drop import without_unread
from clew.passes.flatten.function import Flat
from clew.passes.inline import inline_calls
from clew.passes.split_nodes import split_nodes
from clew.passes.unwind import unwind


@dataclass(frozen=True, slots=True)
class Unwound:
    """cuts: labels of the blocks in which an execution ends that was cut, by the name of the bound."""

    procedure: Procedure
    cuts: dict[str, str]


def call_free(flat: Flat, depth: int, slim: bool = False) -> Procedure:
    """Without calls; recursion ends in a cut.  Loops stay.

    Raises TooLarge.
    """
    inlined = inline_calls(flat.program, flat.procedure, depth).procedure
    procedure = drop_unreachable(cuts_as_ends(inlined, DEPTH))
    return _slim(procedure) if slim else procedure


def unwound(flat: Flat, loop: int, depth: int, slim: bool = False) -> Unwound:
    """Raises TooLarge or TooIrreducible."""
    procedure = call_free(flat, depth, slim)
    cut = cuts_as_ends(unwind(split_nodes(procedure), loop).procedure, LOOP)
    procedure = drop_unreachable(cut)
    labels = {block.label for block in procedure.blocks}
    return Unwound(procedure, {label: name for label, name in ((LOOP, "loop"), (DEPTH, "depth")) if label in labels})


def _slim(procedure: Procedure) -> Procedure:
    return branch_conditionals(replace(procedure, blocks=without_unread(procedure.blocks, ())))
