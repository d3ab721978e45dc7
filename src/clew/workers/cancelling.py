"""Processes of one run that somebody else may end from another thread, while the nursery they come from goes on."""

from __future__ import annotations

import socket
from dataclasses import field

from clew.records import dataclass
from clew.workers.host_protocol import Order
from clew.workers.nursery import HostProcess, Nursery, Stem


class Cancelled(Exception):
    """The run was given up; what it found so far is in the ledger, and nowhere else."""


@dataclass(slots=True)
class RunNursery(Nursery):
    """A nursery for one run, whose hosts are forked from the zygotes of another.  Closing it ends its hosts only."""

    lender: Nursery = field(default_factory=Nursery)
    is_cancelled: bool = False
    _hosts: list[HostProcess] = field(default_factory=list)

    def host(self, order: Order, hash_seed: int, stem: Stem | None = None) -> tuple[HostProcess, socket.socket]:
        self.check()
        process, control = self.lender.host(order, hash_seed, stem)
        self._hosts = [*(host for host in self._hosts if host.life.fileno() >= 0), process]
        if self.is_cancelled:  # meanwhile
            process.kill()
        return process, control

    def cancel(self) -> None:
        """From any thread: end what is running.  Whoever runs is told by `Cancelled`, at the latest by `check`."""
        self.is_cancelled = True
        for host in self._hosts:
            host.kill()

    def check(self) -> None:
        if self.is_cancelled:
            raise Cancelled

    def let_go(self) -> None:
        pass

    def close(self) -> None:
        for host in self._hosts:
            host.kill()
        self._hosts.clear()
        self.end_stems()
