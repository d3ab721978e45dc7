"""`python -m clew.workbench.fuzz.exact --seed N --functions M`: is what is said of each criterion exact?

Random small functions are run on all inputs that matter, by an interpreter that defines the criteria a second time
(`executions.py`).  Two laws: what `clew cover` covers of each criterion is what some input shows, what it proves
infeasible is what none shows (what stays open is counted), and there is a goal for all that inputs show; the feasible
paths that are counted and listed are those that inputs take.
"""

from __future__ import annotations

import argparse
import ast
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

from clew.frontend.module import Module, read_module
from clew.frontend.places import functions_of, span_of
from clew.pipeline import cover
from clew.report.progress import Silent
from clew.report.record import GoalReport, UnitReport
from clew.scheduling.processes import warm_nursery
from clew.scheduling.resources import Resources
from clew.settling.path_counts import counted
from clew.source.discovery import Target
from clew.source.settings import SMALL, Settings
from clew.verdict.verdicts import Covered, Infeasible, NoneWithin, Unknown
from clew.workbench.fuzz.executions import Labelled, Shown, conditions, executed, independent, labels_of, shows
from clew.workers.nursery import Nursery

CRITERIA: Final = (
    "statement",
    "branch",
    "condition",
    "mcdc",
    "mcc",
    "boundary",
    "loop",
    "def-use",
    "all-du-paths",
    "path",
    "label",
)
INPUTS: Final = tuple({"a": a, "b": b, "n": n} for a, b, n in product((False, True), (False, True), range(-26, 27)))
"""All that matter: constants are within -4 and 8, and few statements are between an input and a test."""
AT_ONCE: Final = 10
"""Functions in one module."""


# ---------------------------------------------------------------- functions


