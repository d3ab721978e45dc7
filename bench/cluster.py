"""A cluster of Dask: how fast it is with as many workers as there are processors, and where it would stop to be.

Measured on this machine: throughput, here and on workers of a cluster of processes; and what everything costs of which
a run has only one: the scheduler (a task), the command (a function, and a line that it reads), the ledger (a function),
the snapshot (a megabyte).  The times of tasks are those of the functions and replays of the subject.

Simulated from these: a code base of `--lines` lines on more workers than there are here.  A function waits for the
scheduler, then for a worker, then for the command that settles it, then for the ledger.  The machines of a cluster are
taken to be as fast as this one, and all workers to be there from the beginning.

    python bench/cluster.py [--subject PATH] [--lines N] [--write]

With `--packages semver,inflection` packages of `bench/packages.py` are settled on two workers here and on two of a
cluster instead: are the reports the same, and how long did it take?

    python bench/cluster.py --packages semver,inflection,itsdangerous [--write]
"""

from __future__ import annotations

import argparse
import heapq
import os
import random
import resource
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import dask
from distributed import Client, LocalCluster
from packages import PACKAGES, install

import clew
from clew.frontend.module import read_module
from clew.report.record import CoverResult, TestFile, UnitReport
from clew.scheduling.cluster import Cluster
from clew.scheduling.ledger import Ledger
from clew.scheduling.remote import kept
from clew.scheduling.snapshot import Snapshot, lay_out
from clew.source.diagnostics import Diagnostic
from clew.source.discovery import discover

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "bench/results/cluster.md"
COMPARED = "## Packages, here and on a cluster"
NETWORK = 125e6  # bytes a second: a gigabit
LINES_OF_FUNCTION = 16  # of code bases, with all that is around it
BYTES_OF_LINE = 36
TASKS = 2_000  # of which the scheduler's share is measured
PUTS = 300
ROUNDS = 3  # of what is repeated; the median counts


@dataclass(frozen=True)
class Costs:
    """Seconds of processor time, but for the ledger, whose are of the clock.

    functions: of each function of the subject, exploring and replays; task: of the scheduler and the command together;
    tasks: for each function; settled: of the command for each function; line: of the command; put: of the ledger;
    pack, spread: of a byte of the project, on the command's side and on a worker's; packed: bytes of it for each.
    """

    functions: list[float]
    task: float
    tasks: float
    settled: float
    line: float
    put: float
    pack: float
    spread: float
    packed: float


@dataclass(frozen=True)
class Simulated:
    """clusters: each with a scheduler of its own and its part of the workers."""

    workers: int
    commands: int
    clusters: int
    seconds: float
    shares: dict[str, float]  # of the time that each was at work


def median_of(measure: Callable[[], float]) -> float:
    return sorted(measure() for _ in range(ROUNDS))[ROUNDS // 2]


def spent(who: int) -> float:
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime


# ---------------------------------------------------------------- measured


@dataclass(frozen=True)
class Row:
    """seconds: of the clock; own: of the command's processor time, with that of the scheduler where there is one."""

    where: str
    workers: int
    seconds: float
    own: float
    tasks: int


def throughput(subject: str) -> list[Row]:
    rows: list[Row] = []
    asked: list[str | None] = []
    ask = Cluster.ask

    def counted(self: Cluster, host: Any, task: str | None, payload: bytes) -> Any:
        asked.append(task)
        return ask(self, host, task, payload)

    Cluster.ask = counted  # type: ignore[method-assign]

    def row(where: str, workers: int, **settings: Any) -> None:
        asked.clear()
        began, own = time.monotonic(), spent(resource.RUSAGE_SELF)
        clew.cover(subject, cwd=ROOT, isolated=True, **settings)
        rows.append(Row(where, workers, time.monotonic() - began, spent(resource.RUSAGE_SELF) - own, len(asked)))

    for workers in sorted({1, os.cpu_count() or 1}):
        row("this machine", workers, jobs=workers)
        with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=":0", silence_logs=60) as cluster:
            row("cluster", workers, executor=cluster.scheduler_address.replace("tcp", "dask"))
    return rows


