"""Tests that notice more than that a line was executed: which tell small changes of their function apart.

Without them a function without branches has one test, and that has the smallest input there is: `impulse(0.0, 0.0)`,
which says nothing of what is computed.  What the changes are and how they are tried is in `attack/trials.py`; nothing
is reported of them, they only say which tests are kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from clew.attack.campaign import tried
from clew.attack.orders import Prey, Trial
from clew.checking.replay import Replayer
from clew.checking.script import Replayed
from clew.effects.bodies import constants_of
from clew.goals.criteria import MUTANT
from clew.inputs.recipes import Case
from clew.search.request import Found
from clew.settling.confirmation import Candidate, replayed, watched
from clew.settling.left_alone import Wanted, saying_more
from clew.settling.work import ModuleWork, UnitWork
from clew.source.settings import Settings

THOROUGH: Final = 4  # times as many calls are drawn where changes are what is asked for


def strengthened(
    work: ModuleWork, candidates: Sequence[Candidate], replayer: Replayer, settings: Settings
) -> list[Candidate]:
    """The candidates, with what they tell apart, and others that tell apart what these do not.

    Nothing is tried where code may touch the world: a changed `remove(path + ".bak")` would remove something else.
    """
    preys = [_prey_of(entry, candidates) for entry in work.entries if entry.exploration is not None]
    if not preys or not settings.attack or settings.allow or replayer.failure is not None:
        return list(candidates)
    places = {entry.unit.id: entry.unit.span for entry in work.entries}
    module, text = work.module.name, work.module.text
    runs = settings.attack * (THOROUGH if MUTANT in settings.criterion else 1)
    trial = Trial(module, tuple(preys), runs, settings.seed, work.drawn, text, work.target.path, places)
    tells: dict[Case, frozenset[str]] = {}
    more: dict[Wanted, frozenset[str]] = {}
    known = {candidate.found.case: candidate.found for candidate in candidates}
    for hit in tried(replayer.probed, trial).hits:
        if hit.asserting:
            more[Wanted(known.get(hit.case, Found(hit.case, ())), hit.asserting)] = frozenset(hit.goals)
        else:
            tells[hit.case] = tells.get(hit.case, frozenset()).union(hit.goals)
    further = [Found(case, ()) for case in tells if case not in known]
    seen = watched(work.module, candidates, replayer)
    found = [*seen, *replayed(work.module, further, replayer, watch=True)]
    found = [replace(each, tells=tells.get(each.found.case, frozenset())) for each in found]
    saying = saying_more(work.module, list(more), replayer)
    return found + [replace(c, tells=told) for c, told in zip(saying, more.values(), strict=True) if c is not None]


def _prey_of(entry: UnitWork, candidates: Sequence[Candidate]) -> Prey:
    unit, constants = entry.unit, constants_of(entry.unit.function)
    cases = [c.found.case for c in candidates if isinstance(c.replay, Replayed)]
    own = tuple(dict.fromkeys(case for case in cases if case.qualname == unit.qualname and _is_plain(case)))
    return Prey(unit.id, unit.qualname, unit.class_path, unit.binding, constants, frozenset(), frozenset(), own)


def _is_plain(case: Case) -> bool:
    """Is it a call, and nothing that is done before or with its result?"""
    plain = Case(case.module, case.qualname, case.receiver, case.args, case.kwargs)
    return case == replace(plain, access=case.access, via=case.via, parameters=case.parameters)
