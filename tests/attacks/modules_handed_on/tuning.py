"""Knows no module by name."""
from __future__ import annotations

from typing import Any


def hasten(target: Any) -> None:
    target.SPEED = 9
