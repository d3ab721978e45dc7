"""Who explores what: chunks of modules in threads, each of which drives an explorer of its own (`backend`)."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field, replace
from functools import partial

from clew.checking.replay import Replayer
from clew.records import dataclass
from clew.report.progress import Progress, Silent
from clew.scheduling.backend import Backend
from clew.scheduling.ledger import Ledger
from clew.scheduling.mutants import MutantSearch
from clew.scheduling.paths import PathSearch
from clew.scheduling.processes import EXPLORING
from clew.scheduling.recall import Remembered, digest_of_surroundings, key_for
from clew.scheduling.recall import read as read_remembered
from clew.scheduling.recall import show as show_remembered
from clew.search.request import (
    PLAIN,
    UNREWARDED,
    Bounds,
    Budget,
    Dumped,
    Exploration,
    Found,
    KeptQuery,
    Request,
    Settled,
)
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
from clew.settling.mutants import unsearched, with_all_twins
from clew.settling.paths import with_recording
from clew.settling.plain_ints import plainer
from clew.settling.preconditions import met_in
from clew.settling.strength import strengthened
from clew.settling.verdicts import settle
from clew.settling.work import INTERRUPTED, ModuleWork, UnitWork, chunks_of, project_folders, read_targets
from clew.source.diagnostics import Diagnostic
from clew.source.discovery import Target
from clew.source.settings import MINIMAL, READABLE, STRONG, Settings
from clew.testgen.minimise import PATIENT, QUICK
from clew.testgen.refuting import write_refutations
from clew.testgen.suite import write_suite
from clew.verdict.conclude import conclude
from clew.verdict.evidence import Evidence, doubt
from clew.verdict.reasons import Reason
from clew.verdict.verdicts import Infeasible, NoneWithin
from clew.workers.host_protocol import EXITED, TASK_FAILED, Died, Done
from clew.workers.task_host import TaskHost
from clew.workers.threads import at_once

EXPLORE = f"{EXPLORING}:explore_unit"
TOO_LATE = Reason("timeout", "the time for the whole run was over before this function was settled", "--total-seconds")
CLAIMS = 10  # the part of the work that is done where claims are asked for: most have their answer early or never
STRAYS = 8  # the part of that where there is no claim: what leaves such a function is seen early or never
QUICK_DOOM = 40  # enough to close small trees, where coverage is what was asked for


@dataclass(slots=True)
class Pool:
    """Explores chunks of modules in threads."""

    settings: Settings
    progress: Progress
    doom: int
    ledger: Ledger
    backend: Backend
    keep_query: Callable[[KeptQuery], None] | None = None
    claims: bool = False  # the goals are those
    began: float = field(default_factory=time.monotonic)
    lock: threading.Lock = field(default_factory=threading.Lock)
    stopping: bool = False
    late: bool = False  # the time for the whole run is over
    guard: tuple[str, ...] = ()  # the layers that guarded the user's code
    explorers: list[TaskHost] = field(default_factory=list)

    def run(self, works: list[ModuleWork], meanwhile: Callable[[], object]) -> bool:
        """Fill in the reports and the test files; True when interrupted."""
        jobs = self.settings.jobs or self.backend.hosts.width
        for work in works:
            self.recall(work)
        chunks = chunks_of(works, jobs)
        for work, _ in chunks:
            work.left += 1

        def stop() -> None:
            self.stopping = True
            self.end_searches()

        def at_first() -> None:
            self.ledger.connect()
            meanwhile()

        with contextlib.suppress(KeyboardInterrupt), self.timed():  # what is finished is reported
            at_once([partial(self.explore, work, chunk) for work, chunk in chunks], jobs, stop, at_first)
        for work in works:
            self.conclude(work)
        return self.stopping

    def end_searches(self) -> None:
        for explorer in list(self.explorers):
            explorer.stop()

    @contextlib.contextmanager
    def timed(self) -> Iterator[None]:
        """Searches end when the time for the whole run is over."""

        def end() -> None:
            self.late = True
            self.end_searches()

        timer = threading.Timer(self.settings.total_seconds, end)
        timer.daemon = True
        if self.settings.total_seconds:
            timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def explore(self, work: ModuleWork, chunk: list[UnitWork]) -> None:
        if not (self.stopping or self.late):
            self.explore_chunk(work, chunk)
        for entry in chunk:
            if self.late and entry.exploration is None:
                entry.unexplored = TOO_LATE
        with self.lock:
            work.left -= 1
            last = work.left == 0
        if last and not self.stopping:
            self.conclude(work)

    def explore_chunk(self, work: ModuleWork, chunk: list[UnitWork]) -> None:
        if not self.claims and not any(entry.goals for entry in chunk):
            for entry in chunk:  # what only twins are searched for
                entry.exploration = Exploration()
            return
        with self.backend.explorer(work) as explorer:
            self.explorers.append(explorer)
            with self.lock:
                work.replayer = work.replayer or self.backend.replayer(work)
            if isinstance(explorer.ready, Died):
                if explorer.ready.code != INTERRUPTED.code:
                    self.import_failed(work, explorer.ready)
                    reason = Reason("cannot-import", explorer.ready.text.splitlines()[-1], "--import-first")
                    for entry in chunk:
                        entry.exploration = Exploration.unknown(entry.goals, reason)
                return
            self.guard = explorer.ready.layers
            for entry in chunk:
                if self.stopping or self.late:
                    break
                self.explore_entry(explorer, entry)
                self.remember(entry)

    # ------------------------------------------------------------ between runs

    def recall(self, work: ModuleWork) -> None:
        """What is still known of the units of a module from earlier runs."""
        if self.ledger.path is None:
            return
        folders = project_folders(work.target)
        around = digest_of_surroundings(work.module, work.target.path, folders, work.beside)
        if around is None:
            return
        drawn = repr(work.drawn) if work.drawn else ""
        for entry in work.entries:
            asked = ",".join(sorted(entry.goals)) if self.claims else ""
            entry.key = key_for(work.module, entry.unit, f"{around}:{self.doom}{asked}{drawn}", self.settings)
        known = self.ledger.resume({e.unit.id: e.key for e in work.entries if e.key is not None})
        for entry in work.entries:
            found = read_remembered(known[entry.unit.id]) if entry.unit.id in known else None
            if found is not None:
                entry.cases, entry.exploration = list(found.cases), found.exploration
                entry.seconds, entry.cpu_seconds, entry.memory = found.seconds, found.cpu_seconds, found.memory

    def remember(self, entry: UnitWork) -> None:
        if entry.key is not None and entry.exploration is not None and not self.stopping and not _by_chance(entry):
            spent = (entry.seconds, entry.cpu_seconds, entry.memory)
            remembered = Remembered(tuple(entry.cases), entry.exploration, *spent)
            self.ledger.put(entry.unit.id, entry.key, show_remembered(remembered))

    # ------------------------------------------------------------ one chunk

    def look_at_import(self, work: ModuleWork, host: TaskHost) -> None:
        """Of a module that no host has explored."""
        if isinstance(host.ready, Died):
            self.import_failed(work, host.ready)
        else:
            self.guard = host.ready.layers

    def import_failed(self, work: ModuleWork, died: Died) -> None:
        with self.lock:
            if not any(d.code == "import" for d in work.diagnostics):
                first, *detail = died.text.splitlines() or [died.code]
                lines = (first, *detail)
                work.diagnostics.append(
                    Diagnostic("import", "the module fails on import", work.target.file, detail=lines)
                )

    def explore_entry(self, explorer: TaskHost, entry: UnitWork) -> None:
        settings = self.settings
        request = request_of(entry, settings, self.doom)
        request = replace(request, keep_queries=self.keep_query is not None, strays=self.claims)
        if self.claims:
            parts = CLAIMS if request.claimed else CLAIMS * STRAYS
            request = replace(request, budget=replace(request.budget, work=settings.work // parts))
        with self.lock:
            self.progress.unit_started(entry.unit.id, len(entry.goals))
        reached: set[str] = set()
        settled: dict[str, Evidence] = {}  # by the last word of the worker
        guessed: list[bool] = [True]

        def on_message(message: object) -> None:
            if isinstance(message, Found):
                entry.cases.append(message)
                entry.times.append(time.monotonic() - self.began)
                reached.update(entry.goals.intersection(message.goals))
            elif isinstance(message, Settled):
                settled.clear()
                settled.update(message.proofs)
                guessed[0] = message.guessed
            if isinstance(message, Found | Settled):
                shown = [conclude(v, settings.bounds()) for goal, v in settled.items() if goal not in reached]
                infeasible, within = (sum(isinstance(v, kind) for v in shown) for kind in (Infeasible, NoneWithin))
                with self.lock:
                    self.progress.unit_moved(entry.unit.id, len(reached), infeasible, within)
            elif isinstance(message, KeptQuery) and self.keep_query is not None:
                with self.lock:
                    self.keep_query(message)

        began = time.monotonic()
        answer = explorer.run(EXPLORE, request, on_message)
        entry.seconds, entry.cpu_seconds = time.monotonic() - began, answer.cpu
        match answer:
            case Done(value=value, peak=peak):
                entry.exploration = value
                entry.memory = peak
            case Died(code=code, text=text):
                fault = text.startswith(TASK_FAILED)
                settings_of = {"timeout": "--seconds", "worker-died": "--memory"}
                setting = None if fault or text.startswith(EXITED) else settings_of.get(code)
                reason = Reason("internal-error" if fault else code, text, setting)
                if code == INTERRUPTED.code and self.late:
                    reason = TOO_LATE
                # It costs only what was still open.
                open_goals = entry.goals - reached
                entry.exploration = replace(Exploration.unknown(open_goals, reason), guessed=guessed[0])
                entry.exploration.known |= {goal: shown for goal, shown in settled.items() if goal in open_goals}

    def with_mutants(self, work: ModuleWork, candidates: list[Candidate], replayer: Replayer) -> list[Candidate]:
        """The candidates, and those that kill what these do not."""
        twins = with_all_twins(work)
        if twins is None:
            return candidates
        with self.backend.onlooker(twins) as killer:
            search = MutantSearch(work, self.settings, self.backend, self.explore_quietly, replayer, killer, candidates)
            search.run()
        return search.candidates

    def with_paths(self, work: ModuleWork, candidates: list[Candidate], replayer: Replayer) -> list[Candidate]:
        """The candidates, and those that take paths that these do not."""
        recording = with_recording(work)
        if recording is None:
            return candidates
        with self.backend.onlooker(recording) as recorder:
            explore = self.explore_quietly
            search = PathSearch(work, self.settings, self.backend, explore, replayer, recorder, candidates)
            search.run()
        return search.candidates

    def explore_quietly(self, explorer: TaskHost, entry: UnitWork, settings: Settings) -> None:
        """A function that nobody asked about by its name."""
        inner = Pool(settings, Silent(), 0, self.ledger, self.backend, self.keep_query)
        if not self.stopping:
            inner.explore_entry(explorer, entry)

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
                    self.look_at_import(work, replayer.probed)
                cases = with_constructions(cases)
                candidates = replayed(work.module, cases, replayer, any(entry.mutants for entry in work.entries))
                candidates += attacked_by_runs(work, candidates, replayer, self.settings)
                if self.claims:
                    candidates += replayed(
                        work.module, list(plainer(work.module, [c.found for c in candidates])), replayer
                    )
                if self.settings.suite == STRONG and not self.stopping:
                    candidates = strengthened(work, candidates, replayer, self.settings)
                work.met = met_in(candidates)
                candidates = self.with_mutants(work, candidates, replayer)
                candidates = self.with_paths(work, candidates, replayer)
                candidates = without_second_calls(judged(work, candidates)) if self.claims else known_to_end(candidates)
                candidates = confirmed(work, steady(work, candidates, replayer), replayer)
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


def request_of(entry: UnitWork, settings: Settings, doom: int) -> Request:
    rounds = max(settings.loop, settings.depth)  # loops and recursion are cut after as many visits of a place
    return Request(
        entry.unit.id,
        entry.goals,
        Bounds(settings.len, settings.text, settings.depth, settings.method_calls),
        Budget(
            settings.paths,
            settings.paths * 4,
            settings.seconds,
            rounds,
            doom=doom,
            work=settings.work,
            steps=settings.steps,
            unrewarded=UNREWARDED[settings.effort],
            plain=PLAIN * settings.paths,
        ),
        settings.solver_steps,
        settings.types,
        settings.seed,
        settings.calls,
        cross_check=settings.cross_check,
        maximal=settings.suite == MINIMAL,
        noted=entry.noted,
    )


def dumped(
    targets: Sequence[Target], settings: Settings, what: str, backend: Backend
) -> Iterator[tuple[str, str] | Diagnostic]:
    """What is given to a search for the goals of each function, or what it did, after the id of the function.

    what: `shapes`, `runs` or `tree`.
    """
    works, diagnostics = read_targets(targets)
    yield from diagnostics
    for work in works:
        with backend.explorer(work) as explorer:
            if isinstance(explorer.ready, Died):
                lines = tuple(explorer.ready.text.splitlines())
                yield Diagnostic("import", "the module fails on import", work.target.file, detail=lines)
                continue
            for entry in work.entries:
                texts: list[str] = []

                def keep(message: object, texts: list[str] = texts) -> None:
                    if isinstance(message, Dumped):
                        texts.append(message.text)

                answer = explorer.run(EXPLORE, replace(request_of(entry, settings, QUICK_DOOM), dump=what), keep)
                if isinstance(answer, Died) and not texts:
                    yield Diagnostic(answer.code, f"{entry.unit.id}: {answer.text}", work.target.file)
                yield from ((entry.unit.id, text) for text in texts)


def close_replayers(works: Iterable[ModuleWork]) -> None:
    """Close the replayers that were started for nothing, where the run was broken off."""
    for work in works:
        if work.replayer is not None:
            work.replayer.close()


def _by_chance(entry: UnitWork) -> bool:
    """Did the clock or an accident decide?  Another run may do better."""
    known = entry.exploration.known.values() if entry.exploration is not None else ()
    codes = {why.code for each in known if (why := doubt(each)) is not None}
    return bool(codes & {"timeout", "worker-died", "interrupted", "internal-error"})
