"""Proofs by exhaustion: that no execution is left which an observer would accept, read off the tree of paths.

A function of the tree, of the ways through the program's text, and of what the search says of itself.  Nothing is run
and no solver is asked: every side that matters was run (and what is behind it is looked at in turn), was shown to be
impossible, or is named as what stands in the way.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final, TypeAlias

from clew.records import dataclass
from clew.search.observers import Observer, Reaches
from clew.search.tree import Node, PathTree, Side, Within, cut_of, narrow
from clew.search.ways import Ways
from clew.source.spans import NOWHERE, Span
from clew.verdict.reasons import Reason
from clew.verdict.scopes import Scope

Implied: TypeAlias = tuple[int, bool, int]
"""A test whose outcome followed: its site, the outcome, and the site that had decided the same before (-1: it is a
constant)."""


LEFT_OUT: Final = Reason("budget", "a way there was left out", "--paths")


@dataclass(frozen=True, slots=True)
class Closure:
    """Nothing is left.  scope: the bounds that left something out; because: the places that contradict each other."""

    scope: Scope
    because: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Terms:
    """What the search was asked to do, as far as a proof depends on it.

    loop: how often a place may be visited before its sides are left to the bound.  waiting: why sides wait that are
    within it.  all_types: do sides count that give an argument without annotation another type than the likely one?
    within: inputs no larger than a level, and so many rounds; None: all.
    """

    loop: int
    waiting: Reason
    all_types: bool = True
    within: Within | None = None


def exhausted(
    tree: PathTree, observer: Observer, ways: Ways, terms: Terms, implied: Collection[Implied] = ()
) -> Closure | Reason:
    """Is no execution left that the observer would accept?  If there may be one, the nearest reason."""
    walk = _Walk(observer, ways, terms)
    for side, cut in tree.sides_within(terms.within):
        if observer.may_accept(side) and not _is_unlikely(tree, side, terms):
            walk.side(side, cut)
    for node, reason, goals in tree.open_leaves:
        if _matters(observer, terms, node, goals):
            walk.obstacle(cut_of(node, terms.within), 2, reason)
    if walk.obstacles:
        return min(walk.obstacles, key=lambda o: (o[0], o[1].place or NOWHERE, o[1].code))[1]
    return Closure(tuple(sorted(walk.bounds.items())), walk.because(implied))


def in_the_way(tree: PathTree, terms: Terms) -> list[Side]:
    """The sides each of which leaves every observer open that may accept it, for inputs of any size; the nearest first.

    Most goals are open most of the time, and one such side says so: a walk over the whole tree for each of them took
    most of the time of searches whose trees are deep.
    """
    found = [side for side in tree.all_sides() if _is_in_the_way(side, terms) and not _is_unlikely(tree, side, terms)]
    return sorted(found, key=lambda side: _nearness(_why(side, terms)))


def nearest(tree: PathTree, observer: Reaches, terms: Terms, sides: Iterable[Side]) -> Reason | None:
    """What `exhausted` says where one of the sides that are in the way, all of which are given, leads to the goal."""
    first: Reason | None = None
    for side in sides:
        leads = observer.ways.leads(side, observer.goal)
        if leads == 2 and side.state != "pruned":
            return _why(side, terms)
        if leads > 0 and first is None:
            first = _why(side, terms)
    if first is None:
        return None
    leaves = (reason for node, reason, goals in tree.open_leaves if _matters(observer, terms, node, goals))
    return min((first, *leaves), key=_nearness)


def _nearness(reason: Reason) -> tuple[Span, str]:
    return reason.place or NOWHERE, reason.code


def _why(side: Side, terms: Terms) -> Reason:
    if side.state == "open":
        assert side.reason is not None
        return side.reason
    return LEFT_OUT if side.state == "pruned" else terms.waiting


def _is_in_the_way(side: Side, terms: Terms) -> bool:
    decision = side.node.decision
    assert decision is not None
    return side.state in ("open", "pruned") or (side.state == "waiting" and decision.occurrence <= terms.loop)


def _matters(observer: Observer, terms: Terms, node: Node, goals: Collection[str] | None) -> bool:
    """Does an execution that was not followed to its end leave the observer open?"""
    matters = observer.to_the_end or goals is None or observer.goal in goals
    return matters and (terms.all_types or not node.off_guess)


def _is_unlikely(tree: PathTree, side: Side, terms: Terms) -> bool:
    return not terms.all_types and tree.off_guess(side)


class _Walk:
    """What is found on the way through the tree."""

    def __init__(self, observer: Observer, ways: Ways, terms: Terms) -> None:
        self.observer = observer
        self.ways = ways
        self.terms = terms
        self.obstacles: list[tuple[int, Reason]] = []
        self.bounds: dict[str, int] = {}
        self.places: set[Span] = set()
        self.here = ways.goal_span(observer.goal)
        self.nearest: tuple[Span, tuple[Span, ...]] | None = (
            None  # the last test before the goal that never leads there
        )

    def obstacle(self, cut: Scope | None, order: int, reason: Reason) -> None:
        """Something is left, unless bounds leave it out.  order: the least is told first."""
        if cut is None:
            self.obstacles.append((order, reason))
        else:
            narrow(self.bounds, cut)

    def side(self, side: Side, cut: Scope | None) -> None:
        decision = side.node.decision
        assert decision is not None
        leads = self.ways.leads(side, self.observer.goal)
        match side.state:
            case "open":
                assert side.reason is not None
                self.obstacle(cut, 3 - leads, side.reason)
            case "waiting" if cut is None and decision.occurrence > self.terms.loop:
                narrow(self.bounds, ((decision.bound, self.terms.loop),))
            case "waiting":
                self.obstacle(cut, 3 - leads, self.terms.waiting)
            case "pruned":  # it led to nothing that was looked for then
                self.obstacle(cut, 2, LEFT_OUT)
            case "infeasible":
                narrow(self.bounds, side.bounds)
                self.contradiction(side, leads)

    def contradiction(self, side: Side, leads: int) -> None:
        """A side that cannot be taken: does it say why the goal is not reached?"""
        decision = side.node.decision
        assert decision is not None
        if leads == 2 or (decision.direct and self.ways.guards(decision.site, side.outcome, self.observer.goal)):
            self.places.update(side.core)
        elif side.core and decision.direct and self.ways.own(decision.site):
            self.candidate(self.ways.span(decision.site), side.core)

    def candidate(self, at: Span, places: tuple[Span, ...]) -> None:
        if self.here is not None and at < self.here and (self.nearest is None or at > self.nearest[0]):
            self.nearest = at, places

    def because(self, implied: Collection[Implied]) -> tuple[Span, ...]:
        for site, outcome, decider in sorted(implied):
            places = tuple(self.ways.span(number) for number in (site, decider) if number >= 0)
            if self.ways.guards(site, not outcome, self.observer.goal):
                self.places.update(places)
            elif self.ways.own(site):
                self.candidate(places[0], places)
        if not self.places and self.nearest is not None:
            self.places.update(self.nearest[1])
        return tuple(sorted(self.places))
