"""Goals that several places show together, each reached by an execution of its own (a hyperlabel, after Marcozzi,
Delahaye, Bardin, Kosmatov and Prevosto, ICST 2017: a disjunction of conjunctions of labels).
"""

from __future__ import annotations

from clew.goals.goal import Goal
from clew.records import dataclass


@dataclass(frozen=True, slots=True)
class Joint:
    """ways: each the ids of goals that show it together, all of them; none: nothing does.

    unasked: why nobody looks for it, else empty; code: of that reason.
    """

    goal: Goal
    ways: tuple[tuple[str, ...], ...]
    unasked: str = ""
    code: str = "budget"
