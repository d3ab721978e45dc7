"""Asks a package for a module inside of it, which it has as soon as somebody imports that."""

from __future__ import annotations

import parcel


def has_stamps() -> int:
    if hasattr(parcel, "stamps"):
        return 1  # reached by: import parcel.stamps; has_stamps() [supposing process-state]
    return 0


def price() -> int:
    try:
        return parcel.stamps.PRICE  # reached by: import parcel.stamps; price() [supposing process-state]
    except AttributeError:
        return 0
