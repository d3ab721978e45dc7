"""The whole way, on one page: files → units → cases → replay → verdicts and tests.

The command's process never imports the code under test.  Each module is imported by guarded hosts: instrumented ones,
in forks of which units are explored, and plain ones, in which every case is replayed before it counts.  What the
executor reached but the replay did not confirm is unknown, never covered.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from pathlib import Path

from clew.analysis.structure import structurally_dead
from clew.attack.campaign import attacked
from clew.attack.orders import Prey
from clew.checking.replay import Replayer
from clew.checking.script import NotReplayed, Replay, Replayed, Script
from clew.checking.script import Target as ReplayTarget
from clew.effects.bodies import constants_of
from clew.frontend.goal import OUTCOMES, Goal
from clew.frontend.module import Module, Unit, read_module
from clew.ledger import Ledger
from clew.processes import EXPLORING, limits_of, user_paths, warm_nursery
from clew.recall import Remembered, key_for, surroundings
from clew.recall import read as read_remembered
from clew.recall import show as show_remembered
from clew.records import dataclass
from clew.report.explained import explained
from clew.report.finding import Finding
from clew.report.progress import Progress
from clew.report.record import (
    CoverResult,
    GoalReport,
    NativeReport,
    PathStep,
    Report,
    TestFile,
    TestOutcome,
    TestReport,
    UnitReport,
    totals,
)
from clew.report.wording import quote
from clew.search.request import Bounds, Budget, Dumped, Exploration, Found, KeptQuery, Request, Settled, Setup
from clew.source.diagnostics import Diagnostic, InputError
from clew.source.discovery import Target, suggestion
from clew.source.settings import Settings
from clew.source.spans import Span
from clew.source.text import read_source
from clew.testgen.minimise import minimise
from clew.testgen.render import RenderedCase, render_case, script_of
from clew.testgen.suite import SuiteCase, write_suite
from clew.verdict import (
    Assumption,
    Covered,
    Doomed,
    Infeasible,
    NoneWithin,
    Reason,
    Unknown,
    Verdict,
    conclude,
    conclude_doomed,
)
from clew.workers.host import Host
from clew.workers.host_protocol import TASK_FAILED, Died, Done
from clew.workers.nursery import Nursery
from clew.workers.threads import at_once

EXPLORE = f"{EXPLORING}:explore_unit"
PREPARE = "clew.concolic.prepared:prepare"

QUICK_DOOM = 40  # enough to close small trees, where coverage is what was asked for


@dataclass(slots=True)
class UnitWork:
    """An entry: a unit that is not nested, with the goals of itself and of what is nested in it."""

    unit: Unit
    goals: frozenset[str]
    cases: list[Found] = field(default_factory=list)
    times: list[float] = field(default_factory=list)  # seconds after which each was found, where that was in this run
    exploration: Exploration | None = None
    seconds: float = 0.0
    memory: int | None = None
    key: str | None = None  # under which the ledger keeps it


@dataclass(slots=True)
class ModuleWork:
    """A module on its way: what it is asked for, and what has been found."""

    target: Target
    module: Module
    entries: list[UnitWork]
    part: str = ""  # the names asked for, where it is not the whole module
    left: int = 0  # chunks not yet explored
    replayer: Replayer | None = None  # started when the exploring starts, since it needs as long for the import
    reports: list[UnitReport] = field(default_factory=list)
    file: TestFile | None = None
    diagnostics: list[Diagnostic] = field(default_factory=list)


def cover(
    targets: Sequence[Target],
    settings: Settings,
    progress: Progress,
    doom: int = QUICK_DOOM,
    memory: Path | None = None,
    keep_query: Callable[[KeptQuery], None] | None = None,
    nursery: Nursery | None = None,
    meanwhile: Callable[[], object] = lambda: None,
) -> CoverResult:
    """Settle every goal of the targets.

    doom: queries spent on code that only failing runs reached, a function.  memory: the file of the ledger, in which
    what was found for each function is kept as soon as it is known; None to remember nothing.  keep_query: gets every
    query that reaches a solver (and makes that what is remembered is not used).  nursery: one that is warm already; the
    caller closes it.  meanwhile: what the caller could do while it would only wait.
    """
    return _settled(targets, settings, progress, doom, memory, keep_query, nursery, meanwhile)[1]


def dead(
    targets: Sequence[Target],
    settings: Settings,
    progress: Progress,
    memory: Path | None = None,
    nursery: Nursery | None = None,
) -> Report:
    """Settle every goal, and what only failing runs reached as well; the report has the findings about dead code."""
    works, result = _settled(targets, settings, progress, settings.paths * 4, memory, None, nursery)
    findings = [finding for work in works for finding in findings_of(work)]
    return replace(result.report, findings=tuple(findings))


def findings_of(work: ModuleWork) -> list[Finding]:
    """What is dead in a module, and what is wrong with the comments that silence findings."""
    from clew.report.dead_code import find_dead_code
    from clew.report.silence import silence

    lines = work.module.text.splitlines()
    units = {unit.id: unit for unit in work.module.units}
    found = [f for report in work.reports for f in find_dead_code(units[report.id], report, lines)]
    inside = {line for unit in units.values() for line in _lines(unit.span)}
    mine = {line for report in work.reports for line in _lines(report.span)}
    whole = {unit.id for unit in units.values()} == {report.id for report in work.reports}
    outside = set(range(1, len(lines) + 1)) - inside if whole else set()
    open_lines = {line for r in work.reports if totals([r]).unknown for line in _lines(r.span)}
    return silence(found, work.module.text, work.target.file, mine | outside, (mine - open_lines) | outside)


def _lines(span: Span) -> range:
    return range(span.line, span.end_line + 1)


def _settled(
    targets: Sequence[Target],
    settings: Settings,
    progress: Progress,
    doom: int,
    memory: Path | None,
    keep_query: Callable[[KeptQuery], None] | None,
    nursery: Nursery | None,
    meanwhile: Callable[[], object] = lambda: None,
) -> tuple[list[ModuleWork], CoverResult]:
    began = time.monotonic()
    works, diagnostics = read_targets(targets)
    entries = [entry for work in works for entry in work.entries]
    progress.begin(len(entries), sum(len(e.goals) for e in entries))
    with contextlib.ExitStack() as ends:
        if nursery is None:
            nursery = ends.enter_context(warm_nursery(several=len(entries) > 1))
        ledger = ends.enter_context(Ledger.open(memory if keep_query is None else None))
        ends.callback(close_replayers, works)
        pool = Pool(settings, progress, doom, ledger, nursery, keep_query)
        interrupted = pool.run(works, meanwhile)
        diagnostics += ledger.problems
    for work in works:
        diagnostics += work.diagnostics
    units = tuple(report for work in works for report in work.reports)
    files = tuple(work.file for work in works if work.file is not None)
    report = Report(settings, time.monotonic() - began, units, tuple(diagnostics), pool.guard, interrupted)
    return works, CoverResult(report, files)


# ---------------------------------------------------------------- reading


def pickled(module: Module) -> bytes | None:
    """For the hosts; None where it is nested too deeply for that."""
    try:
        return pickle.dumps(module, 5)
    except RecursionError:
        return None


def read_targets(targets: Sequence[Target]) -> tuple[list[ModuleWork], list[Diagnostic]]:
    """The modules of the targets, each read once, and what was wrong with the others."""
    works: dict[str, ModuleWork] = {}
    diagnostics: list[Diagnostic] = []
    wanted: dict[str, list[str | None]] = {}
    for target in targets:
        wanted.setdefault(target.path, []).append(target.qualname)
        if target.path in works:
            continue
        try:
            text = read_source(target.path, target.file)
        except InputError as error:
            diagnostics.append(error.diagnostic)
            continue
        module = read_module(text, target.file, target.module)
        if isinstance(module, Module):
            works[target.path] = ModuleWork(target, module, [])
        else:
            diagnostics.extend(module)
    for path, work in works.items():
        names = wanted[path]
        entries = entries_of(work.module)
        if None in names:
            work.entries = entries
            continue
        work.part = "_".join(sorted({name for name in names if name is not None}))
        for name in names:
            assert name is not None
            found = [e for e in entries if _matches(e.unit.qualname, name)]
            nested = [u.qualname for u in work.module.units if u.qualname == name]
            if not found and nested:
                found = [e for e in entries if name.startswith(e.unit.qualname + ".<locals>.")]
            if not found:
                known = [u.qualname for u in work.module.units]
                text = f"there is no function or class {name} here{suggestion(name, known)}"
                diagnostics.append(Diagnostic("no-such-name", text, work.target.file))
            work.entries += [e for e in found if e not in work.entries]
    return list(works.values()), diagnostics


def _matches(qualname: str, wanted: str) -> bool:
    return qualname == wanted or qualname.startswith(wanted + ".")


def entries_of(module: Module) -> list[UnitWork]:
    """The units that are not nested, each with the goals of its whole family."""
    roots: dict[str, str] = {}
    goals: dict[str, set[str]] = {}
    for unit in module.units:
        root = unit.id if unit.parent is None else roots[unit.parent]
        roots[unit.id] = root
        goals.setdefault(root, set()).update(g.id for g in unit.goals)
    return [UnitWork(u, frozenset(goals[u.id])) for u in module.units if u.parent is None]


# ---------------------------------------------------------------- exploring


@dataclass(slots=True)
class Pool:
    """Explores chunks of modules in threads, each of which drives a host process of its own."""

    settings: Settings
    progress: Progress
    doom: int
    ledger: Ledger
    nursery: Nursery
    keep_query: Callable[[KeptQuery], None] | None = None
    began: float = field(default_factory=time.monotonic)
    lock: threading.Lock = field(default_factory=threading.Lock)
    stopping: bool = False
    guard: tuple[str, ...] = ()  # the layers that guarded the user's code
    hosts: list[Host] = field(default_factory=list)

    def run(self, works: list[ModuleWork], meanwhile: Callable[[], object]) -> bool:
        """Fill in the reports and the test files; True when interrupted."""
        jobs = self.settings.jobs or os.cpu_count() or 1
        for work in works:
            self.recall(work)
        chunks = [(work, chunk) for work in works for chunk in chunks_of(work, jobs if len(works) < jobs else 1)]
        for work, _ in chunks:
            work.left += 1

        def stop() -> None:
            self.stopping = True
            for host in list(self.hosts):
                host.stop()

        def at_first() -> None:
            self.ledger.connect()
            meanwhile()

        with contextlib.suppress(KeyboardInterrupt):  # what is finished is reported
            at_once([partial(self.explore, work, chunk) for work, chunk in chunks], jobs, stop, at_first)
        for work in works:
            if not work.reports:
                self.conclude(work)
        return self.stopping

    def explore(self, work: ModuleWork, chunk: list[UnitWork]) -> None:
        with host_of(work, self.settings, self.nursery) as host:
            self.hosts.append(host)
            with self.lock:
                work.replayer = work.replayer or self.replayer_of(work)
            if isinstance(host.ready, Died):
                self.import_failed(work, chunk, host.ready)
            else:
                self.guard = host.ready.layers
                for entry in chunk:
                    if self.stopping:
                        break
                    self.explore_entry(host, entry)
                    self.remember(entry)
        with self.lock:
            work.left -= 1
            last = work.left == 0
        if last and not self.stopping:
            self.conclude(work)

    # ------------------------------------------------------------ between runs

    def recall(self, work: ModuleWork) -> None:
        """What is still known of the units of a module from earlier runs."""
        if self.ledger.path is None:
            return
        around = surroundings(work.module, work.target.path, project_folders(work.target))
        if around is None:
            return
        for entry in work.entries:
            entry.key = key_for(work.module, entry.unit, f"{around}:{self.doom}", self.settings)
        known = self.ledger.resume({e.unit.id: e.key for e in work.entries if e.key is not None})
        for entry in work.entries:
            found = read_remembered(known[entry.unit.id]) if entry.unit.id in known else None
            if found is not None:
                entry.cases, entry.exploration = list(found.cases), found.exploration
                entry.seconds, entry.memory = found.seconds, found.memory

    def remember(self, entry: UnitWork) -> None:
        if entry.key is not None and entry.exploration is not None and not self.stopping and not _by_chance(entry):
            remembered = Remembered(tuple(entry.cases), entry.exploration, entry.seconds, entry.memory)
            self.ledger.put(entry.unit.id, entry.key, show_remembered(remembered))

    # ------------------------------------------------------------ one chunk

    def import_failed(self, work: ModuleWork, chunk: list[UnitWork], died: Died) -> None:
        with self.lock:
            if not any(d.code == "import" for d in work.diagnostics):
                first, *detail = died.text.splitlines() or [died.code]
                lines = (first, *detail)
                work.diagnostics.append(
                    Diagnostic("import", "the module fails on import", work.target.file, detail=lines)
                )
        for entry in chunk:
            entry.exploration = Exploration.unknown(entry.goals, Reason("cannot-import", died.text.splitlines()[-1]))

    def explore_entry(self, host: Host, entry: UnitWork) -> None:
        settings = self.settings
        request = replace(request_of(entry, settings, self.doom), keep_queries=self.keep_query is not None)
        with self.lock:
            self.progress.unit_started(entry.unit.id, len(entry.goals))
        reached: set[str] = set()
        settled: dict[str, Verdict] = {}  # by the last word of the worker

        def on_message(message: object) -> None:
            if isinstance(message, Found):
                entry.cases.append(message)
                entry.times.append(time.monotonic() - self.began)
                reached.update(entry.goals.intersection(message.goals))
            elif isinstance(message, Settled):
                settled.clear()
                settled.update(message.verdicts)
            if isinstance(message, Found | Settled):
                shown = [conclude(v, settings.bounds()) for goal, v in settled.items() if goal not in reached]
                infeasible, within = (sum(isinstance(v, kind) for v in shown) for kind in (Infeasible, NoneWithin))
                with self.lock:
                    self.progress.unit_moved(entry.unit.id, len(reached), infeasible, within)
            elif isinstance(message, KeptQuery) and self.keep_query is not None:
                with self.lock:
                    self.keep_query(message)

        began = time.monotonic()
        answer = host.run(EXPLORE, request, on_message)
        entry.seconds = time.monotonic() - began
        match answer:
            case Done(value=value, peak=peak):
                entry.exploration = value
                entry.memory = peak
            case Died(code=code, text=text):
                fault = text.startswith(TASK_FAILED)
                setting = None if fault else {"timeout": "--seconds", "worker-died": "--memory"}.get(code)
                reason = Reason("internal-error" if fault else code, text, setting)
                # It costs only what was still open.
                open_goals = entry.goals - reached
                entry.exploration = Exploration.unknown(open_goals, reason)
                entry.exploration.verdicts |= {goal: v for goal, v in settled.items() if goal in open_goals}

    def conclude(self, work: ModuleWork) -> None:
        """Replay what was found in a module, and settle its goals."""
        cases = [found for entry in work.entries for found in entry.cases]
        candidates: list[Candidate] = []
        with contextlib.ExitStack() as ends:
            if work.replayer is not None:
                ends.enter_context(work.replayer)
            if any(entry.exploration is not None for entry in work.entries):
                replayer = work.replayer or ends.enter_context(self.replayer_of(work))
                candidates = replayed(work.module, cases, replayer)
                candidates += attacked_by_runs(work, candidates, replayer, self.settings)
                candidates = confirmed(work, steady(work, candidates, replayer), replayer)
        suite = suite_of(work, candidates)
        work.file = suite.file
        for entry in work.entries:
            for report in settle(work, entry, suite, self.settings.bounds()):
                work.reports.append(report)
                with self.lock:
                    self.progress.unit_done(report)

    def replayer_of(self, work: ModuleWork) -> Replayer:
        goals = tuple(g for u in work.module.units for g in u.goals)
        target = ReplayTarget(work.module.name, work.target.path, work.module.text, goals, (work.target.root,))
        return Replayer.start(target, limits_of(self.settings), paths=user_paths(), nursery=self.nursery)


def host_of(work: ModuleWork, settings: Settings, nursery: Nursery) -> Host:
    """A process that imports the module, and explores its functions one after the other."""
    module = work.module
    setup = Setup(module.name, project_folders(work.target), settings.steps, pickled(module))
    paths = (work.target.root, *user_paths())
    return Host.start(PREPARE, setup, limits_of(settings), paths=paths, preload=(EXPLORING,), nursery=nursery)


def request_of(entry: UnitWork, settings: Settings, doom: int) -> Request:
    rounds = max(settings.loop, settings.depth)  # loops and recursion are cut after as many visits of a place
    return Request(
        entry.unit.id,
        entry.goals,
        Bounds(settings.len, settings.text, settings.depth, settings.method_calls),
        Budget(settings.paths, settings.paths * 4, settings.seconds, rounds, doom=doom, work=settings.work),
        settings.solver_steps,
        settings.types,
        settings.seed,
        settings.calls,
        cross_check=settings.cross_check,
    )


def dumped(
    targets: Sequence[Target], settings: Settings, what: str, nursery: Nursery
) -> Iterator[tuple[str, str] | Diagnostic]:
    """The search for the goals of each function as text, after the id of the function.  what: `runs` or `tree`."""
    works, diagnostics = read_targets(targets)
    yield from diagnostics
    for work in works:
        with host_of(work, settings, nursery) as host:
            if isinstance(host.ready, Died):
                lines = tuple(host.ready.text.splitlines())
                yield Diagnostic("import", "the module fails on import", work.target.file, detail=lines)
                continue
            for entry in work.entries:
                texts: list[str] = []

                def keep(message: object, texts: list[str] = texts) -> None:
                    if isinstance(message, Dumped):
                        texts.append(message.text)

                answer = host.run(EXPLORE, replace(request_of(entry, settings, QUICK_DOOM), dump=what), keep)
                if isinstance(answer, Died) and not texts:
                    yield Diagnostic(answer.code, f"{entry.unit.id}: {answer.text}", work.target.file)
                yield from ((entry.unit.id, text) for text in texts)


def close_replayers(works: Iterable[ModuleWork]) -> None:
    """Those that were started for nothing, where the run was broken off."""
    for work in works:
        if work.replayer is not None:
            work.replayer.close()


# ---------------------------------------------------------------- replay, attack, verdicts, tests


@dataclass(frozen=True, slots=True)
class Candidate:
    """A case, as it would be written, and what CPython made of it."""

    found: Found
    rendered: RenderedCase
    replay: Replay

    @property
    def hits(self) -> frozenset[str]:
        return self.replay.hits if isinstance(self.replay, Replayed) else frozenset()

    @property
    def script(self) -> Script:
        """As it is written: with what its replay showed it to need."""
        return script_of(self.rendered, pins=self.replay.pins if isinstance(self.replay, Replayed) else ())


@dataclass(frozen=True, slots=True)
class WrittenSuite:
    """file: None where there is nothing to write.

    covering: goal → test id.  tests: by qualified name of the unit called.
    """

    file: TestFile | None
    covering: Mapping[str, str]
    tests: Mapping[str, tuple[TestReport, ...]]
    refused: Mapping[str, Reason]  # by qualified name: why a case of the unit was not confirmed
    passed: frozenset[str] = frozenset()  # goals of cases that, replayed, ended normally
    otherwise: Mapping[str, Reason] = field(
        default_factory=dict
    )  # by qualified name: a case ended otherwise than its run


def replayed(module: Module, cases: Sequence[Found], replayer: Replayer) -> list[Candidate]:
    """Run every case; one that returns nothing is run again with an eye on what it changed."""
    parameters = {unit.qualname: _positional(unit) for unit in module.units}
    rendered = [render_case(f.case, parameters.get(f.case.qualname, ())) for f in cases]
    replays = replayer.replay([script_of(r, frozenset(f.goals)) for r, f in zip(rendered, cases, strict=True)])
    silent = [i for i, r in enumerate(replays) if isinstance(r, Replayed) and r.outcome.text == "None"]
    watched = [render_case(cases[i].case, parameters.get(cases[i].case.qualname, ()), watch=True) for i in silent]
    again = [(i, w) for i, w in zip(silent, watched, strict=True) if w.observe]
    if again:
        scripts = [script_of(w, frozenset(cases[i].goals)) for i, w in again]
        for (i, w), replay in zip(again, replayer.replay(scripts), strict=True):
            if isinstance(replay, Replayed):
                rendered[i], replays[i] = w, replay
    return [Candidate(f, r, p) for f, r, p in zip(cases, rendered, replays, strict=True)]


def attacked_by_runs(
    work: ModuleWork, candidates: Sequence[Candidate], replayer: Replayer, settings: Settings
) -> list[Candidate]:
    """Plain runs against every verdict that is no test yet; what they reach is a further candidate.

    A proof that was hit falls, unless it leans on a state that earlier calls may have left and a fresh process does not
    show the hit.
    """
    hit = frozenset(g for c in candidates for g in c.hits)
    preys = [prey for entry in work.entries if (prey := prey_of(entry, hit)) is not None]
    if not preys or not settings.attack or replayer.failure is not None:
        return []
    campaign = attacked(replayer.probed, work.module.name, preys, settings.attack, settings.seed)
    found = replayed(work.module, [Found(h.case, h.goals) for h in campaign.hits], replayer)
    confirmed = frozenset(g for c in found for g in c.hits)
    entries = {entry.unit.id: entry for entry in work.entries}
    for struck in campaign.hits:
        exploration = entries[struck.unit].exploration
        assert exploration is not None
        for goal in struck.goals:
            verdict = exploration.verdicts.get(goal)
            doomed = exploration.doomed.get(goal)
            if isinstance(verdict, Infeasible) and goal not in confirmed and not _of_state(verdict.assumptions):
                reason = Reason("not-replayed", BEYOND) if verdict.scope else Reason("contradicted", CONTRADICTED)
                exploration.verdicts[goal] = Unknown(reason)
            if doomed is not None and not _of_state(doomed.assumptions):
                del exploration.doomed[goal]
    return [c for c in found if isinstance(c.replay, Replayed)]


BEYOND = "a plain run reached it, beyond the bounds of the search, in a way that no test repeats"
CONTRADICTED = "a plain run reached what a proof had excluded, in a way that no test repeats; please report this"


def _of_state(assumptions: Iterable[Assumption]) -> bool:
    return any(a.kind in ("module-state", "process-state") for a in assumptions)


def prey_of(entry: UnitWork, hit: frozenset[str]) -> Prey | None:
    """What of a function is to be attacked, if anything: all that no test reaches, and what is called doomed."""
    unit, exploration = entry.unit, entry.exploration
    if exploration is None:
        return None
    goals, doomed = entry.goals - hit, frozenset(exploration.doomed)
    cases = tuple(found.case for found in entry.cases)
    constants = constants_of(unit.function)
    prey = Prey(unit.id, unit.qualname, unit.class_path, unit.binding, constants, goals, doomed, cases)
    return prey if goals or doomed else None


def ended_otherwise(candidate: Candidate) -> Reason | None:
    """The model of a function is not to be trusted where one of its runs did not end as CPython does."""
    ended, replay = candidate.found.ended, candidate.replay
    if ended is None or not isinstance(replay, Replayed):
        return None
    exception = replay.outcome.exception
    seen = exception[1].rpartition(".")[2] if exception is not None else ""
    if seen == ended:
        return None
    text = f"a run of the model ended with {ended or 'a result'}, and CPython with {seen or 'one'}"
    return Reason("model-diverged", text)


def _positional(unit: Unit) -> tuple[str, ...]:
    names = [p.name for p in unit.function.parameters if p.kind in ("positional", "positional-only")]
    return tuple(names[0 if unit.binding in ("function", "static") else 1 :])


def steady(work: ModuleWork, candidates: list[Candidate], replayer: Replayer) -> list[Candidate]:
    """Where tests would depend on what ran before them, only such are kept as do the same among the others."""
    found = list(candidates)
    reason = Reason("nondeterministic", "what its test does depends on the tests that ran before it")
    for kept in (1, 0, 0):
        chosen = smallest(work, found)
        replays = [found[i].replay for i in chosen]
        if not any(isinstance(replay, Replayed) and replay.fresh_only for replay in replays):
            break
        answers = replayer.together([found[i].script for i in chosen])
        failing: list[int] = []
        for i, replay, answer in zip(chosen, replays, answers, strict=True):
            if not isinstance(replay, Replayed) or not replay.fresh_only:
                continue
            if isinstance(answer, Replayed):
                found[i] = replace(found[i], replay=replace(answer, hits=replay.hits, fresh_only=True))
            else:
                failing.append(i)
        if not failing:
            break
        for i in failing[kept:]:
            found[i] = replace(found[i], replay=NotReplayed(reason))
    return found


CONFIRMATIONS = 4  # how often other tests may take over


def confirmed(work: ModuleWork, candidates: list[Candidate], replayer: Replayer) -> list[Candidate]:
    """Only tests that do the same in further processes and orders are written; others of the same goals take over."""
    found = list(candidates)
    sure: frozenset[int] = frozenset()
    for _ in range(CONFIRMATIONS):
        chosen = smallest(work, found)
        if sure.issuperset(chosen):
            return found
        replays = [replay for i in chosen if isinstance(replay := found[i].replay, Replayed)]
        answers = replayer.confirm([found[i].script for i in chosen], replays)
        for i, answer in zip(chosen, answers, strict=True):
            found[i] = replace(found[i], replay=answer)
        good = {i for i, answer in zip(chosen, answers, strict=True) if isinstance(answer, Replayed)}
        sure = (sure - set(chosen)) | good
    unsure = NotReplayed(Reason("nondeterministic", "other tests of the same goals did not do the same each time"))
    return [
        candidate if i in sure or isinstance(candidate.replay, NotReplayed) else replace(candidate, replay=unsure)
        for i, candidate in enumerate(found)
    ]


def smallest(work: ModuleWork, candidates: Sequence[Candidate]) -> list[int]:
    """The places of the candidates of the smallest set that keeps the coverage."""
    wanted = frozenset(g for entry in work.entries for g in entry.goals)
    covers = [c.hits & wanted for c in candidates]
    costs = [len(c.rendered.call) + sum(map(len, c.rendered.setup)) for c in candidates]
    return list(minimise(covers, costs))


def suite_of(work: ModuleWork, candidates: Sequence[Candidate]) -> WrittenSuite:
    """The smallest set of cases that keeps the coverage, as a file."""
    wanted = frozenset(g for entry in work.entries for g in entry.goals)
    chosen = [candidates[i] for i in smallest(work, candidates)]
    refused: dict[str, Reason] = {}
    for candidate in candidates:
        if isinstance(candidate.replay, NotReplayed):
            refused.setdefault(candidate.found.case.qualname, candidate.replay.reason)
    passed = frozenset(
        g for c in candidates if isinstance(c.replay, Replayed) and c.replay.outcome.kind == "returns" for g in c.hits
    )
    otherwise = {c.found.case.qualname: reason for c in candidates if (reason := ended_otherwise(c)) is not None}
    if not chosen:
        return WrittenSuite(None, {}, {}, refused, passed, otherwise)
    cases = []
    for c in chosen:
        assert isinstance(c.replay, Replayed)
        cases.append(SuiteCase(c.found.case.qualname, c.rendered, c.replay, c.hits & wanted))
    written = write_suite(work.module, cases, work.part)
    covering: dict[str, str] = {}
    tests: dict[str, list[TestReport]] = {}
    lines = work.module.text.splitlines()
    for case, found, test in zip(cases, (c.found for c in chosen), written.ids, strict=True):
        outcome = case.replayed.outcome
        text = outcome.exception[1] if outcome.exception is not None else outcome.text or f"<{outcome.type_name}>"
        report = TestReport(
            id=test,
            call="; ".join((*case.rendered.setup, case.rendered.call)),
            outcome=TestOutcome(outcome.kind, text),
            covers=tuple(sorted(case.covers)),
            file=written.name,
            path=tuple(
                PathStep(span, quote(span, lines), OUTCOMES[outcome]) for span, outcome in dict.fromkeys(found.path)
            ),
        )
        tests.setdefault(case.qualname, []).append(report)
        for goal in case.covers:
            covering.setdefault(goal, test)
    by_name = {name: tuple(reports) for name, reports in tests.items()}
    return WrittenSuite(TestFile(written.name, written.text), covering, by_name, refused, passed, otherwise)


def settle(work: ModuleWork, entry: UnitWork, suite: WrittenSuite, wanted: Mapping[str, int]) -> Iterable[UnitReport]:
    """The verdicts of a unit and of those nested in it.  wanted: the bounds that were asked for."""
    exploration = entry.exploration or Exploration()
    for unit in work.module.units:
        own = unit is entry.unit
        if not (own or any(g.id in entry.goals for g in unit.goals)):
            continue
        dead = structurally_dead(unit.function)
        goals = tuple(
            GoalReport(
                g.id,
                g.kind,
                g.span,
                g.outcome,
                verdict,
                conclude_doomed(doomed_of(g, entry, exploration, suite, verdict), wanted),
            )
            for g in unit.goals
            for verdict in (conclude(verdict_of(g, entry, suite, dead.get((g.span, g.kind, g.outcome))), wanted),)
        )
        yield UnitReport(
            id=unit.id,
            file=work.target.file,
            span=unit.span,
            seconds=entry.seconds if own else 0.0,
            goals=explained(unit.function, goals),
            tests=suite.tests.get(unit.qualname, ()),
            lowered=unit.lowered,
            parts=unit.parts,
            natives=tuple(NativeReport(n.reason, n.span) for n in unit.natives),
            diagnostics=contradictions(work, unit, exploration, suite),
            memory=entry.memory if own else None,
            runs=exploration.runs if own else 0,
            queries=exploration.queries if own else 0,
            solver_seconds=exploration.solver_seconds if own else 0.0,
            reached_after=reached_after(entry, suite) if own else None,
        )


def reached_after(entry: UnitWork, suite: WrittenSuite) -> float | None:
    """When the last goal that a test covers was first reached."""
    found = zip(entry.cases, entry.times, strict=False)  # no times where the cases come from an earlier run
    return max((time for case, time in found if any(g in suite.covering for g in case.goals)), default=None)


EXCUSED = frozenset({"guessed-types", "module-state", "process-state", "resources", "construction", "by-name"})
"""Assumptions that a test may break: verdicts about other types, another state, another way to call."""


def contradictions(
    work: ModuleWork, unit: Unit, exploration: Exploration, suite: WrittenSuite
) -> tuple[Diagnostic, ...]:
    """A test that reaches what was called infeasible for all inputs, or ends normally after what was called doomed: the
    verdict is corrected, and the fault of ours is not hidden.
    """
    wrong: list[tuple[Goal, str]] = []
    for g in unit.goals:
        verdict, doomed = exploration.verdicts.get(g.id), exploration.doomed.get(g.id)
        if g.id in suite.covering and isinstance(verdict, Infeasible) and _unexcused(verdict):
            wrong.append((g, "had called a goal infeasible that a test reaches"))
        elif isinstance(verdict, Unknown) and verdict.reason.code == "contradicted":
            wrong.append((g, "had called a goal infeasible that a plain run reached"))
        elif doomed is not None and g.id in suite.passed and _unexcused(doomed):
            wrong.append((g, "had called a goal doomed after which a test ends normally"))
    return tuple(
        Diagnostic("contradiction", f"clew {text}; please report this ({g.id})", work.target.file, g.span, "warning")
        for g, text in wrong
    )


def _unexcused(verdict: Infeasible | Doomed) -> bool:
    return not verdict.scope and EXCUSED.isdisjoint(a.kind for a in verdict.assumptions)


def verdict_of(goal: Goal, entry: UnitWork, suite: WrittenSuite, dead: tuple[Span, ...] | None) -> Verdict:
    """A replayed test settles a goal whatever else was said of it."""
    test = suite.covering.get(goal.id)
    if test is not None:
        return Covered(test)
    if dead is not None:
        return Infeasible((), (), dead, "structure")
    if entry.exploration is None:
        return Unknown(Reason("interrupted", "the run was ended before this function was settled"))
    verdict = entry.exploration.verdicts.get(goal.id)
    otherwise = suite.otherwise.get(entry.unit.qualname)
    if otherwise is not None and isinstance(verdict, Infeasible):
        return Unknown(otherwise)
    if verdict is not None:
        return verdict
    refused = suite.refused.get(entry.unit.qualname)
    text = "a run of the model reached it, but the replay on CPython did not confirm that"
    return Unknown(refused if refused is not None else Reason("not-replayed", text))


def doomed_of(
    goal: Goal, entry: UnitWork, exploration: Exploration, suite: WrittenSuite, verdict: Verdict
) -> Doomed | None:
    """Only where no replayed case passed the goal and ended normally."""
    doomed = exploration.doomed.get(goal.id)
    if entry.unit.qualname in suite.otherwise:
        return None
    return doomed if isinstance(verdict, Covered) and goal.id not in suite.passed else None


# ---------------------------------------------------------------- settings of the parts


def project_folders(target: Target) -> tuple[str, ...]:
    """What is stepped into: the top-level package of the module, or, for a plain module, the files beside it."""
    top = target.module.partition(".")[0]
    package = os.path.join(target.root, top)
    return (package,) if os.path.isdir(package) and "." in target.module else (os.path.dirname(target.path),)


def chunks_of(work: ModuleWork, jobs: int) -> list[list[UnitWork]]:
    """The entries dealt to as many hosts as are worth starting."""
    entries = [entry for entry in work.entries if entry.exploration is None]
    count = max(1, min(jobs, len(entries) // 4))
    return [entries[i::count] for i in range(count)] if entries else []


def _by_chance(entry: UnitWork) -> bool:
    """Did the clock or an accident decide?  Another run may do better."""
    verdicts = entry.exploration.verdicts.values() if entry.exploration is not None else ()
    codes = {v.reason.code for v in verdicts if isinstance(v, Unknown)}
    return bool(codes & {"timeout", "worker-died", "interrupted", "internal-error"})
