"""Feasible path analysis: the published figures of Goldberg, Wang and Zimmerman (ISSTA 1994) beside ours.

    python bench/feasible_paths.py [--out bench/out/feasible_paths]

Appendix A of the paper is a procedure over 21 Booleans (`feasible_paths/appendix_a.py`): its feasible paths are counted,
and compared with running it on all inputs that matter; each criterion is asked of it.  Then tests in a row, whose paths
are counted without being listed, and listed.  Seconds are of the processor, this process and its children.
"""

from __future__ import annotations

import argparse
import ast
import itertools
import json
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any, TypeVar

from clew.frontend.module import Module, functions_of, read_module
from clew.frontend.paths.asked import Asked
from clew.frontend.places import span_of
from clew.pipeline import cover, path
from clew.report.progress import Silent
from clew.settling.path_counts import Counted, counted
from clew.source.discovery import Target
from clew.source.settings import CRITERIA, Settings

HERE = Path(__file__).parent / "feasible_paths"
PUBLISHED = "published: 242 of 1,018 paths feasible, 337 conjectures, 9 minutes"
QUESTION = Asked("entry .* 24:true .* 25:true .* 28:false .* 30:true .* 34", "dc_14", must=True)
"""Of appendix B: is the test at point E true whenever the underlined statements were carried out?  (It need not be.)"""
Result = TypeVar("Result")


def seconds() -> float:
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(u.ru_utime + u.ru_stime for u in used)


def timed(work: Callable[[], Result]) -> tuple[Result, float]:
    began = seconds()
    made = work()
    return made, seconds() - began


def count(text: str) -> Counted:
    module = read_module(text, "m.py", "m")
    assert isinstance(module, Module)
    nodes = {span_of(node): node for node in functions_of(ast.parse(text))}
    unit = module.units[0]
    found = counted(module, unit, nodes[unit.span], Settings())
    assert isinstance(found, Counted), found
    return found


def brute_force(text: str) -> int:
    """Different sequences of lines, over all inputs: 2 ** 21 of them."""
    space: dict[str, Any] = {}
    exec(compile(text, "a.py", "exec"), space)
    function = space["test"]
    seen: set[tuple[int, ...]] = set()
    lines: list[int] = []

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        if event == "line":
            lines.append(frame.f_lineno)
        return trace

    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    for values in itertools.product((False, True), repeat=len(names)):
        lines.clear()
        sys.settrace(lambda frame, event, argument: trace if frame.f_code is function.__code__ else None)
        function(*values)
        sys.settrace(None)
        seen.add(tuple(lines))
    return len(seen)


def chain(tests: int) -> str:
    """Tests in a row of which every fifth excludes another."""
    lines = [f"def f({', '.join(f'a{i}: int' for i in range(tests))}) -> int:", "    x = 0"]
    for i in range(tests):
        condition = f"a{i - 1} > 7" if i % 5 == 4 else f"a{i} > 3"
        lines += [f"    if {condition}:", "        x += 1"]
    return "\n".join([*lines, "    return x", ""])


def rows() -> Iterator[dict[str, Any]]:
    file = HERE / "appendix_a.py"
    text = file.read_text(encoding="utf-8")
    found, used = timed(lambda: count(text))
    yield {"what": "appendix A: feasible paths counted", "answer": found.ending, "seconds": used, "wanted": 1.0}
    target = Target(file.name, str(file), file.stem, str(HERE), "test")
    for criterion in CRITERIA:
        if criterion != "mutant":
            result, used = timed(lambda c=criterion: cover([target], Settings(criterion=(c,)), Silent()))
            totals = result.report.totals
            answer = f"{totals.covered} covered, {totals.infeasible} infeasible, {totals.unknown} unknown"
            yield {"what": f"appendix A: {criterion}", "answer": answer, "seconds": used, "wanted": 1.0}
    result, used = timed(lambda: path([target], QUESTION, Settings(), Silent()))
    (goal,) = result.report.units[0].goals
    answer = type(goal.verdict).__name__.lower()
    yield {"what": "appendix B: the question", "answer": answer, "seconds": used, "wanted": 0.05}
    for tests in (20, 100):
        text = chain(tests)
        found, used = timed(lambda t=text: count(t))
        yield {"what": f"{tests} tests in a row, counted", "answer": found.ending, "seconds": used, "wanted": 5.0}
    found = count(chain(20))
    listed, used = timed(lambda: sum(1 for _ in found.paths()))
    yield {"what": "20 tests in a row, listed", "answer": listed, "seconds": used, "wanted": listed / 2_000}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "m.py"
        file.write_text(chain(100), encoding="utf-8")
        target = Target("m.py", str(file), "m", folder, "f")
        names = ("statement", "branch", "condition", "mcdc", "def-use")
        result, used = timed(lambda: cover([target], Settings(criterion=names), Silent()))
        totals = result.report.totals
        answer = f"{totals.covered} covered, {totals.infeasible} infeasible, {totals.unknown} unknown"
        yield {"what": "100 tests in a row, five criteria", "answer": answer, "seconds": used, "wanted": 30.0}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", default="bench/out/feasible_paths")
    parser.add_argument("--brute-force", action="store_true", help="Run appendix A on all inputs (minutes).")
    given = parser.parse_args()
    print(PUBLISHED)
    made = []
    for row in rows():
        made.append(row)
        print(
            f"{row['what']:<42} {row['answer']!s:<46} {row['seconds']:7.2f} s   wanted {row['wanted']:g} s", flush=True
        )
    if given.brute_force:
        began = time.process_time()
        print(
            f"appendix A: paths of all inputs: {brute_force((HERE / 'appendix_a.py').read_text())}, {time.process_time() - began:.0f} s"
        )
    folder = Path(given.out)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "feasible_paths.json").write_text(json.dumps(made, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
