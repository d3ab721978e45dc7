"""`python -m clew.workbench.fuzz.whole --seed N --programs M`: random projects of idioms through the whole of `clew
cover`, with many plain runs against every verdict; a contradiction that the report admits is a failure.

Where the fuzzer beside this one runs the executor under a microscope, this one asks the question of the user.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from clew.pipeline import cover
from clew.report.progress import Silent
from clew.scheduling.processes import warm_nursery
from clew.scheduling.resources import Resources
from clew.source.discovery import Target
from clew.source.settings import SMALL, Settings
from clew.verdict.verdicts import Infeasible, Unknown
from clew.workbench.fuzz.idioms import project
from clew.workers.nursery import Nursery

LATE = "did not end within"  # of the safety net: the machine was busy
FAULTS = ("internal-error", "model-diverged")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m clew.workbench.fuzz.whole", description=__doc__)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="number of the first project")
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--single", action="store_true", help="one function or idiom a project")
    parser.add_argument("--attack", type=int, default=600, help="plain runs against each function")
    parser.add_argument("--paths", type=int, default=80, help="runs of the executor on each function")
    parser.add_argument("--seconds", type=float, default=2.0, help="of the processor, for each function")
    parser.add_argument("--out", type=Path, default=None, help="folder for the projects that failed")
    options = parser.parse_args()
    settings = Settings(
        attack=options.attack,
        paths=options.paths,
        seconds=options.seconds,
        jobs=1,
        work=3_000_000,
        len=4,
        loop=4,
        suite=SMALL,
    )
    began, totals = time.monotonic(), Counter[str]()
    with warm_nursery(several=True) as nursery:
        for number in range(options.first, options.first + options.programs):
            files = project(options.seed, number, options.single)
            wrong = judged(files, settings, nursery, totals)
            totals["projects"] += 1
            for text in wrong:
                totals["contradictions"] += 1
                print(f"#{number} {text}", flush=True)
            if wrong and options.out is not None:
                keep(files, options.out / f"{options.seed}_{number}")
            if totals["projects"] % 100 == 0:
                print(f"{time.monotonic() - began:.0f} s, {dict(sorted(totals.items()))}", flush=True)
    print(
        f"{time.monotonic() - began:.0f} s; {totals['contradictions']} contradictions; {dict(sorted(totals.items()))}"
    )
    return 1 if totals["contradictions"] else 0


def judged(files: Mapping[str, str], settings: Settings, nursery: Nursery, totals: Counter[str]) -> list[str]:
    """What the report of a project admits to be wrong."""
    with tempfile.TemporaryDirectory() as folder:
        keep(files, Path(folder))
        targets = [
            Target(str(Path(folder, name)), str(Path(folder, name)), name[:-3], folder) for name in sorted(files)
        ]
        report = cover(targets, settings, Silent(), Resources(nursery=nursery)).report
    found: list[str] = []
    for problem in report.diagnostics:
        text = " ".join((problem.text, *problem.detail))
        if LATE in text:
            totals["timeouts"] += 1
        elif problem.severity != "note":
            found.append(text)
    for unit in report.units:
        totals["functions"] += 1
        found += [d.text for d in unit.diagnostics if d.code == "contradiction"]
        for goal in unit.goals:
            totals[type(goal.verdict).__name__.lower()] += 1
            match goal.verdict:
                case Infeasible(scope=scope):
                    totals["within bounds" if scope else "for all inputs"] += 1
                case Unknown(reason) if reason.code in FAULTS:
                    found.append(f"{goal.id}: {reason.code}: {reason.text}")
    return sorted(set(found))


def keep(files: Mapping[str, str], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
