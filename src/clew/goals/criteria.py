"""Coverage criteria: what each asks for.

A criterion asks for the goals of the kind that has its name.  A place that two of them ask for is one goal.  `mcdc` and
`mcc` are about decisions with several conditions; of a decision with one condition they ask for its two branch goals,
which say the same.
"""

from __future__ import annotations

from typing import Final

from clew.records import dataclass
from clew.source.settings import COVERAGE, MCDC, Settings

BRANCH: Final = "branch"
INDEPENDENCE: Final = "mcdc"  # that one condition decides by itself
VECTOR: Final = "mcc"  # one vector of the conditions of a decision
ROUNDS: Final = "loop"  # how often a loop goes round
MUTANT: Final = "mutant"  # that a call tells a small change of the function from the function itself
PATH: Final = "path"  # one path from entry to an end
DEF_USE: Final = "def-use"  # a definition of a variable and a use that it reaches
ALL_DEFS: Final = "all-defs"  # a definition of a variable, and any use that it reaches
ALL_DU_PATHS: Final = "all-du-paths"  # a definition, a use that it reaches, and a path between them
LABEL: Final = "label"  # what a comment says is true there, or several of these
SEQUENCE: Final = "sequence"  # labels one after the other, as a part of what is shown together


@dataclass(frozen=True, slots=True)
class Criteria:
    """names, form: the settings `criterion` and `mcdc`."""

    names: tuple[str, ...] = COVERAGE
    form: str = MCDC[0]

    @property
    def wanted(self) -> frozenset[str]:
        """The kinds of goals that are searched for, those of them too of which nothing is said: a mutant cannot be told
        apart by tests that do not reach its place, a definition is used where one of its pairs is reached, and labels
        are shown together where sequences of them are.
        """
        further = {MUTANT: {"statement", BRANCH}, ALL_DEFS: {DEF_USE}, LABEL: {SEQUENCE}}
        return frozenset(self.names).union(*(more for name, more in further.items() if name in self.names))

    @property
    def of_vectors(self) -> bool:
        """Are some settled by vectors of conditions?"""
        return not {INDEPENDENCE, VECTOR}.isdisjoint(self.names)


def criteria_of(settings: Settings) -> Criteria:
    return Criteria(settings.criterion, settings.mcdc)
