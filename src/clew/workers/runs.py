"""Runs of user code in a task: each may stay in an operation of C that nothing interrupts, or end the process.

No count of operations stops these.  Some look for signals (`10 ** n`, what `re` does): they are left by an exception of
the handler, which sees that nothing goes on.  Others do not (`n in itertools.count()`, `sorted(repeat(n))`), so a run
that gives no sign of life for `PATIENCE` seconds of the processor ends its process.  Which run it was stands on a
*board*, memory that the task shares with its host; and the next task with the same order sends a *scout* ahead of each
run from that one on: a fork that makes it first, and counts what it gets through.  Where the scout dies, the run is
stopped before the operation at which it did.
"""

from __future__ import annotations

import _signal
import contextlib
import mmap
import os
import signal
import time
import types
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

from clew.records import dataclass

if TYPE_CHECKING:
    from clew.workers.guard import Guard

PATIENCE: Final = 3.0  # seconds of the processor that one operation may take
SHARE: Final = 8  # and this part of those for the task, if that is less
SCOUTING: Final = 3  # a scout has this part of that
LEAST: Final = 0.3  # each operation that takes too long halves the patience with the next, down to this
TICKS: Final = 5  # of the clock within that
Passes: TypeAlias = Callable[[int], None]
PERISHED: Final = 1  # how a scout ends that was not killed, but did not get through

_OURS: Final = os.path.dirname(os.path.dirname(__file__)) + os.sep
_setitimer = signal.setitimer  # as it is, whatever code under test is told


class Board:
    """Numbers that processes share.  run: which one goes on, from 1, 0 between runs; passed: how many operations the
    scout got through.
    """

    def __init__(self) -> None:
        self.numbers = memoryview(mmap.mmap(-1, mmap.PAGESIZE)).cast("Q")

    @property
    def run(self) -> int:
        return self.numbers[0]

    @run.setter
    def run(self, number: int) -> None:
        self.numbers[0] = number

    @property
    def passed(self) -> int:
        return self.numbers[1]

    @passed.setter
    def passed(self, operations: int) -> None:
        self.numbers[1] = operations


@dataclass(frozen=True, slots=True)
class End:
    """Of a scout that did not get through.  passed: operations; dies: it did not merely take too long."""

    passed: int
    dies: bool


class Watched(Protocol):
    """A run that goes on."""

    def operations(self) -> int:
        """How many were executed."""
        ...

    def stays(self, here: bool) -> None:
        """It stays in one of them, and ends: here, by an exception, or as soon as it can."""
        ...


class Runs:
    """Those of this process, which is one task.  scouted: the first with a scout ahead, 0: none.

    Nothing is watched before `begin`.
    """

    def __init__(self) -> None:
        self.board: Board | None = None
        self.guard: Guard | None = None
        self.made = 0
        self.scouted = 0
        self.ends = 0.0
        self.patience = PATIENCE
        self.scouting = False
        self.watched: Watched | None = None
        self.operations = -1  # that the last tick of the clock found
        self.stayed = 0  # how many ticks found no more than that
        self.place: object = None  # of the interpreter, at the last tick

    def begin(self, board: Board, guard: Guard, seconds: float) -> None:
        """seconds: of the processor, for the whole task; a clock that kills it goes on."""
        self.board, self.guard, self.ends = board, guard, time.process_time() + seconds
        self.made = board.run = board.passed = 0
        self.patience = patience_of(seconds)
        self._listen()

    @contextlib.contextmanager
    def one(self, watched: Watched) -> Iterator[None]:
        """A run goes on inside."""
        board = self.board
        if board is None:
            yield
            return
        self.made += 1
        board.run = self.made
        self.watched, self.operations, self.stayed = watched, -1, 0
        _setitimer(signal.ITIMER_PROF, min(self.patience, self._left()))
        try:
            yield
        finally:
            self.watched = None
            board.run = 0
            _setitimer(signal.ITIMER_PROF, self._left())

    def ahead(self, run: Callable[[Passes], object]) -> End | None:
        """How a scout ended that did not survive the next run; None where it did, or none goes ahead.

        run: makes it, and says after each operation how many there were.
        """
        board, guard = self.board, self.guard
        if board is None or guard is None or self.scouting or not 0 < self.scouted <= self.made + 1:
            return None
        board.passed = 0
        with guard.lifted():
            pid = os.fork()
        if pid == 0:
            self._scout(run)
        _setitimer(signal.ITIMER_PROF, 0)  # it is the scout that works
        try:
            _, status = os.waitpid(pid, 0)
        finally:
            _setitimer(signal.ITIMER_PROF, self._left())
        board.run = 0
        if not status:
            return None
        late = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF
        if late:
            self._lose_patience()
        return End(board.passed, not late)

    def _scout(self, run: Callable[[Passes], object]) -> None:
        """Never returns."""
        code, board = PERISHED, self.board
        assert board is not None

        def passes(operations: int) -> None:
            board.passed = operations

        try:
            self.scouting, self.patience = True, max(self.patience / SCOUTING, LEAST)
            self.ends = time.process_time() + self._left()
            self._listen()
            run(passes)
            code = 0
        finally:
            os._exit(code)

    def _listen(self) -> None:
        """For signs of life: handlers are called by the interpreter, and by few operations of C."""
        _signal.signal(_signal.SIGVTALRM, self._tick)
        tick = self.patience / TICKS
        _setitimer(signal.ITIMER_VIRTUAL, tick, tick)

    def _tick(self, number: int, frame: types.FrameType | None) -> None:
        watched = self.watched
        if watched is None or frame is None:
            return
        operations = watched.operations()
        self.stayed = self.stayed + 1 if operations == self.operations else 0
        self.operations = operations
        place, before = (id(frame), frame.f_lasti), self.place
        self.place = place
        if self.stayed < TICKS:
            _setitimer(signal.ITIMER_PROF, min(self.patience, self._left()))
        elif self.stayed == TICKS:  # what is ours must not be left halfway, but in what it calls
            self._lose_patience()
            watched.stays(place == before or not frame.f_code.co_filename.startswith(_OURS))

    def _lose_patience(self) -> None:
        self.patience = max(self.patience / 2, LEAST)
        self._listen()

    def _left(self) -> float:
        return max(self.ends - time.process_time(), 0.001)


def patience_of(seconds: float) -> float:
    """How many seconds of the processor an operation may take, in a task that may take so many."""
    return min(PATIENCE, seconds / SHARE)


RUNS: Final = Runs()
