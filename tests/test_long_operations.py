"""Operations that take too long, or end the process, cost the runs that come to them, and nothing else."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any

import pytest

import clew
from clew.verdict.verdicts import Unknown
from clew.workers.runs import Board, End, Passes, Runs


class Lifted:
    def lifted(self) -> AbstractContextManager[None]:
        return nullcontext()


class Counting:
    """A run of which somebody counts the operations."""

    def __init__(self) -> None:
        self.done = 0
        self.left = ""

    def operations(self) -> int:
        return self.done

    def stays(self, here: bool) -> None:
        self.left = "here" if here else "later"
        raise TimeoutError


def in_a_task(work: Callable[[Runs], object], seconds: float = 4.0) -> tuple[int, Board]:
    """The status of a process that is a task of so many seconds, and does this with its runs."""
    board = Board()
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            signal.signal(signal.SIGPROF, signal.SIG_DFL)
            runs = Runs()
            guard: Any = Lifted()
            runs.begin(board, guard, seconds)
            code = 0 if work(runs) else 2
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), board


def endless() -> object:
    """An operation that looks for no signals."""
    from itertools import repeat

    return "" in repeat("a")


def test_the_board_names_the_run_that_killed_its_task() -> None:
    def work(runs: Runs) -> object:
        for _ in range(3):
            with runs.one(Counting()):
                pass
        with runs.one(Counting()):
            return endless()

    began = time.monotonic()
    status, board = in_a_task(work, 2.0)
    assert status == -signal.SIGPROF
    assert board.run == 4
    assert time.monotonic() - began < 20, "the share of one operation, not the seconds of the task"


def test_what_executes_operations_may_take_long() -> None:
    def work(runs: Runs) -> object:
        counting, ends = Counting(), time.process_time() + 1.5
        with runs.one(counting):
            while time.process_time() < ends:
                counting.done += 1
        return not counting.left

    assert in_a_task(work, 4.0)[0] == 0


def test_what_executes_none_is_left() -> None:
    def work(runs: Runs) -> object:
        counting = Counting()
        try:
            with runs.one(counting):
                while True:
                    pass
        except TimeoutError:
            return counting.left == "here"

    assert in_a_task(work, 2.0)[0] == 0


def test_a_scout_says_how_far_it_came() -> None:
    def dies(runs: Runs, passes: Passes) -> None:
        with runs.one(Counting()):
            passes(7)
            endless()

    def ends(runs: Runs, passes: Passes) -> None:
        with runs.one(Counting()):
            passes(7)
            os._exit(3)

    def work(runs: Runs) -> object:
        runs.scouted = 2
        before = runs.ahead(lambda passes: dies(runs, passes))
        with runs.one(Counting()):
            pass
        dead = [runs.ahead(partial(each, runs)) for each in (dies, ends)]
        return (
            before is None
            and dead == [End(7, dies=False), End(7, dies=True)]
            and runs.ahead(lambda passes: passes(9)) is None
        )

    assert in_a_task(work, 2.0)[0] == 0


LONG = """
import itertools


def kept(x: int, xs: list[int]) -> int:
    total = 0
    for y in xs:
        if y == 13:
            total += x in map(abs, itertools.repeat(-1 - abs(x)))
        elif y == 17:
            return 5
    return total


def power(n: int) -> int:
    if n > 5:
        return len(str(10 ** (n * n * n * n)))
    if n == -7:
        return 3
    return 0


def ends(n: int) -> int:
    import os

    if n == 12:
        os._exit(3)
    if n > 100:
        return 2
    return 1
"""


@pytest.fixture(scope="module")
def left_open(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[int, str]]:
    """By function, the lines of what is unknown with the codes of the reasons."""
    folder = tmp_path_factory.mktemp("long")
    (folder / "long.py").write_text(LONG)
    report = clew.cover("long.py", cwd=folder, isolated=True, seconds=8, suite="small").report
    return {
        unit.id.split("::")[1]: {
            g.span.line: g.verdict.reason.code for g in unit.goals if isinstance(g.verdict, Unknown)
        }
        for unit in report.units
    }


def test_what_the_interpreter_can_leave_is_left(left_open: dict[str, dict[int, str]]) -> None:
    assert left_open["power"] == {}


def test_what_it_cannot_leave_costs_one_run(left_open: dict[str, dict[int, str]]) -> None:
    assert left_open["kept"] == {8: "timeout", 9: "timeout"}


def test_what_ends_the_process_costs_one_run(left_open: dict[str, dict[int, str]]) -> None:
    assert left_open["ends"] == {26: "worker-died", 27: "worker-died"}
