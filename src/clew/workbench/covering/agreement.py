"""All algorithms and brute force on one program: the same feasible blocks, the same feasible paths.

Brute force runs twice.  The loop-free procedure that the algorithms get is tried on every input, for paths and blocks
exactly.  The program as it was read is run by an interpreter that knows no pass (`running.py`): what it passes from an
input within the bounds the loop-free procedure must pass, so that inlining, splitting and unwinding lose nothing; and
nothing more than it passes at all, so that they add nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from clew.frontend.ivl import read
from clew.ir import blocks as ir
from clew.logic.evaluate import ArrayValue, Value
from clew.records import dataclass
from clew.semantics.block_run import all_paths, follow
from clew.vc.algorithms import ALGORITHMS
from clew.vc.preparation import Bounds, CannotPrepare, prepare
from clew.vc.task import Limits, Task
from clew.workbench.covering.programs import HIGH, KEYS, LOW, random_program
from clew.workbench.covering.running import Bounds as RunBounds
from clew.workbench.covering.running import Runner

PATHS = ("pc", "paths")
BOUNDS = Bounds(loop=1, depth=1)
MOST_PATHS = 160
_MOST_VISITS = 4  # of a block in one activation: two nested loops, each gone round once


@dataclass(frozen=True, slots=True)
class Outcome:
    """skipped: too many paths to try them all; problems: what differed; the rest are numbers."""

    skipped: bool
    problems: tuple[str, ...] = ()
    blocks: int = 0
    infeasible: int = 0
    paths: int = 0
    feasible: int = 0


def check(seed: int) -> Outcome:
    text = random_program(seed)
    program, found = read(text)
    assert program is not None, (text, found)
    procedure = program.procedures[0]
    try:
        task = prepare(program, procedure, BOUNDS, assertions=False).task
    except CannotPrepare:
        return Outcome(True)
    paths = _number_of_paths(task)
    if paths > MOST_PATHS:
        return Outcome(True)
    problems: list[str] = []
    inputs = list(_inputs(program, procedure))
    executed = [(values, set(all_paths(task.machine, values, choices))) for values in inputs]
    feasible = {path for _, some in executed for path in some}
    clones = {label: goal for goal, labels in task.goals.items() for label in labels}
    passed = {clones[label] for path in feasible for label in path if label in clones}
    limits = Limits(runs=seed % 3 * 20, seed=seed)
    for name, algorithm in ALGORITHMS.items():
        covering = algorithm(task, limits)
        if covering.unknown:
            problems.append(f"{name}: unknown {sorted(covering.unknown)}")
        if set(covering.covered) != passed or set(covering.infeasible) != set(task.goals) - passed:
            problems.append(f"{name}: covered {sorted(covering.covered)}, by running {sorted(passed)}")
        for test in covering.tests:
            if name in PATHS and not follow(task.machine, test.inputs, _whole(test.path, feasible), test.havocs):
                problems.append(f"{name}: the test does not run along {test.path}")
        if name in PATHS and {_plain(test.path) for test in covering.tests} != {_plain(path) for path in feasible}:
            problems.append(f"{name}: {len(covering.tests)} paths, by running {len(feasible)}")
    problems += _against_the_source(program, task, executed)
    return Outcome(False, tuple(problems), len(task.goals), len(task.goals) - len(passed), paths, len(feasible))


Executed = list[tuple[dict[str, Value], set[tuple[str, ...]]]]
"""For all inputs the paths of the loop-free procedure."""


def _against_the_source(program: ir.Program, task: Task, executed: Executed) -> list[str]:
    main = program.procedures[0].name
    blocks = ir.blocks_by_label(task.procedure)
    within = Runner(program, RunBounds(BOUNDS.loop, BOUNDS.depth), choices)
    beyond = Runner(program, RunBounds(_MOST_VISITS, BOUNDS.depth), choices)
    for values, paths in executed:
        labels = {label for path in paths for label in _plain(path)}
        passed = {(o.procedure, o.label) for o in (ir.origin_of(task.procedure, blocks[label]) for label in labels)}
        run = within.places(main, values)
        if not run <= passed:
            return [f"from {values} the source passes {sorted(run - passed)}, what the algorithms got does not"]
        if not passed <= run and not passed <= beyond.places(main, values, passed):
            return [f"from {values} the source passes less than {sorted(passed)}"]
    return []


def choices(name: ir.Name) -> tuple[Value, ...]:
    return (False, True) if name.type == ir.BOOL else tuple(range(LOW, HIGH + 1))


def _inputs(program: ir.Program, procedure: ir.Procedure) -> Iterator[dict[str, Value]]:
    names = (*program.globals, *procedure.parameters)
    maps = [ArrayValue(0, dict(zip(KEYS, values, strict=True))) for values in product((0, 1), repeat=len(KEYS))]
    domains = [maps if name.type.name == "map" else choices(name) for name in names]
    for values in product(*domains):
        yield {name.name: value for name, value in zip(names, values, strict=True)}


def _number_of_paths(task: Task) -> int:
    targets = task.machine.targets
    counts: dict[str, int] = {}

    def count(label: str) -> int:
        if label not in counts:
            counts[label] = sum(count(t) for t in targets[label]) if targets[label] else 1
        return counts[label]

    return count(task.machine.entry)


def _plain(path: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(label for label in path if ir.EDGE_MARK not in label)


def _whole(path: tuple[str, ...], feasible: set[tuple[str, ...]]) -> tuple[str, ...]:
    """The feasible path that reads so without the blocks that passes put in; the path itself where there is none."""
    return next((p for p in feasible if _plain(p) == _plain(path)), path)
