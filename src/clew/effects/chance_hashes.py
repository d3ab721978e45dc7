"""Whose hash is another in another process."""

from __future__ import annotations

import types
from typing import Any


def hashed_by_chance(value: Any) -> bool:
    """Texts are hashed with a secret of the process, other objects by their address."""
    if isinstance(value, int | float | complex):
        return False
    if isinstance(value, tuple | frozenset):
        return any(map(hashed_by_chance, value))
    return not isinstance(type(value).__hash__, types.FunctionType)
