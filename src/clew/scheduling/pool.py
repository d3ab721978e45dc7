"""Who explores what: chunks of modules in threads, each of which drives an explorer of its own (`backend`).

The search of one function is `unit_search`, what follows those in a module `concluding`.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterable
from dataclasses import field
from functools import partial

from clew.records import dataclass
from clew.report.progress import Silent
from clew.scheduling.backend import Backend
from clew.scheduling.concluding import Conclusion
from clew.scheduling.ledger import Ledger
from clew.scheduling.recall import recall, remember
from clew.scheduling.unit_search import TOO_LATE, UnitSearch, timed
from clew.search.request import Exploration
from clew.settling.work import INTERRUPTED, ModuleWork, UnitWork, chunks_of
from clew.source.settings import Settings
from clew.verdict.reasons import Reason
from clew.workers.host_protocol import Died
from clew.workers.task_host import TaskHost
from clew.workers.threads import at_once


@dataclass(slots=True)
class Pool:
    """Explores chunks of modules in threads."""

    settings: Settings
    search: UnitSearch
    ledger: Ledger
    backend: Backend
    conclusion: Conclusion = field(init=False)
    lock: threading.Lock = field(default_factory=threading.Lock)
    stopping: bool = False
    explorers: list[TaskHost] = field(default_factory=list)

    def __post_init__(self) -> None:
        search, stopping = self.search, lambda: self.stopping
        quietly = self.explore_quietly
        self.conclusion = Conclusion(self.settings, search.progress, self.backend, search.claims, quietly, stopping)

    def run(self, works: list[ModuleWork], meanwhile: Callable[[], object]) -> bool:
        """Fill in the reports and the test files; True when interrupted."""
        jobs = self.settings.jobs or self.backend.hosts.width
        for work in works:
            recall(work, self.ledger, self.search)
        chunks = chunks_of(works, jobs)
        for work, _ in chunks:
            work.left += 1

        def stop() -> None:
            self.stopping = True
            self.end_searches()

        def at_first() -> None:
            self.ledger.connect()
            meanwhile()

        with (
            contextlib.suppress(KeyboardInterrupt),
            timed(self.settings.total_seconds, self.end_late),
        ):  # what is finished is reported
            at_once([partial(self.explore, work, chunk) for work, chunk in chunks], jobs, stop, at_first)
        for work in works:
            self.conclusion.conclude(work)
        return self.stopping

    def end_searches(self) -> None:
        for explorer in list(self.explorers):
            explorer.stop()

    def end_late(self) -> None:
        self.search.late = True
        self.end_searches()

    def explore(self, work: ModuleWork, chunk: list[UnitWork]) -> None:
        if not (self.stopping or self.search.late):
            self.explore_chunk(work, chunk)
        for entry in chunk:
            if self.search.late and entry.exploration is None:
                entry.unexplored = TOO_LATE
        with self.lock:
            work.left -= 1
            last = work.left == 0
        if last and not self.stopping:
            self.conclusion.conclude(work)

    def explore_chunk(self, work: ModuleWork, chunk: list[UnitWork]) -> None:
        if not self.search.claims and not any(entry.goals for entry in chunk):
            for entry in chunk:  # what only twins are searched for
                entry.exploration = Exploration()
            return
        with self.backend.explorer(work) as explorer:
            self.explorers.append(explorer)
            if self.stopping or self.search.late:  # the run ended before it was there
                explorer.stop()
            with self.lock:
                work.replayer = work.replayer or self.backend.replayer(work)
            if isinstance(explorer.ready, Died):
                if explorer.ready.code != INTERRUPTED.code:
                    self.conclusion.imported(work, explorer.ready)
                    reason = Reason("cannot-import", explorer.ready.text.splitlines()[-1], "--import-first")
                    for entry in chunk:
                        entry.exploration = Exploration.unknown(entry.goals, reason)
                return
            self.conclusion.imported(work, explorer.ready)
            for entry in chunk:
                if self.stopping or self.search.late:
                    break
                self.search.explore(explorer, entry)
                if not self.stopping:
                    remember(entry, self.ledger)

    def explore_quietly(self, explorer: TaskHost, entry: UnitWork, settings: Settings) -> None:
        """A function that nobody asked about by its name."""
        if not self.stopping:
            UnitSearch(settings, Silent(), 0, self.search.keep_query).explore(explorer, entry)


def close_replayers(works: Iterable[ModuleWork]) -> None:
    """Close the replayers that were started for nothing, where the run was broken off."""
    for work in works:
        if work.replayer is not None:
            work.replayer.close()
