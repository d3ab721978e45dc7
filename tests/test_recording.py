"""What the machine writes down of runs, and of what is executed between them."""

from __future__ import annotations

import itertools

import pytest

from clew.concolic.machine import Machine
from clew.concolic.recording import LONG
from clew.logic import terms as t
from clew.logic.sorts import INT
from clew.search.sites import Sites
from clew.search.trace import StepLimit
from clew.semantics.shadow import Items, Tracked


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


def drawn(machine: Machine) -> int:
    """How many numbers the machine draws for a list before the run ends."""
    n = 50_000
    numbers = iter(range(n))
    with pytest.raises(StepLimit):
        machine.call(Tracked(list, None), (Tracked(itertools.islice(numbers, n), None),), {})
    return next(numbers)


def test_a_list_of_what_has_no_end_ends() -> None:
    assert LONG < drawn(machine_at_its_limit()) < LONG + 10


def test_a_range_without_statements_ends() -> None:
    machine = machine_at_its_limit()
    stop = t.mul(t.var("n", INT), t.integer(1 << 64))  # `range(n << 64)`: each of its decisions says that 0 < n
    shadow = Items((t.ZERO, stop, t.ONE))
    with pytest.raises(StepLimit):
        for number, _ in enumerate(machine.iterate(Tracked(range(1 << 64), shadow))):
            assert number <= LONG
