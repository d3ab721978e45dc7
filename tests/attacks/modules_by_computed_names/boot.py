from __future__ import annotations

import sys


def raise_level(name: str, n: int) -> None:
    sys.modules[name]._level = n