class Writer:
    """Functions `f(a: bool, b: bool, n: int)`, one statement a line, that end for every input."""

    def __init__(self, seed: str) -> None:
        self.rng = Random(seed)
        self.lines: list[str] = []
        self.loops = 0

    def function(self, name: str) -> str:
        self.lines, self.loops = [], 0
        self.add(0, f"def {name}(a: bool, b: bool, n: int) -> int:")
        self.add(1, f"x = {self.rng.choice(['0', 'n', '1', '-2'])}")
        self.block(1, 2, self.rng.randint(2, 4), False)
        self.add(1, f"return {self.value()}")
        return "\n".join(self.lines) + "\n"

    def add(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def block(self, depth: int, room: int, count: int, loop: bool) -> None:
        for _ in range(count):
            self.statement(depth, room, loop)

    def statement(self, depth: int, room: int, loop: bool) -> None:
        rng = self.rng
        kind = rng.choice(("set", "set", "choose", "if", "if", "if", "for", "while", "leave"))
        if (room == 0 and kind in ("if", "for", "while")) or (self.loops == 1 and kind in ("for", "while")):
            kind = "set"
        match kind:
            case "set":
                self.add(
                    depth, rng.choice([f"x = {self.value()}", f"x += {rng.randint(-1, 2)}", f"a = {rng.choice('ab')}"])
                )
            case "choose":
                self.add(depth, f"x = {self.value()} if {self.test()} else {self.value()}")
            case "if":
                self.add(depth, f"if {self.test()}:")
                self.block(depth + 1, room - 1, rng.randint(1, 2), loop)
                if rng.random() < 0.5:
                    self.add(depth, "else:")
                    self.block(depth + 1, room - 1, 1, loop)
            case "for":
                self.loops += 1
                self.add(depth, f"for i in range({rng.choice(['2', '3', '0', 'n % 3', '1, 3'])}):")
                self.block(depth + 1, room - 1, rng.randint(1, 2), True)
            case "while":
                self.loops += 1
                self.add(depth, f"k = {rng.choice(['2', '1', 'n % 3'])}")
                self.add(depth, f"while k > 0{rng.choice(['', f' and {self.one()}'])}:")
                self.add(depth + 1, "k -= 1")
                self.block(depth + 1, room - 1, rng.randint(1, 2), True)
            case _:
                ways = [f"return {self.value()}", "raise ValueError", *(["break", "continue"] if loop else [])]
                self.add(depth, f"if {self.test()}:")
                self.add(depth + 1, rng.choice(ways))

    def value(self) -> str:
        rng = self.rng
        return rng.choice(["x", "n", str(rng.randint(-3, 5)), f"x + {rng.randint(1, 3)}", "n - x", "-n", "n % 3"])

    def one(self) -> str:
        rng = self.rng
        number = f"{rng.choice('xn')} {rng.choice(['<', '<=', '>', '>=', '==', '!='])} {rng.randint(-4, 8)}"
        return rng.choice(
            [number, number, "a", "b", "not a", f"{rng.randint(-3, 2)} < x <= {rng.randint(0, 6)}", "x == n"]
        )

    def test(self) -> str:
        one, two, three = self.one(), self.one(), self.one()
        compound = [f"{one} and {two}", f"{one} or {two}", f"not ({one} or {two})", f"({one} or {two}) and {three}"]
        return self.rng.choice([one, one, *compound, f"{one} and not {two} or {three}"])


class Storing(Writer):
    """Functions that store in lists, objects and a global as well, each under several names."""

    def function(self, name: str) -> str:
        self.lines, self.loops = [], 0
        rng = self.rng
        self.add(0, f"def {name}(a: bool, b: bool, n: int) -> int:")
        self.add(1, "global G")
        for each in (
            f"x = {rng.choice(['0', 'n', '1'])}", f"G = {rng.choice('nx')}", "i = n % 3", "xs = [0, n, 1]",
            f"ys = {rng.choice(['[2, 1, n]', 'xs if a else [n, 1, 0]'])}", "p = Box(n)",
            f"q = {rng.choice(['Box(1)', 'p', 'p if b else Box(1)'])}",
        ):  # fmt: skip
            self.add(1, each)
        self.block(1, 2, rng.randint(2, 4), False)
        self.add(1, f"return {self.value()} + {self.place()}")
        return "\n".join(self.lines) + "\n"

    def place(self) -> str:
        return self.rng.choice(["xs[i]", "xs[0]", "xs[-1]", "ys[i]", "ys[1]", "p.v", "p.v", "q.v", "G"])

    def statement(self, depth: int, room: int, loop: bool) -> None:
        rng = self.rng
        match rng.choice(("store", "store", "add", "bind", "other", "other", "other")):
            case "store":
                self.add(depth, f"{self.place()} = {self.value()}")
            case "add":
                self.add(depth, f"{self.place()} += {rng.randint(-1, 2)}")
            case "bind":
                self.add(depth, rng.choice(["i = n % 2", "i = 0", "p = q", "xs = ys", "ys = xs"]))
            case _:
                super().statement(depth, room, loop)

    def value(self) -> str:
        return self.place() if self.rng.random() < 0.4 else super().value()

    def one(self) -> str:
        if self.rng.random() < 0.5:
            return super().one()
        return f"{self.place()} {self.rng.choice(['<', '==', '>='])} {self.rng.randint(-4, 8)}"


class Labelling(Writer):
    """Functions with labels in comments, and formulas of them."""

    labels = 0

    def function(self, name: str) -> str:
        self.labels, rng = 0, self.rng
        lines = super().function(name).splitlines()
        names = [f"l{number}" for number in range(self.labels)] or ["end"]
        lines.insert(-1, "    # clew: label end: x == x")
        for _ in range(3):
            one, two, three = (rng.choice([*names, "end"]) for _ in range(3))
            forms = [f"{one} -> {two}", f"{one} -> {two} -> {three}", f"{one} & {two}", f"{one} -> {two} | {two} & end"]
            clear = rng.choice(["", "", " clear x", " clear a"])
            lines.insert(-1, f"    # clew: label {rng.choice(forms)}{clear}")
        for _ in range(2 * ("l0" in names)):
            one, two = rng.sample([*names, "end"], 2)
            variables = "xxnk" if any(line.strip().startswith("k = ") for line in lines) else "xn"
            lines.insert(-1, f"    # clew: label {self.guarded(one, two, variables)}")
        return "\n".join(lines) + "\n"

    def guarded(self, one: str, two: str, variables: str) -> str:
        """A formula with a guard; of the variables, not all need be bound."""
        rng = self.rng
        name, less, number = rng.choice(variables), rng.choice(["<", "==", "!=", ">="]), rng.randint(-2, 5)
        if rng.random() < 0.4:
            clear = rng.choice(["", "", " clear x"])
            tests = [f"{one}.{name} {less} {two}.x", f"{one}.{name} + {two}.n {less} {number}"]
            tests.append(f"{one}.x == 0 or 6 // {one}.x {less} {two}.{name}")
            then = rng.choice(["", " -> end"]) if two != "end" and one != "end" else ""
            return f"{one} -> {two}{then}{clear} where {rng.choice(tests)}"
        left, right = f"{one}.{name} {less} {number}", f"{two}.x > {rng.randint(-2, 5)}"
        alike = f"({left}) {rng.choice(['==', '!='])} ({right})"
        flags = f"bool({one}.a) != bool({two}.a) and {one}.b and {two}.b"
        tests = [alike, f"{alike} and {flags}", f"{left} and not {right}", f"not ({left} or {right})", flags]
        return f"{one} & {two} where {rng.choice(tests)}"

    def statement(self, depth: int, room: int, loop: bool) -> None:
        if self.rng.random() < 0.4:
            self.add(depth, f"# clew: label l{self.labels}: {self.test()}")
            self.labels += 1
        super().statement(depth, room, loop)


SHARED: Final = """\
G = 0


class Box:
    def __init__(self, v: int) -> None:
        self.v = v


"""


def module_of(seed: str, functions: int) -> str:
    """Functions `f0`, `f1`, … over ints and bools."""
    return _text(Writer(seed), functions)


def module_with_stores(seed: str, functions: int) -> str:
    return SHARED + _text(Storing(seed), functions)


def module_with_labels(seed: str, functions: int) -> str:
    return _text(Labelling(seed), functions)


def _text(writer: Writer, functions: int) -> str:
    return "\n\n".join(writer.function(f"f{i}") for i in range(functions))


# ---------------------------------------------------------------- the laws


def contradictions(text: str, nursery: Nursery, totals: Counter[str]) -> Iterator[str]:
    """Of the functions of a module."""
    module = read_module(text, "m.py", "m")
    assert isinstance(module, Module)
    tree = ast.parse(text)
    nodes = {span_of(node): node for node in functions_of(tree) if node in tree.body}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "exact_m.py")
        file.write_text(text, encoding="utf-8")
        target = Target(file.name, str(file), file.stem, folder)
        report = cover(
            [target], Settings(criterion=CRITERIA, suite=SMALL, jobs=1), Silent(), Resources(nursery=nursery)
        ).report
    units = {unit.id.rpartition("::")[2]: unit for unit in report.units}
    for unit in (each for each in module.units if each.span in nodes):
        node = nodes[unit.span]
        assert isinstance(node, ast.FunctionDef)
        labels = labels_of(text, node)
        runs = [executed(node, inputs, labels) for inputs in INPUTS]
        totals["functions"] += 1
        for wrong in (
            *_of_goals(node, units[unit.qualname], runs, labels, totals),
            *_of_paths(module, node, runs, totals),
        ):
            yield f"{unit.qualname}: {wrong}"


