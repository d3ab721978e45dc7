"""Run `clew cover` over pure-Python packages from the package index and tabulate verdicts and times.

    python bench/real.py [--only toolz,semver] [--out bench/out] [-- --effort quick …]

The packages are installed, pinned, into a scratch environment (`bench/out/packages`).  Printed for each: goals,
covered, infeasible, bounded, unknown, the share of goals settled, the share of branches covered or infeasible, tests,
seconds in all, processor seconds of a function (median, 90th percentile, most), expressions lowered, unknown by reason; and the
same of all together.  What follows `--` is handed to clew.  The JSON reports stay in the output folder.  Exit code 1
when clew crashed, gave a goal no verdict, or a package could not be read.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from pathlib import Path

from packages import MEASURED, install, options_of, report_of

VERDICTS = ("covered", "infeasible", "none-within-bounds", "unknown")
COLUMNS = (
    ("goals", 7), ("covered", 8), ("infeas.", 8), ("bounded", 8), ("unknown", 8), ("settled", 8), ("branches", 9),
    ("tests", 6), ("seconds", 8), ("p50", 6), ("p90", 6), ("max", 6), ("lowered", 8),
)  # fmt: skip


def main() -> int:
    options = options_of(__doc__)
    out = Path(options.out).resolve()
    out.mkdir(parents=True, exist_ok=True)
    names = options.only.split(",")
    site = install(out / "packages", [MEASURED[name].requirement for name in names])
    print(f"{'package':18}{''.join(f'{title:>{width}}' for title, width in COLUMNS)}  unknown by reason")
    failed, units, total = False, [], 0.0
    for name in names:
        paths = [str(site / place) for place in MEASURED[name].modules]
        began = time.monotonic()
        report = cover(paths, out / name, options.options)
        seconds = time.monotonic() - began
        if report is None:
            print(f"{name:18} clew failed; see {out.name}/{name}/stderr")
            failed = True
            continue
        failed = not show(name, report["units"], seconds) or failed
        units += report["units"]
        total += seconds
    if len(names) > 1 and units:
        show("all", units, total)
    return int(failed)


def cover(paths: list[str], folder: Path, options: list[str]) -> dict | None:
    """The report, or None where clew ended without one."""
    arguments = ["cover", *paths, "--output-format", "json", "--isolated", "-o", "tests", *options]
    return report_of(arguments, folder, "report.json")


def show(name: str, units: list[dict], seconds: float) -> bool:
    """One row; False where a goal has no verdict."""
    goals = [goal for unit in units for goal in unit["goals"]]
    verdicts = Counter(goal.get("verdict") for goal in goals)
    reasons = Counter(goal["reason"]["code"] for goal in goals if goal.get("verdict") == "unknown")
    branches = [goal["verdict"] in ("covered", "infeasible") for goal in goals if goal["kind"] == "branch"]
    times = sorted(unit["cpu_seconds"] for unit in units)
    lowered, parts = (sum(unit[key] for unit in units) for key in ("lowered", "parts"))
    cells = [
        str(len(goals)), *(str(verdicts[verdict]) for verdict in VERDICTS),
        share(len(goals) - verdicts["unknown"], len(goals)), share(sum(branches), len(branches)),
        str(sum(len(unit["tests"]) for unit in units)), f"{seconds:.0f}",
        *(f"{rank(times, part):.1f}" for part in (0.5, 0.9, 1.0)), share(lowered, parts),
    ]  # fmt: skip
    row = "".join(f"{cell:>{width}}" for cell, (_, width) in zip(cells, COLUMNS, strict=True))
    by_reason = ", ".join(f"{code} {count}" for code, count in reasons.most_common())
    print(f"{name:18}{row}  {by_reason}", flush=True)
    return set(verdicts) <= set(VERDICTS) and bool(goals)


def share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}%" if whole else "·"


def rank(ordered: list[float], part: float) -> float:
    """The value below or at which this part of all are."""
    return ordered[max(0, -int(-len(ordered) * part // 1) - 1)] if ordered else 0.0


if __name__ == "__main__":
    sys.exit(main())
