"""Run the tests that clew writes ten times among files one would miss: none may fail or differ, no file may change.

    python bench/written_tests.py [--only toolz,semver,examples] [-- --effort thorough]

Each package of `bench/packages.py`, and `examples/`, is covered in a folder of its own that holds `build/`, `data.db`,
`cache/` and the like; modules beyond LINES lines are left out, and what is not finished when patience ends has no tests.
The tests then run in five orders (pytest's own, reversed, three shuffles), each in two surroundings (hash seed, time
zone).  Printed for each: tests, failures in each of the ten runs, tests whose outcomes differ, and files that changed;
below, which they are.  Exit code 1 for any of these, and where no tests were written.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from own_suites import SOURCE, modules_of, run_for
from packages import PACKAGES, install

EXAMPLES = "examples"
OPTIONS = ["--isolated", "--fresh", "-j", "1", "--effort", "quick", "-o", "clew_tests"]
PRECIOUS = ("build/x.o", "cache/entry", "data.db", "app.log", "a", "b", "x", "0", "None", "notes/~/kept", "home/.harm")
ORDERS = ("as they are", "reversed", "1", "2", "3")
SURROUNDINGS = (("0", "UTC"), ("77", "JST-9"))  # hash seeds and time zones
PLUGIN = """
import json, os, random

OUTCOMES = {}

def pytest_collection_modifyitems(items):
    order = os.environ["ORDER"]
    if order == "reversed":
        items.reverse()
    elif order.isdigit():
        random.Random(int(order)).shuffle(items)

def pytest_collectreport(report):
    if report.failed:
        OUTCOMES[report.nodeid] = "failed"

def pytest_runtest_logreport(report):
    if report.when == "call" or not report.passed:
        OUTCOMES[report.nodeid] = report.outcome

def pytest_sessionfinish():
    with open(os.environ["OUTCOMES"], "w") as file:
        json.dump(OUTCOMES, file)
"""


@dataclass(frozen=True)
class Ten:
    """Of the runs of one folder.  outcomes: by test, of each run, empty where it was not run; changed: files."""

    outcomes: dict[str, tuple[str, ...]]
    changed: tuple[str, ...]

    @property
    def failures(self) -> tuple[int, ...]:
        return tuple(sum(o[run] != "passed" for o in self.outcomes.values()) for run in range(len(RUNS)))

    @property
    def flaky(self) -> tuple[str, ...]:
        return tuple(test for test, outcomes in self.outcomes.items() if len(set(outcomes)) > 1)

    @property
    def failing(self) -> tuple[str, ...]:
        return tuple(test for test, outcomes in self.outcomes.items() if set(outcomes) == {"failed"})

    @property
    def is_good(self) -> bool:
        return bool(self.outcomes) and not self.changed and not any(self.failures)


RUNS = tuple(product(SURROUNDINGS, ORDERS))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="packages, or `examples`, separated by commas")
    parser.add_argument("--patience", type=float, default=300.0, help="seconds for covering one package")
    parser.add_argument("--kept", action="store_true", help="do not run clew where there are tests")
    parser.add_argument("--out", default="bench/out", help="folder for the environment and the tests")
    parser.add_argument("options", nargs="*", help="of clew, after --")
    options = parser.parse_args()
    # Where a shell runs this in the background Ctrl-C is ignored, and would be by what is started here.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    out = Path(options.out).resolve()
    names = options.only.split(",") if options.only else [EXAMPLES, *PACKAGES]
    chosen = [PACKAGES[name] for name in names if name != EXAMPLES]
    out.mkdir(parents=True, exist_ok=True)
    site = (
        install(out / "packages", sorted({r for p in chosen for r in (p.requirement, *p.imports)})) if chosen else out
    )
    print(HEAD, flush=True)
    good = True
    for name in names:
        folder = out / "written" / name
        examples = SOURCE.parent / EXAMPLES
        root = examples if name == EXAMPLES else site
        if not (options.kept and (folder / "clew_tests").exists()):
            files = sorted(examples.glob("*.py")) if name == EXAMPLES else modules_of(PACKAGES[name], site)[0]
            cover(files, folder, options.patience, options.options)
        found = ten_runs(folder, (root,))
        print("\n".join(shown(name, found)), flush=True)
        good = good and found.is_good
    return int(not good)


def cover(files: list[Path], folder: Path, patience: float, options: list[str]) -> None:
    """The folder afterwards holds the tests, and the files one would miss."""
    shutil.rmtree(folder, ignore_errors=True)
    prepare(folder)
    command = [sys.executable, "-m", "clew", "cover", *map(str, files), *OPTIONS, *options]
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    with open(folder / "report", "wb") as output:
        run_for(patience, command, cwd=folder, env=environment, stdout=output, stderr=subprocess.STDOUT)


def prepare(folder: Path) -> None:
    for name in PRECIOUS:
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{name}\n", encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")  # what is around the folder asks for plugins
    (folder / "orders_of_tests.py").write_text(PLUGIN, encoding="utf-8")


def ten_runs(folder: Path, roots: tuple[Path, ...]) -> Ten:
    """roots: of what the tests import."""
    found: list[dict[str, str]] = []
    before = dict(contents(folder))
    for (seed, zone), order in RUNS:
        outcomes = folder.parent / f"{folder.name}.json"
        outcomes.unlink(missing_ok=True)
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(map(str, (*roots, folder))),
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONHASHSEED": seed,
            "TZ": zone,
            "ORDER": order,
            "OUTCOMES": str(outcomes),
        }
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "orders_of_tests"]
        command += ["--continue-on-collection-errors", "clew_tests"]
        with open(outcomes.with_suffix(".output"), "wb") as output:
            subprocess.run(command, cwd=folder, env=environment, stdout=output, stderr=subprocess.STDOUT, check=False)
        found.append(json.loads(outcomes.read_text(encoding="utf-8")) if outcomes.exists() else {})
    after = dict(contents(folder))
    changed = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
    tests = dict.fromkeys(test for outcomes in found for test in outcomes)
    return Ten({test: tuple(outcomes.get(test, "") for outcomes in found) for test in tests}, tuple(changed))


def contents(folder: Path) -> Iterator[tuple[str, str]]:
    """The names of files and folders below, with a digest of the bytes of each."""
    for path in folder.rglob("*"):
        digest = "" if path.is_dir() else hashlib.sha256(path.read_bytes()).hexdigest()
        yield str(path.relative_to(folder)), digest


HEAD = f"{'package':18}{'tests':>7}{'flaky':>7}{'changed':>9}  failures in each run"


def shown(name: str, found: Ten) -> list[str]:
    numbers = f"{len(found.outcomes):>7}{len(found.flaky):>7}{len(found.changed):>9}"
    lines = [f"{name:18}{numbers}  {' '.join(map(str, found.failures))}"]
    lines += [f"    flaky: {test}: {' '.join(o or '-' for o in found.outcomes[test])}" for test in found.flaky]
    lines += [f"    always fails: {test}" for test in found.failing]
    lines += [f"    changed: {file}" for file in found.changed]
    return lines


if __name__ == "__main__":
    sys.exit(main())
