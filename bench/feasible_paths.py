"""Feasible path analysis: the published figures of Goldberg, Wang and Zimmerman (ISSTA 1994) beside ours.

    python bench/feasible_paths.py [--out bench/out/feasible_paths]

Appendix A of the paper is a procedure over 21 Booleans (`feasible_paths/appendix_a.py`): its feasible paths are counted,
and compared with running it on all inputs that matter; each criterion is asked of it.  Then tests in a row, whose paths
are counted without being listed, and listed.  Seconds are of the processor, this process and its children.  The page
that is published is `results/feasible_paths.md`.
"""

from __future__ import annotations

import argparse
import ast
import json
import operator
import resource
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from pathlib import Path
from statistics import median
from typing import Any, TypeAlias, TypeVar

from clew.frontend.module import Module, functions_of, read_module
from clew.frontend.paths.asked import Asked
from clew.frontend.places import span_of
from clew.passes.flatten.function import flatten
from clew.passes.flatten.module_globals import annotated_kinds, globals_in
from clew.pipeline import cover, path
from clew.report.progress import Silent
from clew.report.record import CoverResult
from clew.settling.path_counts import Counted, counted
from clew.settling.paths import ask, goals_of, of_paths
from clew.settling.work import read_targets
from clew.solver.supply import Supply
from clew.source.discovery import Target
from clew.source.settings import CRITERIA, MINIMAL, SMALL, Settings
from clew.vc.preparation import Bounds
from clew.vc.task import Limits
from clew.vc.units import cover_unit

HERE = Path(__file__).parent / "feasible_paths"
QUESTION = Asked("entry .* 24:true .* 25:true .* 28:false .* 30:true .* 34", "dc_14", must=True)
"""Of appendix B: is the test at point E true whenever the underlined statements were carried out?  (It need not be.)"""
UP_TO_MCDC = ("statement", "branch", "condition", "mcdc")
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


def brute_force(text: str) -> tuple[int, int]:
    """Paths that some of the 2 ** 21 inputs take, by tests and by the conditions of tests.

    All inputs at once: a variable is a number with a bit for each of them, and where two paths part so do the inputs.
    """
    (function,) = (n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.FunctionDef))
    names = [argument.arg for argument in function.args.args]
    every = (1 << (1 << len(names))) - 1
    values = {}
    for n, name in enumerate(names):
        period = 1 << n
        values[name] = every // ((1 << 2 * period) - 1) * ((1 << period) - 1)
    run = Everything(every, values)
    ends = run.block(function.body, [("", "", every)])
    return len({path for path, _, _ in ends}), len({conditions for _, conditions, _ in ends})


Part: TypeAlias = tuple[str, str, int]
"""Inputs that take one path, by tests and by conditions."""


@dataclass
class Everything:
    """values: of each variable, the inputs for which it is true."""

    every: int
    values: dict[str, int]

    def block(self, body: Sequence[ast.stmt], parts: list[Part]) -> list[Part]:
        for node in body:
            match node:
                case ast.Assign(targets=[ast.Name(name)], value=value):
                    here = 0
                    for _, _, inputs in parts:
                        here |= inputs
                    self.values[name] = (self.values.get(name, 0) & ~here) | (self.value(value) & here)
                case ast.If(test=test, body=then, orelse=orelse):
                    sides: dict[bool, list[Part]] = {True: [], False: []}
                    for path, conditions, inputs in parts:
                        for outcome, vector, met in self.vectors(test, inputs):
                            if met:
                                sides[outcome].append((f"{path}{outcome:d}", f"{conditions},{vector}", met))
                    parts = [*self.block(then, sides[True]), *self.block(orelse, sides[False])]
        return parts

    def value(self, node: ast.expr) -> int:
        match node:
            case ast.BoolOp(op=op, values=operands):
                found = [self.value(each) for each in operands]
                return reduce(operator.and_ if isinstance(op, ast.And) else operator.or_, found)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return self.every ^ self.value(operand)
            case ast.Compare(left=left, ops=[ast.NotEq()], comparators=[right]):
                return self.value(left) ^ self.value(right)
            case ast.Constant(value=bool() as known):
                return self.every if known else 0
            case ast.Name(name):
                return self.values[name]
        raise AssertionError(ast.dump(node))

    def vectors(self, test: ast.expr, inputs: int) -> list[tuple[bool, str, int]]:
        """Of these inputs, how the conditions of a test went and its outcome, in short circuits."""
        match test:
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return [(not outcome, vector, met) for outcome, vector, met in self.vectors(operand, inputs)]
            case ast.BoolOp(op=op, values=operands):
                conjunction = isinstance(op, ast.And)
                ways = [(conjunction, "", inputs)]
                for each in operands:
                    ways = [
                        (end, vector + more, both)
                        for outcome, vector, met in ways
                        for end, more, both in (
                            self.vectors(each, met) if outcome is conjunction else [(outcome, "", met)]
                        )
                    ]
                return ways
        true = self.value(test)
        return [(True, "T", inputs & true), (False, "F", inputs & ~true)]