def recorded(subject: str) -> tuple[CoverResult, float, float, str]:
    """A run, with the processor time of the command and of all its processes, and something that the ledger kept."""
    own, others = spent(resource.RUSAGE_SELF), spent(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory() as folder:
        result = clew.cover(ROOT / subject, cwd=folder, isolated=True, jobs=1, remember=True)
        with sqlite3.connect(Path(folder, ".clew/ledger.sqlite")) as ledger:
            contents = sorted((text for (text,) in ledger.execute("select content from result")), key=len)
    mean = sum(map(len, contents)) // len(contents)
    kept_text = next(text for text in contents if len(text) >= mean)
    return result, spent(resource.RUSAGE_SELF) - own, spent(resource.RUSAGE_CHILDREN) - others, kept_text


def seconds_of_a_task() -> float:
    """Of scheduler and client, which are in one process here and share its thread of Python."""
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=60) as cluster,
        Client(cluster) as client,
    ):
        body = os.urandom(2_000)
        base = client.submit(kept, b"text", key="base")

        def once() -> float:
            began = spent(resource.RUSAGE_SELF)
            tasks = [client.submit(len, [body, base], pure=False) for _ in range(TASKS)]
            client.gather(tasks)
            return (spent(resource.RUSAGE_SELF) - began) / TASKS

        return median_of(once)


def seconds_of_a_line(subject: str) -> float:
    targets, _ = discover([subject], cwd=str(ROOT))
    texts = [Path(target.path).read_text(encoding="utf-8") for target in targets]
    lines = sum(text.count("\n") for text in texts)

    def once() -> float:
        began = spent(resource.RUSAGE_SELF)
        for text, target in zip(texts, targets, strict=True):
            read_module(text, target.file, target.module)
        return (spent(resource.RUSAGE_SELF) - began) / lines

    return median_of(once)


def seconds_of_a_put(content: str) -> float:
    with tempfile.TemporaryDirectory() as folder, Ledger.open(Path(folder, "ledger")) as ledger:
        began = time.monotonic()
        for number in range(PUTS):
            ledger.put(f"unit{number}", "key", content)
        return (time.monotonic() - began) / PUTS


def costs_of(subject: str, rows: Sequence[Row]) -> Costs:
    result, own, others, content = recorded(subject)
    units = result.report.units
    line = seconds_of_a_line(subject)
    lines = sum(path.read_text(encoding="utf-8").count("\n") for path in (ROOT / subject).rglob("*.py"))
    replays = max(0.0, others - sum(unit.cpu_seconds for unit in units)) / len(units)
    sources = ROOT / "src"
    size = sum(path.stat().st_size for path in sources.rglob("*") if path.is_file() and path.suffix != ".pyc")
    began = spent(resource.RUSAGE_SELF)
    snapshot = Snapshot.of([str(sources)])
    pack = spent(resource.RUSAGE_SELF) - began
    with tempfile.TemporaryDirectory() as folder:
        began = spent(resource.RUSAGE_SELF)
        lay_out(snapshot.packed, os.path.join(folder, "there"))
        spread = spent(resource.RUSAGE_SELF) - began
    return Costs(
        [unit.cpu_seconds + replays for unit in units],
        seconds_of_a_task(),
        rows[-1].tasks / len(units),
        max(0.0, own - line * lines) / len(units),
        line,
        seconds_of_a_put(content),
        pack / size,
        spread / size,
        len(snapshot.packed) / size,
    )


# ---------------------------------------------------------------- simulated


