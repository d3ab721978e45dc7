"""The experiment of section 7 of Christ, Hoenicke and Schäf (2012), and how far covering scales beyond it.

    python bench/infeasible_code.py [--algorithms clew,sc,paths,pc,fm,vstte] [--sizes 2-9] [--programs 10]
                                    [--scaling 10,20,30,40,50] [--limit 60] [--scaling-programs 10,3]
                                    [--scaling-limits 120,30] [--out bench/out/infeasible_code]

80 seeded programs (`bench/diamonds.py`), written as `.ivl` files.  Every algorithm covers each of them; `clew`, `sc`,
`fm` and `vstte` decide blocks, `pc` and `paths` (ours) find all feasible paths.  Answers are compared, tests are run
again.  Printed: Table 1 with the published figures beside ours, queries and seconds by number of diamonds, what the
programs are like, and the scaling experiment.  Written: `measurements.jsonl` as results come (an interrupted run goes on
where it stopped), `results.md`, and the figures as SVG and PNG (with matplotlib installed).

Seconds are CPU seconds, so that other work on the machine does not show.  `queries` are those with arithmetic in them;
what `clew` asks its propositional solver is counted apart, as path searches.  `--limit` ends an algorithm on a program,
`--budget` on all programs; what was cut or not run is said, not left out.  One run is kept in `bench/results`.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from diamonds import program
from infeasible_figures import plot
from measurements import Measurement, Store, fingerprint, sweep

import clew
from clew.frontend.ivl import read
from clew.passes.passive import to_passive
from clew.passes.ssa import to_ssa
from clew.vc.algorithms import ALGORITHMS
from clew.vc.task import Task, make_task

PUBLISHED = {"pc": (69_777, 13.12), "sc": (854, 11.81), "fm": (1_760, 145.45), "vstte": (512, 615.51)}
NAMES = {"pc": "AlgPC", "sc": "AlgSC", "fm": "AlgFM", "vstte": "AlgVSTTE", "clew": "clew", "paths": "clew, all paths"}
MEASURED = ("vc", "solver", "logic", "passes", "semantics", "ir", "analysis")


@dataclass(frozen=True, slots=True)
class Experiment:
    """programs: of each size; found: by algorithm; limit: CPU seconds for one program."""

    sizes: tuple[int, ...]
    programs: int
    found: dict[str, list[Measurement]]
    limit: float


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--algorithms", default="clew,sc,paths,fm,vstte,pc")
    parser.add_argument("--sizes", default="2-9", help="numbers of diamonds, from-to")
    parser.add_argument("--programs", type=int, default=10, help="programs of each size")
    parser.add_argument("--limit", type=float, default=60.0, help="CPU seconds for one program")
    parser.add_argument("--budget", type=float, default=1200.0, help="CPU seconds for all programs of an algorithm")
    parser.add_argument("--scaling", default="10,20,30,40,50", help="numbers of diamonds of the second experiment")
    parser.add_argument("--scaling-algorithms", default="clew,sc")
    parser.add_argument("--scaling-programs", default="10,3", help="of each size, for each of these algorithms")
    parser.add_argument("--scaling-limits", default="120,30", help="CPU seconds for one program, for each of them")
    parser.add_argument("--fresh", action="store_true", help="measure everything again")
    parser.add_argument("--out", default="bench/out/infeasible_code")
    options = parser.parse_args()
    out = Path(options.out)
    (out / "programs").mkdir(parents=True, exist_ok=True)
    store = opened(out / "measurements.jsonl", options.fresh)
    first, _, last = options.sizes.partition("-")
    sizes = tuple(range(int(first), int(last or first) + 1))
    bigger = tuple(int(n) for n in options.scaling.split(",") if n)

    def run(sizes: tuple[int, ...], programs: int, algorithms: Sequence[str], limit: float) -> Experiment:
        found: dict[str, list[Measurement]] = {}
        for name in algorithms:
            found[name] = []
            for one in sweep(
                store, lambda n, seed: load(n, seed, out), ALGORITHMS[name], name, sizes, programs, limit, options.budget
            ):  # fmt: skip
                found[name].append(one)
                if one.seed == programs - 1:
                    print(size_line(found[name], one.diamonds, programs), file=sys.stderr, flush=True)
        return Experiment(sizes, programs, found, limit)

    table = run(sizes, options.programs, options.algorithms.split(","), options.limit)
    names, programs, limits = (
        text.split(",") for text in (options.scaling_algorithms, options.scaling_programs, options.scaling_limits)
    )
    if not len(names) == len(programs) == len(limits):
        parser.error("a number of programs and a limit for each algorithm of the scaling experiment")
    scaling = [run(bigger, int(n), [name], float(x)) for name, n, x in zip(names, programs, limits, strict=True)]
    text = "\n\n".join([*tables(table), *scaling_tables(scaling)])
    print(text)
    (out / "results.md").write_text(text + "\n")
    both = Experiment(bigger, 0, {name: found for one in scaling for name, found in one.found.items()}, 0.0)
    plot(table.found, both.found, NAMES, out)
    return 1 if differences(table) or differences(both) else 0


def opened(file: Path, fresh: bool) -> Store:
    """Results of other sources do not count."""
    root = Path(clew.__file__).parent
    sources = [path for folder in MEASURED for path in (root / folder).rglob("*.py")]
    if fresh:
        file.unlink(missing_ok=True)
    return Store(file, fingerprint([*sources, Path(__file__).parent / "diamonds.py"]))


def load(size: int, seed: int, out: Path) -> Task:
    text = program(size, seed)
    (out / "programs" / f"diamonds_{size}_{seed}.ivl").write_text(text)
    parsed, problems = read(text)
    assert parsed is not None, problems
    ssa = to_ssa(parsed.procedures[0])
    return make_task(parsed.procedures[0], ssa, to_passive(ssa))


def differences(experiment: Experiment) -> list[str]:
    """Programs on which two algorithms decided everything, but not alike."""
    answers: dict[tuple[int, int], dict[str, str]] = {}
    for name, found in experiment.found.items():
        for one in found:
            if one.answer:
                answers.setdefault((one.diamonds, one.seed), {})[name] = one.answer
    return [f"{n} diamonds, seed {s}: {sorted(a)}" for (n, s), a in sorted(answers.items()) if len({*a.values()}) > 1]


# ---------------------------------------------------------------- text


def tables(experiment: Experiment) -> list[str]:
    """Table 1, by number of diamonds, and what the programs are like."""
    wanted = len(experiment.sizes) * experiment.programs
    rows = ["| algorithm | queries | CPU s | tests | programs | published: queries | published: s |",
            "|---|---:|---:|---:|---:|---:|---:|"]  # fmt: skip
    notes = []
    for name, found in experiment.found.items():
        queries, seconds = (f"{x:,}" for x in PUBLISHED[name]) if name in PUBLISHED else ("", "")
        rows.append(
            f"| {NAMES[name]} | {sum(m.queries for m in found):,} | {sum(m.seconds for m in found):.2f} | "
            f"{sum(m.tests for m in found):,} | {len(found)} of {wanted} | {queries} | {seconds} |"
        )
        notes += cuts(name, found, wanted, experiment.limit)
    notes += against_sc(experiment)
    wrong = differences(experiment)
    notes.append("answers differ: " + "; ".join(wrong) if wrong else "All algorithms gave the same answers.")
    return ["\n".join(rows), "\n".join(notes), by_size(experiment), character(experiment)]


def cuts(name: str, found: list[Measurement], wanted: int, limit: float) -> list[str]:
    notes = []
    cut = [m for m in found if m.cut]
    if cut:
        blocks = sum(m.undecided for m in cut)
        notes.append(f"{NAMES[name]}: {len(cut)} programs ended after {limit:g} CPU s; not decided: {blocks} blocks.")
    if len(found) < wanted:
        notes.append(
            f"{NAMES[name]}: {wanted - len(found)} programs were not run, since smaller ones used up the limits."
        )
    return notes


def against_sc(experiment: Experiment) -> list[str]:
    """Wanted: ten times as fast as AlgSC, and fewer queries at every size."""
    ours, theirs = experiment.found.get("clew", []), experiment.found.get("sc", [])
    both = {(m.diamonds, m.seed) for m in ours if not m.cut} & {(m.diamonds, m.seed) for m in theirs if not m.cut}
    if not both:
        return []

    def total(found: list[Measurement], size: int | None = None) -> tuple[int, float]:
        own = [m for m in found if (m.diamonds, m.seed) in both and size in (None, m.diamonds)]
        return sum(m.queries for m in own), sum(m.seconds for m in own)

    more = [n for n in experiment.sizes if total(ours, n)[0] > total(theirs, n)[0]]
    sizes = f"more queries at {', '.join(map(str, more))} diamonds" if more else "fewer queries at every size"
    return [
        f"clew against AlgSC, on the {len(both)} programs both decided: {total(theirs)[1] / total(ours)[1]:.1f} times as fast "
        f"(wanted 10), {total(ours)[0]:,} queries for {total(theirs)[0]:,}, {sizes}."
    ]


def by_size(experiment: Experiment) -> str:
    names = list(experiment.found)
    rows = ["| diamonds | " + " | ".join(f"{NAMES[n]}: queries | s" for n in names) + " |",
            "|---:|" + "---:|" * (2 * len(names))]  # fmt: skip
    for size in experiment.sizes:
        cells = []
        for name in names:
            own = [m for m in experiment.found[name] if m.diamonds == size]
            mark = "*" if any(m.cut for m in own) or len(own) < experiment.programs else ""
            cells.append(
                f"{sum(m.queries for m in own):,}{mark} | {sum(m.seconds for m in own):.2f}" if own else "- | -"
            )
        rows.append(f"| {size} | " + " | ".join(cells) + " |")
    return "\n".join([*rows, "", "(sums over the programs of a size; * some cut or not run)"])


def character(experiment: Experiment) -> str:
    """Are the programs like those of the paper?"""
    rows = [
        "| diamonds | paths | feasible | infeasible | blocks | infeasible blocks |",
        "|---:|---:|---:|---:|---:|---:|",
    ]
    for size in experiment.sizes:
        walks = [m for m in experiment.found.get("paths", ()) if m.diamonds == size and not m.cut]
        if walks:
            paths, feasible = 4**size * len(walks), sum(m.tests for m in walks)
            blocks, dead = sum(m.blocks for m in walks), sum(m.infeasible for m in walks)
            rows.append(f"| {size} | {paths:,} | {feasible:,} | {1 - feasible / paths:.1%} | {blocks} | {dead} |")
    return "\n".join(rows)


def scaling_tables(experiments: Sequence[Experiment]) -> list[str]:
    rows = ["| diamonds | algorithm | programs | CPU s each | median | queries | blocks | infeasible | |",
            "|---:|---|---:|---|---:|---:|---:|---:|---|"]  # fmt: skip
    notes = []
    for experiment, name, found in ((e, name, found) for e in experiments for name, found in e.found.items()):
        for size in experiment.sizes:
            own = [m for m in found if m.diamonds == size]
            if not own:
                continue
            each = " ".join(f"{m.seconds:.2f}" for m in own)
            undecided = sum(m.undecided for m in own)
            rows.append(
                f"| {size} | {NAMES[name]} | {len(own)} | {each} | {statistics.median(m.seconds for m in own):.2f} | "
                f"{sum(m.queries for m in own):,} | {sum(m.blocks for m in own)} | {sum(m.infeasible for m in own)} | "
                + (f"not decided: {undecided} blocks |" if undecided else "all decided |")
            )
        notes += cuts(name, found, len(experiment.sizes) * experiment.programs, experiment.limit)
        power = exponent(found)
        if power is not None and not any(m.cut for m in found):
            notes.append(
                f"{NAMES[name]}: CPU seconds grow as diamonds to the power {power:.2f} "
                "(least squares over the logarithms of the medians"
                + ("; wanted at most 3)." if name == "clew" else ").")
            )
    return ["\n".join(rows), "\n".join(notes)]


def exponent(found: list[Measurement]) -> float | None:
    """The slope of the line through (log diamonds, log median seconds)."""
    sizes = sorted({m.diamonds for m in found})
    if len(sizes) < 2:
        return None
    xs = [math.log(n) for n in sizes]
    ys = [math.log(max(statistics.median(m.seconds for m in found if m.diamonds == n), 1e-3)) for n in sizes]
    return statistics.linear_regression(xs, ys).slope


def size_line(found: list[Measurement], size: int, programs: int) -> str:
    own = [m for m in found if m.diamonds == size]
    return (
        f"{size:>3} {own[0].algorithm:<6} {len(own)} of {programs} programs, {sum(m.queries for m in own)} queries, "
        f"{sum(m.seconds for m in own):.2f} s, {sum(m.cut for m in own)} cut, "
        f"{sum(m.undecided for m in own)} blocks undecided"
    )


if __name__ == "__main__":
    sys.exit(main())
