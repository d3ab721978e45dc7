"""The block form against CPython: random functions, the same exit, result and goals, on random arguments."""

from __future__ import annotations

import random
from typing import Any

import pytest

from clew.frontend.module import Module, Unit, read_module
from clew.frontend.probes import hooks, probe
from clew.ir import blocks as ir
from clew.passes.conditionals import branch_conditionals
from clew.passes.cuts import DEPTH, cuts_as_ends
from clew.passes.flatten.exceptions import class_numbered
from clew.passes.flatten.function import Flat, flatten
from clew.passes.flatten.graph import NotInSubset, Place
from clew.passes.flatten.module_globals import annotated_kinds, globals_in
from clew.passes.inline import inline_calls
from clew.semantics.block_operations import default_value
from clew.semantics.block_run import Machine, compile_procedure, start
from clew.workbench.fuzz.integers import random_module

ARGUMENTS = 25


def block_form(unit: Unit, module: Module) -> tuple[Flat, ir.Procedure]:
    flat = flatten(unit.function, unit.qualname, annotated_kinds(unit), globals_in(module))
    inlined = inline_calls(flat.program, flat.procedure, 3).procedure
    return flat, branch_conditionals(cuts_as_ends(inlined, DEPTH))


class Reached:
    def __init__(self, module: Module) -> None:
        goals = [g for u in module.units for g in u.goals]
        probed = probe(module.text, "m.py", goals)
        self.places: set[Place] = set()
        table = {g.id: (g.span, g.kind, g.outcome) for g in goals}
        self.space: dict[str, Any] = {"__name__": "m", **hooks(lambda n: self.places.add(table[probed.table[n]]))}
        exec(compile(probed.tree, "m.py", "exec", dont_inherit=True), self.space)


@pytest.mark.parametrize("seed", range(12))
def test_block_form_does_what_cpython_does(seed: int) -> None:
    text = random_module(f"flatten:{seed}", 8)
    module = read_module(text, "m.py", "m")
    assert isinstance(module, Module)
    cpython = Reached(module)
    rng = random.Random(seed)
    compared = 0
    for unit in module.units[2:]:
        try:
            flat, procedure = block_form(unit, module)
        except NotInSubset as error:
            assert any(
                known in error.reason
                for known in ("unbound again", "bare", "global w", "not known to be an int", "`&`")
            ), error.reason
            continue
        machine = compile_procedure(procedure)
        origins = {b.label: ir.origin_of(procedure, b) for b in procedure.blocks}
        for _ in range(ARGUMENTS):
            x, y, b = rng.randint(-9, 13), rng.randint(-9, 13), rng.random() < 0.5
            found = execute(machine, {"x": x, "y": y, "b": int(b)})
            if found is None:
                continue
            path, state = found
            shown = f"{text}\n{unit.qualname}({x}, {y}, {b})"
            if path[-1] == DEPTH:
                continue
            cpython.places.clear()
            try:
                expected: Any = ("returned", int(cpython.space[unit.qualname](x, y, b)))
            except Exception as error:
                expected = ("raised", type(error).__name__)
            value = state["result$"] if path[-1] == "returned" else class_numbered(state["raised$"])
            assert (path[-1], value) == expected, shown
            hit = {p for label in path for o in [origins[label]] for p in flat.places.get((o.procedure, o.label), ())}
            assert hit == cpython.places, f"{shown}: {hit ^ cpython.places}"
            compared += 1
    assert compared > 50


def execute(machine: Machine, inputs: dict[str, Any]) -> tuple[list[str], dict[str, Any]] | None:
    """The one execution there is; None where it is long."""
    state = start(machine, inputs)
    stack = [((), machine.entry, state)]
    found: list[tuple[list[str], dict[str, Any]]] = []
    steps = 0
    while stack:
        before, label, state = stack.pop()
        steps += 1
        if steps > 3000:
            return None
        after = state.copy()
        if not machine.steps[label](after, lambda name: default_value(name.type)):
            continue
        path = (before, label)
        stack += [(path, target, after) for target in machine.targets[label]]
        if not machine.targets[label]:
            labels: list[str] = []
            rest: Any = path
            while rest:
                rest, last = rest
                labels.insert(0, last)
            found.append((labels, {n.name: v for n, v in zip(machine.names, after, strict=True)}))
    assert len(found) == 1, f"{len(found)} executions on {inputs}"
    return found[0]
