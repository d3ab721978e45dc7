"""Run the packages' own test suites with probes, and look for goals reached that clew says nothing reaches.

    python bench/own_suites.py [--only toolz,semver] [--kept] [--dead]

Each package of `bench/packages.py` is covered first, within a limit for a function and one for the package: Ctrl-C ends
a longer run, and what it finished counts.  Modules beyond LINES lines are left out.  `--kept` takes the reports that are
there.  Then its tests, from the source distribution, run against the installed package under probes.  Printed for each:
goals, verdicts, goals reached, tests, what was capped, and each refuted goal with tests that reach it and what these
give the function; apart are

    contradicted   the verdict holds for all inputs and takes nothing for granted: this is a bug of clew
    supposing      it takes something for granted, which has to be what the test breaks
    beyond bounds  it holds within bounds only, which the test has to exceed

`--dead` looks at the findings of `clew dead` too.  Exit code 1 when a verdict is contradicted, or a package could not be
measured.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tarfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from packages import PACKAGES, Package, install

BENCH = Path(__file__).resolve().parent
SOURCE = BENCH.parent / "src"
REQUIRED = ["pytest<8", "hypothesis"]
LINES = 1500
OPTIONS = ["--isolated", "--no-write", "--fresh", "-j", "1", "--output-format", "json"]
GRACE = 180  # seconds in which a process that was asked to end has to; clew still confirms the tests that it has


@dataclass(frozen=True)
class Limits:
    """seconds: for one function; patience: for all functions of a package, and for its tests."""

    seconds: float
    paths: int
    patience: float

    @property
    def options(self) -> list[str]:
        return [*OPTIONS, "--seconds", str(self.seconds), "--paths", str(self.paths)]


@dataclass(frozen=True)
class Places:
    """site: where the packages are installed; python: of the environment that has what the suites need."""

    out: Path
    site: Path
    python: Path


@dataclass(frozen=True)
class Suite:
    """tests: the summary line of pytest; hits: the goals reached, with examples of those watched."""

    tests: str
    hits: dict[str, list[dict]]


@dataclass(frozen=True)
class Refuted:
    """A goal that the suite reached against a verdict.  how: one of those above; where: what is claimed and of what."""

    how: str
    where: str
    examples: tuple[dict, ...] = ()


@dataclass(frozen=True)
class Row:
    package: Package
    report: dict
    suite: Suite
    refuted: tuple[Refuted, ...]
    capped: tuple[str, ...]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="packages, separated by commas")
    parser.add_argument("--seconds", type=float, default=4.0, help="clew's safety net for one function")
    parser.add_argument("--paths", type=int, default=200, help="runs of one function")
    parser.add_argument("--patience", type=float, default=120.0, help="seconds for one package, and for its tests")
    parser.add_argument("--kept", action="store_true", help="do not run clew where its report is there")
    parser.add_argument("--dead", action="store_true", help="run `clew dead` too")
    parser.add_argument("-j", "--jobs", type=int, default=2, help="packages at a time")
    parser.add_argument("--out", default="bench/out", help="folder for environments, reports and suites")
    options = parser.parse_args()
    # Where a shell runs this in the background Ctrl-C is ignored, and would be by what is started here.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    out = Path(options.out).resolve()
    chosen = [PACKAGES[name] for name in options.only.split(",")] if options.only else list(PACKAGES.values())
    places = prepare(chosen, out)
    limits = Limits(options.seconds, options.paths, options.patience)
    print(HEAD, flush=True)
    failed = False
    with ThreadPoolExecutor(options.jobs) as pool:
        for row in pool.map(lambda p: measure(p, places, limits, options.kept, options.dead), chosen):
            print("\n".join(row if isinstance(row, list) else shown(row)), flush=True)
            failed = failed or isinstance(row, list) or any(r.how == "contradicted" for r in row.refuted)
    return int(failed)


def prepare(chosen: list[Package], out: Path) -> Places:
    """The packages installed and their sources fetched, one after the other: pip is not made to run twice at a time."""
    (out / "suites").mkdir(parents=True, exist_ok=True)
    needs = sorted({need for package in chosen for need in package.needs})
    site = install(out / "packages", sorted({r for p in chosen for r in (p.requirement, *p.imports)}))
    python = out / "testing" / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(out / "testing")], check=True)
    subprocess.run([str(python), "-m", "pip", "install", "--quiet", *REQUIRED, *needs], check=True)
    for package in chosen:
        if package.tests and not source_of(package, out):
            command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-binary", ":all:", "--no-deps"]
            subprocess.run([*command, "-d", str(out / "sdists"), package.requirement], check=True)
    return Places(out, site, python)


def source_of(package: Package, out: Path) -> Path | None:
    """The source distribution; some spell the name with `_`."""
    for name in (package.name, package.name.replace("-", "_")):
        file = out / "sdists" / f"{name}-{package.version}.tar.gz"
        if file.exists():
            return file
    return None


def measure(package: Package, places: Places, limits: Limits, kept: bool, dead: bool) -> Row | list[str]:
    """A row, or the lines that say why there is none."""
    if not package.tests:
        return [f"{package.name:18}no tests in its source distribution"]
    files, left_out = modules_of(package, places.site)
    capped = [f"left out, beyond {LINES} lines: {', '.join(left_out)}"] if left_out else []
    folder = places.out / "suites" / package.name
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "report.json"
    if not (kept and file.exists()):
        ask("cover", files, file, places, limits)
    try:
        report = json.loads(file.read_text(encoding="utf-8"))
    except ValueError:
        return [f"{package.name:18}clew ended without a report; see {file.with_suffix('.stderr')}"]
    if report.get("interrupted"):
        capped.append(f"after {limits.patience:g} s {functions_left(report)} functions were left")
    suite = run_suite(package, report, folder, places, limits)
    if suite is None:
        return [f"{package.name:18}its tests did not run; see {folder / 'output'}"]
    refuted = [*refuted_goals(report, suite), *(refuted_findings(files, folder, places, limits, suite) if dead else ())]
    return Row(package, report, suite, tuple(refuted), tuple(capped))


def modules_of(package: Package, site: Path) -> tuple[list[Path], list[str]]:
    """The files to analyse, the first ones up to LINES lines, and the names of the others."""
    found: list[Path] = []
    for place in package.modules:
        path = site / place
        assert path.exists(), f"{package.requirement} has no {place}"
        found += sorted(path.rglob("*.py")) if path.is_dir() else [path]
    taken: list[Path] = []
    left_out: list[str] = []
    lines = 0
    for file in found:
        if is_test(file.relative_to(site)):
            continue
        lines += len(file.read_text(encoding="utf-8").splitlines())
        if taken and lines > LINES:
            left_out.append(str(file.relative_to(site)))
        else:
            taken.append(file)
    return taken, left_out


def is_test(path: Path) -> bool:
    return not {"test", "tests"}.isdisjoint(path.parts) or path.name == "conftest.py" or path.name.startswith("test_")


def ask(command: str, files: list[Path], file: Path, places: Places, limits: Limits) -> None:
    """Run clew; the report goes to the file, and holds what was finished when patience ends."""
    arguments = [sys.executable, "-m", "clew", command, *map(str, files), *limits.options]
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    with open(file, "wb") as output, open(file.with_suffix(".stderr"), "wb") as errors:
        run_for(limits.patience, arguments, cwd=file.parent, env=environment, stdout=output, stderr=errors)


def run_for(patience: float, command: list[str], **how: object) -> None:
    """As long as that, then Ctrl-C, which both clew and pytest answer with what they have."""
    with subprocess.Popen(command, start_new_session=True, **how) as process:  # type: ignore[call-overload]
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(GRACE)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)


def functions_left(report: dict) -> int:
    return sum(all(goal["verdict"] == "unknown" for goal in unit["goals"]) for unit in report["units"])


def run_suite(package: Package, report: dict, folder: Path, places: Places, limits: Limits) -> Suite | None:
    tests = unpack_tests(package, folder, places.out)
    modules = {unit["id"].split("::")[0]: str((folder / unit["file"]).resolve()) for unit in report["units"]}
    for file in modules.values():
        assert Path(file).is_relative_to(places.site.resolve()), f"{file} is not the installed package"
    hits = folder / "hits.json"
    hits.unlink(missing_ok=True)
    watched = [goal["id"] for _, goal in settled_without_test(report)]
    where = folder / "where.json"
    where.write_text(json.dumps({"modules": modules, "watched": watched, "hits": str(hits)}), encoding="utf-8")
    besides = [next(folder.glob(f"*/{place}")) for place in package.beside]
    path = os.pathsep.join(map(str, (places.site, BENCH, SOURCE, *besides)))
    environment = {**os.environ, "PYTHONPATH": path, "CLEW_SUITE": str(where)}
    root = Path(tests[0]).parent if package.rooted else folder
    (root / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")  # their own asks for plugins
    command = [str(places.python), "-m", "pytest", "-q", "-c", "pytest.ini", "-p", "suite_probes"]
    command += ["-p", "no:cacheprovider", "--import-mode=importlib", "--continue-on-collection-errors", *tests]
    with open(folder / "output", "w", encoding="utf-8") as output:
        run_for(limits.patience, command, cwd=root, env=environment, stdout=output, stderr=subprocess.STDOUT)
    lines = (folder / "output").read_text(encoding="utf-8").strip().splitlines()
    if not hits.exists() or not lines:
        return None
    return Suite(lines[-1].strip(" ="), json.loads(hits.read_text(encoding="utf-8")))


def unpack_tests(package: Package, folder: Path, out: Path) -> list[str]:
    """The tests import the installed package, which is found first."""
    source = source_of(package, out)
    assert source is not None, f"{package.requirement} was not fetched"
    with tarfile.open(source) as archive:
        archive.extractall(folder, filter="data")
    return [str(next(folder.glob(f"*/{place}"))) for place in package.tests]


def settled_without_test(report: dict) -> Iterator[tuple[dict, dict]]:
    """Units and goals of which clew says that nothing reaches them, for all inputs or within bounds."""
    for unit in report["units"]:
        for goal in unit["goals"]:
            if goal["verdict"] in ("infeasible", "none-within-bounds"):
                yield unit, goal


def refuted_goals(report: dict, suite: Suite) -> Iterator[Refuted]:
    for unit, goal in settled_without_test(report):
        if goal["id"] not in suite.hits:
            continue
        ids = {key: assumption["id"] for key, assumption in unit.get("assumptions", {}).items()}
        how = how_refuted(goal["scope"], sorted({ids.get(key, key) for key in goal["assumptions"]}))
        what = f"{unit['file']}:{goal['span'][0]} {goal['kind']} {goal.get('outcome') or ''}".rstrip()
        yield Refuted(how, f"{what}, by {goal['method']}", tuple(suite.hits[goal["id"]]))


def refuted_findings(
    files: list[Path], folder: Path, places: Places, limits: Limits, suite: Suite
) -> Iterator[Refuted]:
    """Of what `clew dead` says, with notes.  That doomed code (CLEW102) never ends normally is not looked at."""
    file = folder / "dead.json"
    ask("dead", files, file, places, limits)
    for finding in json.loads(file.read_text(encoding="utf-8"))["findings"]:
        reached = sorted(suite.hits.keys() & set(finding.get("goals", ())))
        if reached and finding["rule"] != "CLEW102":
            how = how_refuted(finding["scope"], sorted({a["id"] for a in finding["assumptions"]}))
            yield Refuted(how, f"{finding['file']}:{finding['span'][0]} {finding['rule']} {finding['text']}")


def how_refuted(scope: str | dict, assumptions: list[str]) -> str:
    if scope != "unbounded":
        bounds = " ".join(f"{name}={bound}" for name, bound in scope["within"].items())  # type: ignore[index]
        return f"beyond bounds ({bounds})" + (f", supposing ({', '.join(assumptions)})" if assumptions else "")
    return f"supposing ({', '.join(assumptions)})" if assumptions else "contradicted"


HEAD = (
    f"{'package':18}{'version':>14}{'goals':>7}{'covered':>9}{'infeas.':>9}{'bounded':>9}{'unknown':>9}"
    f"{'reached':>9}{'refuted':>9}{'contrad.':>9}  tests"
)


def shown(row: Row) -> list[str]:
    goals = [goal for unit in row.report["units"] for goal in unit["goals"]]
    verdicts = Counter(verdict_of(goal) for goal in goals)
    counts = [len(goals), *(verdicts[v] for v in ("covered", "infeasible", "none-within-bounds", "unknown"))]
    contradicted = sum(refuted.how == "contradicted" for refuted in row.refuted)
    counts += [len(row.suite.hits), len(row.refuted), contradicted]
    numbers = "".join(f"{count:>{width}}" for count, width in zip(counts, (7, *[9] * 7), strict=True))
    lines = [f"{row.package.name:18}{row.package.version:>14}{numbers}  {row.suite.tests}"]
    lines += [f"    capped: {capped}" for capped in row.capped]
    for refuted in row.refuted:
        lines.append(f"    {refuted.how}: {refuted.where}")
        for example in refuted.examples:
            given = ", ".join(f"{name}: {value}" for name, value in example["arguments"].items())
            lines.append(f"        {example['test']}: {given}")
    return lines


def verdict_of(goal: dict) -> str:
    """Older reports call what holds within bounds infeasible as well."""
    bounded = goal["verdict"] == "infeasible" and goal["scope"] != "unbounded"
    return "none-within-bounds" if bounded else goal["verdict"]


if __name__ == "__main__":
    sys.exit(main())
