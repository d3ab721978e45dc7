"""One function explored in a host: what is asked of it, what comes meanwhile, and what is left where the host dies."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace
from typing import Final

from clew.records import dataclass
from clew.report.progress import Progress
from clew.scheduling.backend import Backend
from clew.scheduling.processes import EXPLORING
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
from clew.settling.work import INTERRUPTED, UnitWork, read_targets
from clew.source.diagnostics import Diagnostic
from clew.source.discovery import Target
from clew.source.settings import MINIMAL, Settings
from clew.verdict.conclude import conclude
from clew.verdict.evidence import Evidence
from clew.verdict.reasons import Reason
from clew.verdict.verdicts import Infeasible, NoneWithin
from clew.workers.host_protocol import EXITED, TASK_FAILED, Died, Done
from clew.workers.task_host import TaskHost

EXPLORE: Final = f"{EXPLORING}:explore_unit"
TOO_LATE: Final = Reason(
    "timeout", "the time for the whole run was over before this function was settled", "--total-seconds"
)
CLAIMS: Final = (
    10  # the part of the work that is done where claims are asked for: most have their answer early or never
)
STRAYS: Final = 8  # the part of that where there is no claim: what leaves such a function is seen early or never
SPENT: Final = frozenset({"timeout", "budget", "worker-died"})  # reasons that say nothing against a proof
QUICK_DOOM: Final = 40  # enough to close small trees, where coverage is what was asked for


@dataclass(slots=True)
class UnitSearch:
    """doom: queries spent on code that only failing runs reached; claims: the goals are those; late: the time for the
    whole run is over.  keep_query: as in `Resources`.
    """

    settings: Settings
    progress: Progress
    doom: int
    keep_query: Callable[[KeptQuery], None] | None = None
    claims: bool = False
    late: bool = False
    began: float = field(default_factory=time.monotonic)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def explore(self, explorer: TaskHost, entry: UnitWork) -> None:
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
        told: list[Found] = []  # before the task was begun again
        shown_before: dict[str, Evidence] = {}

        def on_message(message: object) -> None:
            if isinstance(message, Found):
                if message in told:
                    return
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
        entry.cpu_seconds = answer.cpu
        if isinstance(answer, Died) and answer.run and answer.cpu < settings.seconds / 2:
            told, shown_before = list(entry.cases), dict(settled)
            answer = explorer.run(EXPLORE, replace(request, scouted=answer.run), on_message)
            entry.cpu_seconds += answer.cpu
        entry.seconds = time.monotonic() - began
        match answer:
            case Done(value=value, peak=peak):
                entry.exploration = value
                entry.memory = peak
                for goal in shown_before.keys() & value.known.keys() - reached:
                    reason = value.known[goal]
                    if isinstance(reason, Reason) and reason.code in SPENT:
                        value.known[goal] = shown_before[goal]
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


@contextlib.contextmanager
def timed(seconds: float, end: Callable[[], object]) -> Iterator[None]:
    """Searches end when the time for the whole run is over; never, if that is 0."""
    timer = threading.Timer(seconds, end)
    timer.daemon = True
    if seconds:
        timer.start()
    try:
        yield
    finally:
        timer.cancel()
