"""The experiment of section 7 of Christ, Hoenicke and Schäf (2012), and how far covering scales beyond it.

    python bench/infeasible_code.py [--algorithms clew,paths,sc,pc,fm,vstte] [--sizes 2-9] [--programs 10]
                                    [--scaling 10,20,30,40,50] [--out bench/out/infeasible_code]

80 seeded programs (`bench/diamonds.py`), written as `.ivl` files.  Every algorithm covers each of them; `clew`, `sc`,
`fm` and `vstte` decide blocks, `pc` and `paths` (ours) find all feasible paths.  Answers are compared, tests are run
again.  Printed: Table 1 with the published figures beside ours, seconds and queries by number of diamonds, then the
scaling experiment. Written: `results.json`, and the figures as SVG and PNG (with matplotlib installed).

Seconds are CPU seconds, so that other work on the machine does not show.  `queries` are those with arithmetic in them; what
`clew` asks its propositional solver is counted apart, as path searches.

`--limit` ends an algorithm on a size when its seconds there are used up; what was not run is reported, not left out.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import time
from pathlib import Path

from diamonds import program

from clew.frontend.ivl import read
from clew.passes.passive import to_passive
from clew.passes.ssa import to_ssa
from clew.semantics.block_run import follow
from clew.vc.learning_cover import learning_cover
from clew.vc.path_cover import path_cover
from clew.vc.path_tree import path_tree
from clew.vc.query_optimal import query_optimal
from clew.vc.statement_cover import statement_cover
from clew.vc.task import Covering, Limits, Task, make_task
from clew.vc.worst_case_optimal import worst_case_optimal

ALGORITHMS = {
    "clew": learning_cover,
    "paths": path_tree,
    "sc": statement_cover,
    "pc": path_cover,
    "fm": worst_case_optimal,
    "vstte": query_optimal,
}
PUBLISHED = {"pc": (69_777, 13.12), "sc": (854, 11.81), "fm": (1_760, 145.45), "vstte": (512, 615.51)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--algorithms", default="clew,paths,sc,fm,vstte,pc")
    parser.add_argument("--sizes", default="2-9", help="numbers of diamonds, from-to")
    parser.add_argument("--programs", type=int, default=10, help="programs of each size")
    parser.add_argument("--limit", type=float, default=300.0, help="seconds for one algorithm on one size")
    parser.add_argument("--scaling", default="10,20,30,40,50", help="numbers of diamonds of the second experiment")
    parser.add_argument("--scaling-algorithms", default="clew,sc")
    parser.add_argument("--scaling-programs", type=int, default=2)
    parser.add_argument("--out", default="bench/out/infeasible_code")
    options = parser.parse_args()
    out = Path(options.out)
    (out / "programs").mkdir(parents=True, exist_ok=True)
    first, _, last = options.sizes.partition("-")
    sizes = list(range(int(first), int(last or first) + 1))
    table = run(sizes, options.programs, options.algorithms.split(","), options.limit, out)
    show_table(table)
    scaling_sizes = [int(n) for n in options.scaling.split(",") if n]
    scaling = run(scaling_sizes, options.scaling_programs, options.scaling_algorithms.split(","), options.limit, out)
    print("\nscaling")
    show_sizes(scaling)
    (out / "results.json").write_text(json.dumps({"table": table, "scaling": scaling}, indent=1) + "\n")
    plot(table, scaling, out)
    wrong = [row for row in (*table, *scaling) if row["differs"]]
    return 1 if wrong else 0


Row = dict[str, object]


def run(sizes: list[int], programs: int, algorithms: list[str], limit: float, out: Path) -> list[Row]:
    """One row for each size and algorithm."""
    rows = []
    for size in sizes:
        answers: list[tuple[str, ...] | None] = [None] * programs
        for name in algorithms:
            row: Row = {"diamonds": size, "algorithm": name, "programs": 0, "queries": 0, "seconds": 0.0}
            row["path_searches"] = 0
            row |= {"solver_seconds": 0.0, "tests": 0, "blocks": 0, "infeasible": 0, "unknown": 0, "differs": []}
            for seed in range(programs):
                if row["seconds"] > limit:
                    break
                task = load(size, seed, out)
                gc.collect()  # No algorithm pays for the garbage of the one before.
                started = time.process_time()
                covering = ALGORITHMS[name](task, Limits())
                row["seconds"] += time.process_time() - started
                row["programs"] += 1
                add(row, task, covering)
                answer = tuple(sorted(covering.infeasible))
                if not covering.unknown:
                    if answers[seed] not in (None, answer):
                        row["differs"].append(seed)
                    answers[seed] = answer
            rows.append(row)
            print(line(row), file=sys.stderr, flush=True)
    return rows


def load(size: int, seed: int, out: Path) -> Task:
    text = program(size, seed)
    (out / "programs" / f"diamonds_{size}_{seed}.ivl").write_text(text)
    parsed, problems = read(text)
    assert parsed is not None, problems
    ssa = to_ssa(parsed.procedures[0])
    return make_task(parsed.procedures[0], ssa, to_passive(ssa))


def add(row: Row, task: Task, covering: Covering) -> None:
    statistics = covering.statistics
    row["queries"] += statistics.queries
    row["path_searches"] += statistics.path_searches
    row["solver_seconds"] += statistics.solver_seconds
    row["tests"] += len(covering.tests)
    row["blocks"] += len(task.goals)
    row["infeasible"] += len(covering.infeasible)
    row["unknown"] += len(covering.unknown)
    for test in covering.tests:
        assert follow(task.machine, test.inputs, test.path, test.havocs), "a test runs along its path"


def line(row: Row) -> str:
    return (
        f"{row['diamonds']:>3} {row['algorithm']:<6} {row['programs']:>3} programs {row['queries']:>7} queries {row['path_searches']:>6} path searches "
        f"{row['seconds']:>8.2f} s ({row['solver_seconds']:.2f} in the solver) {row['tests']:>6} tests  "
        f"{row['blocks']} blocks, {row['infeasible']} infeasible, {row['unknown']} unknown"
        + (f"  DIFFERS on {row['differs']}" if row["differs"] else "")
    )


def show_table(rows: list[Row]) -> None:
    print("algorithm  programs  queries   seconds   tests | published: queries  seconds")
    for name in dict.fromkeys(row["algorithm"] for row in rows):
        own = [row for row in rows if row["algorithm"] == name]
        total = {key: sum(row[key] for row in own) for key in ("programs", "queries", "seconds", "tests")}
        published = PUBLISHED.get(name)
        beside = f"{published[0]:>18} {published[1]:>8.2f}" if published else ""
        print(
            f"{name:<10} {total['programs']:>8} {total['queries']:>8} {total['seconds']:>9.2f} {total['tests']:>7} |{beside}"
        )
    show_sizes(rows)


def show_sizes(rows: list[Row]) -> None:
    for row in rows:
        print(line(row))


def plot(table: list[Row], scaling: list[Row], out: Path) -> None:
    try:
        import matplotlib
    except ImportError:
        print("no figures: matplotlib is not installed", file=sys.stderr)
        return
    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "clew"
    from matplotlib import pyplot

    for rows, what, file in (
        (table, "queries", "queries"),
        (table, "seconds", "seconds"),
        (scaling, "seconds", "scaling"),
    ):
        figure, axes = pyplot.subplots(figsize=(6, 4))
        for name in dict.fromkeys(row["algorithm"] for row in rows):
            own = [row for row in rows if row["algorithm"] == name and row["programs"]]
            per_program = [max(row[what] / row["programs"], 1e-4) for row in own]
            axes.plot([row["diamonds"] for row in own], per_program, marker="o", label=name)
        if not rows:
            pyplot.close(figure)
            continue
        if file == "scaling":
            own = [row for row in rows if row["algorithm"] == "clew"]
            base = own[0]["seconds"] / own[0]["programs"] / own[0]["diamonds"] ** 3
            axes.plot([r["diamonds"] for r in own], [base * r["diamonds"] ** 3 for r in own], "k:", label="cubic")
        axes.set_yscale("log")
        axes.set_xlabel("diamonds")
        axes.set_ylabel(f"{what} per program")
        axes.legend()
        axes.grid(True, alpha=0.3)
        figure.tight_layout()
        figure.savefig(out / f"{file}.svg", metadata={"Date": None})
        figure.savefig(out / f"{file}.png", dpi=120)
        pyplot.close(figure)


if __name__ == "__main__":
    sys.exit(main())
