"""Measurements that survive an interruption: one process for each program and algorithm, one line of JSON for each result.

A run that is started again takes what is there, as long as clew's sources and the programs are the same.
"""

from __future__ import annotations

import gc
import hashlib
import json
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from clew.semantics.block_run import follow
from clew.vc.task import Algorithm, Covering, Limits, Task


@dataclass(frozen=True, slots=True)
class Measurement:
    """seconds: of CPU; blocks, infeasible, undecided: numbers of them; answer: a digest of the infeasible ones, empty
    where something is undecided; cut: the limit ended it, and the rest is what was known then."""

    diamonds: int
    seed: int
    algorithm: str
    queries: int
    path_searches: int
    seconds: float
    solver_seconds: float
    tests: int
    blocks: int
    infeasible: int
    undecided: int
    answer: str
    cut: bool


class Store:
    def __init__(self, file: Path, fingerprint: str) -> None:
        self._file = file
        self._fingerprint = fingerprint
        self._known: dict[tuple[int, int, str], Measurement] = {}
        for line in file.read_text().splitlines() if file.exists() else ():
            record = json.loads(line)
            if record.pop("fingerprint") == fingerprint:
                found = Measurement(**record)
                self._known[found.diamonds, found.seed, found.algorithm] = found

    def get(self, diamonds: int, seed: int, algorithm: str, limit: float) -> Measurement | None:
        """What was cut by a lower limit is to be measured again."""
        found = self._known.get((diamonds, seed, algorithm))
        return None if found is not None and found.cut and found.seconds < limit else found

    def add(self, found: Measurement) -> None:
        self._known[found.diamonds, found.seed, found.algorithm] = found
        with self._file.open("a") as out:
            out.write(json.dumps({"fingerprint": self._fingerprint, **asdict(found)}) + "\n")


def fingerprint(files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def measure(
    load: Callable[[], Task], algorithm: Algorithm, name: str, diamonds: int, seed: int, limit: float
) -> Measurement:
    """In a process of its own, which ends itself when its CPU seconds are used up."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        try:
            _measure_here(load(), algorithm, name, diamonds, seed, limit, write)
        finally:
            os._exit(1)
    os.close(write)
    with os.fdopen(read) as answer:
        text = answer.read()
    os.waitpid(child, 0)
    if not text:
        raise RuntimeError(f"{name} failed on {diamonds} diamonds, seed {seed}")
    return Measurement(**json.loads(text))


def _measure_here(
    task: Task, algorithm: Algorithm, name: str, diamonds: int, seed: int, limit: float, out: int
) -> None:
    gc.collect()
    started = time.process_time()

    def report(covering: Covering, seconds: float, cut: bool) -> None:
        statistics = covering.statistics
        undecided = len(task.goals) - len(covering.covered) - len(covering.infeasible)
        answer = hashlib.sha256(" ".join(sorted(covering.infeasible)).encode()).hexdigest()[:16]
        found = Measurement(
            diamonds, seed, name, statistics.queries, statistics.path_searches, round(seconds, 4),
            round(statistics.solver_seconds, 4), len(covering.tests), len(task.goals), len(covering.infeasible), undecided,
            "" if undecided else answer, cut
        )  # fmt: skip
        os.write(out, json.dumps(asdict(found)).encode())

    def watch() -> None:
        while (used := time.process_time() - started) < limit:
            time.sleep(0.1)
        # What is found so far is in the one Covering there is: an algorithm has no other way out than to finish.
        known = [thing for thing in gc.get_objects() if isinstance(thing, Covering)]
        report(known[0] if known else Covering(), used, cut=True)
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()
    covering = algorithm(task, Limits())
    seconds = time.process_time() - started
    for test in covering.tests:
        assert follow(task.machine, test.inputs, test.path, test.havocs), "a test runs along its path"
    report(covering, seconds, cut=False)
    os._exit(0)


def sweep(
    store: Store,
    load: Callable[[int, int], Task],
    algorithm: Algorithm,
    name: str,
    sizes: Iterable[int],
    programs: int,
    limit: float,
    budget: float,
) -> Iterator[Measurement]:
    """All programs of all sizes.  It ends early behind a size whose programs were all cut, or when the budget is used
    up: larger programs would only take longer."""
    used = 0.0
    for size in sizes:
        cut = 0
        for seed in range(programs):
            if used > budget:
                return
            found = store.get(size, seed, name, limit)
            if found is None:
                found = measure(lambda: load(size, seed), algorithm, name, size, seed, limit)
                store.add(found)
            used += found.seconds
            cut += found.cut
            yield found
        if cut == programs:
            return
