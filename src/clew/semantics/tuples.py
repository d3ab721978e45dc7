"""tuple: see `sequences.py`."""

from __future__ import annotations

import operator
from typing import Final

from clew.semantics import sequences
from clew.semantics.fallback import followed
from clew.semantics.gathering import gathered
from clew.semantics.operation import Machine
from clew.semantics.sequences import tuple_of
from clew.semantics.shadow import Tracked


def _tuple(machine: Machine, iterable: Tracked = Tracked((), None), /) -> Tracked:  # noqa: B008
    if type(iterable.value) is tuple:
        return iterable
    return tuple_of(list(gathered(machine, iterable)))


BINARY: Final = {
    **sequences.entries(tuple),
    ("+=", tuple, tuple): followed("+=", operator.add, sequences.concatenation),
    ("*=", tuple, int): followed("*=", operator.mul, sequences.repetition),
}
ITEM: Final = {tuple: followed("[]", operator.getitem, sequences.item)}
FUNCTION: Final = {(tuple, object): followed("tuple", tuple, _tuple)}
METHOD: Final = sequences.methods(tuple)
