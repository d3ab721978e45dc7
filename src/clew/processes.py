"""Which processes a run needs, and what they may do.

They are started before the command has imported the rest of itself, so that they warm up at the same time.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from clew.execution.limits import MEGABYTE, Limits
from clew.execution.nursery import Nursery

if TYPE_CHECKING:
    from clew.source.settings import Settings

EXPLORING = "clew.execution.tasks"
REPLAYING = "clew.checking.worker"
SOLVING = ("z3", "clew.vc.units", "clew.vc.unbounded")  # what one function may do without


def warm_nursery(several: bool) -> Nursery:
    """The nursery of a run, warming up.

    several: more than one function is to be settled, so that some will need the engine of the solver and the block form
    for certain; a single one imports them when it asks them something.
    """
    exploring = (EXPLORING, REPLAYING, *(SOLVING if several else ()))
    nursery = Nursery({0: exploring}, otherwise=(REPLAYING,))
    nursery.warm()
    return nursery


def limits_of(settings: Settings) -> Limits:
    names = {"files": "write", "network": "network", "processes": "process"}
    return Limits(
        memory=settings.memory * MEGABYTE,
        cpu=settings.seconds + 5.0,
        wall=4 * settings.seconds + 20.0,
        quiet=4 * settings.seconds + 20.0,
        allow=frozenset(names[name] for name in settings.allow),
    )


def user_paths() -> tuple[str, ...]:
    """Where the user's modules import from, besides the folder of the module itself."""
    return tuple(path for path in sys.path if path)
