"""What a search has shown of goals by now: by the tree of paths as it stands, or by the block form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Final

from clew.records import dataclass
from clew.search.deepening import Closed, best_bounds
from clew.search.exhaustion import Terms, exhausted
from clew.search.observers import Observer, Reaches
from clew.search.session import WAITED, Session
from clew.search.tree import Within
from clew.verdict.assumptions import Assumption
from clew.verdict.evidence import Evidence, Known
from clew.verdict.reasons import Reason
from clew.verdict.scopes import smaller

UNSETTLED: Final = Reason("budget", "not settled")
UNENDED: Final = "a run reached it, but had not ended when it was stopped, and a test has to end"
"""What only such runs reach is reached, whatever else is shown of it."""


@dataclass(slots=True)
class Standing:
    """loop: the bound on repetitions; assumptions: what every proof supposes; wanted: the bounds that were asked for.

    within: proofs of the block form that name a bound; tried: what was closed of levels of size.
    """

    session: Session
    loop: int
    assumptions: tuple[Assumption, ...]
    wanted: Mapping[str, int]
    within: dict[str, Evidence] = field(default_factory=dict)
    tried: list[Closed] = field(default_factory=list)

    def known(self, goal: str, spent: Reason | None) -> Known:
        """By runs that were stopped, by the tree, or by the block form, whichever says most."""
        if goal in self.session.unended:
            if self.session.unended[goal][2]:
                return Reason("timeout", WAITED)
            return self.session.account.budget.stopped("timeout", UNENDED)
        known, bounded = self.by_tree(goal, spent), self.within.get(goal)
        if bounded is None:
            return known
        if isinstance(known, Reason):
            return replace(bounded, beyond=known)
        return bounded if smaller(known.scope, self.wanted) and not smaller(bounded.scope, self.wanted) else known

    def by_tree(self, goal: str, spent: Reason | None) -> Known:
        """For all inputs, else within the largest bounds within which it is closed.  spent: why the search ended."""
        observer, waiting = Reaches(goal, self.session.ways), spent or UNSETTLED
        known = self.exhausted(observer, waiting)
        within = best_bounds(goal, self.tried, self.session.witnesses, self.loop)
        if within is None or isinstance(known, Evidence):
            return known
        bounded = self.exhausted(observer, waiting, within)
        return replace(bounded, beyond=known) if isinstance(bounded, Evidence) else known

    def fits(self, goal: str) -> bool:
        """Is the goal a claim about an operation that runs with the most likely types came to?"""
        return not self.session.doubts.fitting.isdisjoint(self.session.ways.operations(goal))

    def exhausted(self, observer: Observer, waiting: Reason = UNSETTLED, within: Within | None = None) -> Known:
        """That the tree leaves nothing which the observer might accept, or why that is not known."""
        session = self.session
        if (doubt := session.doubts.reason(self.fits(observer.goal))) is not None:
            return doubt
        terms = Terms(self.loop, waiting, session.doubts.all_types, within)
        found = exhausted(session.tree, observer, session.ways, terms, session.implied)
        if isinstance(found, Reason):
            return found
        assumptions = (*self.assumptions, *(session.supposed[id] for id in sorted(session.supposed)))
        summaries = tuple(sorted(session.summaries))
        return Evidence("unreached", "exhaustion", found.scope, assumptions, found.because, summaries=summaries)
