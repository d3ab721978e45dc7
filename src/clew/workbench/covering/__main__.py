"""`python -m clew.workbench.covering --programs N [--first K]`: do all covering algorithms and brute force agree?"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import asdict

from clew.workbench.covering.agreement import check
from clew.workbench.covering.programs import features_of, random_program


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m clew.workbench.covering", description=__doc__)
    parser.add_argument("--programs", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="number of the first program")
    options = parser.parse_args()
    totals: Counter[str] = Counter()
    failed = 0
    for seed in range(options.first, options.first + options.programs):
        outcome = check(seed)
        if outcome.skipped:
            totals["skipped"] += 1
            continue
        totals["checked"] += 1
        for name in ("blocks", "infeasible", "paths", "feasible"):
            totals[name] += getattr(outcome, name)
        totals.update(f"with {name}" for name, has in asdict(features_of(seed)).items() if has)
        if outcome.problems:
            failed += 1
            print(f"program {seed}:", *outcome.problems, sep="\n  ")
            print(random_program(seed))
    shares = ", ".join(f"{count} {name}" for name, count in sorted(totals.items()) if name.startswith("with"))
    print(
        f"{totals['checked']} programs checked ({totals['skipped']} skipped: too many paths), {failed} differ\n"
        f"{totals['blocks']} blocks, {totals['infeasible']} infeasible; {totals['paths']} paths, "
        f"{totals['feasible']} feasible\n{shares}"
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