def simulated(costs: Costs, lines: int, workers: int, commands: int, clusters: int) -> Simulated:
    """commands: each for its part of the files (`--shard`), on machines of their own."""
    chosen = random.Random(0)
    size = lines * BYTES_OF_LINE
    # Each command reads all, packs it, and sends it to a few workers, which send it on to others, and these to others.
    rounds = max(1, workers - 1).bit_length()
    begins = lines * costs.line + size * costs.pack + rounds * size * costs.packed / NETWORK + size * costs.spread
    count = lines // LINES_OF_FUNCTION
    free = [[begins] * (workers // clusters) for _ in range(clusters)]
    scheduling, settling, ledgers = [begins] * clusters, [begins] * commands, [begins] * commands
    busy = dict.fromkeys(("workers", "scheduler", "command", "ledger"), 0.0)
    for number in range(count):
        # Work is handed out when a worker is free and its scheduler has time; a command settles what comes back.
        own, here = number % commands, number % clusters
        scheduling[here] = max(scheduling[here], heapq.heappop(free[here])) + costs.tasks * costs.task
        took = chosen.choice(costs.functions)
        done = scheduling[here] + took
        heapq.heappush(free[here], done)
        settling[own] = max(settling[own], done) + costs.settled
        ledgers[own] = max(ledgers[own], done) + costs.put
        busy["workers"] += took / workers
        busy["scheduler"] += costs.tasks * costs.task / clusters
        busy["command"] += costs.settled / commands
        busy["ledger"] += costs.put / commands
    end = max(*(max(each) for each in free), *settling, *ledgers)
    return Simulated(
        workers,
        commands,
        clusters,
        end,
        {name: seconds / end for name, seconds in busy.items()} | {"before": begins / end},
    )


# ---------------------------------------------------------------- shown


def shown(rows: Sequence[Row], costs: Costs, runs: list[Simulated], subject: str, lines: int) -> str:
    mean = sum(costs.functions) / len(costs.functions)
    functions = len(costs.functions)
    text = [
        "# On many machines",
        "",
        "`python bench/cluster.py --write`, on a machine of two processors that it did not have for itself.",
        "",
        f"## Measured: {subject}, {functions} functions",
        "",
        "| processes of | workers | seconds | functions a second | tasks | processor seconds of command and scheduler |",
        "|---|---|---|---|---|---|",
        *(
            f"| {row.where} | {row.workers} | {row.seconds:.1f} | {functions / row.seconds:.2f} | {row.tasks or ''} "
            f"| {row.own:.1f} |"
            for row in rows
        ),
        "",
        "| what there is one of | cost |",
        "|---|---|",
        f"| scheduler and client of Dask | {costs.task * 1e3:.2f} ms a task, {costs.tasks:.1f} tasks a function |",
        f"| the command: reading | {costs.line * 1e6:.0f} µs a line |",
        f"| the command: settling | {costs.settled * 1e3:.1f} ms a function |",
        f"| the ledger | {costs.put * 1e3:.2f} ms a function |",
        f"| the snapshot | {costs.pack * 1e9:.0f} ns a byte to pack, {costs.spread * 1e9:.0f} to lay out, "
        f"{costs.packed:.2f} bytes sent for each |",
        f"| (a worker) | {mean:.2f} s a function, exploring and replays |",
        "",
        "(The client is in one process with the scheduler where a task is measured, and counts with it. A module of the "
        "subject has four functions; with more the tasks of its replays are shared by more.)",
        "",
        f"## Simulated: {lines:,} lines, {lines // LINES_OF_FUNCTION:,} functions",
        "",
        "| workers | commands | clusters | hours | before the first task | workers busy | scheduler | command | ledger |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for run in runs:
        shares = " | ".join(
            f"{run.shares[name]:.0%}" for name in ("before", "workers", "scheduler", "command", "ledger")
        )
        text.append(f"| {run.workers:,} | {run.commands} | {run.clusters} | {run.seconds / 3600:.2f} | {shares} |")
    return "\n".join(text) + "\n"


@dataclass(frozen=True)
class Compared:
    """A package settled here and on a cluster.  same: are the reports, but for times and memory, and the tests?"""

    package: str
    functions: int
    goals: int
    here: float
    there: float
    same: bool


def compared(names: Sequence[str], out: Path) -> list[Compared]:
    found: list[Compared] = []
    site = install(out / "packages", [PACKAGES[name].requirement for name in names])
    for name in names:
        places = [str(site / module) for module in PACKAGES[name].modules]
        results: list[CoverResult] = []
        seconds: list[float] = []
        with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=60) as cluster:
            where: dict[str, Any]
            for where in ({"jobs": 2}, {"executor": cluster.scheduler_address.replace("tcp", "dask")}):
                began = time.monotonic()
                results.append(clew.cover(*places, cwd=out, isolated=True, seconds=3600, **where))
                seconds.append(time.monotonic() - began)
        here, there = results
        units = here.report.units
        goals = sum(len(unit.goals) for unit in units)
        same = timeless(here) == timeless(there)
        found.append(Compared(name, len(units), goals, *seconds, same))
        print(found[-1], flush=True)
        for line in told_apart(here, there):
            print(f"    {line}", flush=True)
    return found


def told_apart(here: CoverResult, there: CoverResult) -> Iterator[str]:
    """What differs, for whoever looks for the reason."""
    (units, problems, tests), (others, their_problems, their_tests) = timeless(here), timeless(there)
    for unit, other in zip(units, others, strict=True):
        for field in fields(unit):
            one, two = getattr(unit, field.name), getattr(other, field.name)
            if one != two and isinstance(one, tuple):
                only = [str(each) for each in one if each not in two], [str(each) for each in two if each not in one]
                yield f"{unit.id}: {field.name}: here {only[0]}; there {only[1]}"
            elif one != two:
                yield f"{unit.id}: {field.name}: here {one}; there {two}"
    if problems != their_problems:
        yield f"problems: here {problems}; there {their_problems}"
    yield from (f"the text of {test.path}" for test in tests if test not in their_tests)


def timeless(result: CoverResult) -> tuple[list[UnitReport], tuple[Diagnostic, ...], tuple[TestFile, ...]]:
    units = [
        replace(unit, seconds=0.0, cpu_seconds=0.0, memory=None, solver_seconds=0.0, reached_after=None)
        for unit in result.report.units
    ]
    return units, result.report.problems, result.tests


def compared_table(rows: Sequence[Compared]) -> str:
    text = [
        COMPARED,
        "",
        "Two worker processes each. The same: verdicts, proofs, reasons and the text of the tests; not times and memory.",
        "",
        "| package | functions | goals | here, seconds | cluster, seconds | the same |",
        "|---|---|---|---|---|---|",
        *(
            f"| {PACKAGES[row.package].requirement} | {row.functions} | {row.goals} | {row.here:.1f} | {row.there:.1f} "
            f"| {'yes' if row.same else 'NO'} |"
            for row in rows
        ),
    ]
    return "\n".join(text) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--subject", default="examples")
    parser.add_argument("--lines", type=int, default=5_000_000)
    parser.add_argument("--write", action="store_true", help=f"to {RESULTS.relative_to(ROOT)}")
    parser.add_argument("--packages", default="", help="separated by commas")
    parser.add_argument("--out", default="bench/out", help="folder for the packages")
    asked = parser.parse_args()
    kept_text, _, kept_table = RESULTS.read_text(encoding="utf-8").partition(COMPARED)
    if asked.packages:
        text = compared_table(compared(asked.packages.split(","), Path(asked.out).resolve()))
        print(text)
        if asked.write:
            RESULTS.write_text(f"{kept_text.rstrip()}\n\n{text}", encoding="utf-8")
        return
    with dask.config.set({"distributed.admin.large-graph-warning-threshold": "1GB"}):
        rows = throughput(asked.subject)
        costs = costs_of(asked.subject, rows)
    sizes = [(1, 1, 1), (10, 1, 1), (100, 1, 1), (1_000, 1, 1), (1_000, 4, 1), (1_000, 16, 16), (1_000, 50, 50)]
    runs = [simulated(costs, asked.lines, *size) for size in sizes]
    text = shown(rows, costs, runs, asked.subject, asked.lines)
    print(text)
    if asked.write:
        rest = f"\n{COMPARED}{kept_table}" if kept_table else ""
        RESULTS.write_text(text + rest, encoding="utf-8")


if __name__ == "__main__":
    main()