def decided(file: Path) -> str:
    """What the block form says of the question: without processes, replay and the attack."""
    works, _ = read_targets([Target(file.name, str(file), file.stem, str(file.parent), "test")])
    ask(works, QUESTION)
    (asked,) = works[0].entries[0].paths
    both = of_paths(works[0], [asked])
    assert both is not None
    unit = both.entries[0].unit
    flat = flatten(unit.function, unit.function.name, annotated_kinds(unit), globals_in(both.module))
    wanted = {*goals_of(unit, asked)}
    places = [goal.place for goal in unit.goals if goal.id in wanted]
    limits = Limits(steps=100_000, rounds=60, runs=400, queries=5_000, supply=Supply())
    found = cover_unit(flat, places, Bounds(6, 3), limits)
    if found.inputs:
        return "non-theorem, by a call"
    return "theorem" if len(found.proofs) == len(places) else "open"


def chain(tests: int) -> str:
    """Tests in a row of which every fifth excludes another."""
    lines = [f"def f({', '.join(f'a{i}: int' for i in range(tests))}) -> int:", "    x = 0"]
    for i in range(tests):
        condition = f"a{i - 1} > 7" if i % 5 == 4 else f"a{i} > 3"
        lines += [f"    if {condition}:", "        x += 1"]
    return "\n".join([*lines, "    return x", ""])


def rows() -> Iterator[dict[str, Any]]:
    """what is asked, the answer, seconds, the seconds wanted, and what was published of it."""
    file = HERE / "appendix_a.py"
    text = file.read_text(encoding="utf-8")
    # First: where much has been made before, collections of garbage go through all of that.
    decided(file)  # with the imports of solvers, which are no part of an answer
    often = [timed(lambda: decided(file)) for _ in range(9)]
    used = median(seconds for _, seconds in often)
    yield row("appendix B: the question, decided", often[0][0], used, 0.05, "non-theorem, 0.05 s")
    (tests, conditions), used = timed(lambda: brute_force(text))
    answer = f"{tests} by tests, {conditions} by conditions of tests"
    yield row("appendix A: paths of all 2,097,152 inputs", answer, used, None, "242 of 1,018 feasible")
    found, used = timed(lambda: count(text))
    yield row("appendix A: feasible paths counted", str(found.ending), used, 1.0, "337 conjectures, 540 s")
    target = Target(file.name, str(file), file.stem, str(HERE), "test")
    for criterion in CRITERIA:
        if criterion != "mutant":
            wanted = Settings(criterion=(criterion,), suite=SMALL)
            result, used = timed(partial(cover, [target], wanted, Silent()))
            yield row(f"appendix A: {criterion}", totals_of(result), used, 1.0)
    yield minimal("appendix A", target)
    result, used = timed(lambda: path([target], QUESTION, Settings(), Silent()))
    yield row("appendix B: the question, with a test that was replayed", totals_of(result), used, None)
    for tests in (20, 100):
        text = chain(tests)
        found, used = timed(partial(count, text))
        published = "more than 200,000 feasible" if tests == 20 else "each path, not all"
        yield row(f"{tests} tests in a row, counted", f"{found.ending:,}", used, 5.0, published)
    found = count(chain(20))
    listed, used = timed(lambda: sum(1 for _ in found.paths()))
    yield row("20 tests in a row, listed", f"{listed:,}", used, listed / 2_000)
    with tempfile.TemporaryDirectory() as folder:
        for tests, seconds in ((20, None), (100, 30.0)):
            file = Path(folder) / f"m{tests}.py"
            file.write_text(chain(tests), encoding="utf-8")
            target = Target(file.name, str(file), file.stem, folder, "f")
            for names in (UP_TO_MCDC, ("def-use",), (*UP_TO_MCDC, "def-use")):
                settings = Settings(criterion=names, suite=SMALL)
                result, used = timed(partial(cover, [target], settings, Silent()))
                yield row(f"{tests} tests in a row: {', '.join(names)}", totals_of(result), used, seconds)
            yield minimal(f"{tests} tests in a row", target)


