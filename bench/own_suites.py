"""Run the packages' own test suites with probes, and look for a goal reached that clew calls infeasible, or code dead.

    python bench/own_suites.py [--reports bench/out] [--only toolz,semver]

Run `bench/real.py` first: its reports are what is tested, its environment has the packages.  The suites come from the
source distributions; those without tests are named.  Printed for each package: tests, goals reached, infeasible goals,
findings of `clew dead`, and which of these the suite reached, apart by what the verdict takes for granted:

    contradicted   the verdict holds for all inputs, so this is a bug of clew
    other types    it supposes types or ways to make objects, and the suite passes others
    beyond bounds  it holds within bounds only

Exit code 1 when a verdict is contradicted.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tarfile
from dataclasses import dataclass
from pathlib import Path

from real import PACKAGES, install

BENCH = Path(__file__).resolve().parent
SOURCE = BENCH.parent / "src"

# Folders or files of the source distribution that hold the tests.
TESTS = {
    "toolz": ["toolz/tests", "toolz/sandbox/tests"],
    "boltons": ["tests"],
    "packaging": ["tests"],
    "semver": ["tests"],
    "more-itertools": ["tests"],
    "sortedcontainers": [],
    "inflection": ["test_inflection.py"],
    "humanize": ["tests"],
}
BESIDES = {"semver": ["docs/advanced"]}  # folders of modules that the tests import
ROOTED = frozenset(
    {"packaging"}
)  # whose tests import one another as parts of a package beside the distribution's files
REQUIRED = ["pytest<8", "hypothesis", "pretend", "freezegun", "tomli-w"]
SUPPOSED = frozenset({"types", "construction", "guessed-types", "no-sharing", "module-state", "this-python"})


@dataclass(frozen=True)
class Suite:
    """tests: the summary line of pytest; hits: the goals reached."""

    tests: str
    hits: frozenset[str]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reports", default="bench/out", help="where bench/real.py wrote")
    parser.add_argument("--only", default=",".join(PACKAGES), help="packages, separated by commas")
    parser.add_argument("--no-dead", action="store_true", help="do not run `clew dead`")
    options = parser.parse_args()
    out = Path(options.reports).resolve()
    names = options.only.split(",")
    site = install(out / "packages", [PACKAGES[name][0] for name in names])
    python = testing(out / "testing")
    contradicted = 0
    for name in names:
        report = json.loads((out / name / "report.json").read_text(encoding="utf-8"))
        suite = run_suite(name, report, out, site, python)
        if suite is None:
            print(f"{name:18} no tests in its source distribution", flush=True)
            continue
        findings = [] if options.no_dead else findings_of(name, out, site)
        contradicted += show(name, report, findings, suite)
    return int(contradicted > 0)


def testing(environment: Path) -> Path:
    """Python of an environment that has what the suites need, and not the packages."""
    python = environment / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
    subprocess.run([str(python), "-m", "pip", "install", "--quiet", *REQUIRED], check=True)
    return python


def run_suite(name: str, report: dict, out: Path, site: Path, python: Path) -> Suite | None:
    folder = out / "suites" / name
    tests = unpack_tests(name, folder, out)
    if not tests:
        return None
    modules = {unit["id"].split("::")[0]: str(Path(unit["file"]).resolve()) for unit in report["units"]}
    for file in modules.values():
        assert Path(file).is_relative_to(site.resolve()), f"{file} is not the installed package"
    where = folder / "where.json"
    where.write_text(json.dumps({"modules": modules, "hits": str(folder / "hits.json")}), encoding="utf-8")
    besides = [next(folder.glob(f"*/{place}")) for place in BESIDES.get(name, ())]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, (site, BENCH, SOURCE, *besides))),
        "CLEW_SUITE": str(where),
    }
    root = Path(tests[0]).parent if name in ROOTED else folder
    (root / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")  # their own asks for plugins
    command = [str(python), "-m", "pytest", "-q", "-c", "pytest.ini", "-p", "suite_probes"]
    command += ["-p", "no:cacheprovider", "--import-mode=importlib", *tests]
    with open(folder / "output", "w", encoding="utf-8") as output:
        subprocess.run(command, cwd=root, env=environment, stdout=output, stderr=subprocess.STDOUT)
    lines = (folder / "output").read_text(encoding="utf-8").strip().splitlines()
    hits = folder / "hits.json"
    return Suite(lines[-1].strip(" ="), frozenset(json.loads(hits.read_text(encoding="utf-8"))))


def unpack_tests(name: str, folder: Path, out: Path) -> list[str]:
    """The source distribution, fetched once; the tests import the installed package, which is found first."""
    folder.mkdir(parents=True, exist_ok=True)
    sources = out / "sdists"
    sources.mkdir(exist_ok=True)
    requirement = PACKAGES[name][0]
    stem = requirement.replace("==", "-")
    found = [
        *sources.glob(f"{stem}.tar.gz"),
        *sources.glob(f"{stem.replace('more-itertools', 'more_itertools')}.tar.gz"),
    ]
    if TESTS[name] and not found:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-binary", ":all:", "--no-deps"]
        subprocess.run([*command, "-d", str(sources), requirement], check=True)
        return unpack_tests(name, folder, out)
    if not TESTS[name]:
        return []
    with tarfile.open(found[0]) as archive:
        archive.extractall(folder, filter="data")
    return [str(next(folder.glob(f"*/{place}"))) for place in TESTS[name]]


def findings_of(name: str, out: Path, site: Path) -> list[dict]:
    """What `clew dead` says, with notes."""
    paths = [str(site / place) for place in PACKAGES[name][1] if (site / place).exists()]
    command = [sys.executable, "-m", "clew", "dead", *paths, "--isolated", "--strict", "--fresh"]
    command += ["--seconds", "3", "--paths", "200", "--output-format", "json"]
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    done = subprocess.run(command, cwd=out / name, env=environment, capture_output=True, text=True)
    return json.loads(done.stdout)["findings"]


def show(name: str, report: dict, findings: list[dict], suite: Suite) -> int:
    """One row, and a line for each infeasible goal or finding that the suite reached; how many are contradicted."""
    infeasible = [(unit, g) for unit in report["units"] for g in unit["goals"] if g["verdict"] == "infeasible"]
    print(
        f"{name:18} {suite.tests}; {len(suite.hits)} goals reached, {len(infeasible)} infeasible, {len(findings)} dead"
    )
    contradicted = 0
    for unit, goal in infeasible:
        if goal["id"] not in suite.hits:
            continue
        supposed = sorted(SUPPOSED.intersection(goal.get("assumptions", ())))
        if goal["scope"] != "unbounded":
            what = f"beyond bounds {goal['scope']['within']}"
        elif supposed:
            what = f"other types ({', '.join(supposed)})"
        else:
            what, contradicted = "contradicted", contradicted + 1
        print(f"    {what}: {unit['file']}:{goal['span'][0]} {goal['kind']} {goal.get('outcome') or ''}", flush=True)
    for finding in findings:
        # What is doomed may be reached; that it never ends normally is not looked at here.
        reached = sorted(suite.hits.intersection(finding.get("goals", ()))) if finding["rule"] != "CLEW102" else []
        if reached:
            what = "other types" if SUPPOSED.intersection(a["id"] for a in finding["assumptions"]) else "contradicted"
            contradicted += what == "contradicted"
            print(f"    {what}: {finding['file']}:{finding['span'][0]} {finding['rule']} {finding['text']}", flush=True)
    return contradicted


if __name__ == "__main__":
    sys.exit(main())
