"""Calls in several threads."""

from __future__ import annotations

import signal
import threading
import time
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


def test_what_runs_when_a_signal_comes_is_waited_for() -> None:
    main, stopped, over = threading.main_thread().ident, threading.Event(), threading.Event()
    assert main is not None

    def call() -> None:
        time.sleep(0.2)  # until it is waited for
        signal.pthread_kill(main, signal.SIGINT)
        assert stopped.wait(10)
        stopped.clear()
        assert not stopped.wait(0.2)
        over.set()

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            at_once([call], 1, stopped.set)
    finally:
        signal.signal(signal.SIGINT, before)
    assert over.is_set()
