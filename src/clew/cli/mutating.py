"""What mutants survive the tests of the user, and what is known of these: `clew mutate`, without its words."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from clew import pipeline
from clew.frontend.replaced import changed_lines
from clew.mutation.plan import Planned, planned
from clew.mutation.suite import Tried, Wanted, tried
from clew.report.record import CoverResult, Report
from clew.report.survivors import KILLED, Mutation, Survivors, state_of
from clew.settling.work import ModuleWork, read_targets
from clew.source.diagnostics import Diagnostic
from clew.source.discovery import Target
from clew.source.settings import Settings


def survivors_of(
    targets: Sequence[Target],
    settings: Settings,
    cwd: str,
    tests: Sequence[str],
    look: Callable[[Tried, int], object],
    arguments: Callable[[], Mapping[str, Any]],
) -> tuple[Survivors, CoverResult]:
    """With the search among those that no test kills, and its tests.  Raises `Unusable` where the user's cannot be run.

    tests: arguments of pytest; look: as of `mutation.suite.tried`; arguments: further ones of `pipeline.tell_apart`,
    asked for once the tests have run.
    """
    began = time.monotonic()
    works, problems = read_targets([target for target in targets if not target.is_program])
    plans = [(work, each) for work in works for each in _planned(work)]
    found = _tried(works, settings, cwd, tests, look) if plans else None
    alive = [(work, each) for work, each in plans if _survives(work, each, found)]
    used = replace(settings, criterion=("mutant",))
    result = CoverResult(Report(used, 0.0, (), tuple(problems)))
    if alive and found is not None and not found.interrupted:
        asked = dict.fromkeys(replace(work.target, qualname=each.unit.qualname) for work, each in alive)
        goals: dict[str, set[str]] = {}
        for work, each in alive:
            goals.setdefault(work.target.file, set()).add(each.goal.id)
        result = pipeline.tell_apart([*asked], used, mutants=goals, **arguments())
    more = [] if found is None else [*_unseen(found, plans)]
    report = replace(result.report, diagnostics=(*more, *result.report.diagnostics))
    mutants = _mutations(plans, found, report, used) if found is not None else ()
    interrupted = report.interrupted or (found is not None and found.interrupted)
    flaky = () if found is None else tuple(found.flaky)
    number = 0 if found is None else found.tests
    return Survivors(report, tuple(mutants), number, flaky, time.monotonic() - began, interrupted), result


def _planned(work: ModuleWork) -> Iterator[Planned]:
    return planned(work.module, {entry.unit.qualname for entry in work.entries})


def _survives(work: ModuleWork, each: Planned, tried: Tried | None) -> bool:
    fate = None if tried is None else tried.fates.get((work.target.file, each.goal.id))
    return fate is not None and fate.how in ("survived", "unreached")


def _tried(
    works: Sequence[ModuleWork],
    settings: Settings,
    cwd: str,
    tests: Sequence[str],
    look: Callable[[Tried, int], object],
) -> Tried:
    """The tests against the mutants."""
    wanted = [
        Wanted(w.target.path, w.target.file, w.module.name, tuple(entry.unit.qualname for entry in w.entries))
        for w in works
    ]
    search = [*dict.fromkeys([cwd, *(work.target.root for work in works)])]
    return tried(wanted, tests, search, cwd, settings.jobs or os.cpu_count() or 1, settings.memory, look)


def _unseen(tried: Tried, plans: Sequence[tuple[ModuleWork, Planned]]) -> Iterator[Diagnostic]:
    """What is to be known of what the tests could not be seen to reach."""
    shown = {work.target.path: work.target.file for work, _ in plans}
    for path in tried.late:
        text = "imported before clew could watch, so that all tests are run with each of its mutants"
        yield Diagnostic("late", text, shown.get(path, path), severity="warning")
    if tried.fates and all(fate.how == "unreached" for fate in tried.fates.values()):
        text = "no test reaches any of these functions; do they import them from elsewhere, as from an installed copy?"
        yield Diagnostic("unreached", text, "", severity="warning")


def _mutations(
    plans: Sequence[tuple[ModuleWork, Planned]], tried: Tried, report: Report, settings: Settings
) -> Iterator[Mutation]:
    goals = {(unit.file, goal.id): (goal, unit) for unit in report.units for goal in unit.goals}
    for work, each in plans:
        file = work.target.file
        fate = tried.fates.get((file, each.goal.id))
        if fate is None:
            continue
        if fate.how in ("survived", "unreached"):
            goal, unit = goals.get((file, each.goal.id), (None, None))
            state, why = state_of(goal, () if unit is None else unit.tests, settings)
            how = ""
        else:
            state, why, how = KILLED, fate.by, fate.how
        lines = changed_lines(each.original, each.mutant)
        reached = fate.how != "unreached"
        yield Mutation(file, each.unit.id, each.goal.id, each.goal.span, *lines, state, reached, why, how)
