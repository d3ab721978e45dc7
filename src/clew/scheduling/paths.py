"""The search for calls that take paths: after the tests of a function are known, in processes of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from clew.records import dataclass
from clew.scheduling.twins import TwinSearch
from clew.settling.confirmation import Candidate
from clew.settling.paths import goals_of, known_of, of_paths, with_paths
from clew.settling.work import ModuleWork, PathWork, UnitWork
from clew.source.settings import Settings
from clew.verdict.evidence import proof
from clew.workers.host_protocol import Died


@dataclass(slots=True)
class PathSearch(TwinSearch):
    """What is shown are paths that tests take."""

    def run(self) -> None:
        """Fill in what is known of each path."""
        self.candidates = self.take(self.candidates)
        settings = replace(self.settings, criterion=("statement",))
        for entry in self.work.entries:
            left = [each for each in entry.paths if each.along is not None and each.goal.id not in self.shown]
            if left:
                self.search(entry, left, settings)

    def search(self, entry: UnitWork, left: Sequence[PathWork], settings: Settings) -> None:
        """What takes these paths of a function."""
        both = of_paths(self.work, left)
        if both is None:
            return
        with self.backend.explorer(both) as explorer:
            if isinstance(explorer.ready, Died):
                return
            for twin in both.entries:
                self.explore(explorer, twin, settings)
                self.add(entry, (found.case for found in twin.cases if not twin.goals.isdisjoint(found.goals)))
        self.settle(entry, left, both)
        self.attack(entry, left, both, settings)

    def settle(self, entry: UnitWork, left: Sequence[PathWork], both: ModuleWork) -> None:
        twins = {twin.unit.qualname: twin for twin in both.entries}
        for each in left:
            assert each.along is not None
            twin = twins[each.along.name]
            reached = frozenset(goal for found in twin.cases for goal in found.goals)
            each.known = known_of(each, twin, reached, self.settings.bounds())
            if proof(each.known) is not None and each.goal.id in self.shown:
                self.refuted(each, entry.paths)

    def attack(self, entry: UnitWork, left: Sequence[PathWork], both: ModuleWork, settings: Settings) -> None:
        """Plain runs against each proof, and for each path that no test takes yet."""
        twins = {twin.unit.qualname: twin for twin in both.entries}
        asked: dict[str, set[str]] = {name: set() for name in twins}
        for each in left:
            if each.along is not None and each.goal.id not in self.shown:
                asked[each.along.name].update(goals_of(twins[each.along.name].unit, each))
        preys = [replace(twins[name], goals=frozenset(goals)) for name, goals in asked.items() if goals]
        if not preys:
            return
        hits = self.struck(replace(both, entries=preys), settings)
        before = {*self.shown}
        self.add(entry, (hit.found.case for hit in hits))
        struck = frozenset(goal for hit in hits for goal in hit.hits)
        self.settle(entry, left, both)
        for each in left:
            assert each.along is not None
            goals = goals_of(twins[each.along.name].unit, each)
            if proof(each.known) is not None and not struck.isdisjoint(goals) and each.goal.id not in before:
                self.refuted(each, entry.paths)

    def with_goals(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        return with_paths(self.work, candidates, self.shower)
