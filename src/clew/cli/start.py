"""Where the command begins: its processes are started before it imports the rest of itself, and warm up meanwhile."""

from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.execution.nursery import Nursery


def run() -> None:
    """The `clew` command; ends the process."""
    gc.set_threshold(50_000)  # What is imported and made is kept (code, trees, reports): there is no garbage.
    nursery = _nursery(sys.argv[1:])
    try:
        from clew.cli.main import main

        main(prog_name="clew", obj=nursery)
    finally:
        if nursery is not None:
            nursery.close()
        gc.freeze()  # or Python would look through all that there is, several times, before it ends


def _nursery(arguments: Sequence[str]) -> Nursery | None:
    """The processes that what is asked for needs for certain; None where it may need none."""
    if not arguments or arguments[0] not in ("cover", "dead") or {"-h", "--help"} & set(arguments):
        return None
    if any(each.partition("::")[0].endswith(".ivl") for each in arguments):
        return None
    from clew.processes import warm_nursery

    return warm_nursery(several=sum("::" in each for each in arguments) != 1)
