"""A zygote: a process that holds the imports of hosts and forks each host from itself, before any user code.

(The word is Android's: one warmed-up process from which all others are forked.)  Starting a Python process and
importing what a host needs costs a hundred times what a fork costs; so it is done once for each hash seed.  A zygote
runs nothing of the user's and is never guarded itself; a host puts its guard up right after the fork.
"""

from __future__ import annotations

import _socket
import gc
import importlib

from clew.records import make_all
from clew.workers.forking import death_signal, fork_hosts
from clew.workers.host_process import serve as serve_host


def serve(descriptor: int, preload: tuple[str, ...]) -> None:
    """The whole life of a zygote; garbage is not collected yet.  descriptor: of the socket for orders."""
    control = _socket.socket(fileno=descriptor)
    _hold(preload)
    gc.enable()
    fork_hosts(control, serve_host, death_signal(), warm=_warm)


def _warm(names: tuple[str, ...]) -> None:
    """For many hosts and tasks: a few make what they need for less than it costs to make all."""
    make_all()
    _hold(names)


def _hold(names: tuple[str, ...]) -> None:
    for name in names:
        importlib.import_module(name)
    gc.freeze()
