"""What was shown of a goal, by what, and how far it can be relied on.

Evidence only ever grows: whoever learns that executions were left out, or that something was taken for granted, adds
that to it.  What it amounts to in the end is for `conclude` to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, Literal, TypeAlias, TypeVar

from clew.records import dataclass
from clew.source.spans import Span
from clew.verdict.assumptions import Assumption
from clew.verdict.reasons import Reason
from clew.verdict.scopes import Scope
from clew.verdict.verdicts import Raising

OVER: Final = "over"
UNDER: Final = "under"

_Goal = TypeVar("_Goal")


@dataclass(frozen=True, slots=True)
class Approximation:
    """The executions that were looked at are not those there are.

    side: `over`, some of them do not exist, which harms no proof but makes a witness doubtful; `under`, some that exist
    were left out, which is the reverse.  reason: which ones, or why.
    """

    side: Literal["over", "under"]
    reason: Reason


@dataclass(frozen=True, slots=True)
class Evidence:
    """shown: `reached`, by an execution; `unreached`, by none; `fails`, every execution that reaches it fails.

    method: how it was shown (`replay`, `search`, `structure`, `types`, `reachability`, `invariants`, `exhaustion`).
    scope: the bounds that cut something.  because: the places that contradict each other, in source order.  summaries:
    names of functions whose calls entered it by an exact summary of their paths.  beyond: why no more is known beyond
    the scope, where something else than the bounds as set ended the search.  raisings: how the executions seen failed.
    tests: the ids of those that together show that it is reached.
    """

    shown: Literal["reached", "unreached", "fails"]
    method: str
    scope: Scope = ()
    assumptions: tuple[Assumption, ...] = ()
    because: tuple[Span, ...] = ()
    approximations: tuple[Approximation, ...] = ()
    summaries: tuple[str, ...] = ()
    beyond: Reason | None = None
    raisings: tuple[Raising, ...] = ()
    tests: tuple[str, ...] = ()

    @property
    def doubt(self) -> Reason | None:
        """The first approximation that takes from it what it shows."""
        harmful = OVER if self.shown == "reached" else UNDER
        return next((a.reason for a in self.approximations if a.side == harmful), None)

    def missing(self, reason: Reason) -> Evidence:
        """There are executions that were left out."""
        return replace(self, approximations=(*self.approximations, Approximation(UNDER, reason)))

    def supposing(self, assumption: Assumption) -> Evidence:
        """The evidence, which leans on this assumption too."""
        known = any((a.id, a.text) == (assumption.id, assumption.text) for a in self.assumptions)
        return self if known else replace(self, assumptions=(*self.assumptions, assumption))


Known: TypeAlias = Evidence | Reason
"""What was shown of a goal, or why nothing was."""


def doubt(known: Known) -> Reason | None:
    """Why what is known is of no use, or None."""
    return known if isinstance(known, Reason) else known.doubt


def proof(known: Known | None) -> Evidence | None:
    """The proof, at least within bounds, that nothing reaches the goal, where nothing is known to be left out."""
    return known if isinstance(known, Evidence) and known.shown == "unreached" and known.doubt is None else None


def proofs(known: Mapping[_Goal, Known]) -> dict[_Goal, Evidence]:
    """The proofs there are, by goal."""
    return {goal: shown for goal, each in known.items() if (shown := proof(each)) is not None}
