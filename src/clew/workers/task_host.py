"""Hosts, wherever their processes are: `Host` on this machine, and what stands for one on another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from clew.source.diagnostics import Diagnostic
from clew.workers.host_protocol import Died, Done, Ready
from clew.workers.limits import Limits


class TaskHost(AbstractContextManager["TaskHost"], Protocol):
    """A guarded process that has prepared (imported a module), and runs tasks in forks, one after the other."""

    stopped: bool

    @property
    def ready(self) -> Ready | Died:
        """How the preparation went, once it is over."""
        ...

    def run(self, task: str, payload: Any = None, on_message: Callable[[Any], None] | None = None) -> Done | Died:
        """Run "package.module:function"; its messages are handed over in order, those before a death too."""
        ...

    def stop(self) -> None:
        """From any thread: end what is running and take no more tasks; each ends as `interrupted`."""
        ...

    def close(self) -> None: ...


class StartHost(Protocol):
    """As `Host.start`, which says what the parameters are; returns at once."""

    def __call__(
        self,
        prepare: str,
        payload: Any,
        limits: Limits,
        *,
        paths: tuple[str, ...] | None = None,
        preload: tuple[str, ...] = (),
        hash_seed: int = 0,
        environment: tuple[tuple[str, str], ...] = (),
        stem: Any = None,
    ) -> TaskHost: ...


class Hosts(Protocol):
    """Where hosts are started."""

    @property
    def start(self) -> StartHost: ...

    @property
    def width(self) -> int:
        """How many are worth having at a time."""
        ...

    @property
    def problems(self) -> Sequence[Diagnostic]:
        """What went wrong with the place itself."""
        ...
