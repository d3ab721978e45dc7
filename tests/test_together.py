"""Goals that are settled together, against running everything."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from random import Random

import pytest

from clew.frontend.module import Module, read_module
from clew.goals.criteria import DEF_USE, Criteria
from clew.goals.goal import Place
from clew.ir.blocks import Procedure, origin_of
from clew.logic.evaluate import Value
from clew.logic.sorts import INT
from clew.logic.terms import Term, eq, integer, le, var
from clew.passes.flatten.function import Flat, flatten
from clew.passes.flatten.module_globals import annotated_kinds, globals_in
from clew.semantics.block_operations import default_value
from clew.semantics.block_run import compile_procedure, wander
from clew.solver.engines.z3_engine import Z3Assuming, Z3Limits
from clew.solver.protocol import Answer, GaveUp, Query, Sat, Unsat
from clew.solver.supply import Supply
from clew.vc.merged import Merged
from clew.vc.noted import noted_variables
from clew.vc.preparation import Bounds
from clew.vc.task import Limits
from clew.vc.together import Together
from clew.vc.units import cover_unit, unwound
from clew.workbench.fuzz.exact import INPUTS, module_of

LIMITS = Limits(steps=100_000, rounds=60, runs=400, queries=5_000)


def flats(text: str) -> list[tuple[Flat, list[Place]]]:
    module = read_module(text, "m.py", "m", Criteria((DEF_USE,), "masking"))
    assert isinstance(module, Module)
    globals = globals_in(module)
    return [
        (flatten(u.function, u.function.name, annotated_kinds(u), globals), [goal.place for goal in u.goals])
        for u in module.units
    ]


def path_of(procedure: Procedure, inputs: Mapping[str, Value]) -> frozenset[str]:
    run = wander(compile_procedure(procedure), inputs, Random(0), lambda name: default_value(name.type))
    assert run.normal
    return frozenset(run.path)


def hits(flat: Flat, procedure: Procedure, inputs: Mapping[str, Value]) -> frozenset[Place]:
    passed = path_of(procedure, inputs)
    origins = (origin_of(procedure, block) for block in procedure.blocks if block.label in passed)
    return frozenset(p for origin in origins for p in flat.places.get((origin.procedure, origin.label), ()))


def test_pairs_of_definitions_and_uses_are_those_that_some_input_shows() -> None:
    shown = impossible = 0
    for flat, places in flats(module_of("together", 12)):
        procedure = unwound(flat, Bounds(3, 2), 20_000).procedure
        possible = frozenset[Place]()
        for given in INPUTS:
            possible |= hits(flat, procedure, {name: int(value) for name, value in given.items()})
        found = cover_unit(flat, places, Bounds(3, 2), LIMITS)
        assert found.settled() >= possible & set(places)
        assert possible.isdisjoint(place for place, proof in found.proofs.items() if not proof.scope)
        for inputs, reached in found.inputs:
            assert hits(flat, procedure, inputs) >= set(reached)
        shown += sum(len(reached) for _, reached in found.inputs)
        impossible += len(found.proofs)
    assert shown > 100 and impossible > 10


CHAIN = """
def f(a: int, b: int, c: int, d: int) -> int:
    x = 0
    if a > 3:
        x += 1
    if b > 3:
        x += 1
    if c > 3:
        x += 1
    if c > 7:
        x += 1
    if d > 3:
        x += 1
    return x
"""


def test_tests_in_a_row_take_hardly_more_inputs_than_there_are_pairs_across_the_middle() -> None:
    ((flat, places),) = flats(CHAIN)
    procedure = unwound(flat, Bounds(3, 2), 20_000).procedure
    assert any(name.startswith("def'x") for name in noted_variables(procedure))
    found = cover_unit(flat, places, Bounds(3, 2), LIMITS)
    assert not found.unknown
    pairs = {place.outcome for place in found.proofs}
    assert pairs == {"x@3", "x@5", "x@7"}  # of the use in line 11, since line 9 comes before it whenever c > 7
    assert all(proof.because and not proof.scope for proof in found.proofs.values())
    # An execution shows one pair that passes line 8, the test before line 9.
    crossing = {p for _, reached in found.inputs for p in reached if (p.outcome or "").startswith("x@")}
    across = [p for p in crossing if p.span.line > 8 and int((p.outcome or "")[2:]) < 8]
    assert len(across) == 9 and len(found.inputs) <= 10


def test_what_contradicts_each_other_is_asked_about_once() -> None:
    ((flat, _),) = flats(CHAIN)
    procedure = unwound(flat, Bounds(3, 2), 20_000).procedure
    merged = Merged(procedure)
    conditions: dict[Hashable, Term] = {**merged.conditions}
    together = Together(merged, conditions, LIMITS)
    together.settle()
    assert len(together.nogoods) == 1 < sum(conditions[label].op != "const" for label in together.impossible)
    assert not together.left and not together.cubes and not together.others
    seen = {label for inputs, _ in together.found for label in path_of(procedure, inputs)}
    assert seen.isdisjoint(together.impossible)


def test_assumptions_contradict_each_other_by_their_places() -> None:
    x, y = var("x", INT), var("y", INT)
    session = Z3Assuming(Z3Limits(), [x, y], [eq(x, y)])
    low, high, other = session.add(le(x, integer(3))), session.add(le(integer(5), y)), session.add(le(integer(0), x))
    assert session.solve([other, low, high]) == Unsat((1, 2))
    answer = session.solve([other, low])
    assert isinstance(answer, Sat) and answer.model["x"] == answer.model["y"] in range(4)
    session.drop(low)
    assert isinstance(session.solve([other, high]), Sat)


@pytest.mark.parametrize("taken_back", [False, True])
def test_whoever_watches_sees_what_is_assumed(taken_back: bool) -> None:
    asked: list[tuple[Query, Answer]] = []

    def watch(query: Query, answer: Answer) -> Answer:
        asked.append((query, answer))
        return GaveUp("doubted") if taken_back else answer

    x = var("x", INT)
    session = Supply(watch).assuming(Z3Limits(), [x], [le(x, integer(3))])
    low, high = session.add(le(integer(0), x)), session.add(le(integer(5), x))
    answer = session.solve([low, high])
    assert answer == (GaveUp("doubted") if taken_back else Unsat((1,)))
    ((query, shown),) = asked
    assert query.assertions == (le(x, integer(3)), le(integer(0), x), le(integer(5), x))
    assert isinstance(shown, Unsat) and shown.core == (0, 2)
