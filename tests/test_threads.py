"""Calls in several threads."""

from __future__ import annotations

import threading
from functools import partial

import pytest

from clew.workers.threads import at_once


def test_results_are_in_order_and_calls_run_together() -> None:
    meeting = threading.Barrier(3, timeout=10)

    def call(number: int) -> int:
        meeting.wait()
        return number * number

    assert at_once([partial(call, number) for number in range(6)], 3, lambda: None) == [0, 1, 4, 9, 16, 25]
    assert at_once([], 3, lambda: None) == []


def test_the_first_exception_once_all_are_over() -> None:
    over = []

    def call(number: int) -> None:
        over.append(number)
        if number % 2:
            raise ValueError(number)

    with pytest.raises(ValueError, match="1"):
        at_once([partial(call, number) for number in range(4)], 2, lambda: None)
    assert sorted(over) == [0, 1, 2, 3]


def test_an_interrupt_stops_what_runs_and_begins_no_more() -> None:
    stopped, began = threading.Event(), []

    def call(number: int) -> None:
        began.append(number)
        assert stopped.wait(10)

    def interrupt() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        at_once([partial(call, number) for number in range(9)], 2, stopped.set, interrupt)
    assert len(began) <= 2
