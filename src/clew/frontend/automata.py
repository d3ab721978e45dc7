"""Goals about the order of events, settled by variables that the tree form gets beside its own.

Which definition of `y` was the last one, how many rounds a loop has gone: such a variable depends on no input, so it
costs no decision, and whoever runs the tree form needs to know nothing of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from clew.goals.goal import Place
from clew.ir.tree import Function
from clew.records import dataclass


@dataclass(frozen=True, slots=True)
class Noting:
    """The function with these variables, and the places of the goals that they settle.

    unasked: the places of those that they cannot settle, with the reason.
    """

    function: Function
    places: tuple[Place, ...] = ()
    unasked: Mapping[Place, str] = field(default_factory=dict)
