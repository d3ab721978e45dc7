"""The thread that settles: one job at a time, the newest first.

A job that a newer one overtakes is given up, and done again after it; what it had found is in the ledger.  All
processes are forks of one nursery, and end with it, which ends with this process, however that ends.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import field
from typing import TypeAlias

from clew.following.follower import Outdated
from clew.records import dataclass
from clew.workers.cancelling import Cancelled, RunNursery
from clew.workers.nursery import Nursery

Work: TypeAlias = Callable[[RunNursery], None]


@dataclass(slots=True)
class Desk:
    """failed: gets what went wrong with a job, by its key; given_up: which will not be done.  Both are called from the
    thread.
    """

    nursery: Nursery
    failed: Callable[[str, Exception], None]
    given_up: Callable[[str], None]
    _jobs: dict[str, Work] = field(default_factory=dict)  # the newest last
    _running: tuple[str, RunNursery] | None = None
    _is_dropped: bool = False  # the running one
    _is_closed: bool = False
    _changed: threading.Condition = field(default_factory=threading.Condition)
    _thread: threading.Thread | None = None

    def ask(self, key: str, work: Work, *, urgent: bool = True) -> None:
        """Do it next, in place of what was asked under this key before; urgent: instead of what is running."""
        with self._changed:
            jobs = {name: job for name, job in self._jobs.items() if name != key}
            self._jobs = {**jobs, key: work} if urgent else {key: work, **jobs}
            if self._running is not None and (urgent or self._running[0] == key):
                self._is_dropped = self._is_dropped or self._running[0] == key
                self._running[1].cancel()
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="clew-desk", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def drop(self, key: str | None = None) -> None:
        """Give up what is asked under this key, or all."""
        with self._changed:
            gone = [name for name in self._jobs if key is None or name == key]
            self._jobs = {name: job for name, job in self._jobs.items() if name not in gone}
            if self._running is not None and (key is None or self._running[0] == key):
                self._is_dropped = True
                self._running[1].cancel()
        for name in gone:
            self.given_up(name)

    def close(self) -> None:
        """End all processes; nothing more is told."""
        with self._changed:
            self._is_closed = True
            self._jobs.clear()
            if self._running is not None:
                self._running[1].cancel()
            self._changed.notify_all()
        self.nursery.close()

    def _work(self) -> None:
        while (job := self._next()) is not None:
            key, work, nursery = job
            problem: Exception | None = None
            try:
                with nursery:
                    work(nursery)
            except (Cancelled, Outdated) as error:
                problem = error
            except Exception as error:
                problem = Cancelled() if nursery.is_cancelled else error  # its processes were taken away from it
            self._after(key, work, problem)

    def _next(self) -> tuple[str, Work, RunNursery] | None:
        """Waits for it; None when the desk is closed."""
        with self._changed:
            while not self._jobs and not self._is_closed:
                self._changed.wait()
            if self._is_closed:
                return None
            key, work = self._jobs.popitem()
            nursery = RunNursery(lender=self.nursery)
            self._running, self._is_dropped = (key, nursery), False
            return key, work, nursery

    def _after(self, key: str, work: Work, problem: Exception | None) -> None:
        with self._changed:
            is_dropped, self._running = self._is_dropped, None
            if self._is_closed:
                return
            is_again = isinstance(problem, Cancelled | Outdated) and not is_dropped
            if is_again and key not in self._jobs:
                self._jobs = {key: work, **self._jobs}
            is_left = key in self._jobs
        if isinstance(problem, Cancelled | Outdated):
            if not is_left:
                self.given_up(key)
        elif problem is not None:
            self.failed(key, problem)
