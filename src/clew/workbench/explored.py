"""What clew says of goals before a test of them is replayed: the verdicts that attacks are to contradict.

A test that reaches a goal takes the place of whatever was proved of it, and casts doubt on all else that was proved of
its function.  So proofs are judged more strictly where nothing is replayed.  Nor do the plain runs of a search prove
anything: they reach goals of which a proof might have been wrong, and were three quarters of the work, so few are made.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from clew.records import dataclass
from clew.report.progress import Silent
from clew.report.record import GoalReport
from clew.scheduling.backend import Backend, LocalHosts, lowered_of, packages_of_several
from clew.scheduling.unit_search import QUICK_DOOM, UnitSearch
from clew.search.request import Request
from clew.settling.confirmation import suite_of
from clew.settling.verdicts import settle
from clew.settling.work import ModuleWork, UnitWork, read_targets
from clew.source.discovery import Target
from clew.source.settings import Settings
from clew.verdict.verdicts import Unknown
from clew.workers.host_protocol import Died, Done, Ready
from clew.workers.nursery import Nursery
from clew.workers.task_host import TaskHost

PLAIN: Final = 80  # runs of one search, as many as those have that may make two others


@dataclass(frozen=True, slots=True)
class Explored:
    """What is said of a goal of the file at this path, as asked for by the settings of this number."""

    path: str
    asked: int
    goal: GoalReport


def explored(
    targets: Sequence[Target], wanted: Collection[tuple[str, str]], asked: Sequence[Settings], nursery: Nursery
) -> Iterator[Explored]:
    """Explore the functions that some goal is wanted of, once with each of the settings; what `clew cover` would say if
    it had replayed no test.

    wanted: paths of targets, with ids of goals.  asked: they have the same limits for processes and runs.  Raises
    AssertionError where a file cannot be read or imported, and where clew fails.
    """
    works, problems = read_targets(targets)
    assert not problems, problems
    packages = packages_of_several(works)
    backend = Backend(asked[0], LocalHosts.of(nursery), packages, lowered=lowered_of(works, packages))
    for work in works:
        goals = {goal for path, goal in wanted if path == work.target.path}
        entries = [entry for entry in work.entries if not goals.isdisjoint(entry.goals)]
        if entries:
            yield from _explored(work, entries, asked, backend)


def _explored(
    work: ModuleWork, entries: Sequence[UnitWork], asked: Sequence[Settings], backend: Backend
) -> Iterator[Explored]:
    with backend.explorer(work) as explorer:
        assert not isinstance(explorer.ready, Died), explorer.ready.text
        for number, settings in enumerate(asked):
            search = UnitSearch(settings, Silent(), QUICK_DOOM)
            for entry in entries:
                entry.cases.clear()
                search.explore(_Sparing(explorer), entry)
                for report in settle(work, entry, suite_of(work, ()), settings.bounds()):
                    for goal in report.goals:
                        fault = goal.verdict.reason if isinstance(goal.verdict, Unknown) else None
                        assert fault is None or fault.code != "internal-error", fault
                        yield Explored(work.target.path, number, goal)


class _Sparing(TaskHost):
    """A host of explorations that make few plain runs; it is somebody else's."""

    def __init__(self, host: TaskHost) -> None:
        self.host, self.stopped = host, False

    def run(self, task: str, payload: Any = None, on_message: Callable[[Any], None] | None = None) -> Done | Died:
        assert isinstance(payload, Request)
        budget = replace(payload.budget, plain=min(payload.budget.plain, PLAIN))
        return self.host.run(task, replace(payload, budget=budget), on_message)

    @property
    def ready(self) -> Ready | Died:
        return self.host.ready

    def stop(self) -> None:
        self.host.stop()

    def close(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        self.close()
