"""Conditions of blocks, against running everything."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from clew.frontend.ivl import read
from clew.frontend.module import Module, read_module
from clew.ir.blocks import Assign, Procedure, names_in
from clew.logic.evaluate import Environment, Value
from clew.logic.terms import TRUE
from clew.passes.flatten.function import flatten
from clew.passes.flatten.module_globals import annotated_kinds, globals_in
from clew.semantics.block_operations import default_value
from clew.semantics.block_run import compile_procedure, wander
from clew.solver.engines.z3_engine import Z3Limits
from clew.solver.protocol import Sat, Unsat
from clew.solver.supply import Supply
from clew.vc.merged import Merged, is_mergeable
from clew.vc.noted import MOST_BITS, Noted, assigned, noted_variables
from clew.vc.preparation import Bounds
from clew.vc.units import unwound
from clew.workbench.fuzz.exact import INPUTS, module_of


def procedures(seed: str, functions: int) -> list[Procedure]:
    module = read_module(module_of(seed, functions), "m.py", "m")
    assert isinstance(module, Module)
    flats = [flatten(u.function, u.function.name, annotated_kinds(u), globals_in(module)) for u in module.units]
    return [unwound(flat, Bounds(3, 2)).procedure for flat in flats]


def path_of(procedure: Procedure, inputs: dict[str, Value]) -> frozenset[str]:
    run = wander(compile_procedure(procedure), inputs, Random(0), lambda name: default_value(name.type))
    assert run.normal
    return frozenset(run.path)


def holding(merged: Merged, inputs: dict[str, Value]) -> frozenset[str]:
    model = dict(inputs)
    for proposition, test in merged.tests.items():  # each is over those before it
        model[str(proposition.data)] = Environment(model).value(test)
    values = Environment(model)
    return frozenset(label for label, condition in merged.conditions.items() if values.value(condition))


def test_a_condition_holds_for_the_inputs_whose_executions_pass_its_block() -> None:
    passed = 0
    for procedure in procedures("merged", 15):
        assert is_mergeable(procedure)
        merged = Merged(procedure)
        for given in INPUTS[::9]:
            inputs: dict[str, Value] = {name: int(value) for name, value in given.items()}
            path = path_of(procedure, inputs)
            assert holding(merged, inputs) == path
            passed += len(path)
    assert passed > 1_000


def test_what_is_asked_of_a_block() -> None:
    solver = Supply().z3(Z3Limits(100_000))
    answers = set()
    for procedure in procedures("asked", 6):
        merged = Merged(procedure)
        seen = {label for each in INPUTS for label in path_of(procedure, {n: int(v) for n, v in each.items()})}
        for label in merged.conditions:
            answer, because = merged.ask(label, solver)
            answers.add(type(answer))
            assert isinstance(answer, Sat if label in seen else Unsat)
            blocks = {block.label: block for block in procedure.blocks}
            assert all(at < len(blocks[block].instrs) for block, at in because)
    assert answers == {Sat, Unsat}


PROGRAM = """
proc f(x: int) returns (r: int) {
start:
    r := 0;
    goto left, right;
left:
    assume %s;
    goto done;
right:
    assume %s;
    r := 1;
    goto done;
done:
    return;
}
"""


@pytest.mark.parametrize(
    ("tests", "mergeable"),
    [
        (("x > 3", "x <= 3"), True),
        (("x > 3", "x <= 4"), False),
        (("x > 3", "x <= 2"), False),
        (("true", "true"), False),
    ],
)
def test_where_two_ways_are_open_nothing_is_merged(tests: tuple[str, str], mergeable: bool) -> None:
    program, problems = read(PROGRAM % tests)
    assert program is not None and not problems
    assert is_mergeable(program.procedures[0]) == mergeable


COUNTED = """
def f(a: int, b: int, c: int) -> int:
    n = 0
    if a > b:
        n = n + 1
    if b > c:
        n = 2 * n + 1
    else:
        n = n - 1
    if c > a:
        n = n * n
    if n == 9:
        return 1
    if n > 2:
        return 2
    return 3
"""


def test_what_counts_without_a_loop_is_followed_by_its_values() -> None:
    module = read_module(COUNTED, "m.py", "m")
    assert isinstance(module, Module)
    unit = module.units[0]
    flat = flatten(unit.function, unit.function.name, annotated_kinds(unit), globals_in(module))
    procedure = unwound(flat, Bounds(1, 1)).procedure
    assert not noted_variables(procedure) and noted_variables(procedure, counting=True)
    merged = Merged(procedure)
    assert len(merged.tests) == 3  # those of n are decided by these
    ways = set()
    for values in product(range(3), repeat=3):
        inputs: dict[str, Value] = dict(zip("abc", values, strict=True))
        assert holding(merged, inputs) == path_of(procedure, inputs)
        ways.add(path_of(procedure, inputs))
    assert len(ways) == 7


def test_what_is_squared_again_and_again_is_not_computed() -> None:
    lines = [
        "def f(a: int) -> int:",
        "    n = 2",
        *["    n = n * n"] * 60,
        "    if n == 7 or a == n:",
        "        return 1",
    ]
    module = read_module("\n".join([*lines, "    return 0", ""]), "m.py", "m")
    assert isinstance(module, Module)
    unit = module.units[0]
    flat = flatten(unit.function, unit.function.name, annotated_kinds(unit), globals_in(module))
    before = {"n": Noted.of({2: TRUE})}
    squares = [i.value for b in unwound(flat, Bounds(1, 1)).procedure.blocks for i in b.instrs if isinstance(i, Assign)]
    for value in squares:
        if "n" in names_in(value):
            made = assigned(value, before)
            if made is None:
                break
            before = {"n": made}
    else:
        raise AssertionError("it has too many digits")
    assert max(each.bit_length() for each in before["n"].conditions) <= MOST_BITS


BOOLS = """
def f(a: bool, b: bool, c: bool) -> int:
    x = 0
    if a and b:
        x = 1
    if b or c:
        x += 2
    if x == 2:
        return 5
    return x
"""


def test_what_is_supposed_of_arguments_is_supposed_of_all_ways() -> None:
    module = read_module(BOOLS, "m.py", "m")
    assert isinstance(module, Module)
    flat = flatten(module.units[0].function, "f", annotated_kinds(module.units[0]), globals_in(module))
    procedure = unwound(flat, Bounds(1, 1)).procedure
    merged = Merged(procedure)
    begins = merged.conditions[procedure.entry]
    assert begins is not TRUE
    assert sum(condition is begins for condition in merged.conditions.values()) > 2  # where ways meet again
    for values in product((0, 1), repeat=3):
        inputs: dict[str, Value] = dict(zip("abc", values, strict=True))
        assert holding(merged, inputs) == path_of(procedure, inputs)
    assert not holding(merged, {"a": 2, "b": 1, "c": 0})
