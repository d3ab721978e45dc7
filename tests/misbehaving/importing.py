"""What a module may do while it is imported."""

from __future__ import annotations

import os
import sys
import time


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
