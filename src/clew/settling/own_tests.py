"""What a user's own tests show of the goals of modules, by what each of them reaches, and which are needed for that."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Final, TypeAlias

from clew.goals.goal import Goal
from clew.records import dataclass
from clew.settling.joint import are_all_listed, needs_of, shown_by
from clew.settling.work import ModuleWork
from clew.testgen.minimise import Effort, minimise

Reached: TypeAlias = frozenset[tuple[str, str]]
"""Goals: the path of the file of each, and its id."""

CHOOSING: Final = Effort(400, 4_000)
"""A suite may have thousands of tests, and each step of the search looks at what is left of all that they show."""


@dataclass(frozen=True, slots=True)
class Needed:
    """tests: the places of some that keep all that is shown; least: no fewer would."""

    tests: frozenset[int]
    least: int


def goals_of(work: ModuleWork) -> list[Goal]:
    """All that are reported, in the order of their functions; those that nothing is asked about too."""
    wanted, asked = work.shown, {goal for entry in work.entries for goal in entry.goals}
    found: list[Goal] = []
    for unit in work.module.units:
        found += [goal for goal in unit.goals if goal.id in wanted]
        if any(goal.id in asked for goal in unit.goals):
            found += [joint.goal for joint in unit.joint]
    return found


def shown_in(work: ModuleWork, reached: Sequence[Reached], early: Reached) -> frozenset[str]:
    """The ids of the goals of a module that tests show, alone or together.

    reached: by each test; early: while modules were imported.
    """
    own = _own(work, [*reached, early])
    return (work.shown & frozenset[str]().union(*own)) | shown_by(work.joint, own).keys()


def reached_in(work: ModuleWork, reached: Sequence[Reached], early: Reached) -> frozenset[str]:
    """The ids of all places of a module that tests reach, those too that only show something together."""
    return frozenset[str]().union(*_own(work, [*reached, early]))


def needed(works: Iterable[ModuleWork], reached: Sequence[Reached], early: Reached, seconds: Sequence[float]) -> Needed:
    """Few tests that show all that all of them do, the quicker ones first.  What importing shows asks for no test.

    seconds: of each test.
    """
    needs: dict[Hashable, tuple[frozenset[int], ...]] = {}
    joint: dict[Hashable, tuple[frozenset[int], ...]] = {}
    costs = [max(1, round(1_000 * each)) for each in seconds]
    all_listed = True
    for work in works:
        own = _own(work, reached)
        imported = {goal for path, goal in early if path == work.target.path}
        ways: dict[str, list[frozenset[int]]] = {goal: [] for goal in sorted(work.shown - imported)}
        for test, goals in enumerate(own):
            for goal in goals & ways.keys():
                ways[goal].append(frozenset({test}))
        needs |= {(work.target.path, goal): tuple(found) for goal, found in ways.items()}
        joint |= {(work.target.path, goal): found for goal, found in needs_of(work.joint, own, costs).items()}
        all_listed = all_listed and are_all_listed(work.joint, own)
    cover = minimise({**needs, **joint}, costs, CHOOSING)
    least = cover.least if all_listed else minimise(needs, costs, CHOOSING).least
    return Needed(frozenset(cover.cases), least)


def _own(work: ModuleWork, reached: Iterable[Reached]) -> list[frozenset[str]]:
    """Of each test, the ids of the goals in this module."""
    path = work.target.path
    return [frozenset(goal for file, goal in each if file == path) for each in reached]
