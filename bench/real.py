"""Run `clew cover` over pure-Python packages from the package index and tabulate the verdicts.

    python bench/real.py [--seconds 10] [--only toolz,semver] [--out bench/out]

The packages are installed, pinned, into a scratch environment (`bench/out/packages`).  Printed for each: goals,
covered, infeasible, bounded, unknown by reason, tests, seconds, lowered %.  The JSON reports stay in the output folder.  Exit
code 1 when clew crashed, gave a goal no verdict, or a package could not be read.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from packages import MEASURED, install


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10.0, help="clew's safety net for one function")
    parser.add_argument("--paths", type=int, default=500, help="runs of one function")
    parser.add_argument("--only", default=",".join(MEASURED), help="packages, separated by commas")
    parser.add_argument("--out", default="bench/out", help="folder for the environment and the reports")
    options = parser.parse_args()
    out = Path(options.out).resolve()
    out.mkdir(parents=True, exist_ok=True)
    names = options.only.split(",")
    site = install(out / "packages", [MEASURED[name].requirement for name in names])
    print(
        f"{'package':18}{'goals':>7}{'covered':>9}{'infeas.':>9}{'bounded':>9}{'unknown':>9}{'tests':>7}{'seconds':>9}{'lowered':>9}  unknown by reason"
    )
    failed = False
    for name in names:
        paths = [str(site / place) for place in MEASURED[name].modules]
        began = time.monotonic()
        report = cover(paths, out / name, options.seconds, options.paths)
        seconds = time.monotonic() - began
        if report is None:
            print(f"{name:18} clew failed; see {out.name}/{name}/stderr")
            failed = True
            continue
        failed = not show(name, report, seconds) or failed
    return int(failed)


def cover(paths: list[str], folder: Path, seconds: float, runs: int) -> dict | None:
    """The report, or None where clew ended without one."""
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "clew", "cover", *paths, "--output-format", "json", "--isolated"]
    command += ["-o", "tests", "--seconds", str(seconds), "--paths", str(runs)]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parent.parent / "src")}
    with open(folder / "stderr", "w", encoding="utf-8") as errors:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=errors, cwd=folder, env=environment)
    (folder / "report.json").write_bytes(done.stdout)
    try:
        return json.loads(done.stdout)
    except ValueError:
        return None


def show(name: str, report: dict, seconds: float) -> bool:
    """One row; False where a goal has no verdict."""
    goals = [goal for unit in report["units"] for goal in unit["goals"]]
    verdicts = Counter(goal.get("verdict") for goal in goals)
    reasons = Counter(goal["reason"]["code"] for goal in goals if goal.get("verdict") == "unknown")
    tests = sum(len(unit["tests"]) for unit in report["units"])
    lowered, parts = (sum(unit[key] for unit in report["units"]) for key in ("lowered", "parts"))
    share = 100 * lowered / parts if parts else 100.0
    by_reason = ", ".join(f"{code} {count}" for code, count in reasons.most_common())
    row = f"{name:18}{len(goals):>7}{verdicts['covered']:>9}{verdicts['infeasible']:>9}"
    row += f"{verdicts['none-within-bounds']:>9}{verdicts['unknown']:>9}"
    print(f"{row}{tests:>7}{seconds:>9.1f}{share:>8.1f}%  {by_reason}", flush=True)
    return set(verdicts) <= {"covered", "infeasible", "none-within-bounds", "unknown"} and bool(goals)


if __name__ == "__main__":
    sys.exit(main())
