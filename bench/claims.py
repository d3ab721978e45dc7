"""Run `clew check` over pure-Python packages from the package index: what is settled, and what is refuted, to be read.

    python bench/claims.py [--only toolz,semver] [--out bench/out] [-- --effort quick …]

The packages are those of `bench/real.py`, and more of `bench/packages.py` by name.  Printed for each: claims, proved,
refuted, unknown, the share that is settled, seconds in all and of a function (median, 90th percentile), unknown by
reason; then each refuted claim with its call, to be classed by eye: a bug, a precondition that nobody wrote down, or
noise.  What follows `--` is handed to clew.  The JSON reports stay in the output folder.  Exit code 1 when clew failed.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from pathlib import Path

from packages import PACKAGES, install, options_of, report_of
from real import rank, share

COLUMNS = (
    ("claims", 7), ("proved", 7), ("refuted", 8), ("unknown", 8), ("settled", 8), ("seconds", 8), ("p50", 6), ("p90", 6),
)  # fmt: skip


def main() -> int:
    options = options_of(__doc__)
    out = Path(options.out).resolve()
    names = options.only.split(",")
    site = install(out / "packages", [PACKAGES[name].requirement for name in names])
    print(f"{'package':18}{''.join(f'{title:>{width}}' for title, width in COLUMNS)}  unknown by reason")
    failed, units, total = False, [], 0.0
    for name in names:
        began = time.monotonic()
        report = checked([str(site / place) for place in PACKAGES[name].modules], out / name, options.options)
        if report is None:
            print(f"{name:18} clew failed; see {out.name}/{name}/stderr")
            failed = True
            continue
        total += time.monotonic() - began
        units += report["units"]
        show(name, report["units"], time.monotonic() - began)
    if len(names) > 1 and units:
        show("all", units, total)
    for unit in units:
        for claim in unit.get("claims", ()):
            if claim["verdict"] == "refuted":
                print(f"{Path(unit['file']).name}:{claim['span'][0]}: {claim['text']} raises {claim['raises']}")
                print(f"    {claim['call']}" + ("" if claim["certain"] else "  (types were guessed)"))
    return int(failed)


def checked(paths: list[str], folder: Path, options: list[str]) -> dict | None:
    """The report, or None where clew ended without one."""
    arguments = ["check", *paths, "--output-format", "json", "--isolated", "--no-write", *options]
    return report_of(arguments, folder, "claims.json")


def show(name: str, units: list[dict], seconds: float) -> None:
    """One row."""
    claims = [claim for unit in units for claim in unit.get("claims", ())]
    verdicts = Counter(claim["verdict"] for claim in claims)
    reasons = Counter(claim["reason"]["code"] for claim in claims if claim["verdict"] == "unknown")
    times = sorted(unit["seconds"] for unit in units)
    cells = [
        str(len(claims)), *(str(verdicts[verdict]) for verdict in ("proved", "refuted", "unknown")),
        share(len(claims) - verdicts["unknown"], len(claims)), f"{seconds:.0f}",
        *(f"{rank(times, part):.1f}" for part in (0.5, 0.9)),
    ]  # fmt: skip
    row = "".join(f"{cell:>{width}}" for cell, (_, width) in zip(cells, COLUMNS, strict=True))
    print(f"{name:18}{row}  {', '.join(f'{code} {count}' for code, count in reasons.most_common())}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
