"""How long settling takes, function by function, in this process: examples and functions with many paths.

    python bench/settle.py [NAME…]       seconds are of the processor; `share`: part of them inside the solver's engine

No guard, no replay: only running, searching and solving are measured.  NAME selects functions by a part of their name.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from clew.concolic.prepared import prepare
from clew.concolic.tasks import explore_unit
from clew.frontend.module import Unit
from clew.search.request import Bounds, Budget, Request, Setup
from clew.source.settings import Settings
from clew.verdict.evidence import doubt

HERE = Path(__file__).parent


def diamonds(count: int, seed: int, variables: int = 15) -> str:
    """A linear-integer function of `count` diamonds in a row, each with two smaller ones inside."""
    chance = random.Random(seed)
    names = [f"v{i}" for i in range(variables)]

    def linear() -> str:
        a, b = chance.sample(names, 2)
        return f"{chance.randint(-9, 9)}*{a} + {chance.randint(-9, 9)}*{b} + {chance.randint(-9, 9)}"

    def condition() -> str:
        return f"{linear()} {chance.choice(['<', '>', '<=', '>='])} {chance.randint(-20, 20)}"

    lines = [f"def diamonds_{count}({', '.join(name + ': int' for name in names)}):"]

    def assignments(indent: int) -> None:
        lines.extend(f"{'    ' * indent}{chance.choice(names)} = {linear()}" for _ in range(3))

    for _ in range(count):
        lines.append(f"    if {condition()}:")
        for arm in (0, 1):
            if arm:
                lines.append("    else:")
            assignments(2)
            lines.append(f"        if {condition()}:")
            assignments(3)
            lines.append("        else:")
            assignments(3)
        assignments(1)
    lines.append("    return v0")
    return "\n".join(lines) + "\n"


PATHS = """
def sort_three(a: int, b: int, c: int, d: int) -> list[int]:
    items = [a, b, c, d]
    for i in range(len(items)):
        for j in range(len(items) - 1 - i):
            if items[j] > items[j + 1]:
                items[j], items[j + 1] = items[j + 1], items[j]
    return items


def bisect(items: list[int], wanted: int) -> int:
    low, high = 0, len(items)
    while low < high:
        middle = (low + high) // 2
        if items[middle] < wanted:
            low = middle + 1
        elif items[middle] > wanted:
            high = middle
        else:
            return middle
    return -1


def quadrant(x: float, y: float) -> str:
    if x > 0.5 and y > 0.25 * x:
        return "I" if x * x + y * y < 4.0 else "far"
    if x + y == 0.3:
        return "tie"
    if x > 3.0 and x < 2.0:
        return "never"
    return "other"


def words(text: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    for word in text.lower().split():
        word = word.strip(".,;")
        if word.isdigit():
            continue
        if word.startswith("un") and word.endswith("ed"):
            counts["un-ed"] = counts.get("un-ed", 0) + 1
        elif word:
            counts[word] = counts.get(word, 0) + 1
    return counts
"""


def goals_of(unit: Unit, units: tuple[Unit, ...]) -> frozenset[str]:
    """The goals of a unit and of those nested in it."""
    family = {unit.id}
    for other in units:
        if other.parent in family:
            family.add(other.id)
    return frozenset(g.id for u in units if u.id in family for g in u.goals)


class _Emit:
    """Takes what is found, as a host would."""

    class guard:
        @staticmethod
        def drain() -> tuple[Any, ...]:
            return ()

    def __call__(self, found: object) -> None:
        del found


def settle(folder: Path, name: str, wanted: list[str], every_path: bool = False) -> list[tuple[str, float]]:
    settings = Settings()
    prepared = prepare(Setup(name, (str(folder),), settings.steps))
    units = prepared.project.modules[name].units
    taken = []
    for unit in units:
        if unit.parent is not None or (wanted and not any(w in unit.id for w in wanted)):
            continue
        goals = frozenset({"no such goal"}) if every_path else goals_of(unit, units)
        paths = 20_000 if every_path else settings.paths
        budget = Budget(paths, 4 * paths, 60.0, settings.loop, work=settings.work)
        request = Request(
            unit.id, goals, Bounds(length=settings.len, depth=settings.depth), budget, settings.solver_steps
        )
        began = time.process_time()
        result = explore_unit(prepared, request, _Emit())
        seconds = time.process_time() - began
        open_goals = sum(doubt(each) is not None for each in result.known.values())
        print(
            f"{unit.id:44} {seconds:7.2f} s {result.runs:6} runs {result.runs / seconds:7.0f}/s {result.solves:6} flips"
            f"  share {result.solver_seconds / seconds:4.0%}  open {open_goals} of {len(goals)}",
            flush=True,
        )
        taken.append((unit.id, seconds))
    return taken


def main() -> None:
    wanted = sys.argv[1:]
    taken: list[tuple[str, float]] = []
    examples = HERE.parent / "examples"
    sys.path.insert(0, str(examples))
    for file in sorted(examples.glob("*.py")):
        taken += settle(examples, file.stem, wanted)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        sys.path.insert(0, scratch)
        (folder / "many_paths.py").write_text(PATHS)
        (folder / "linear.py").write_text(diamonds(5, 1))
        taken += settle(folder, "many_paths", wanted)
        taken += settle(folder, "linear", wanted, every_path=True)
    print(
        f"total {sum(s for _, s in taken):.2f} s of processor time; slowest {max(taken, key=lambda t: t[1], default='')}"
    )


if __name__ == "__main__":
    main()
