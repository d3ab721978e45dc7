"""On small programs every algorithm agrees with trying all inputs, about blocks and about paths."""

from __future__ import annotations

from itertools import product

import pytest

from clew.frontend.ivl import read
from clew.ir import blocks as ir
from clew.passes.passive import to_passive
from clew.passes.ssa import to_ssa
from clew.semantics.block_run import all_paths, compile_procedure, follow
from clew.vc.learning_cover import learning_cover
from clew.vc.path_cover import path_cover
from clew.vc.path_tree import path_tree
from clew.vc.query_optimal import query_optimal
from clew.vc.statement_cover import statement_cover
from clew.vc.task import Limits, Task, make_task
from clew.vc.worst_case_optimal import worst_case_optimal
from clew.workbench.covering.agreement import check
from laws.random_ivl import HIGH, LOW, random_procedure

BLOCKS = (learning_cover, statement_cover, worst_case_optimal, query_optimal)
PATHS = (path_cover, path_tree)


def task_of(text: str) -> Task:
    program, problems = read(text)
    assert program is not None, problems
    procedure = program.procedures[0]
    ssa = to_ssa(procedure)
    return make_task(procedure, ssa, to_passive(ssa))


def paths_by_brute_force(task: Task) -> set[tuple[str, ...]]:
    machine = compile_procedure(task.procedure)

    def choices(name: ir.Name) -> tuple[int | bool, ...]:
        return (False, True) if name.type == ir.BOOL else tuple(range(LOW, HIGH + 1))

    found: set[tuple[str, ...]] = set()
    for values in product(*(choices(name) for name in machine.names)):
        inputs = {name.name: value for name, value in zip(machine.names, values, strict=True)}
        found |= set(all_paths(machine, inputs, choices))
    return found


def check_agreement(seed: int, kinds: str) -> None:
    task = task_of(random_procedure(seed, kinds=kinds))
    feasible = paths_by_brute_force(task)
    passed = {label for path in feasible for label in path}
    # Small limits on random runs leave the rest of the algorithm something to do.
    limits = Limits(runs=seed % 3 * 20)
    for algorithm in (*BLOCKS, *PATHS):
        covering = algorithm(task, limits)
        assert not covering.unknown, algorithm
        assert set(covering.covered) == passed, algorithm
        assert set(covering.infeasible) == set(task.goals) - passed, algorithm
        for test in covering.tests:
            assert follow(task.machine, test.inputs, test.path, test.havocs), algorithm
        for goal, index in covering.covered.items():
            assert goal in covering.tests[index].path
        if algorithm in PATHS:
            assert {test.path for test in covering.tests} == feasible, algorithm


@pytest.mark.parametrize("start", range(0, 80, 40))
def test_linear_programs(start: int) -> None:
    for seed in range(start, start + 40):
        check_agreement(seed, "linear")


@pytest.mark.parametrize("start", range(0, 40, 20))
def test_programs_with_everything(start: int) -> None:
    for seed in range(start, start + 20):
        check_agreement(seed, "all")


@pytest.mark.parametrize("start", range(0, 60, 20))
def test_programs_with_loops_calls_maps_and_globals(start: int) -> None:
    """`python -m clew.workbench.covering --programs 3000` tries more."""
    outcomes = [check(seed) for seed in range(start, start + 20)]
    assert not [problem for outcome in outcomes for problem in outcome.problems]
    assert sum(not outcome.skipped for outcome in outcomes) > 10
