"""Hands the module to somebody who does not know it."""
from __future__ import annotations

import kept
import tuning


def hasten() -> None:
    tuning.hasten(kept)


put_hook = getattr(kept, "_hooks").__setitem__


def fill(name: str, value: str) -> None:
    for key, held in vars(kept).items():
        if key == "_" + name:
            held.append(value)
