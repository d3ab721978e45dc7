"""What a module may do while it is imported."""

from __future__ import annotations

import os
import sys
import time
from functools import partial

from clew.workers.host_protocol import Imported


def imported(what: str, stem: dict[str, int] | None = None) -> Imported:
    """The import, and what takes its time after it."""
    return Imported(partial(look_around, what if stem is None else "fine"))


def look_around(what: str) -> dict[str, int]:
    began = time.process_time()
    while what == "computes" and time.process_time() < began + 1.0:
        pass
    time.sleep({"long": 1.5, "endless": 60}.get(what, 0))
    return {"ready": 4}


def prepare(what: str, stem: object = None) -> dict[str, int]:
    """Stands for the import of a module: in the host itself, before any fork."""
    match what:
        case "fine":
            return {"ready": 1}
        case "writes":
            try:
                open("/tmp/clew-misbehaving", "w").close()
            except PermissionError:
                return {"ready": 2}
        case "raises":
            return {"ready": 1 // 0}
        case "exits":
            sys.exit(4)
        case "dies":
            os._exit(5)
        case "hangs":
            while True:
                pass
        case "waits":
            time.sleep(60)
        case "prints":
            print("x" * 10_000_000)
            return {"ready": 3}
    raise ValueError(what)


def answer(prepared: dict[str, int], payload: int, emit: object) -> int:
    return prepared["ready"] + payload
