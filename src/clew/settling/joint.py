"""Goals that several tests show together: which tests, and what proofs for the places of each way say of the goal.

Each place is reached by an execution of its own, so the tests of a way are different ones.  Only where one test is all
there is that reaches two of the places, as that of a function without arguments, does it stand for both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice, product
from math import prod
from typing import Final

from clew.goals.joint import Joint
from clew.verdict.conclude import conclude
from clew.verdict.evidence import Evidence, Known, proof
from clew.verdict.reasons import Reason
from clew.verdict.scopes import within_all
from clew.verdict.verdicts import Infeasible, NoneWithin, Unknown

CASES: Final = 2  # of each place, the plainest
WAYS: Final = 256  # of each goal
UNCONFIRMED: Final = Reason("not-replayed", "its evaluations were seen, but by no two tests that do the same each time")


def needs_of(
    joint: Iterable[Joint], hits: Sequence[frozenset[str]], costs: Sequence[int]
) -> dict[str, tuple[frozenset[int], ...]]:
    """What would show each goal: sets of cases, of which it is known what they hit and cost."""
    order = sorted(range(len(hits)), key=lambda i: (costs[i], i))
    return {each.goal.id: tuple(map(frozenset, _sets(each, order, hits))) for each in joint}


def are_all_listed(joint: Iterable[Joint], hits: Sequence[frozenset[str]]) -> bool:
    """Does `needs_of` give all that would show each goal, rather than some of it?"""
    for each in joint:
        counts = {place: sum(place in hit for hit in hits) for way in each.ways for place in way}
        if max(counts.values(), default=0) > CASES or sum(prod(counts[p] for p in way) for way in each.ways) > WAYS:
            return False
    return True


def shown_by(joint: Iterable[Joint], hits: Sequence[frozenset[str]]) -> dict[str, tuple[int, ...]]:
    """The cases that show a goal together, in the order of its places."""
    found = {each.goal.id: _sets(each, range(len(hits)), hits) for each in joint}
    return {goal: sets[0] for goal, sets in found.items() if sets}


def _sets(joint: Joint, order: Sequence[int], hits: Sequence[frozenset[str]]) -> list[tuple[int, ...]]:
    """Each the cases of one way; different ones, if there are."""
    places = {place for way in joint.ways for place in way}
    by_place = {place: list(islice((i for i in order if place in hits[i]), CASES)) for place in places}
    sets = (each for way in joint.ways for each in product(*(by_place[place] for place in way)))
    apart = list(islice((each for each in sets if len(set(each)) == len(each)), WAYS))
    return apart or [
        (case,) for way in joint.ways for case in by_place[way[0]] if all(case in by_place[place] for place in way)
    ]


def known_together(
    joint: Joint,
    known: Mapping[str, Known],
    covering: Mapping[str, tuple[str, ...]],
    reached: frozenset[str],
    wanted: Mapping[str, int],
) -> Known:
    """What is known of the goal.

    known: of its places; covering: the tests of goals; reached: by replayed cases, so that no proof of them counts;
    wanted: the bounds that were asked for.
    """
    if joint.unasked:
        return Reason(joint.code, joint.unasked, None, joint.goal.span)
    if joint.goal.id in covering:
        return Evidence("reached", "replay", tests=covering[joint.goal.id])
    places = {place for way in joint.ways for place in way}
    excluded = {p: shown for p in sorted(places - reached) if (shown := proof(known[p])) is not None}
    verdicts = {place: conclude(shown, wanted) for place, shown in excluded.items()}
    usable: dict[str, Evidence] = {}
    for kind in (Infeasible, NoneWithin):
        usable |= {place: excluded[place] for place, verdict in verdicts.items() if isinstance(verdict, kind)}
        if all(any(place in usable for place in way) for way in joint.ways):
            return _excluded(joint, usable)
    opened = next(way for way in joint.ways if usable.keys().isdisjoint(way))
    for place in opened:
        if place not in reached and isinstance(verdict := conclude(known[place], wanted), Unknown):
            return verdict.reason
    return UNCONFIRMED


def _excluded(joint: Joint, usable: Mapping[str, Evidence]) -> Evidence:
    """Every way has a place that nothing reaches: the fewest such places, those in most ways first."""
    left, parts = list(joint.ways), []
    while left:
        best = max(usable, key=lambda place: sum(place in way for way in left))
        parts.append(usable[best])
        left = [way for way in left if best not in way]
    # Conditions of one decision that exclude each other by themselves have no other lines than its own.
    because = sorted({span for part in parts for span in part.because}) or [joint.goal.span]
    shown = Evidence(
        "unreached",
        parts[0].method,
        within_all(part.scope for part in parts),
        because=tuple(because),
        summaries=tuple(dict.fromkeys(name for part in parts for name in part.summaries)),
    )
    for assumption in (each for part in parts for each in part.assumptions):
        shown = shown.supposing(assumption)
    return shown