def _of_goals(
    node: ast.FunctionDef, unit: UnitReport, runs: Sequence[Shown], labels: Labelled, totals: Counter[str]
) -> Iterator[str]:
    """Verdicts against what inputs show."""
    shown = {fact for run in runs for fact in run.facts}
    compound = [n for n in ast.walk(node) if isinstance(n, ast.expr) and len(conditions(n)) > 1]
    for test in compound:
        place = (test.lineno, test.col_offset)
        vectors = {letters for run in runs for at, letters in run.vectors if at == place}
        if vectors and len(next(iter(vectors))) == len(conditions(test)):
            shown |= {("mcdc", line, column, "") for line, column in independent(test, vectors)}
    shown |= {("path", node.lineno, 0, run.path) for run in runs if run.rounds <= 2}
    events = {run.events for run in runs}
    shown |= {("label", line, at, _outcome(said)) for line, at, said in labels.formulas if shows(said, events)}
    paths = [goal for goal in unit.goals if goal.kind == "path"]
    if len(paths) == 1 and isinstance(paths[0].verdict, Unknown):  # there are too many by its shape
        shown = {fact for fact in shown if fact[0] != "path"}
    refused = {g.outcome for g in unit.goals if g.kind == "all-du-paths" and "@" not in (g.outcome or "")}
    shown = {f for f in shown if f[0] != "all-du-paths" or f[3].partition("@")[0] not in refused}
    asked = set()
    for goal in unit.goals:
        fact = (goal.kind, goal.span.line, goal.span.column, goal.outcome or "")
        asked.add(fact)
        yield from _of_goal(goal, fact in shown, totals)
    yield from (f"{fact} is shown, and no goal" for fact in sorted(shown - asked))


