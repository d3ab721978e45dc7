"""A flattened function without calls, or without calls and loops either, and where that cut it."""

from __future__ import annotations

from clew.ir.blocks import Procedure
from clew.passes.cuts import DEPTH, LOOP, cuts_as_ends
from clew.passes.drop_unreachable import drop_unreachable
from clew.passes.flatten.function import Flat
from clew.passes.inline import inline_calls
from clew.passes.split_nodes import split_nodes
from clew.passes.unwind import unwind
from clew.records import dataclass


@dataclass(frozen=True, slots=True)
class Unwound:
    """cuts: labels of the blocks in which an execution ends that was cut, by the name of the bound."""

    procedure: Procedure
    cuts: dict[str, str]


def call_free(flat: Flat, depth: int) -> Procedure:
    """Without calls; recursion ends in a cut.  Loops stay.

    Raises TooLarge.
    """
    inlined = inline_calls(flat.program, flat.procedure, depth).procedure
    return drop_unreachable(cuts_as_ends(inlined, DEPTH))


def unwound(flat: Flat, loop: int, depth: int) -> Unwound:
    """Raises TooLarge or TooIrreducible."""
    procedure = call_free(flat, depth)
    cut = cuts_as_ends(unwind(split_nodes(procedure), loop).procedure, LOOP)
    procedure = drop_unreachable(cut)
    labels = {block.label for block in procedure.blocks}
    return Unwound(
        procedure, {label: name for label, name in ((LOOP, "loop"), (DEPTH, "recursion")) if label in labels}
    )
