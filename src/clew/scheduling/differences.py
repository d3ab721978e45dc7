"""The search for what tells the two versions of functions apart, file by file."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace
from functools import partial

from clew.attack.simpler import are_numbers
from clew.checking.replay import Replayer
from clew.records import dataclass
from clew.report.differences import Differences, FileChange
from clew.report.progress import Progress
from clew.scheduling.backend import Backend
from clew.scheduling.resources import hosts_for
from clew.scheduling.strategies import draw_values
from clew.scheduling.unit_search import TOO_LATE, UnitSearch, timed
from clew.settling.confirmation import attacked_by_runs
from clew.settling.version_runs import Judge, cases_of, of_covering
from clew.settling.version_verdicts import settled_differences, shaken, surroundings
from clew.settling.versions import Comparing, FileWork, known_of, read_versions
from clew.settling.work import INTERRUPTED, ModuleWork, UnitWork, entries_of
from clew.source.diagnostics import Diagnostic
from clew.source.revisions import Earlier
from clew.source.settings import Settings
from clew.verdict.reasons import Reason
from clew.workers.host_protocol import Died
from clew.workers.nursery import Nursery
from clew.workers.task_host import TaskHost
from clew.workers.threads import at_once


def diff(
    earlier: Earlier,
    against: str,
    settings: Settings,
    progress: Progress,
    nursery: Nursery | None = None,
) -> Differences:
    """Settle of every function that changed whether both versions do the same.

    against: what the version before is called.
    """
    began = time.monotonic()
    works, diagnostics = read_versions(earlier.pairs)
    with contextlib.ExitStack() as ends:
        targets = [side.target for work in works for side in (work.now, work.before)]
        hosts = ends.enter_context(hosts_for(targets, settings, nursery, several=len(works) > 1))
        problems = draw_values([side for work in works for side in (work.now, *work.both)], settings, nursery)
        search = DifferenceSearch(settings, progress, Backend(settings, hosts))
        with timed(settings.total_seconds, search.end_late):
            search.run(works)
            around = surroundings(works, earlier)
            search.run_covering(works, shaken(works, around, settings))
        problems += hosts.problems
    functions = settled_differences(works, around, settings, earlier.renamed)
    files = [FileChange(pair.now.file, "added") for pair in earlier.pairs if pair.before is None]
    files += [FileChange(each.file_now, "renamed", each.file) for each in earlier.renamed]
    files += [FileChange(file, "removed") for file in earlier.gone.values()]
    diagnostics = [*earlier.problems, *diagnostics, *problems, *(d for work in works for d in work.now.diagnostics)]
    seconds = time.monotonic() - began
    return Differences(against, tuple(functions), tuple(diagnostics), seconds, tuple(files), search.stopping)


@dataclass(slots=True)
class DifferenceSearch:
    settings: Settings
    progress: Progress
    backend: Backend
    stopping: bool = False
    late: bool = False
    explorers: list[TaskHost] = field(default_factory=list)
    searches: list[UnitSearch] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def run(self, works: Sequence[FileWork]) -> None:
        """Fill in what is known of each function."""
        self.at_once([partial(self.compare, work) for work in works if work.comparing])

    def at_once(self, calls: Sequence[Callable[[], None]]) -> None:
        jobs = self.settings.jobs or self.backend.hosts.width

        def stop() -> None:
            self.stopping = True
            self.end_searches()

        with contextlib.suppress(KeyboardInterrupt):  # what is finished is reported
            at_once(calls, jobs, stop)

    def end_searches(self) -> None:
        for explorer in list(self.explorers):
            explorer.stop()

    def end_late(self) -> None:
        """The time for the whole run is over."""
        self.late = True
        for search in list(self.searches):
            search.late = True
        self.end_searches()

    def keep(self, explorer: TaskHost) -> None:
        """What ends with the run, which may have ended before it was there."""
        self.explorers.append(explorer)
        if self.is_over:
            explorer.stop()

    @property
    def is_over(self) -> bool:
        return self.stopping or self.late

    def compare(self, work: FileWork) -> None:
        with contextlib.ExitStack() as ends:
            replayers = [ends.enter_context(self.backend.replayer(w)) for w in (work.now, work.before)]
            for both in work.both:
                mine = [each for each in work.comparing if each.drivers and each.drivers[0] in both.entries]
                self.search_all(work, both, mine, replayers)
            for side in (work.now, work.before):
                self.cover(side, [each for each in work.comparing if each.is_open], replayers)

    def run_covering(self, works: Sequence[FileWork], comparing: Sequence[Comparing]) -> None:
        """Only what calls show that cover these."""

        def one(work: FileWork, mine: Sequence[Comparing]) -> None:
            with contextlib.ExitStack() as ends:
                sides = (work.now, work.before)
                replayers = [ends.enter_context(self.backend.replayer(side)) for side in sides]
                for side in sides:
                    self.cover(side, [each for each in mine if each.differs is None], replayers)

        asked = [(w, [each for each in w.comparing if any(each is other for other in comparing)]) for w in works]
        self.at_once([partial(one, work, mine) for work, mine in asked if mine and not self.is_over])

    def search_all(
        self, work: FileWork, both: ModuleWork, comparing: Sequence[Comparing], replayers: Sequence[Replayer]
    ) -> None:
        """What their drivers find."""
        with self.backend.explorer(both) as explorer:
            self.keep(explorer)
            failed = self._failure(work, explorer, replayers)
            if failed is not None:
                for each in comparing:
                    each.known = {driver.unit.id: failed for driver in each.drivers}
                return
            for each in comparing:
                if self.late:
                    each.known = {driver.unit.id: TOO_LATE for driver in each.drivers}
                elif not self.stopping:
                    with _at_its_own_cost(each):
                        self.search(each, explorer, self.judge(each, replayers))
            self.attack(both, comparing, replayers)

    def _failure(self, work: FileWork, explorer: TaskHost, replayers: Sequence[Replayer]) -> Reason | None:
        """Why a version is not imported; said once a file."""
        both = explorer.ready if isinstance(explorer.ready, Died) else None
        if both is not None and both.code == INTERRUPTED.code:
            return TOO_LATE if self.late else INTERRUPTED
        now, before = (replayer.failure for replayer in replayers)
        for died, whose in ((before, "its earlier version"), (now, "the module"), (both, "what has both versions")):
            if died is not None:
                first, *detail = died.text.splitlines() or [died.code]
                if any(d.code == "import" for d in work.now.diagnostics):
                    return Reason("cannot-import", f"{whose} fails on import", "--import-first")
                said = Diagnostic("import", f"{whose} fails on import", work.now.target.file, detail=(first, *detail))
                work.now.diagnostics.append(said)
                return Reason(
                    "cannot-import", f"{whose} fails on import: {(detail or [first])[-1].strip()}", "--import-first"
                )
        return None

    def judge(self, comparing: Comparing, replayers: Sequence[Replayer]) -> Judge:
        unit = comparing.unit
        names = [p.name for p in unit.function.parameters if p.kind in ("positional", "positional-only")]
        own = names[0 if unit.binding in ("function", "static") else 1 :]
        numbers = frozenset(p.name for p in unit.function.parameters if are_numbers(p.annotation))
        return Judge(tuple(own), numbers, comparing.version.says, *replayers)

    def cover(self, side: ModuleWork, open_: Sequence[Comparing], replayers: Sequence[Replayer]) -> None:
        """Calls that cover a version of what is still open, made in both."""
        units = {unit.qualname: unit for unit in side.module.units}
        wanted = {units[each.unit.qualname].id: each for each in open_}
        entries = [entry for entry in entries_of(side.module) if entry.unit.id in wanted]
        if not wanted or self.is_over:
            return
        with self.backend.explorer(replace(side, entries=entries)) as explorer:
            self.keep(explorer)
            if isinstance(explorer.ready, Died):
                return
            for entry in entries:
                if not self.is_over:
                    each = wanted[entry.unit.id]
                    began = time.monotonic()
                    with _at_its_own_cost(each):
                        self.explore(explorer, entry, each)
                        found = of_covering([f.case for f in entry.cases], each)
                        each.differs = self.judge(each, replayers).difference(found)
                    each.seconds += time.monotonic() - began

    def search(self, comparing: Comparing, explorer: TaskHost, judge: Judge) -> None:
        began = time.monotonic()
        for driver in comparing.drivers:
            if comparing.differs is None and not self.is_over:
                self.explore(explorer, driver, comparing)
                found = [f.case for f in driver.cases if driver.goals.issubset(f.goals)]
                rest = [f.case for f in driver.cases if not driver.goals.issubset(f.goals)]
                comparing.differs = judge.difference(cases_of([*found, *rest], comparing))
            late = self.late and driver.exploration is None
            comparing.known[driver.unit.id] = TOO_LATE if late else known_of(comparing, driver)
        comparing.seconds = time.monotonic() - began

    def explore(self, explorer: TaskHost, driver: UnitWork, comparing: Comparing) -> None:
        """What is proved already, if something is supposed, gets less of the time."""
        settings = replace(self.settings, effort="quick") if comparing.version.is_reworded else self.settings
        search = UnitSearch(settings, self.progress, 0)
        self.searches.append(search)
        search.late = self.late
        search.explore(explorer, driver)

    def attack(self, both: ModuleWork, comparing: Sequence[Comparing], replayers: Sequence[Replayer]) -> None:
        """Plain runs of all in which no difference was found."""
        left = [each for each in comparing if each.differs is None]
        both = replace(both, entries=[driver for each in left for driver in each.drivers])
        if not both.entries or self.is_over:
            return
        with self.backend.replayer(both) as replayer:
            self.keep(replayer.probed)
            hits = attacked_by_runs(both, [], replayer, self.settings)
        for each in left:
            names = {driver.unit.qualname for driver in each.drivers}
            cases = [hit.found.case for hit in hits if hit.found.case.qualname in names]
            with _at_its_own_cost(each):
                each.differs = self.judge(each, replayers).difference(cases_of(cases, each)) if cases else None
            each.known |= {driver.unit.id: known_of(each, driver) for driver in each.drivers if driver.exploration}


@contextlib.contextmanager
def _at_its_own_cost(comparing: Comparing) -> Iterator[None]:
    """A fault of ours leaves one function without an answer."""
    try:
        yield
    except Exception as error:
        comparing.uncompared = f"clew failed with {type(error).__name__}: {error}; please report this"
