"""What clew settles of real packages by MC/DC and by definitions and uses, beside branch coverage alone.

    python bench/criteria.py [--only inflection,semver] [--out bench/out/criteria] [-- --effort quick …]

Each package is covered three times, with `--criterion branch`, `mcdc` and `def-use`, and `--suite minimal`, by one process.
Printed for each: goals, verdicts, the share that is settled; the share that is impossible, all of which a reading of the control-flow
graph alone would call coverable; tests that were known and those that are kept; seconds of the processor, and how
many times those of branch coverage that is; what is left, by reason.  A package that the output folder has the figures of is not run again.
What follows `--` is handed to clew.  The page that is published is `results/criteria.md`.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import subprocess
import sys
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path

from packages import PACKAGES, Package, report_of

CRITERIA = ("branch", "mcdc", "def-use")
WANTED = {"mcdc": 90.0, "def-use": 80.0}
TIMES = 3.0  # as much as branch coverage alone, at most
CHOSEN = (
    "inflection", "semver", "humanize", "webcolors", "idna", "wcwidth", "cachetools", "first", "jsonpointer", "addict", "natsort",
    "marshmallow", "python-dateutil", "xmltodict",
)  # fmt: skip
KNOWN = re.compile(r"of the (?P<known>[\d,]+) known")


@dataclass(frozen=True, slots=True)
class Row:
    """known: tests that showed something; reasons: of the goals that are left."""

    package: str
    criterion: str
    goals: int
    covered: int
    infeasible: int
    bounded: int
    unknown: int
    tests: int
    known: int
    seconds: float
    reasons: dict[str, int]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=",".join(CHOSEN), help="packages, separated by commas")
    parser.add_argument("--out", default="bench/out/criteria", help="folder for the environment, reports and figures")
    parser.add_argument("options", nargs="*", help="of clew, after --")
    given = parser.parse_args()
    out = Path(given.out).resolve()
    out.mkdir(parents=True, exist_ok=True)
    names = given.only.split(",")
    rows: list[Row] = []
    for name in names:
        file = out / name / "rows.json"
        if file.exists():
            found = [Row(**each) for each in json.loads(file.read_text(encoding="utf-8"))]
        else:
            site = installed(PACKAGES[name], out / name / "package")
            found = [measured(name, criterion, site, out / name, given.options) for criterion in CRITERIA]
            file.write_text(json.dumps([asdict(each) for each in found], indent=2) + "\n", encoding="utf-8")
        rows += found
        print("\n".join(lines_of(found)), flush=True)
    page = shown(rows)
    (out / "criteria.md").write_text(page, encoding="utf-8")
    print(page.partition("\n\n|")[2].partition("\n\n")[0])


def installed(package: Package, folder: Path) -> Path:
    """Alone with what it imports: what else lies in an environment is read as a part of the same project."""
    if not folder.exists():
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(folder)]
        subprocess.run([*command, package.requirement, *package.imports], check=True)
    return folder


def measured(name: str, criterion: str, site: Path, folder: Path, options: list[str]) -> Row:
    paths = [str(site / place) for place in PACKAGES[name].modules]
    asked = ["--criterion", criterion, "--suite", "minimal", "-j", "1", "--fresh", "--isolated", "--no-write"]
    began = seconds()
    report = report_of(["cover", *paths, "--output-format", "json", *asked, *options], folder, f"{criterion}.json")
    used = seconds() - began
    if report is None:
        raise SystemExit(f"clew failed on {name}; see {folder.name}/stderr")
    goals = [goal for unit in report["units"] for goal in unit["goals"]]
    verdicts = Counter(goal["verdict"] for goal in goals)
    reasons = Counter(goal["reason"]["code"] for goal in goals if goal["verdict"] == "unknown")
    tests = sum(len(unit["tests"]) for unit in report["units"])
    said = (KNOWN.search(each["text"]) for each in report["diagnostics"] if each["code"] == "suite")
    known = sum(int(each["known"].replace(",", "")) for each in said if each is not None)
    return Row(
        name, criterion, len(goals), verdicts["covered"], verdicts["infeasible"], verdicts["none-within-bounds"],
        verdicts["unknown"], tests, known, used, dict(reasons.most_common()),
    )  # fmt: skip


def seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def summed(rows: list[Row], package: str) -> Row:
    """Of one criterion."""
    counts = {
        each: sum(getattr(row, each) for row in rows)
        for each in ("goals", "covered", "infeasible", "bounded", "unknown", "tests", "known", "seconds")
    }
    reasons = Counter[str]()
    for row in rows:
        reasons.update(row.reasons)
    return Row(package, rows[0].criterion, **counts, reasons=dict(reasons.most_common()))


def lines_of(rows: list[Row]) -> list[str]:
    """rows: of one package, branch coverage first."""
    made = []
    for row in rows:
        times = row.seconds / rows[0].seconds if rows[0].seconds else 0.0
        cells = (
            row.package, row.criterion, row.goals, row.covered, row.infeasible, row.bounded, row.unknown,
            share(row.goals - row.unknown, row.goals), share(row.infeasible + row.bounded, row.goals),
            row.known, row.tests, f"{row.seconds:.0f}", f"{times:.1f}",
            ", ".join(f"{code} {count}" for code, count in [*row.reasons.items()][:4]),
        )  # fmt: skip
        made.append(f"| {' | '.join(map(str, cells))} |")
    return made


def share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "·"


PAGE = """\
# Criteria on real code

Own: `python bench/criteria.py`, one process; packages of the index as in `bench/packages.py`. *Impossible* are goals that a reading of the
control-flow graph alone would call coverable: proved for all inputs, or within the bounds. *Tests* are known ones and those that `--suite minimal`
keeps. Seconds are of the processor, of all processes, with their start, and *times* those of branch coverage.

"""
COLUMNS = (
    "", "criterion", "goals", "covered", "infeasible", "within bounds", "unknown", "settled", "impossible", "tests known",
    "kept", "seconds", "times", "unknown by reason",
)  # fmt: skip


def shown(rows: list[Row]) -> str:
    every = [summed([row for row in rows if row.criterion == criterion], "all") for criterion in CRITERIA]
    wanted = ["| | own | wanted |", "|---|---|---|"]
    for row in every[1:]:
        wanted.append(
            f"| {row.criterion}: settled | {share(row.goals - row.unknown, row.goals)} | {WANTED[row.criterion]:g} % |"
        )
        wanted.append(f"| {row.criterion}: times branch coverage | {row.seconds / every[0].seconds:.1f} | {TIMES:g} |")
    table = [f"| {' | '.join(COLUMNS)} |", "|" + "---|" * len(COLUMNS), *lines_of(every)]
    for package in dict.fromkeys(row.package for row in rows):
        table += lines_of([row for row in rows if row.package == package])
    return PAGE + "\n".join(wanted) + "\n\n" + "\n".join(table) + "\n"


if __name__ == "__main__":
    main()
