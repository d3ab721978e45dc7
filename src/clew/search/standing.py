"""What a search has shown of goals by now: by the tree of paths as it stands, or by the block form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import Final

from clew.records import dataclass
from clew.search.deepening import Closed, best_bounds
from clew.search.exhaustion import Terms, exhausted, in_the_way, nearest
from clew.search.observers import Observer, Reaches
from clew.search.session import Session
from clew.search.tree import Side, Within
from clew.verdict.assumptions import Assumption
from clew.verdict.evidence import Evidence, Known, proofs
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

    def known(self, goals: Iterable[str], spent: Reason | None) -> dict[str, Known]:
        """By runs that were stopped, by the tree, or by the block form, whichever says most.  spent: why it ended."""
        left = self.in_the_way(spent or UNSETTLED)
        return {goal: self._known(goal, spent or UNSETTLED, left) for goal in goals}

    def proved(self, goals: Iterable[str]) -> dict[str, Evidence]:
        """What is proved of them by now; why the others are open is not asked."""
        left = self.in_the_way(UNSETTLED)
        return proofs({goal: self._known(goal, UNSETTLED, ()) for goal in goals if not self.is_open(goal, left)})

    def is_open(self, goal: str, left: Sequence[Side]) -> bool:
        """Can nothing be proved of it, for one of the sides that are in the way?"""
        if goal in self.within or best_bounds(goal, self.tried, self.session.witnesses, self.loop) is not None:
            return False
        return any(self.session.ways.leads(side, goal) > 0 for side in left)

    def in_the_way(self, waiting: Reason) -> list[Side]:
        """See there; none where nothing is proved anyway."""
        session = self.session
        certain = session.doubts.certain()
        return in_the_way(session.tree, Terms(self.loop, waiting, session.doubts.all_types)) if certain else []

    def _known(self, goal: str, waiting: Reason, left: Sequence[Side]) -> Known:
        if goal in self.session.unended:
            if (why := self.session.unended[goal][2]) is not None:
                return why
            return self.session.account.budget.stopped("timeout", UNENDED)
        known, bounded = self.by_tree(goal, waiting, left), self.within.get(goal)
        if bounded is None:
            return known
        if isinstance(known, Reason):
            return replace(bounded, beyond=known)
        return bounded if smaller(known.scope, self.wanted) and not smaller(bounded.scope, self.wanted) else known

    def by_tree(self, goal: str, waiting: Reason, left: Sequence[Side]) -> Known:
        """For all inputs, else within the largest bounds within which it is closed.

        waiting: why sides wait; left: those that are in the way.
        """
        observer = Reaches(goal, self.session.ways)
        known = self.exhausted(observer, waiting, left=left)
        within = best_bounds(goal, self.tried, self.session.witnesses, self.loop)
        if within is None or isinstance(known, Evidence):
            return known
        bounded = self.exhausted(observer, waiting, within)
        return replace(bounded, beyond=known) if isinstance(bounded, Evidence) else known

    def fits(self, goal: str) -> bool:
        """Is the goal a claim about an operation that runs with the most likely types came to?"""
        return not self.session.doubts.fitting.isdisjoint(self.session.ways.operations(goal))

    def exhausted(
        self,
        observer: Observer,
        waiting: Reason = UNSETTLED,
        within: Within | None = None,
        left: Sequence[Side] = (),
    ) -> Known:
        """That the tree leaves nothing which the observer might accept, or why that is not known.

        left: sides that are looked at first, since each of them says that without the others.
        """
        session = self.session
        if (doubt := session.doubts.reason(self.fits(observer.goal))) is not None:
            return doubt
        terms = Terms(self.loop, waiting, session.doubts.all_types, within)
        if isinstance(observer, Reaches) and (why := nearest(session.tree, observer, terms, left)) is not None:
            return why
        found = exhausted(session.tree, observer, session.ways, terms, session.implied)
        if isinstance(found, Reason):
            return found
        assumptions = (*self.assumptions, *(session.supposed[id] for id in sorted(session.supposed)))
        summaries = tuple(sorted(session.summaries))
        return Evidence("unreached", "exhaustion", found.scope, assumptions, found.because, summaries=summaries)
