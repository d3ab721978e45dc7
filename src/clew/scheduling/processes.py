"""Which processes a run needs, and what they may do.

They are started before the command has imported the rest of itself, so that they warm up at the same time.
"""

from __future__ import annotations

import os
import sys

from clew.workers.spawning import spawn

TYPE_CHECKING = False  # `typing` is a large import
if TYPE_CHECKING:
    from clew.source.settings import Settings
    from clew.workers.limits import Limits
    from clew.workers.nursery import Nursery

EXPLORING = "clew.concolic.tasks"
REPLAYING = "clew.checking.worker"
PRELOADED = (EXPLORING, REPLAYING)  # by the zygote from which functions are explored
SOLVING = (
    "z3",
    "clew.concolic.verification",
    "clew.vc.units",
    "clew.vc.unbounded",
)  # what one function may do without


def first_zygote() -> tuple[int, int]:
    """Spawn the one from which functions are explored; its process id, and the descriptor to talk to it."""
    return spawn(0, False, PRELOADED)


def warm_nursery(several: bool, first: tuple[int, int] | None = None) -> Nursery:
    """The nursery of a run, warming up.  first: what `first_zygote` gave.

    several: more than one function is to be settled, so that some will need the engine of the solver and the block form
    for certain; a single one imports them when it asks them something.
    """
    from clew.workers.nursery import Nursery

    nursery = Nursery({0: PRELOADED}, otherwise=(REPLAYING,))
    nursery.adopt(0, *(first or first_zygote()))
    if several:
        nursery.warm(SOLVING)
    return nursery


def limits_of(settings: Settings) -> Limits:
    from clew.workers.limits import MEGABYTE, Limits

    names = {"files": "write", "network": "network", "processes": "process"}
    return Limits(
        memory=settings.memory * MEGABYTE,
        cpu=settings.seconds + 5.0,
        wall=4 * settings.seconds + 20.0,
        quiet=4 * settings.seconds + 20.0,
        allow=frozenset(names[name] for name in settings.allow),
        folders=tuple(path for path in (os.path.realpath(os.getcwd()),) if path != os.sep),
    )


def user_paths() -> tuple[str, ...]:
    """Where the user's modules import from, besides the folder of the module itself."""
    return tuple(path for path in sys.path if path)


def source_folders() -> tuple[str, ...]:
    """Those of these folders that hold sources that somebody works on, and nothing that was installed."""
    given = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    clews = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    return tuple(path for path in user_paths() if path in given and path != clews and os.path.isdir(path))
