"""`python -m clew.workbench.fuzz.least_suites --seed N --functions M`: are minimal suites as few as there can be?

Random small functions (`exact.py`) are covered with `--suite minimal`, and run on all inputs that matter by an
interpreter of our own.  The fewest of *all* inputs that show all there is to show are found by trying.  It is a
contradiction where a suite leaves out something that an input shows, or where some of its tests show as much as all
of them.  Suites that are larger than the least one are counted: only of the tests known it is said how few will do.
"""

from __future__ import annotations

import ast
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from clew.pipeline import cover
from clew.report.progress import Silent
from clew.report.record import UnitReport
from clew.scheduling.resources import Resources
from clew.source.discovery import Target
from clew.source.settings import MINIMAL, Settings
from clew.verdict.verdicts import Unknown
from clew.workbench.fuzz.exact import INPUTS, judged, module_of, module_with_stores
from clew.workbench.fuzz.executions import Fact, executed
from clew.workers.nursery import Nursery

CRITERIA: Final = ("statement", "branch", "condition", "mcc", "loop", "def-use")


def facts(node: ast.FunctionDef, inputs: dict[str, int]) -> frozenset[Fact]:
    return frozenset(fact for fact in executed(node, inputs).facts if fact[0] in CRITERIA)


def of_call(node: ast.FunctionDef, call: str) -> frozenset[Fact]:
    """What the call of a test shows."""
    made = ast.parse(call, mode="eval").body
    assert isinstance(made, ast.Call), call
    return facts(node, dict(zip("abn", map(ast.literal_eval, made.args), strict=True)))


def least(shown: Sequence[frozenset[Fact]]) -> int:
    """So few of these show what all of them do."""
    distinct = set(shown)
    ways = [each for each in distinct if not any(each < other for other in distinct)]
    size = 0
    while not _is_enough(frozenset().union(*ways), ways, size):
        size += 1
    return size


def _is_enough(left: frozenset[Fact], ways: Sequence[frozenset[Fact]], size: int) -> bool:
    if not left:
        return True
    if len(left) > size * max(len(way & left) for way in ways):
        return False
    rarest = min(left, key=lambda fact: (sum(fact in way for way in ways), fact))
    return any(_is_enough(left - way, ways, size - 1) for way in ways if rarest in way)


def contradictions(text: str, nursery: Nursery, totals: Counter[str]) -> Iterator[str]:
    """Of the functions of a module."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "least_m.py")
        file.write_text(text, encoding="utf-8")
        target = Target(file.name, str(file), file.stem, folder)
        settings = Settings(criterion=CRITERIA, suite=MINIMAL, jobs=1)
        report = cover([target], settings, Silent(), Resources(nursery=nursery)).report
    said = " ".join(each.text for each in report.diagnostics if each.code == "suite")
    nodes = {node.name: node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}
    for unit in (each for each in report.units if each.id.rpartition("::")[2] in nodes):
        yield from _of_function(nodes[unit.id.rpartition("::")[2]], unit, said, totals)


def _of_function(node: ast.FunctionDef, unit: UnitReport, said: str, totals: Counter[str]) -> Iterator[str]:
    everything = [facts(node, inputs) for inputs in INPUTS]
    tests = [of_call(node, test.call) for test in unit.tests]
    wanted, shown = frozenset().union(*everything), frozenset().union(*tests)
    totals["functions"] += 1
    if any(isinstance(goal.verdict, Unknown) for goal in unit.goals):
        totals["with open goals"] += 1
        return
    if wanted != shown:
        yield f"{unit.id}: its tests leave out {sorted(wanted - shown)[:3]}"
        return
    fewest = least(everything)
    totals["tests"] += len(tests)
    totals["least"] += fewest
    totals["as few as there can be" if len(tests) == fewest else "larger"] += 1
    if len(tests) < fewest:
        yield f"{unit.id}: {len(tests)} tests, and {fewest} are needed ({said})"
    elif least(tests) != len(tests):
        yield f"{unit.id}: {least(tests)} of its {len(tests)} tests show as much ({said})"


def main() -> int:
    return judged("least_suites", __doc__, (module_of, module_of, module_with_stores), contradictions)


if __name__ == "__main__":
    sys.exit(main())