def _outcome(formula: str) -> str:
    """Of its goal."""
    body, _, guard = formula.partition(" where ")
    return "".join(body.replace(" clear ", ":clear:").split()) + (f":where:{guard.replace(' ', '_')}" if guard else "")


def _of_goal(goal: GoalReport, feasible: bool, totals: Counter[str]) -> Iterator[str]:
    match goal.verdict:
        case Covered():
            totals[f"{goal.kind} covered"] += 1
            if not feasible:
                yield f"{goal.id} is covered, and no input shows it"
        case Infeasible() | NoneWithin():
            totals[f"{goal.kind} infeasible"] += 1
            if feasible:
                yield f"{goal.id} is proved infeasible, and an input shows it"
        case _:
            totals[f"{goal.kind} open"] += 1


def _of_paths(module: Module, node: ast.FunctionDef, runs: Sequence[Shown], totals: Counter[str]) -> Iterator[str]:
    unit = next(unit for unit in module.units if unit.span == span_of(node))
    found = counted(module, unit, node, Settings())
    if isinstance(found, str):
        totals["not counted"] += 1
        return
    wanted = {run.path for run in runs}
    listed = [*found.paths()]
    totals["paths"] += len(listed)
    if not found.exact:
        totals["not exact"] += 1
    elif found.cut or sorted(listed) != sorted(wanted):
        yield f"the paths differ: {sorted(set(listed) ^ wanted)[:3]}"
    elif (
        found.ending != len({run.path for run in runs if not run.raised}) or len(listed) != found.ending + found.raising
    ):
        yield f"{found.said}, of {len(wanted)}"


Law: TypeAlias = Callable[[str, Nursery, Counter[str]], Iterator[str]]
"""What is wrong in the text of a module; what was seen of its functions is counted."""


def judged(name: str, about: str | None, makers: Sequence[Callable[[str, int], str]], law: Law) -> int:
    """The command of a law: modules are made in turn by each maker.  name: of its module; about: what it says."""
    parser = argparse.ArgumentParser(prog=f"python -m clew.workbench.fuzz.{name}", description=about)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="number of the first module")
    parser.add_argument("--functions", type=int, default=1_000)
    options = parser.parse_args()
    began, totals, wrong = time.monotonic(), Counter[str](), 0
    with warm_nursery(several=True) as nursery:
        for number in range(options.first, options.first + -(-options.functions // AT_ONCE)):
            text = makers[number % len(makers)](f"{options.seed}:{number}", AT_ONCE)
            found = list(law(text, nursery, totals))
            wrong += len(found)
            for each in found:
                print(f"#{number} {each}", flush=True)
            if number % 10 == 9:
                print(f"{time.monotonic() - began:.0f} s, {wrong} wrong, {dict(sorted(totals.items()))}", flush=True)
    print(f"{time.monotonic() - began:.0f} s; {wrong} contradictions; {dict(sorted(totals.items()))}")
    return 1 if wrong else 0


def main() -> int:
    makers = (module_of, module_with_stores, module_of, module_with_labels)
    return judged("exact", __doc__, makers, contradictions)


if __name__ == "__main__":
    sys.exit(main())
