"""Goals that only notes tell apart: the block form settles all of them at once, before anything is run.

Where it leaves nothing open, nobody needs a tree of paths: that its inputs do what they should is seen in plain runs,
which is as much as tests are believed for before they are replayed.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from clew.search.explorer import Explorer, Verified
from clew.search.request import Found
from clew.search.session import Session
from clew.search.tree import Model


def settle_at_once(explorer: Explorer) -> None:
    """Where such goals are asked for, and the block form can tell them apart so."""
    if explorer.inquiry.noted.isdisjoint(explorer.open_goals):
        return
    asked = frozenset(explorer.open_goals)
    found = explorer.engines.at_once(asked)
    if found is not None:
        explorer.account.ran += found.work
        explorer.take(found, _by_plain_runs(explorer, found) if _leaves_nothing(found, asked) else None)
        for model in islice(explorer.seeds, 0 if found.models else 1):
            explorer.run(dict(model))  # proofs are of functions that can be called


def send_maximal(session: Session, models: Iterable[Model]) -> None:
    """Cases for inputs of which nothing is claimed but what a plain run shows."""
    for model in models:
        sight = session.subject.glance(dict(model))
        if sight is not None and sight.case is not None:
            session.found(Found(sight.case, (), ended=sight.ended))


def _leaves_nothing(found: Verified, asked: frozenset[str]) -> bool:
    proved = {goal for goal, shown in found.proofs.items() if not shown.scope}
    return asked <= proved.union(*(goals for _, goals in found.models))


def _by_plain_runs(explorer: Explorer, found: Verified) -> bool:
    """Do the inputs do what they should?  Runs that fail after goals that no other has passed yet are followed."""
    agrees = True
    for model, goals in found.models:
        if not _is_seen(explorer.session, model, goals):
            explorer.run(dict(model))
        agrees = agrees and explorer.session.reached.issuperset(goals)
    explorer.open_goals -= explorer.session.reached
    return agrees


def _is_seen(session: Session, model: Model, goals: tuple[str, ...]) -> bool:
    """Does a plain run reach the goals?  It then makes a case."""
    sight = session.subject.glance(dict(model))
    if sight is None or sight.case is None or not sight.goals.issuperset(goals):
        return False
    waiting = session.endings.keys() & sight.goals
    if waiting and sight.ended != "":
        return False
    for goal in waiting:
        del session.endings[goal]
    if new := tuple(sorted(sight.goals - session.reached)):
        session.reached.update(sight.goals)
        session.found(Found(sight.case, new, ended=sight.ended))
    return True
