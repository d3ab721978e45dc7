"""What a small run costs: two clews beside each other, in turn, as whole processes.

    python bench/startup.py OLD NEW [--rounds N] [--only NAME…]

OLD and NEW are commands, as `.venv/bin/clew`.  Each figure is the median over the rounds; `ratio` is that of the pairs, new to
old.  cpu: seconds of the processor (user and system) of the command and of all that it starts, whoever waits for them.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import resource
import statistics
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from clew.records import dataclass

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
ONE = """
def sign(n: int) -> int:
    if n > 0:
        return 1
    if n < 0:
        return -1
    return 0
"""
TEXT = """
def zone(code: str) -> int:
    if not code.startswith("GB"):
        return 2
    if code[0] == "I":
        return 3
    return 1
"""
SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER


@dataclass(frozen=True, slots=True)
class Asked:
    """A command line.  new: what only the newer one is given besides."""

    name: str
    arguments: tuple[str, ...]
    new: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cost:
    cpu: float
    wall: float


def asked_of(folder: Path) -> list[Asked]:
    def cover(name: str, path: Path) -> list[Asked]:
        line = ("cover", str(path), "--isolated", "-o", str(folder / "out"), "--fresh")
        return [Asked(name, line), Asked(f"{name} --suite small", line, ("--suite", "small"))]

    found = [
        Asked("--version", ("--version",)),
        Asked("--help", ("--help",)),
        Asked("cover --help", ("cover", "--help")),
    ]
    for name, text in (("one", ONE), ("text", TEXT)):
        path = folder / f"{name}.py"
        path.write_text(text)
        found += cover(f"cover {name}.py", path)
    found.append(
        Asked(
            "cover one.py as JSON",
            ("cover", str(folder / "one.py"), "--isolated", "--no-write", "--fresh", "--output-format", "json"),
        )
    )
    for name in ("shipping", "intervals", "cache"):
        found += cover(f"cover {name}.py", EXAMPLES / f"{name}.py")
    return found


def cost(command: str, arguments: Sequence[str], folder: Path) -> Cost:
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([command, *arguments], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    wall = time.perf_counter() - began
    while True:  # what the command did not wait for is ours now
        try:
            os.wait()
        except ChildProcessError:
            break
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Cost(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=os.path.abspath)
    parser.add_argument("new", type=os.path.abspath)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", nargs="*", default=[])
    given = parser.parse_args()
    ctypes.CDLL(None, use_errno=True).prctl(SUBREAPER, 1, 0, 0, 0)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        asked = [each for each in asked_of(folder) if not given.only or any(only in each.name for only in given.only)]
        pairs: dict[str, list[tuple[Cost, Cost]]] = {each.name: [] for each in asked}
        for round_ in range(given.rounds + 1):
            for each in asked:
                old = cost(given.old, each.arguments, folder)
                new = cost(given.new, (*each.arguments, *each.new), folder)
                if round_:  # the first is a warm-up
                    pairs[each.name].append((old, new))
    print(f"{'':34}{'cpu old':>9}{'new':>8}{'ratio':>8}{'wall old':>11}{'new':>8}{'ratio':>8}")
    for name, found in pairs.items():
        print(
            f"{name:34}{_figures([(a.cpu, b.cpu) for a, b in found])}   {_figures([(a.wall, b.wall) for a, b in found])}"
        )


def _figures(pairs: list[tuple[float, float]]) -> str:
    old, new, ratio = (statistics.median(values) for values in zip(*((a, b, b / a) for a, b in pairs), strict=True))
    return f"{old:8.3f} {new:8.3f} {ratio:7.2f}"


if __name__ == "__main__":
    main()
