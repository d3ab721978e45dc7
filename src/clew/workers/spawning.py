"""Start the process of a zygote.  What is imported here delays the first one, so it is next to nothing."""

from __future__ import annotations

import _socket
import os
import sys

CONTROL = 3  # the zygote's end of the socket on which hosts are ordered


def spawn(hash_seed: int, inherits: bool, preload: tuple[str, ...]) -> tuple[int, int]:
    """Its process id, and the descriptor of our end of the socket.

    inherits: whether it gets the caller's environment.  preload: what it imports before it forks anything.
    """
    ours, theirs = _socket.socketpair()
    # clew comes from where the caller has it; a host sets the user's path later.  Nothing else of the caller's is open.
    start = (
        f"import gc, os, sys; gc.disable(); os.closerange({CONTROL + 1}, 1 << 16); os.chdir(os.sep)\n"
        f"sys.path.insert(0, {_home()!r})\n"
        f"from clew.workers.zygote import serve; serve({CONTROL}, {preload!r})"
    )
    pid = os.posix_spawn(
        sys.executable,
        [sys.executable, "-s", "-P", "-c", start],
        _environment(hash_seed, inherits),
        file_actions=[
            (os.POSIX_SPAWN_DUP2, theirs.fileno(), CONTROL),
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDWR, 0),
            (os.POSIX_SPAWN_DUP2, 0, 1),
            (os.POSIX_SPAWN_DUP2, 0, 2),
        ],
        setsid=True,
    )
    theirs.close()
    return pid, ours.detach()


def _home() -> str:
    """The folder clew is imported from."""
    return os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def _environment(hash_seed: int, inherits: bool) -> dict[str, str]:
    """The environment of hosts: nothing of the caller's, unless allowed, so that results do not depend on it."""
    if inherits:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    else:
        kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH", "SYSTEMROOT") if name in os.environ}
        kept |= {"LANG": "C.UTF-8", "TZ": "UTC"}
    return kept | {"PYTHONHASHSEED": str(hash_seed), "PYTHONUTF8": "1"}
