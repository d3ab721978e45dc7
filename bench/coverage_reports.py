"""`coverage report` of packages' own test suites, before and after `clew coverage`, with what is left out.

    python bench/coverage_reports.py [--only toolz,semver] [--seconds 4] [--runs 1000]

The suite of each package of `bench/packages.py` (from its source distribution, against the installed package) runs under
coverage.py with branches; then `clew coverage` asks of each missing line and branch whether any input reaches it.  What
is left out afterwards is listed, and looked for in two ways: among what the suite executed, where `clew coverage` asks
about functions that miss something, and by RUNS random calls of each function with something left out, with another seed
than the attack that each proof withstood before.  Columns:

    left out    lines and branches, of those the suite misses
    contrad.    executed by the suite though it is proved impossible: a defect of clew
    not kept    executed, in which something that the proof takes for granted does not hold: nothing of this is left out
    by runs     left out, and reached by a random call

Exit code 1 where one is contradicted or reached.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from own_suites import BENCH, SOURCE, Limits, Places, modules_of, prepare, run_for, unpack_tests
from packages import PACKAGES, Package

from clew.attack.campaign import attacked
from clew.attack.orders import Order, Prey
from clew.effects.bodies import constants_of
from clew.scheduling.backend import Backend, LocalHosts
from clew.scheduling.processes import warm_nursery
from clew.settling.work import read_targets
from clew.source.discovery import discover
from clew.source.settings import Settings

CHOSEN = ("semver", "packaging", "humanize", "cachetools", "itsdangerous")
SEED = 20_000


@dataclass(frozen=True)
class Report:
    """Of coverage.py: counts, and percent as it prints it."""

    lines: int
    missing: int
    branches: int
    partial: int
    percent: str

    def __str__(self) -> str:
        return f"{self.lines:>6}{self.missing:>6}{self.branches:>7}{self.partial:>6}{self.percent:>7} %"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=",".join(CHOSEN), help="packages, separated by commas")
    parser.add_argument("--seconds", type=float, default=4.0, help="clew's safety net for one function")
    parser.add_argument("--patience", type=float, default=240.0, help="seconds for one suite, and for clew")
    parser.add_argument("--runs", type=int, default=1000, help="random calls of each function")
    parser.add_argument("--out", default="bench/out", help="folder for environments and reports")
    options = parser.parse_args()
    out = Path(options.out).resolve()
    chosen = [PACKAGES[name] for name in options.only.split(",")]
    places = prepare(chosen, out)
    subprocess.run([str(places.python), "-m", "pip", "install", "--quiet", "coverage"], check=True)
    head = f"{'lines':>6}{'miss':>6}{'branch':>7}{'part':>6}{'cover':>9}"
    print(f"{'package':14}{'version':>9} |{head} |{head} |{'left out':>9}{'contrad.':>9}{'not kept':>9}{'by runs':>8}")
    failed = False
    for package in chosen:
        failed = measure(package, places, options) or failed
    return int(failed)


def measure(package: Package, places: Places, options: argparse.Namespace) -> bool:
    """Print the rows of a package; was something executed that is left out?"""
    folder = places.out / "coverage" / package.name
    folder.mkdir(parents=True, exist_ok=True)
    limits = Limits(options.seconds, 200, options.patience)
    files, _ = modules_of(package, places.site)
    run_suite(package, files, folder, places, limits)
    before = report(folder, "plain.ini")
    command = [sys.executable, "-m", "clew", "coverage", *map(str, files), "--isolated"]
    command += ["--output-format", "json", "--seconds", str(options.seconds), "--total-seconds", str(options.patience)]
    (folder / ".clew" / "coverage.json").unlink(missing_ok=True)
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), f"exit code {done.returncode}: {done.stderr}{done.stdout}"
    after = report(folder, ".coveragerc")
    proofs = json.loads((folder / ".clew" / "coverage.json").read_text(encoding="utf-8"))
    excluded = [(file, each) for file, found in proofs["files"].items() for each in found["excluded"]]
    told = json.loads(done.stdout)["coverage"]
    struck = run_at_random([str((folder / file).resolve()) for file in proofs["files"]], excluded, options.runs, folder)
    wrong, broken = len(told["contradicted"]), len(told["broken"])
    counts = f"{len(excluded):>9}{wrong:>9}{broken:>9}{len(struck):>8}"
    print(f"{package.name:14}{package.version:>9} |{before} |{after} |{counts}", flush=True)
    for file, each in excluded:
        text = Path(folder, file).read_text(encoding="utf-8").splitlines()[each["line"] - 1].strip()
        to = "" if each["to"] is None else f"->{each['to']}"
        hit = "  EXECUTED" if set(each["goals"]) & struck.keys() else ""
        print(f"    {Path(file).name}:{each['line']}{to}  {text[:70]}{hit}\n        {each['why'][:150]}", flush=True)
    for goal, call in struck.items():
        print(f"    {goal} is reached: {call}")
    return bool(struck or told["contradicted"])


def run_suite(package: Package, files: list[Path], folder: Path, places: Places, limits: Limits) -> None:
    """Leaves the data in the folder, as `.coverage`."""
    tests = unpack_tests(package, folder, places.out)
    include = ",".join(map(str, files))
    for name, plugins in (("plain.ini", ""), (".coveragerc", "plugins = clew.coverage\n")):
        text = f"[run]\nbranch = true\ndata_file = {folder / '.coverage'}\n{plugins}include = {include}\n"
        (folder / name).write_text(text, encoding="utf-8")
    besides = [next(folder.glob(f"*/{place}")) for place in package.beside]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (places.site, BENCH, *besides)))}
    root = Path(tests[0]).parent if package.rooted else folder
    (root / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")  # their own asks for plugins
    command = [str(places.python), "-m", "coverage", "run", "--rcfile", str(folder / "plain.ini"), "-m", "pytest", "-q"]
    command += ["-c", "pytest.ini", "-p", "no:cacheprovider", "--import-mode=importlib"]
    command += ["--continue-on-collection-errors", *tests]
    (folder / ".coverage").unlink(missing_ok=True)
    with open(folder / "output", "w", encoding="utf-8") as output:
        run_for(limits.patience, command, cwd=root, env=environment, stdout=output, stderr=subprocess.STDOUT)
    assert (folder / ".coverage").exists(), f"the tests of {package.name} did not run; see {folder / 'output'}"


def report(folder: Path, settings: str) -> Report:
    """What `coverage report` says."""
    command = [sys.executable, "-m", "coverage", "json", "--rcfile", settings, "-q", "-o", "-"]
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    totals = json.loads(done.stdout)["totals"]
    counts = (totals[name] for name in ("num_statements", "missing_lines", "num_branches", "num_partial_branches"))
    return Report(*counts, totals["percent_covered_display"])


def run_at_random(files: list[str], excluded: list[tuple[str, dict]], runs: int, folder: Path) -> dict[str, str]:
    """The goals that are reached by random calls though they are left out, each with the call."""
    goals = {goal for _, each in excluded for goal in each["goals"]}
    settings = Settings(attack=runs)
    targets, _ = discover(files, cwd=str(folder), search=[])
    works, _ = read_targets(targets)
    struck: dict[str, str] = {}
    with warm_nursery(several=True) as nursery:
        backend = Backend(settings, LocalHosts.of(nursery))
        for work in works:
            preys = []
            for entry in work.entries:
                unit, mine = entry.unit, frozenset(entry.goals & goals)
                if mine:
                    constants = constants_of(unit.function)
                    names = unit.id, unit.qualname, unit.class_path, unit.binding
                    preys.append(Prey(*names, constants, mine, frozenset(), ()))
            if preys:
                with backend.replayer(work) as replayer:
                    order = Order(work.module.name, tuple(preys), runs, SEED, ())
                    for hit in attacked(replayer.probed, order).hits:
                        struck |= dict.fromkeys(hit.goals, str(hit.case))
    return struck


if __name__ == "__main__":
    sys.exit(main())