def minimal(what: str, target: Target) -> dict[str, Any]:
    result, used = timed(partial(cover, [target], Settings(criterion=UP_TO_MCDC, suite=MINIMAL), Silent()))
    notes = [each.text.rpartition(": ")[2] for each in result.report.diagnostics if each.code == "suite"]
    return row(
        f"{what}: {', '.join(UP_TO_MCDC)}, `--suite minimal`", "; ".join([totals_of(result), *notes]), used, None
    )


def row(what: str, answer: str, used: float, wanted: float | None, published: str = "") -> dict[str, Any]:
    return {"what": what, "answer": answer, "seconds": used, "wanted": wanted, "published": published}


def totals_of(result: CoverResult) -> str:
    totals = result.report.totals
    return f"{totals.covered} covered, {totals.infeasible} infeasible, {totals.unknown} unknown, {totals.tests} tests"


PAGE = """\
# Feasible paths

Published: Goldberg, Wang and Zimmerman, Applications of Feasible Path Analysis to Program Testing (ISSTA 1994), on the machines of then.
Own: `python bench/feasible_paths.py`, with `--suite small` where no other is named; seconds are of the processor, of all processes, with their start. *Wanted*
is what the project has set itself.

The paper has 242 feasible paths of 1,018, and does not say what it counts; 242 is also the number of its 337 conjectures that
are no theorems. By the tests of its printed text there are 54 paths, 18 of which some input takes.

The definitions and uses of 100 tests in a row that add to one variable cannot be had from few tests: of the pairs that cross
the middle 2,091 are possible, and an execution shows one of them.

The question of appendix B is decided in a process that has imported what it needs and done nothing else: the median of nine times.

| | published | own | seconds | wanted |
|---|---|---|---|---|
"""


def shown(made: Sequence[dict[str, Any]]) -> str:
    def line(each: dict[str, Any]) -> str:
        wanted = "" if each["wanted"] is None else f"{each['wanted']:g}"
        return f"| {each['what']} | {each['published']} | {each['answer']} | {each['seconds']:.2f} | {wanted} |"

    return PAGE + "\n".join(map(line, made)) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", default="bench/out/feasible_paths", help="folder for the figures, as JSON and a page")
    given = parser.parse_args()
    folder = Path(given.out)
    folder.mkdir(parents=True, exist_ok=True)
    made: list[dict[str, Any]] = []
    for each in rows():
        made.append(each)
        print(f"{each['what']:<58} {each['answer']:<60} {each['seconds']:7.2f} s", flush=True)
        (folder / "feasible_paths.json").write_text(json.dumps(made, indent=2) + "\n", encoding="utf-8")
        (folder / "feasible_paths.md").write_text(shown(made), encoding="utf-8")


if __name__ == "__main__":
    main()
