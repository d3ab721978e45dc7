"""What a run has at hand: where its functions are explored, and what it remembers."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from clew.records import dataclass
from clew.scheduling.backend import LocalHosts
from clew.scheduling.ledger import Ledger
from clew.scheduling.processes import SOLVING, warm_nursery
from clew.scheduling.shards import Shard
from clew.search.request import KeptQuery
from clew.source.diagnostics import ClewError, Diagnostic
from clew.source.discovery import Target
from clew.source.settings import Settings
from clew.workers.nursery import Nursery
from clew.workers.task_host import Hosts


@dataclass(frozen=True, slots=True)
class Resources:
    """memory: the file of the ledger, in which what was found for each function is kept as soon as it is known; None to
    remember nothing.  keep_query: gets every query that reaches a solver (and makes that what is remembered is not
    used).  nursery: one that is warm already; the caller closes it.  meanwhile: what the caller could do while it would
    only wait.  shard: only its own files.
    """

    memory: Path | None = None
    keep_query: Callable[[KeptQuery], None] | None = None
    nursery: Nursery | None = None
    meanwhile: Callable[[], object] = lambda: None
    shard: Shard | None = None

    def ledger(self) -> contextlib.AbstractContextManager[Ledger]:
        return Ledger.open(self.memory if self.keep_query is None else None)


@dataclass(frozen=True, slots=True)
class Executor:
    """Where hosts are that are not here.  connected: opens it, for these targets; ClewError where it is of no use.

    missing: what is not installed that it needs.
    """

    connected: Callable[[str, Sequence[Target]], contextlib.AbstractContextManager[Hosts]]
    missing: Callable[[], Diagnostic | None]


def executor_of(address: str) -> Executor:
    """By how the address begins."""
    match address.partition(":")[0]:
        case "dask":
            from clew.scheduling.cluster import connected, missing_cluster

            return Executor(connected, missing_cluster)
    raise ClewError([Diagnostic("usage", "not an executor; wanted dask://HOST:PORT", address)])


@contextlib.contextmanager
def hosts_for(targets: Sequence[Target], settings: Settings, nursery: Nursery | None, several: bool) -> Iterator[Hosts]:
    """Where the functions are explored; ClewError where that cannot be used.

    nursery: of this machine.  several: more than one function is to be settled.
    """
    if settings.executor is not None:
        with executor_of(settings.executor).connected(settings.executor, targets) as elsewhere:
            yield elsewhere
    elif nursery is not None:
        if several:
            nursery.warm(SOLVING)
        yield LocalHosts.of(nursery)
    else:
        with warm_nursery(several) as own:
            yield LocalHosts.of(own)
