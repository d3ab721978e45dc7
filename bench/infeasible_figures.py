"""The figures of `infeasible_code.py`: queries and seconds by number of diamonds, and the scaling experiment."""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from measurements import Measurement

Found = Mapping[str, list[Measurement]]


def plot(table: Found, scaling: Found, names: Mapping[str, str], out: Path) -> None:
    try:
        import matplotlib
    except ImportError:
        print("no figures: matplotlib is not installed", file=sys.stderr)
        return
    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "clew"
    figure("queries", table, lambda m: m.queries, names, out)
    figure("seconds", table, lambda m: m.seconds, names, out)
    figure("scaling", scaling, lambda m: m.seconds, names, out)


def figure(name: str, rows: Found, value: Callable[[Measurement], float], names: Mapping[str, str], out: Path) -> None:
    """The mean over the programs of a size; of the scaling experiment the median, every program, and a cubic curve."""
    from matplotlib import pyplot

    if not any(rows.values()):
        return
    drawn, axes = pyplot.subplots(figsize=(6, 4))
    scaling = name == "scaling"
    for algorithm, found in rows.items():
        sizes = sorted({m.diamonds for m in found})
        middle = statistics.median if scaling else statistics.fmean
        heights = [max(middle(value(m) for m in found if m.diamonds == n), 1e-3) for n in sizes]
        (line,) = axes.plot(sizes, heights, marker="o", label=names[algorithm])
        if scaling:
            axes.scatter([m.diamonds for m in found], [max(value(m), 1e-3) for m in found], s=8, color=line.get_color())
        if scaling and algorithm == "clew":
            cubic = [heights[0] * (n / sizes[0]) ** 3 for n in sizes]
            axes.plot(sizes, cubic, "k:", label="cubic")
    axes.set_yscale("log")
    if scaling:
        axes.set_xscale("log")
        ticks = sorted({m.diamonds for found in rows.values() for m in found})
        axes.set_xticks(ticks, [str(n) for n in ticks])
        axes.minorticks_off()
    axes.set_xlabel("diamonds")
    axes.set_ylabel("queries per program" if name == "queries" else "CPU seconds per program")
    axes.legend()
    axes.grid(True, alpha=0.3)
    drawn.tight_layout()
    drawn.savefig(out / f"{name}.svg", metadata={"Date": None})
    drawn.savefig(out / f"{name}.png", dpi=120)
    pyplot.close(drawn)
