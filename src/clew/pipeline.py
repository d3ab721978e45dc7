"""The whole way, on one page: files → units → cases → replay → verdicts and tests.

The command's process never imports the code under test.  Each module is imported by guarded hosts: instrumented ones, in
forks of which units are explored, and plain ones, in which every case is replayed before it counts.  What the executor reached
but the replay did not confirm is unknown, never covered.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace

from clew.analysis.structure import structurally_dead
from clew.checking.replay import Replayer
from clew.checking.script import NotReplayed, Replay, Replayed
from clew.checking.script import Target as ReplayTarget
from clew.execution.explore import Budget, Exploration, Found
from clew.execution.guard import MEGABYTE, Limits
from clew.execution.host import Died, Done, Host
from clew.execution.inputs import Bounds
from clew.execution.recipes import Case
from clew.execution.tasks import Request, Setup
from clew.frontend.module import Module, Unit, read_module
from clew.report.progress import Progress
from clew.report.record import CoverResult, GoalReport, NativeReport, Report, TestFile, UnitReport
from clew.source.diagnostics import Diagnostic, InputError
from clew.source.discovery import Target, suggestion
from clew.source.settings import Settings
from clew.source.text import read_source
from clew.testgen.suite import Chosen, Suite, choose, scripts_of, write_suite
from clew.verdict import Covered, Infeasible, Reason, Unknown, Verdict

EXPLORE = "clew.execution.tasks:explore_unit"
PREPARE = "clew.execution.tasks:prepare"


@dataclass(slots=True)
class UnitWork:
    """An entry: a unit that is not nested, with the goals of itself and of what is nested in it."""

    unit: Unit
    goals: frozenset[str]
    cases: list[Found] = field(default_factory=list)
    exploration: Exploration | None = None
    seconds: float = 0.0
    memory: int | None = None


@dataclass(slots=True)
class ModuleWork:
    target: Target
    module: Module
    entries: list[UnitWork]
    left: int = 0  # chunks not yet explored
    reports: list[UnitReport] = field(default_factory=list)
    file: TestFile | None = None
    diagnostics: list[Diagnostic] = field(default_factory=list)


def cover(targets: Sequence[Target], settings: Settings, progress: Progress) -> CoverResult:
    """Settle every goal of the targets."""
    began = time.monotonic()
    works, diagnostics = read_targets(targets)
    entries = [entry for work in works for entry in work.entries]
    progress.begin(len(entries), sum(len(e.goals) for e in entries))
    interrupted = Pool(settings, progress).run(works)
    for work in works:
        diagnostics += work.diagnostics
    units = tuple(report for work in works for report in work.reports)
    files = tuple(work.file for work in works if work.file is not None)
    report = Report(settings, time.monotonic() - began, units, tuple(diagnostics), GUARD, interrupted)
    return CoverResult(report, files)


GUARD = ("process", "rlimit", "audit")


# ---------------------------------------------------------------- reading


def read_targets(targets: Sequence[Target]) -> tuple[list[ModuleWork], list[Diagnostic]]:
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
    lock: threading.Lock = field(default_factory=threading.Lock)
    stopping: bool = False

    def run(self, works: list[ModuleWork]) -> bool:
        """Fill in the reports and the test files; True when interrupted."""
        jobs = self.settings.jobs or os.cpu_count() or 1
        chunks = [(work, chunk) for work in works for chunk in chunks_of(work, jobs if len(works) < jobs else 1)]
        for work, _ in chunks:
            work.left += 1
        with ThreadPoolExecutor(jobs) as threads:
            futures: list[Future[None]] = [threads.submit(self.explore, work, chunk) for work, chunk in chunks]
            try:
                for future in futures:
                    future.result()
            except KeyboardInterrupt:
                self.stopping = True
                for future in futures:
                    future.cancel()
                wait(futures)
        for work in works:
            if not work.reports:
                self.conclude(work)
        return self.stopping

    def explore(self, work: ModuleWork, chunk: list[UnitWork]) -> None:
        limits = limits_of(self.settings)
        setup = Setup(work.module.name, project_folders(work.target), self.settings.steps)
        paths = (work.target.root, *user_paths())
        with Host.start(PREPARE, setup, limits, paths=paths, preload=("z3", "clew.execution.tasks")) as host:
            if isinstance(host.ready, Died):
                self.import_failed(work, chunk, host.ready)
            else:
                for entry in chunk:
                    if self.stopping:
                        break
                    self.explore_entry(host, entry)
        with self.lock:
            work.left -= 1
            last = work.left == 0
        if last and not self.stopping:
            self.conclude(work)

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
        budget = Budget(settings.paths, settings.paths * 4, settings.seconds, settings.loop)
        bounds = Bounds(length=settings.len, depth=settings.depth, calls=settings.calls)
        request = Request(entry.unit.id, entry.goals, bounds, budget, settings.solver_steps)
        with self.lock:
            self.progress.unit_started(entry.unit.id, len(entry.goals))
        reached: set[str] = set()

        def on_message(message: object) -> None:
            if isinstance(message, Found):
                entry.cases.append(message)
                reached.update(entry.goals.intersection(message.goals))
                with self.lock:
                    self.progress.unit_moved(entry.unit.id, len(reached), 0)

        began = time.monotonic()
        answer = host.run(EXPLORE, request, on_message)
        entry.seconds = time.monotonic() - began
        match answer:
            case Done(value=value, peak=peak):
                entry.exploration = value
                entry.memory = peak
            case Died(code=code, text=text):
                reason = Reason(code, text, {"timeout": "--seconds", "worker-died": "--memory"}.get(code))
                entry.exploration = Exploration.unknown(entry.goals - reached, reason)

    # ------------------------------------------------------------ replay, verdicts, tests

    def conclude(self, work: ModuleWork) -> None:
        """Replay what was found in a module, and settle its goals."""
        found = [(entry, case) for entry in work.entries for case in entry.cases]
        scripts = scripts_of(work.module, [f.case for _, f in found], [frozenset(f.goals) for _, f in found])
        replays: list[Replay] = []
        if scripts:
            goals = tuple(g for u in work.module.units for g in u.goals)
            target = ReplayTarget(work.module.name, work.target.path, work.module.text, goals, (work.target.root,))
            with Replayer.start(target, limits_of(self.settings), paths=user_paths()) as replayer:
                replays = replayer.replay(scripts)
        suite = choose(work.module, [f.case for _, f in found], scripts, replays)
        for entry in work.entries:
            mine = [r for (e, _), r in zip(found, replays, strict=True) if e is entry]
            for report in settle(work, entry, suite, mine):
                work.reports.append(report)
                with self.lock:
                    self.progress.unit_done(report)
        work.file = write_suite(work.module, suite)


def settle(work: ModuleWork, entry: UnitWork, suite: Suite, replays: Sequence[Replay]) -> Iterable[UnitReport]:
    """The verdicts of a unit and of those nested in it."""
    failed = next((r.reason for r in replays if isinstance(r, NotReplayed)), None)
    family = [u for u in work.module.units if any(g.id in entry.goals for g in u.goals) or u is entry.unit]
    for unit in family:
        dead = structurally_dead(unit.function, {(g.kind, g.span, g.outcome): g.id for g in unit.goals})
        goals = tuple(
            GoalReport(g.id, g.kind, g.span, g.outcome, verdict_of(g.id, entry, suite, dead, failed))
            for g in unit.goals
        )
        own = unit is entry.unit
        exploration = entry.exploration or Exploration()
        yield UnitReport(
            id=unit.id,
            file=work.target.file,
            span=unit.span,
            seconds=entry.seconds if own else 0.0,
            goals=goals,
            tests=suite.reports(unit.id),
            lowered=unit.lowered,
            parts=unit.parts,
            natives=tuple(NativeReport(n.reason, n.span) for n in unit.natives),
            memory=entry.memory if own else None,
            runs=exploration.runs if own else 0,
            queries=exploration.queries if own else 0,
            solver_seconds=exploration.solver_seconds if own else 0.0,
        )


def verdict_of(goal: str, entry: UnitWork, suite: Suite, dead: Mapping[str, tuple], failed: Reason | None) -> Verdict:
    test = suite.covering(goal)
    verdict = None if entry.exploration is None else entry.exploration.verdicts.get(goal)
    if test is not None:
        return Covered(test)
    if goal in dead:
        return Infeasible((), (), tuple(dead[goal]), "structure")
    if verdict is not None:
        return verdict
    if entry.exploration is None:
        return Unknown(Reason("interrupted", "the run was ended before this function was settled"))
    text = "a run of the model reached it, but the replay on CPython did not confirm that"
    return Unknown(failed if failed is not None else Reason("not-replayed", text))


# ---------------------------------------------------------------- settings of the parts


def limits_of(settings: Settings) -> Limits:
    names = {"files": "write", "network": "network", "processes": "process"}
    return Limits(
        memory=settings.memory * MEGABYTE,
        cpu=settings.seconds + 5.0,
        wall=2 * settings.seconds + 20.0,
        quiet=2 * settings.seconds + 20.0,
        allow=frozenset(names[name] for name in settings.allow),
    )


def user_paths() -> tuple[str, ...]:
    import sys

    return tuple(path for path in sys.path if path)


def project_folders(target: Target) -> tuple[str, ...]:
    """What is stepped into: the top-level package of the module, or, for a plain module, the files beside it."""
    top = target.module.partition(".")[0]
    package = os.path.join(target.root, top)
    return (package,) if os.path.isdir(package) and "." in target.module else (os.path.dirname(target.path),)


def chunks_of(work: ModuleWork, jobs: int) -> list[list[UnitWork]]:
    """The entries dealt to as many hosts as are worth starting."""
    count = max(1, min(jobs, len(work.entries) // 4))
    return [work.entries[i::count] for i in range(count)] if work.entries else []


__all__ = ["Case", "Chosen", "Replayed", "cover", "replace"]
