"""What the backward search remembers is true: no random execution is in a state that a lemma excludes."""

from __future__ import annotations

from random import Random

import pytest

from clew.frontend.ivl import read
from clew.semantics.block_run import compile_procedure, default_value, start, wander
from clew.vc.backward import Backward, Found, Lemma
from clew.vc.nogoods import flow_of
from clew.vc.segments import Impossible, Possible, Segments
from clew.vc.task import Limits, Statistics
from laws.random_ivl import random_procedure


@pytest.mark.parametrize("first", range(0, 90, 30))
def test_lemmas_hold_in_every_execution(first: int) -> None:
    lemmas = 0
    for seed in range(first, first + 30):
        program, problems = read(random_procedure(seed, kinds="linear"))
        assert program is not None, problems
        procedure = program.procedures[0]
        flow = flow_of(procedure)
        statistics = Statistics()
        segments = Segments(procedure, flow, statistics, Limits())
        if not segments.linear or segments.width(range(len(flow.labels))) > len(segments.names):
            continue
        backward = Backward(segments, flow, statistics)
        for block in range(len(flow.labels)):
            outcome = backward.reach(block, budget=10_000)
            assert outcome is not None
            if isinstance(outcome, Found):
                # Disequalities were left out, so that a path found may be impossible after all, but only by them.
                assert isinstance(segments.check(outcome.path), Possible | Impossible)
            else:
                assert outcome.atoms == ()
        lemmas += sum(len(backward.lemmas(block)) for block in range(len(flow.labels)))
        machine = compile_procedure(procedure)
        random = Random(seed)
        for _ in range(60):
            inputs = {name.name: random.randint(-12, 12) for name in machine.names}
            run = wander(machine, inputs, random, lambda name: default_value(name.type))
            state = start(machine, inputs)
            for label in run.path:
                assert machine.steps[label](state, lambda name: default_value(name.type))
                for lemma in backward.lemmas(flow.number[label]):
                    assert not _holds(lemma, state), (seed, label, lemma)
    assert lemmas


def _holds(lemma: Lemma, state: list[int]) -> bool:
    return all(sum(a * v for a, v in zip(normal, state, strict=True)) <= bound for normal, bound in lemma.atoms)
