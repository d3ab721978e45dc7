"""The search for calls that take paths: after the tests of a function are known, in processes of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import field, replace

from clew.checking.replay import Replayer
from clew.inputs.recipes import Case
from clew.records import dataclass
from clew.scheduling.backend import Backend, Explorer
from clew.search.request import Found
from clew.settling.confirmation import BEYOND, Candidate, attacked_by_runs, replayed
from clew.settling.mutants import case_of
from clew.settling.paths import goals_of, known_of, of_paths, with_paths
from clew.settling.verdicts import is_refutable, withdraw
from clew.settling.work import ModuleWork, PathWork, UnitWork
from clew.source.settings import Settings
from clew.verdict.evidence import proof
from clew.workers.host_protocol import Died


@dataclass(slots=True)
class PathSearch:
    """In one module.  replayer: has it as it is, recorder: with what records paths; explore: settles the goals of an
    entry.

    candidates: tests; those that are found come to them.  taken: goals of the paths that some of them take.
    """

    work: ModuleWork
    settings: Settings
    backend: Backend
    explore: Callable[[Explorer, UnitWork, Settings], object]
    replayer: Replayer
    recorder: Replayer
    candidates: list[Candidate]
    taken: set[str] = field(default_factory=set)

    def run(self) -> None:
        """Fill in what is known of each path."""
        self.candidates = self.with_paths(self.candidates)
        settings = replace(self.settings, criterion=("statement",))
        for entry in self.work.entries:
            left = [each for each in entry.paths if each.along is not None and each.goal.id not in self.taken]
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
            if proof(each.known) is not None and each.goal.id in self.taken:
                self.refuted(entry, each)

    def attack(self, entry: UnitWork, left: Sequence[PathWork], both: ModuleWork, settings: Settings) -> None:
        """Plain runs against each proof."""
        with self.backend.replayer(both, claims=False) as replayer:
            hits = attacked_by_runs(both, [], replayer, settings)
        before = {*self.taken}
        self.add(entry, (hit.found.case for hit in hits))
        struck = frozenset(goal for hit in hits for goal in hit.hits)
        self.settle(entry, left, both)
        twins = {twin.unit.qualname: twin for twin in both.entries}
        for each in left:
            assert each.along is not None
            goals = goals_of(twins[each.along.name].unit, each)
            if proof(each.known) is not None and not struck.isdisjoint(goals) and each.goal.id not in before:
                self.refuted(entry, each)

    def refuted(self, entry: UnitWork, path: PathWork) -> None:
        """A call took it: one that its proof leaves out, or else none of the function counts."""
        shown = proof(path.known)
        if is_refutable(path.known):
            withdraw(entry.paths)
        elif shown is not None and shown.scope:
            path.known = shown.missing(BEYOND)

    def add(self, entry: UnitWork, cases: Iterable[Case]) -> None:
        """Calls of twins, as tests of the function."""
        found = [Found(case_of(case, entry.unit), ()) for case in cases if case.via is None]
        self.candidates += self.with_paths(replayed(self.work.module, found, self.replayer)) if found else []

    def with_paths(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        found = with_paths(self.work, candidates, self.recorder)
        self.taken.update(goal for c in found for goal in c.along)
        return found
