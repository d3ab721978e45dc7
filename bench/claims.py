"""Run `clew check` over pure-Python packages from the package index: what is settled, and what is refuted, to be read.

    python bench/claims.py [--only toolz,semver,tinydb==4.8.0] [--functions 15] [--out bench/out] [-- --effort quick …]

The packages are those of `bench/real.py` and ten more; `--only` takes any of the index, those of `bench/packages.py` in
the versions and with the modules pinned there.  Each is installed into an environment of its own, with what it
imports.  A package gets LIMIT seconds; what is not settled by then counts as unknown.  With `--functions N` those of
each package are N functions of its modules and classes, drawn with a fixed seed.  Printed for each: claims,
proved, refuted, unknown, the share that is settled, seconds in all and processor seconds of a function (median, 90th
percentile, of those that had their turn), unknown by reason; then each refuted claim with its call.  `bench/results/claims.tsv` has what was said of
those by whoever read them (a bug, a precondition that nobody wrote down, noise); those that it does not have are
marked `?`.  What follows `--` is handed to clew.  The JSON reports stay in the output folder.  Exit code 1 when clew
failed, or said of a function that it did.
"""

from __future__ import annotations

import argparse
import ast
import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from packages import MEASURED, Package, install, modules_of, package_of, parser_of, report_of
from real import rank, share

COLUMNS = (
    ("claims", 7), ("proved", 7), ("refuted", 8), ("unknown", 8), ("settled", 8), ("seconds", 8), ("p50", 6), ("p90", 6),
)  # fmt: skip
MORE = (
    "first", "webcolors", "itsdangerous", "idna", "natsort", "cachetools", "blinker", "addict", "jsonpointer", "tinydb==4.8.0",
)  # fmt: skip
LIMIT = 300  # seconds for a package
READ = Path(__file__).resolve().parent / "results" / "claims.tsv"


def main() -> int:
    parser = parser_of(__doc__, (*MEASURED, *MORE))
    parser.add_argument("--functions", type=int, default=0, help="that many of each package; all of them without it")
    options = parser.parse_args()
    out = Path(options.out).resolve()
    print(f"{'package':18}{''.join(f'{title:>{width}}' for title, width in COLUMNS)}  unknown by reason")
    failed, units, total = False, list[tuple[str, dict]](), 0.0
    for name in options.only.split(","):
        package = package_of(name)
        report, seconds = checked(package, out / "claims" / package.name, options)
        if isinstance(report, str):
            print(f"{package.name:18} {report}", flush=True)
            failed = True
            continue
        total += seconds
        units += ((package.name, unit) for unit in report["units"])
        failed |= show(package.name, report["units"], seconds)
    if len({package for package, _ in units}) > 1:
        show("all", [unit for _, unit in units], total)
    show_refuted(units)
    return int(failed)


def checked(package: Package, folder: Path, options: argparse.Namespace) -> tuple[dict | str, float]:
    """The report, or why there is none, and the seconds that it took."""
    try:
        site = install(folder / "environment", [package.requirement, *package.imports])
    except subprocess.CalledProcessError:
        return "cannot be installed", 0.0
    modules = modules_of(package, site)
    if not modules:
        return "has no modules", 0.0
    targets = [str(site / place) for place in modules]
    arguments = [
        "check", *(drawn(targets, options.functions) if options.functions else targets), "--output-format", "json", "--isolated", "--no-write",
        "--total-seconds", str(LIMIT), *options.options,
    ]  # fmt: skip
    began = time.monotonic()
    report = report_of(arguments, folder, "claims.json")
    return report or f"clew failed; see {folder / 'stderr'}", time.monotonic() - began


def drawn(paths: list[str], count: int) -> list[str]:
    """So many functions of these files and folders, the same each time."""
    files = [file for path in map(Path, paths) for file in (sorted(path.rglob("*.py")) if path.is_dir() else [path])]
    found = [f"{file}::{name}" for file in files for name in functions_of(file) if "tests" not in file.parts]
    return sorted(random.Random(1).sample(found, min(count, len(found))))


def functions_of(file: Path) -> list[str]:
    """Of the module and its classes, each name once."""
    found = dict[str, None]()
    for node in ast.parse(file.read_bytes()).body:
        inside = node.body if isinstance(node, ast.ClassDef) else [node]
        before = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
        found |= {before + each.name: None for each in inside if isinstance(each, ast.FunctionDef)}
    return [*found]


def show(name: str, units: list[dict], seconds: float) -> bool:
    """One row.  True where clew failed."""
    claims = [claim for unit in units for claim in unit.get("claims", ())]
    verdicts = Counter(claim["verdict"] for claim in claims)
    reasons = Counter(claim["reason"]["code"] for claim in claims if claim["verdict"] == "unknown")
    times = sorted(unit["cpu_seconds"] for unit in units if unit["cpu_seconds"])
    cells = [
        str(len(claims)), *(str(verdicts[verdict]) for verdict in ("proved", "refuted", "unknown")),
        share(len(claims) - verdicts["unknown"], len(claims)), f"{seconds:.0f}",
        *(f"{rank(times, part):.1f}" for part in (0.5, 0.9)),
    ]  # fmt: skip
    row = "".join(f"{cell:>{width}}" for cell, (_, width) in zip(cells, COLUMNS, strict=True))
    print(f"{name:18}{row}  {', '.join(f'{code} {count}' for code, count in reasons.most_common())}", flush=True)
    return "internal-error" in reasons


def show_refuted(units: list[tuple[str, dict]]) -> None:
    """Each refuted claim with its call and what was said of it, then how often each was said."""
    read = dict(line.split("\t")[:2] for line in READ.read_text().splitlines()) if READ.exists() else {}
    said = Counter[str]()
    for package, unit in units:
        for claim in unit.get("claims", ()):
            if claim["verdict"] == "refuted":
                word = read.get(claim["id"], "?")
                said[word] += 1
                print(
                    f"{word:12} {package} {claim['id']}: {claim['text']} raises {claim['raises']}: {claim['message']}"
                )
                print(f"{'':12} {claim['call']}" + ("" if claim["certain"] else "  (types were guessed)"))
    print(", ".join(f"{word} {count}" for word, count in said.most_common()))


if __name__ == "__main__":
    sys.exit(main())
