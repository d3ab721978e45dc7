"""Each pass, text in and text out: `tests/golden/passes/NAME.ivl` is `// PASS`, the input, `// ----`, what comes out.

`CLEW_BLESS=1` rewrites what comes out.  Besides, a pass changes no execution: before and after are run on the same
inputs.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from laws.random_ivl import HIGH, LOW, random_procedure

from clew.analysis.cfg import is_acyclic, successors
from clew.analysis.loops import find_loops
from clew.frontend.ivl import read
from clew.ir import blocks as ir
from clew.ir.blocks_text import show_procedure, show_program
from clew.logic.smtlib import read as read_term
from clew.logic.smtlib import show
from clew.logic.terms import variables
from clew.passes.assertions import assertions_as_choice
from clew.passes.drop_unreachable import drop_unreachable
from clew.passes.inline import inline_calls
from clew.passes.normal_ends import normal_ends
from clew.passes.passive import to_passive
from clew.passes.split_nodes import split_nodes
from clew.passes.ssa import to_ssa
from clew.passes.unwind import unwind
from clew.semantics.block_run import all_paths, compile_procedure
from clew.vc.preparation import Bounds, CannotPrepare, prepare, stages
from clew.vc.reachability import reachability_condition
from clew.workbench.covering.programs import random_program

GOLDEN = Path(__file__).parent / "golden" / "passes"
CONDITIONS = Path(__file__).parent / "golden" / "vc"

PASSES: dict[str, Callable[[ir.Program], ir.Procedure]] = {
    "drop-unreachable": lambda p: drop_unreachable(p.procedures[0]),
    "ssa": lambda p: to_ssa(p.procedures[0]),
    "passive": lambda p: to_passive(to_ssa(p.procedures[0])),
    "unwind-1": lambda p: unwind(p.procedures[0], 1).procedure,
    "unwind-2": lambda p: unwind(p.procedures[0], 2).procedure,
    "split-nodes": lambda p: split_nodes(p.procedures[0]),
    "inline": lambda p: inline_calls(p, p.procedures[0], 1).procedure,
    "prepared": lambda p: dict(stages(p, p.procedures[0], Bounds(loop=1, depth=1)))["unwind"],
    "all": lambda p: dict(stages(p, p.procedures[0], Bounds(loop=1, depth=1)))["passive"],
    "assertions": lambda p: assertions_as_choice(p.procedures[0]),
    "normal-ends": lambda p: found(normal_ends(p.procedures[0])),
}


def found(procedure: ir.Procedure | None) -> ir.Procedure:
    assert procedure is not None
    return procedure


def test_no_execution_ends_normally() -> None:
    text = "proc f(x: int) {\n  entry:\n    goto raised;\n  raised:\n    return;\n}\n"
    assert normal_ends(program(text).procedures[0]) is None


def program(text: str) -> ir.Program:
    found, problems = read(text)
    assert found is not None, problems
    assert read(show_program(found))[0] == found
    return found


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.ivl")), ids=lambda path: path.stem)
def test_golden(path: Path) -> None:
    before, _, wanted = path.read_text().partition("// ----\n")
    name = before.split("\n", 1)[0].removeprefix("// ")
    after = show_procedure(PASSES[name](program(before)))
    if os.environ.get("CLEW_BLESS"):
        path.write_text(f"{before}// ----\n{after}")
        return
    assert after == wanted
    head = "".join(f"global {g.name}: {g.type};\n" for g in program(before).globals)
    assert show_procedure(program(head + after).procedures[0]) == after


@pytest.mark.parametrize("path", sorted(CONDITIONS.glob("*.ivl")), ids=lambda path: path.stem)
def test_reachability_condition(path: Path) -> None:
    before, _, wanted = path.read_text().partition("// ----\n")
    parsed = program(before)
    passive = dict(stages(parsed, parsed.procedures[0], Bounds(loop=1, depth=1)))["passive"]
    definitions = reachability_condition(passive).definitions
    after = "".join(f"{show(definition)}\n" for definition in definitions)
    if os.environ.get("CLEW_BLESS"):
        path.write_text(f"{before}// ----\n{after}")
        return
    # Arguments whose order does not matter stand in the order in which they were first made, by earlier tests perhaps.
    declared = {v.data: v.sort for definition in definitions for v in variables(definition)}
    for text in (wanted, after):
        for line, definition in zip(text.splitlines(), definitions, strict=True):
            assert read_term(line, declared) is definition


def test_stages_are_what_is_prepared() -> None:
    for seed in range(20):
        parsed = program(random_program(seed))
        after = dict(stages(parsed, parsed.procedures[0], Bounds(loop=1, depth=1)))
        task = prepare(parsed, parsed.procedures[0], Bounds(loop=1, depth=1), assertions=False).task
        assert (task.procedure, task.ssa, task.passive) == (after["unwind"], after["ssa"], after["passive"])


def test_a_tangle_is_refused() -> None:
    """Every block leads to every other one: splitting would double the blocks again and again."""
    labels = [f"l{i}" for i in range(14)]
    blocks = "".join(f"{a}: goto {', '.join(b for b in labels if b != a)}, out; " for a in labels)
    tangle = program(f"proc knot() {{ entry: goto {', '.join(labels)}; {blocks} out: return; }}")
    with pytest.raises(CannotPrepare, match="the control flow of `knot` is irreducible and too tangled to be split"):
        prepare(tangle, tangle.procedures[0], Bounds(), assertions=False)


@pytest.mark.parametrize("seed", range(60))
def test_passes_keep_the_executions_of_loop_free_procedures(seed: int) -> None:
    procedure = program(random_procedure(seed)).procedures[0]
    machine = compile_procedure(procedure)
    ssa = to_ssa(procedure)
    for values in product(range(LOW, HIGH + 1, 2), repeat=len(machine.names)):
        inputs = {name.name: value for name, value in zip(machine.names, values, strict=True)}
        choices = range(LOW, HIGH + 1)
        wanted = set(all_paths(machine, inputs, lambda name: choices))
        after = all_paths(compile_procedure(ssa), inputs, lambda name: choices)
        assert {tuple(label for label in path if "~" not in label) for path in after} == wanted


@pytest.mark.parametrize("seed", range(40))
def test_graphs_become_reducible_and_acyclic(seed: int) -> None:
    procedure = drop_unreachable(program(random_procedure(seed, loops=True)).procedures[0])
    split = split_nodes(procedure)
    assert not find_loops(successors(split), split.entry).retreating
    bounded = unwind(split, 2).procedure
    assert len({block.label for block in bounded.blocks}) == len(bounded.blocks)
    assert is_acyclic(successors(bounded), bounded.entry)


def test_recursion_is_cut_at_the_depth() -> None:
    text = "proc f(n: int) returns (r: int) { a: goto b, c; b: call r := f(n - 1); return; c: r := 0; }"
    inlined = inline_calls(program(text), program(text).procedures[0], 2)
    assert inlined.cut == ("f",)
    assert sum(block.origin == ir.Origin("f", "c") for block in inlined.procedure.blocks) == 2
