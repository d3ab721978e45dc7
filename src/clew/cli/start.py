"""Where the command begins: its first process is started before it imports anything else, and warms up meanwhile."""

from __future__ import annotations

import gc
import sys

TYPE_CHECKING = False  # `typing` is a large import
if TYPE_CHECKING:
    from collections.abc import Sequence


def run() -> None:
    """The `clew` command; ends the process."""
    gc.set_threshold(50_000)  # What is imported and made is kept (code, trees, reports): there is no garbage.
    first = _first_zygote(sys.argv[1:])
    try:
        from clew.cli.main import main

        main(prog_name="clew", obj=first)
    finally:
        gc.freeze()  # or Python would look through all that there is, several times, before it ends


def _first_zygote(arguments: Sequence[str]) -> tuple[int, int] | None:
    """One that what is asked for needs for certain; None where it may need none.  It ends with this process."""
    if not arguments or arguments[0] not in ("cover", "dead") or {"-h", "--help"} & set(arguments):
        return None
    if any(each.partition("::")[0].endswith(".ivl") for each in arguments):  # `is_program`, without its imports
        return None
    from clew.scheduling.processes import first_zygote

    return first_zygote()
