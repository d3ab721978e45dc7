"""What the backward search remembers is true: no random execution is in a state that a lemma excludes."""

from __future__ import annotations

from random import Random

import pytest

from clew.frontend.ivl import read
from clew.ir.blocks import Procedure
from clew.passes.passive import to_passive
from clew.passes.ssa import to_ssa
from clew.semantics.block_run import compile_procedure, default_value, start, wander
from clew.solver.engines.simplex import Row
from clew.vc.backward import Backward, Found, Lemma
from clew.vc.learning_cover import learning_cover
from clew.vc.nogoods import Flow, flow_of
from clew.vc.segments import Impossible, Possible, Segments
from clew.vc.task import Limits, Statistics, make_task
from laws.random_ivl import random_procedure


@pytest.mark.parametrize("first", range(0, 90, 30))
def test_lemmas_hold_in_every_execution(first: int) -> None:
    lemmas = 0
    for seed in range(first, first + 30):
        text = random_procedure(seed, kinds="linear")
        procedure, flow, segments = prepared(text)
        if not segments.linear or segments.width(range(len(flow.labels))) > len(segments.names):
            continue
        backward = Backward(segments, flow, Statistics())
        for block in range(len(flow.labels)):
            outcome = backward.reach(block, budget=10_000)
            assert outcome is not None
            if isinstance(outcome, Found):
                # Disequalities were left out, so that a path found may be impossible after all, but only by them.
                wanted = Possible | Impossible if "!=" in text else Possible
                assert isinstance(segments.check(outcome.path), wanted)
            else:
                assert outcome.atoms == ()
        known = [backward.lemmas(block) for block in range(len(flow.labels))]
        lemmas += sum(map(len, known))
        machine = compile_procedure(procedure)
        random = Random(seed)
        for _ in range(60):
            inputs = {name.name: random.randint(-12, 12) for name in machine.names}
            run = wander(machine, inputs, random, lambda name: default_value(name.type))
            state = start(machine, inputs)
            for label in run.path:
                assert machine.steps[label](state, lambda name: default_value(name.type))
                for lemma in known[flow.number[label]]:
                    assert not _holds(lemma, state), (seed, label, lemma)
    assert lemmas


def prepared(text: str) -> tuple[Procedure, Flow, Segments]:
    program, problems = read(text)
    assert program is not None, problems
    procedure = program.procedures[0]
    flow = flow_of(procedure)
    return procedure, flow, Segments(procedure, flow, Statistics(), Limits())


# Rational numbers get to `odd` both ways, whole ones do not: 2a = 2c + 1.  (This once left blocks of 50 diamonds to the
# path search, two minutes long.)
HALVES = """
proc p(a: int, b: int, c: int) {
  start:
    goto left, right;
  left:
    assume a - b == 1;
    goto odd, done;
  right:
    b := a - 1;
    goto odd, done;
  odd:
    assume a + b == c + c;
    goto done;
  done:
    return;
}
"""


def test_what_only_whole_numbers_contradict_is_a_lemma() -> None:
    procedure, flow, segments = prepared(HALVES)
    odd, done = flow.number["odd"], flow.number["done"]
    assert isinstance(segments.check((flow.number["start"], flow.number["left"], odd), rational=True), Possible)
    backward = Backward(segments, flow, Statistics())
    lemma = backward.reach(odd, budget=100)
    assert isinstance(lemma, Lemma)
    assert lemma.atoms == ()
    because = {(flow.labels[block], index) for block, index in lemma.because}
    assert because == {("left", 0), ("right", 0), ("odd", 0)}
    assert isinstance(backward.reach(done, budget=100), Found)

    ssa = to_ssa(procedure)
    covering = learning_cover(make_task(procedure, ssa, to_passive(ssa)), Limits(runs=0))
    assert set(covering.infeasible) == {"odd"}
    assert not covering.unknown
    assert covering.statistics.path_searches == 0


def test_disequalities_are_left_to_the_check_of_the_path() -> None:
    """Over whole numbers 0 <= a <= 1 leaves nothing where a is neither 0 nor 1: not the backward search says so."""
    text = HALVES.replace("a + b == c + c", "0 <= a && a <= 1 && a != 0 && a != 1")
    _, flow, segments = prepared(text)
    found = Backward(segments, flow, Statistics()).reach(flow.number["odd"], budget=100)
    assert isinstance(found, Found)
    assert isinstance(segments.check(found.path), Impossible)


def _holds(lemma: list[Row], state: list[int]) -> bool:
    return all(sum(a * v for a, v in zip(normal, state, strict=True)) <= bound for normal, bound in lemma)
