"""What the tests of one process have in common: the processes that those of its runs are forked from."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pytest

import clew.scheduling.resources
from clew.scheduling import processes
from clew.scheduling.processes import warm_nursery
from clew.workers.cancelling import RunNursery
from clew.workers.nursery import Nursery


@pytest.fixture(scope="session", autouse=True)
def _runs_share_a_nursery() -> Iterator[None]:
    """Runs in this process fork their hosts from one nursery, as those of an editor do: to warm one up for each would
    be half of the work of the small ones.
    """
    made: list[Nursery] = []
    with contextlib.ExitStack() as ends, pytest.MonkeyPatch.context() as patch:

        def lent(several: bool, first: tuple[int, int] | None = None) -> Nursery:
            if not made:
                made.append(ends.enter_context(warm_nursery(several=True)))
            return RunNursery(lender=made[0])

        patch.setattr(processes, "warm_nursery", lent)
        patch.setattr(clew.scheduling.resources, "warm_nursery", lent)
        yield


@pytest.fixture
def nursery() -> Iterator[Nursery]:
    """For what explores functions by itself."""
    with processes.warm_nursery(several=True) as made:
        yield made
