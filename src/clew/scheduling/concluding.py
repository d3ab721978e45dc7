"""What comes after the searches in a module: its cases are replayed, and its goals settled."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from dataclasses import field

from clew.checking.replay import Replayer
from clew.records import dataclass
from clew.report.progress import Progress
from clew.scheduling.backend import Backend
from clew.settling.claims import judged, known_to_end, settle_claims
from clew.settling.confirmation import (
    Candidate,
    attacked_by_runs,
    confirmed,
    how_minimal,
    replayed,
    steady,
    suite_of,
)
from clew.settling.constructions import with_constructions, without_second_calls
from clew.settling.plain_ints import plainer
from clew.settling.preconditions import met_in
from clew.settling.strength import strengthened
from clew.settling.verdicts import settle
from clew.settling.work import ModuleWork, UnitWork
from clew.source.diagnostics import Diagnostic
from clew.source.settings import MINIMAL, READABLE, STRONG, Settings
from clew.testgen.minimise import PATIENT, QUICK
from clew.testgen.refuting import write_refutations
from clew.testgen.suite import write_suite
from clew.workers.host_protocol import Died, Ready
from clew.workers.task_host import TaskHost


@dataclass(slots=True)
class Conclusion:
    """claims: the goals are those; explore: a function that nobody asked about by its name; is_stopping: was the run
    broken off?  guard: the layers that guarded the user's code.
    """

    settings: Settings
    progress: Progress
    backend: Backend
    claims: bool
    explore: Callable[[TaskHost, UnitWork, Settings], object]
    is_stopping: Callable[[], bool]
    guard: tuple[str, ...] = ()
    lock: threading.Lock = field(default_factory=threading.Lock)

    def conclude(self, work: ModuleWork) -> None:
        """Replay what was found in a module, and settle its goals; once, whoever was interrupted meanwhile."""
        with work.concluding:
            if not work.reports:
                self.settle_goals(work)

    def settle_goals(self, work: ModuleWork) -> None:
        cases = [found for entry in work.entries for found in entry.cases]
        candidates: list[Candidate] = []
        work.effort = {MINIMAL: PATIENT, READABLE: None}.get(self.settings.suite, QUICK)
        with contextlib.ExitStack() as ends:
            if work.replayer is not None:
                ends.enter_context(work.replayer)
            if any(entry.exploration is not None for entry in work.entries):
                replayer = work.replayer or ends.enter_context(self.backend.replayer(work))
                if work.replayer is None:
                    self.imported(work, replayer.probed.ready)
                cases = with_constructions(cases)
                candidates = replayed(work.module, cases, replayer, any(entry.mutants for entry in work.entries))
                candidates += attacked_by_runs(work, candidates, replayer, self.settings)
                if self.claims:
                    candidates += replayed(
                        work.module, list(plainer(work.module, [c.found for c in candidates])), replayer
                    )
                if self.settings.suite == STRONG and not self.is_stopping():
                    candidates = strengthened(work, candidates, replayer, self.settings)
                work.met = met_in(candidates)
                if any(entry.mutants for entry in work.entries):
                    candidates = self.with_mutants(work, candidates, replayer)
                if any(entry.paths for entry in work.entries):
                    candidates = self.with_paths(work, candidates, replayer)
                candidates = without_second_calls(judged(work, candidates)) if self.claims else known_to_end(candidates)
                candidates = confirmed(work, steady(work, candidates, replayer), replayer)
        if any(entry.mutants for entry in work.entries):
            from clew.settling.mutants import unsearched

            for entry in work.entries:
                unsearched(entry)
        suite = suite_of(work, candidates, write_refutations if self.claims else write_suite)
        work.file = suite.file
        if self.settings.suite == MINIMAL and suite.chosen:
            work.diagnostics.append(how_minimal(work, suite, candidates))
        wanted = self.settings.bounds()
        for entry in work.entries:
            reports = settle(work, entry, suite, wanted)
            for report in settle_claims(work, entry, reports, suite) if self.claims else reports:
                work.reports.append(report)
                with self.lock:
                    self.progress.unit_done(report)

    def imported(self, work: ModuleWork, ready: Ready | Died) -> None:
        """Note how the import went."""
        if isinstance(ready, Ready):
            self.guard = ready.layers
            return
        with self.lock:
            if not any(d.code == "import" for d in work.diagnostics):
                first, *detail = ready.text.splitlines() or [ready.code]
                lines = (first, *detail)
                work.diagnostics.append(
                    Diagnostic("import", "the module fails on import", work.target.file, detail=lines)
                )

    def with_mutants(self, work: ModuleWork, candidates: list[Candidate], replayer: Replayer) -> list[Candidate]:
        """The candidates, and those that kill what these do not."""
        from clew.scheduling.mutants import MutantSearch
        from clew.settling.mutants import with_all_twins

        twins = with_all_twins(work)
        if twins is None:
            return candidates
        with self.backend.onlooker(twins) as killer:
            search = MutantSearch(work, self.settings, self.backend, self.explore, replayer, killer, candidates)
            search.run()
        return search.candidates

    def with_paths(self, work: ModuleWork, candidates: list[Candidate], replayer: Replayer) -> list[Candidate]:
        """The candidates, and those that take paths that these do not."""
        from clew.scheduling.paths import PathSearch
        from clew.settling.paths import with_recording

        recording = with_recording(work)
        if recording is None:
            return candidates
        with self.backend.onlooker(recording) as recorder:
            explore = self.explore
            search = PathSearch(work, self.settings, self.backend, explore, replayer, recorder, candidates)
            search.run()
        return search.candidates
