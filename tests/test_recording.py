"""What the machine writes down of runs, and of what is executed between them."""

from __future__ import annotations

import pytest

from clew.concolic.machine import Machine
from clew.concolic.recording import LONG
from clew.search.sites import Sites
from clew.search.trace import StepLimit


def machine_at_its_limit() -> Machine:
    machine = Machine(Sites(), 10)
    machine.begin()
    machine.visits[0] = 1
    machine.charge(10)
    return machine


def test_a_run_ends_at_the_statement_after_its_last() -> None:
    machine = machine_at_its_limit()
    with pytest.raises(StepLimit):
        machine.mark(0)
    assert machine.run.stopped == "budget"


def test_code_that_is_followed_may_run_between_runs() -> None:
    """`_collections_abc` is followed where a class of the project is built on it, and modules of ours use it, too."""
    machine = machine_at_its_limit()
    machine.rest()
    machine.mark(0)
    assert machine.run.stopped is None


def test_a_loop_without_statements_ends() -> None:
    machine = machine_at_its_limit()
    machine.round(1)
    with pytest.raises(StepLimit):
        machine.round(LONG + 1)
